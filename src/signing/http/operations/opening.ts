/** The OpenAPI description of the code before a document is shown. */
import { Type } from 'typebox'
import {
  describing,
  JSON_BODY_CODES,
  jsonAnswer,
  jsonBody,
  publicProblems,
  ref,
} from '../../../http/schemas.ts'
import { CLOSED_LINK } from '../../model/signer-page.ts'
import { SignerCodeSchema } from '../../signers/schemas.ts'

const operation = describing('Signing page', { security: [] })
const params = Type.Object({ token: Type.String({ description: 'From the link' }) })
const closed = { additionalProperties: false }
const BODY = [...JSON_BODY_CODES, 'validation_failed'] as const

/** Sends the code that opens the document. */
export const requestOpeningCode = operation('requestOpeningCode', {
  summary: 'Request the code before the document is shown',
  description:
    'Of a document with `code_to_open`: by SMS to the telephone that is known, else by e-mail. Three attempts, ten minutes, six an hour, together with the codes to sign.',
  params,
  body: jsonBody(Type.Object({}, { ...closed, title: 'OpeningCodeRequest' })),
  response: {
    202: jsonAnswer('What was sent', ref(SignerCodeSchema)),
    ...publicProblems(
      ...CLOSED_LINK,
      ...BODY,
      'action_not_asked',
      'otp_rate_limited',
      'otp_locked',
      'sms_limit_reached',
      'sms_unavailable',
    ),
  },
})

/** Opens the document in a browser. */
export const openWithCode = operation('openWithCode', {
  summary: 'Enter the code before the document is shown',
  description: 'A cookie opens the document and the signed file in this browser for twelve hours.',
  params,
  body: jsonBody(
    Type.Object(
      { code: Type.String({ pattern: '^\\d{6}$', description: '6 digits' }) },
      { ...closed, title: 'OpeningCode' },
    ),
  ),
  response: {
    204: Type.Null({ description: 'The document is shown from now on' }),
    ...publicProblems(...CLOSED_LINK, ...BODY, 'otp_invalid', 'otp_expired', 'otp_locked'),
  },
})
