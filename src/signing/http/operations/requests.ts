/** The OpenAPI description of each call on signature requests: parameters and responses. */
import { Type } from 'typebox'
import {
  fileAnswer,
  formBody,
  jsonAnswer,
  jsonBody,
  jsonObject,
  ref,
} from '../../../http/schemas.ts'
import { idPattern } from '../../../kernel/ids.ts'
import {
  DocumentChangesSchema,
  EDIT_FORM,
  ReactivationSchema,
} from '../../model/schemas/changes.ts'
import { FileQuerySchema } from '../../model/schemas/files.ts'
import { DocumentSchema, REQUEST_FORM, ReasonSchema } from '../../model/schemas/request.ts'
import { SignerChangesSchema } from '../../model/schemas/signer.ts'
import { SigningUrlRequestSchema } from '../../model/schemas/signing-url.ts'
import { ACCESS, tableOf } from './calls.ts'

const params = Type.Object({ id: Type.String({ pattern: idPattern('doc') }) })
const signerParams = Type.Object({
  ...params.properties,
  sid: Type.String({ pattern: idPattern('sgr') }),
})

const theDocument = jsonAnswer('The document', ref(DocumentSchema))

/** The header that makes a creating call safe to retry. */
export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'A unique text that you choose: repeating the call with it within 24 hours returns the same response',
    }),
  ),
})

const file = (description: string, type = 'application/pdf') => ({
  response: { 200: fileAnswer(description, type) },
})
/** The same of one of several files. */
const oneFile = (description: string) => ({ ...file(description), querystring: FileQuerySchema })

const changed = { response: { 200: theDocument } }

/** See calls.json. */
export const operations = {
  ...tableOf('Signatures', { config: ACCESS.reading })({
    createDocument: {
      config: ACCESS.sending,
      headers: idempotencyHeaders,
      body: formBody('DocumentForm', REQUEST_FORM),
      response: { 201: theDocument },
    },
  }),
  ...tableOf('Signatures', { config: ACCESS.reading, params })({
    getDocument: { response: { 200: theDocument } },
    deleteDocument: {
      config: ACCESS.changing,
      response: { 204: Type.Null({ description: 'It is deleted' }) },
    },
    getDocumentFile: oneFile('The PDF'),
    getSignedDocument: oneFile('The PDF with its signatures and the proof certificate'),
    getDocumentProof: file('The certificate, sealed and time-stamped'),
    getDocumentEvidence: {
      config: ACCESS.checking,
      ...file(
        'Original, signed file, proof certificate, audit trail, files that signers uploaded, certificates, lists, tokens, and instructions for checking them',
        'application/zip',
      ),
    },
    getDocumentAudit: { response: { 200: jsonAnswer('The trail', jsonObject('The trail')) } },
    sendDocument: { config: { ...ACCESS.sending, bodyOptional: true }, ...changed },
    remindSigners: { config: ACCESS.action, ...changed },
    cancelDocument: { config: ACCESS.action, ...changed, body: jsonBody(ref(ReasonSchema)) },
    updateDocument: {
      config: ACCESS.changing,
      body: {
        content: {
          ...formBody('DocumentEditForm', EDIT_FORM).content,
          'application/json': { schema: ref(DocumentChangesSchema) },
        },
      },
      response: { 200: theDocument },
    },
    reactivateDocument: {
      config: ACCESS.action,
      ...changed,
      body: jsonBody(ref(ReactivationSchema)),
    },
  }),
  ...tableOf('Signatures', { config: ACCESS.reading, params: signerParams })({
    updateSigner: {
      config: ACCESS.changing,
      body: ref(SignerChangesSchema),
      response: { 200: theDocument },
    },
    unblockSigner: { config: ACCESS.action, response: { 200: theDocument } },
    createSigningUrl: {
      config: ACCESS.action,
      body: jsonBody(ref(SigningUrlRequestSchema)),
      response: {
        200: jsonAnswer(
          'The link',
          Type.Object(
            { url: Type.String(), expires_at: Type.String({ format: 'date-time' }) },
            { title: 'SigningUrl' },
          ),
        ),
      },
    },
    getTestLink: {
      response: {
        200: jsonAnswer('The link', Type.Object({ url: Type.String() }, { title: 'TestLink' })),
      },
    },
    getTestCode: {
      response: {
        200: jsonAnswer('The code', Type.Object({ code: Type.String() }, { title: 'TestCode' })),
      },
    },
  }),
}
