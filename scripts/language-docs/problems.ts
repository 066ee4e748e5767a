/** Real answers to templates with mistakes and to data with holes. */
import { mergeDocx } from '../../src/docx/merge.ts'
import { toProblem } from '../../src/http/problem.ts'
import { asAppError } from '../../src/kernel/errors.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
import { type Block, p, table } from './example.ts'
import { wordFile } from './word.ts'

/** An id of the shape the service gives. */
const REQUEST_ID = 'req_01kahzv3m5e7q8s9t0w1x2y3z4'

/** A template that is refused, and why. */
export interface Mistake {
  body: Block[]
  data: JsonObject
}

export const WRONG_TEMPLATE: Mistake = {
  body: [
    p('Dear {{client.name}},'),
    p('{#lines}'),
    table([3, 2], ['{name}', '{price | curency:"EUR"}']),
    p('Total: {total | currency}'),
    p('{signature:buyer'),
  ],
  data: {},
}

export const MISSING_DATA: Mistake = {
  body: [
    p('Dear {client.name},'),
    table([3, 2], ['{#lines}{name}', '{price | currency:"EUR"}{/}']),
  ],
  data: { client: {}, lines: [{ name: 'Desk lamp', price: 49.9 }, { name: 'Bulb' }] },
}

/** The problem document the service answers. */
export function problemOf({ body, data }: Mistake): object {
  try {
    mergeDocx({
      template: wordFile({ body }),
      data,
      locale: 'en-GB',
      timezone: 'Europe/Paris',
      missing: 'error',
      pictures: new Map(),
    })
  } catch (error) {
    const known = asAppError(error)
    if (known !== undefined) return toProblem(known, REQUEST_ID, 'en')
    throw error
  }
  throw new Error('the mistake was not noticed')
}
