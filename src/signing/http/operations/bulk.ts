/** The OpenAPI description of each call on bulk sends. */
import { Type } from 'typebox'
import {
  describing,
  fileAnswer,
  formBody,
  jsonAnswer,
  problems,
  ref,
} from '../../../http/schemas.ts'
import { idPattern } from '../../../kernel/ids.ts'
import { BULK_FORM, BULK_LIMITS, BulkSendSchema, BulkSendsPageSchema } from '../../bulk/schemas.ts'
import { PAGE } from '../../bulk/service.ts'
import { idempotencyHeaders } from './requests.ts'

const operation = describing('Bulk sends', {})
const params = Type.Object({ id: Type.String({ pattern: idPattern('blk') }) })
const FOUND = ['bulk_send_not_found', 'validation_failed'] as const
const theBulk = jsonAnswer('The bulk send', ref(BulkSendSchema))

/** POST /api/v1/bulk-sends. */
export const createBulkSend = operation('createBulkSend', {
  summary: 'Send a request template to a list of people',
  description: `Checks every row by the rules of a single request, names the bad ones, and sends the others in the background: one document per row, each exactly once, at four fifths of the key's sends per minute. At most ${BULK_LIMITS.rows} rows and ${BULK_LIMITS.bytes / 1_048_576} MB. CSV may be separated by comma, semicolon or tab, in UTF-8, UTF-16 or as Excel saves it.`,
  headers: idempotencyHeaders,
  body: formBody('BulkSendForm', BULK_FORM),
  response: {
    202: theBulk,
    ...problems(
      'validation_failed',
      'request_template_not_found',
      'template_not_found',
      'version_not_found',
      'bulk_send_limit_reached',
      'file_too_large',
      'unsupported_media_type',
      'idempotency_key_reused',
      'idempotency_key_in_use',
    ),
  },
})

/** GET /api/v1/bulk-sends. */
export const listBulkSends = operation('listBulkSends', {
  summary: 'List the bulk sends, newest first',
  description: 'Rows are counted; GET …/{id} names those that were not sent.',
  querystring: Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE.max, default: PAGE.default })),
      cursor: Type.Optional(
        Type.String({ pattern: idPattern('blk'), description: 'next_cursor of the page before' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: {
    200: jsonAnswer('A page of bulk sends', ref(BulkSendsPageSchema)),
    ...problems('validation_failed'),
  },
})

/** GET /api/v1/bulk-sends/{id}. */
export const getBulkSend = operation('getBulkSend', {
  summary: 'A bulk send and its progress',
  params,
  response: { 200: theBulk, ...problems(...FOUND) },
})

/** GET the results. */
export const getBulkSendResults = operation('getBulkSendResults', {
  summary: 'The results of a bulk send as CSV: one line per row',
  description:
    'With the id and state of each document, and the errors of rows that were not sent. Separated like the list.',
  params,
  response: { 200: fileAnswer('The results', 'text/csv'), ...problems(...FOUND) },
})

const action = (operationId: string, summary: string, description: string) =>
  operation(operationId, {
    summary,
    description,
    params,
    response: { 200: theBulk, ...problems(...FOUND, 'bulk_send_state_conflict') },
  })

/** POST that starts. */
export const startBulkSend = action(
  'startBulkSend',
  'Start a bulk send that was only checked, or resume one that has paused',
  'From now on, the quota of the calling key is used.',
)
/** POST that cancels. */
export const cancelBulkSend = action(
  'cancelBulkSend',
  'Cancel a bulk send',
  'No further row is sent. Documents that were sent stay; cancel them one by one.',
)
