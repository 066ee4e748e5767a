/** The OpenAPI description of the code before a document is shown. */
import { Type } from 'typebox'
import { jsonAnswer, jsonBody, ref } from '../../../http/schemas.ts'
import { SignerCodeSchema } from '../../signers/schemas.ts'
import { callsOf } from './calls.ts'

const operation = callsOf('Signing page', 'public')
const params = Type.Object({ token: Type.String({ description: 'From the link' }) })
const closed = { additionalProperties: false }

/** Sends the code that opens the document. */
export const requestOpeningCode = operation('requestOpeningCode', {
  params,
  body: jsonBody(Type.Object({}, { ...closed, title: 'OpeningCodeRequest' })),
  response: { 202: jsonAnswer('What was sent', ref(SignerCodeSchema)) },
})

/** Opens the document in a browser. */
export const openWithCode = operation('openWithCode', {
  params,
  body: jsonBody(
    Type.Object(
      { code: Type.String({ pattern: '^\\d{6}$', description: '6 digits' }) },
      { ...closed, title: 'OpeningCode' },
    ),
  ),
  response: {
    204: Type.Null({ description: 'The document is shown from now on' }),
  },
})
