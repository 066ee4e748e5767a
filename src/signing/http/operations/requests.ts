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
import { type CallName, callsOf } from './calls.ts'

const operation = callsOf('Signatures')
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

/** POST /api/v1/documents. */
export const createDocument = operation('createDocument', {
  headers: idempotencyHeaders,
  body: formBody('DocumentForm', REQUEST_FORM),
  response: { 201: theDocument },
})

/** GET /api/v1/documents/{id}. */
export const getDocument = operation('getDocument', { params, response: { 200: theDocument } })

/** DELETE /api/v1/documents/{id}. */
export const deleteDocument = operation('deleteDocument', {
  params,
  response: { 204: Type.Null({ description: 'It is deleted' }) },
})

const file = (id: CallName, description: string, type = 'application/pdf') =>
  operation(id, { params, response: { 200: fileAnswer(description, type) } })

/** The same of one of several files. */
const oneFile = (id: CallName, description: string) => ({
  ...file(id, description),
  querystring: FileQuerySchema,
})

/** GET the PDF as uploaded. */
export const getDocumentFile = oneFile('getDocumentFile', 'The PDF')

/** GET the signed PDF. */
export const getSignedDocument = oneFile(
  'getSignedDocument',
  'The PDF with its signatures and the proof certificate',
)

/** GET the proof certificate. */
export const getDocumentProof = file('getDocumentProof', 'The certificate, sealed and time-stamped')

/** GET the evidence as a zip. */
export const getDocumentEvidence = file(
  'getDocumentEvidence',
  'Original, signed file, proof certificate, audit trail, files that signers uploaded, certificates, lists, tokens, and instructions for checking them',
  'application/zip',
)

/** GET the trail. */
export const getDocumentAudit = operation('getDocumentAudit', {
  params,
  response: { 200: jsonAnswer('The trail', jsonObject('The trail')) },
})

const changing = { params, response: { 200: theDocument } }

/** POST that sends a draft. */
export const sendDocument = operation('sendDocument', changing)
/** POST that reminds everybody whose turn it is. */
export const remindSigners = operation('remindSigners', changing)
/** POST that withdraws a document, with a reason. */
export const cancelDocument = operation('cancelDocument', {
  ...changing,
  body: jsonBody(ref(ReasonSchema)),
})

/** PATCH of a document that nobody has signed. */
export const updateDocument = operation('updateDocument', {
  params,
  body: {
    content: {
      ...formBody('DocumentEditForm', EDIT_FORM).content,
      'application/json': { schema: ref(DocumentChangesSchema) },
    },
  },
  response: { 200: theDocument },
})

/** POST that gives an expired document a new deadline. */
export const reactivateDocument = operation('reactivateDocument', {
  ...changing,
  body: jsonBody(ref(ReactivationSchema)),
})

/** PATCH of a person who has not signed yet. */
export const updateSigner = operation('updateSigner', {
  params: signerParams,
  body: ref(SignerChangesSchema),
  response: { 200: theDocument },
})

/** POST that lets a blocked person try again. */
export const unblockSigner = operation('unblockSigner', {
  params: signerParams,
  response: { 200: theDocument },
})

/** POST that makes a link to hand over. */
export const createSigningUrl = operation('createSigningUrl', {
  params: signerParams,
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
})

/** GET the link of a signer; test keys only. */
export const getTestLink = operation('getTestLink', {
  params: signerParams,
  response: {
    200: jsonAnswer('The link', Type.Object({ url: Type.String() }, { title: 'TestLink' })),
  },
})

/** GET the code of a signer; test keys only. */
export const getTestCode = operation('getTestCode', {
  params: signerParams,
  response: {
    200: jsonAnswer('The code', Type.Object({ code: Type.String() }, { title: 'TestCode' })),
  },
})
