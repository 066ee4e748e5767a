/** The OpenAPI description of each call on bulk sends. */
import { Type } from 'typebox'
import { fileAnswer, formBody, jsonAnswer, ref } from '../../../http/schemas.ts'
import { idPattern } from '../../../kernel/ids.ts'
import { BULK_FORM, BULK_LIMITS, BulkSendSchema, BulkSendsPageSchema } from '../../bulk/schemas.ts'
import { PAGE } from '../../bulk/service.ts'
import { ACCESS, tableOf } from './calls.ts'
import { idempotencyHeaders } from './requests.ts'

const params = Type.Object({ id: Type.String({ pattern: idPattern('blk') }) })
const theBulk = jsonAnswer('The bulk send', ref(BulkSendSchema))

/** See calls.json. */
export const operations = {
  ...tableOf('Bulk sends', { config: ACCESS.reading })({
    createBulkSend: {
      config: ACCESS.changing,
      description: `Checks every row by the rules of a single request, names the bad ones, and sends the others in the background: one document per row, each exactly once, at four fifths of the key's sends per minute. At most ${BULK_LIMITS.rows} rows and ${BULK_LIMITS.bytes / 1_048_576} MB. CSV may be separated by comma, semicolon or tab, in UTF-8, UTF-16 or as Excel saves it.`,
      headers: idempotencyHeaders,
      body: formBody('BulkSendForm', BULK_FORM),
      response: { 202: theBulk },
    },
    listBulkSends: {
      querystring: Type.Object(
        {
          limit: Type.Optional(
            Type.Integer({ minimum: 1, maximum: PAGE.max, default: PAGE.default }),
          ),
          cursor: Type.Optional(
            Type.String({
              pattern: idPattern('blk'),
              description: 'next_cursor of the page before',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      response: { 200: jsonAnswer('A page of bulk sends', ref(BulkSendsPageSchema)) },
    },
  }),
  ...tableOf('Bulk sends', { config: ACCESS.reading, params })({
    getBulkSend: { response: { 200: theBulk } },
    getBulkSendResults: { response: { 200: fileAnswer('The results', 'text/csv') } },
    startBulkSend: { config: ACCESS.action, response: { 200: theBulk } },
    cancelBulkSend: { config: ACCESS.action, response: { 200: theBulk } },
  }),
}
