/** What is wrong with a list and its rows, in the page's language, by finding code; the API words it in English. */
import type { Finding } from '../../kernel/coded-error.ts'
import type { Locale } from '../../kernel/languages.ts'
import type { RowFinding } from '../../signing/bulk/schemas.ts'
import type { Pause } from '../../signing/bulk/store.ts'
import { textUnder } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { sentenceOf } from '../problem-words.ts'

const IS_FORM = new Set(['format', 'pattern', 'minLength', 'maxLength', 'enum', 'type'])

/** A text, and its language where that is not the page's. */
export interface RowText {
  text: string
  lang: 'en' | undefined
}

/** What is wrong with a row. */
export function rowText(
  locale: Locale,
  { code = '', column = '', detail }: Pick<RowFinding, 'code' | 'column' | 'detail'>,
): RowText {
  if (locale === 'en') return { text: detail, lang: undefined }
  const words = textsIn(locale).console.faults
  const member = column.split('.').at(-1) ?? ''
  const { rows, form } = textsIn(locale).console.said
  const isForm = IS_FORM.has(code)
  if (member === 'phone' && (isForm || code.startsWith('phone_')))
    return { text: words.phone, lang: undefined }
  if (member === 'email' && isForm) return { text: words.email, lang: undefined }
  if (/^(?:first|last)_name$/.test(member) && isForm) return { text: words.name, lang: undefined }
  if (member === 'expires_at') return { text: words.expiry, lang: undefined }
  const text = textUnder(rows, code) ?? (isForm ? form : sentenceOf(locale, code))
  return text === undefined ? { text: detail, lang: 'en' } : { text, lang: undefined }
}

/** A finding about a list as a whole, or about a row of it, with its place. */
export function listText(locale: Locale, finding: Finding): string {
  const { pointer = '', code = '', detail } = finding
  if (locale === 'en') return detail
  const [, header, row, column = ''] =
    /^\/rows(?:\/header(?:\/(\d+))?|\/(\d+)(?:\/(.*))?)?$/.exec(pointer) ?? []
  const { text } = rowText(locale, { code, column, detail: detail.replace(/^Line \d+: /, '') })
  const line = /^Line (\d+)/.exec(detail)?.[1]
  const words = textsIn(locale).console.said.place
  const places = [
    line !== undefined && words.line({ line }),
    header !== undefined && words.header({ number: header }),
    row !== undefined && column !== '' && words.column({ column }),
  ].filter((part) => part !== false)
  return places.length === 0 ? text : words.before({ places: places.join(', '), text })
}

/** Why a bulk send does not go on. */
export function pauseText(
  locale: Locale,
  { code, detail }: Pick<Pause, 'code' | 'detail'>,
): RowText {
  if (locale === 'en') return { text: detail, lang: undefined }
  const problem = sentenceOf(locale, code)
  return problem === undefined ? { text: detail, lang: 'en' } : { text: problem, lang: undefined }
}
