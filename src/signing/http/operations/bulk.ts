/** The OpenAPI description of each call on bulk sends. */
import { Type } from 'typebox'
import { fileAnswer, formBody, jsonAnswer, ref } from '../../../http/schemas.ts'
import { idPattern } from '../../../kernel/ids.ts'
import { BULK_FORM, BULK_LIMITS, BulkSendSchema, BulkSendsPageSchema } from '../../bulk/schemas.ts'
import { PAGE } from '../../bulk/service.ts'
import { callsOf } from './calls.ts'
import { idempotencyHeaders } from './requests.ts'

const operation = callsOf('Bulk sends')
const params = Type.Object({ id: Type.String({ pattern: idPattern('blk') }) })
const theBulk = jsonAnswer('The bulk send', ref(BulkSendSchema))

/** POST /api/v1/bulk-sends. */
export const createBulkSend = operation('createBulkSend', {
  description: `Checks every row by the rules of a single request, names the bad ones, and sends the others in the background: one document per row, each exactly once, at four fifths of the key's sends per minute. At most ${BULK_LIMITS.rows} rows and ${BULK_LIMITS.bytes / 1_048_576} MB. CSV may be separated by comma, semicolon or tab, in UTF-8, UTF-16 or as Excel saves it.`,
  headers: idempotencyHeaders,
  body: formBody('BulkSendForm', BULK_FORM),
  response: { 202: theBulk },
})

/** GET /api/v1/bulk-sends. */
export const listBulkSends = operation('listBulkSends', {
  querystring: Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE.max, default: PAGE.default })),
      cursor: Type.Optional(
        Type.String({ pattern: idPattern('blk'), description: 'next_cursor of the page before' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: { 200: jsonAnswer('A page of bulk sends', ref(BulkSendsPageSchema)) },
})

/** GET /api/v1/bulk-sends/{id}. */
export const getBulkSend = operation('getBulkSend', { params, response: { 200: theBulk } })

/** GET the results. */
export const getBulkSendResults = operation('getBulkSendResults', {
  params,
  response: { 200: fileAnswer('The results', 'text/csv') },
})

/** POST that starts. */
export const startBulkSend = operation('startBulkSend', { params, response: { 200: theBulk } })

/** POST that cancels. */
export const cancelBulkSend = operation('cancelBulkSend', { params, response: { 200: theBulk } })
