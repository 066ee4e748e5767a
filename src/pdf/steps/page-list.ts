/** Lists of pages as people write them. */
import { CodedError, saying, type Wording } from '../../kernel/coded-error.ts'
import { say } from '../../translations/texts.ts'

/** A step that cannot be done, with its place in the request. */
export const stepFault = (pointer: string, detail: Wording): CodedError =>
  new CodedError('validation_failed', detail, { errors: [{ pointer, ...saying(detail) }] })

/**
 * Indexes of the pages in a list such as "1-3, 7, 9-" or "last", all without one.
 * @param pointer of the list, for its faults
 * @throws CodedError `validation_failed` for a page that is not there, or a list that is none
 */
export function pageIndexes(list: string | undefined, count: number, pointer: string): number[] {
  return (list ?? '1-')
    .replaceAll('last', String(count))
    .split(',')
    .flatMap((item) => rangeOf(item.trim(), count, pointer))
}

function rangeOf(item: string, count: number, pointer: string): number[] {
  const [, from, dash, to] = /^(\d+)\s*(?:(-)\s*(\d*))?$/.exec(item) ?? []
  if (from === undefined) throw stepFault(pointer, say('steps.pages', { item }))
  const first = Number(from)
  const last = dash === undefined ? first : Number(to || count)
  for (const page of [first, last])
    if (page < 1 || page > count) throw stepFault(pointer, say('steps.noPage', { page, count }))
  const length = Math.abs(last - first) + 1
  const by = last < first ? -1 : 1
  return Array.from({ length }, (_, index) => first - 1 + by * index)
}
