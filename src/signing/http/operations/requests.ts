/** The OpenAPI description of each call on signature requests: parameters and responses. */
import { Type } from 'typebox'
import {
  describing,
  fileAnswer,
  formBody,
  JSON_BODY_CODES,
  jsonAnswer,
  jsonBody,
  jsonObject,
  problems,
  ref,
} from '../../../http/schemas.ts'
import type { ErrorCode } from '../../../kernel/errors.ts'
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

const operation = describing('Signatures', {})
const params = Type.Object({ id: Type.String({ pattern: idPattern('doc') }) })
const signerParams = Type.Object({
  ...params.properties,
  sid: Type.String({ pattern: idPattern('sgr') }),
})
const FOUND = ['document_not_found', 'document_erased', 'validation_failed'] as const
const CHANGED = [...FOUND, 'document_state_conflict'] as const
const PREPARED = [
  'pdf_invalid',
  'pdf_encrypted',
  'pdf_not_signable',
  'quota_exceeded',
  'recipient_limit_reached',
  'sms_limit_reached',
  'delivery_not_configured',
  'authority_unavailable',
  'certificate_service_unavailable',
] as const
const IDEMPOTENT = ['idempotency_key_reused', 'idempotency_key_in_use', 'document_erased'] as const

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

/** Error responses of a call that creates a request, plus its own error codes. */
export const requestProblems = (...own: readonly ErrorCode[]) =>
  problems(
    ...PREPARED,
    ...IDEMPOTENT,
    'file_too_large',
    'unsupported_media_type',
    'json_invalid',
    'validation_failed',
    'webhook_url_refused',
    'render_limit_exceeded',
    'draft_limit_reached',
    ...own,
  )

/** POST /api/v1/documents. */
export const createDocument = operation('createDocument', {
  summary: 'Request signatures of a PDF',
  description:
    'Creates a signature request and, unless `send` is false, invites the first signers by e-mail. Uses one signature of the monthly quota per signer, refunded if that person never signs.',
  headers: idempotencyHeaders,
  body: formBody('DocumentForm', REQUEST_FORM),
  response: { 201: theDocument, ...requestProblems() },
})

/** GET /api/v1/documents/{id}. */
export const getDocument = operation('getDocument', {
  summary: 'A document with its signers',
  params,
  response: { 200: theDocument, ...problems(...FOUND) },
})

/** DELETE /api/v1/documents/{id}. */
export const deleteDocument = operation('deleteDocument', {
  summary: 'Delete a document with its files and personal data',
  description:
    'Irreversible. For drafts and documents that have ended; cancel one that is pending first. The audit trail is kept for its own retention period. Signed files that others hold remain valid, and are still recognised by /verify. The links of signers stop working, and events that were not delivered to webhooks yet are dropped. For up to ten minutes after the end, 409 `document_state_conflict` with Retry-After says that the last e-mails to signers are still being sent.',
  params,
  response: { 204: Type.Null({ description: 'It is deleted' }), ...problems(...CHANGED) },
})

const file = (operationId: string, summary: string, description: string, ...types: string[]) =>
  operation(operationId, {
    summary,
    params,
    response: { 200: fileAnswer(description, ...types), ...problems(...CHANGED) },
  })

/** The same of one of several files. */
const fileOperation = (
  operationId: string,
  summary: string,
  description: string,
  ...types: string[]
) => ({
  ...file(operationId, summary, description, ...types),
  querystring: FileQuerySchema,
})

/** GET the PDF as uploaded. */
export const getDocumentFile = fileOperation(
  'getDocumentFile',
  'The original PDF',
  'The PDF',
  'application/pdf',
)
/** GET the signed PDF. */
export const getSignedDocument = fileOperation(
  'getSignedDocument',
  'The signed PDF, once everyone has signed',
  'The PDF with its signatures and the proof certificate',
  'application/pdf',
)

/** GET the proof certificate. */
export const getDocumentProof = file(
  'getDocumentProof',
  'Download the proof certificate as a separate file',
  'The certificate, sealed and time-stamped',
  'application/pdf',
)
/** GET the evidence as a zip. */
export const getDocumentEvidence = file(
  'getDocumentEvidence',
  'Download all evidence as one archive',
  'Original, signed file, proof certificate, audit trail, files that signers uploaded, certificates, lists, tokens, and instructions for checking them',
  'application/zip',
)

/** GET the trail. */
export const getDocumentAudit = operation('getDocumentAudit', {
  summary: 'Get the audit trail: all events, chained by hashes',
  params,
  response: {
    200: jsonAnswer('The trail', jsonObject('The trail')),
    ...problems(...FOUND),
  },
})

const action = (operationId: string, summary: string, ...codes: readonly ErrorCode[]) =>
  operation(operationId, {
    summary,
    params,
    response: { 200: theDocument, ...problems(...CHANGED, ...codes) },
  })

/** POST that sends a draft. */
export const sendDocument = action('sendDocument', 'Send a draft', ...PREPARED)
/** POST that reminds everybody whose turn it is. */
export const remindSigners = action(
  'remindSigners',
  'Send a reminder to everyone whose turn it is',
  'sms_limit_reached',
)
/** POST that withdraws a document, with a reason. */
export const cancelDocument = {
  ...action('cancelDocument', 'Cancel a signature request', ...JSON_BODY_CODES),
  body: jsonBody(ref(ReasonSchema)),
}

/** PATCH of a document that nobody has signed. */
export const updateDocument = operation('updateDocument', {
  summary: 'Change a document that nobody has signed',
  description:
    'Changes a draft, or a pending document: its name, message, deadline, reminders, metadata, tags, the people who are asked, and, as a form, its PDF. Fields stay where they are in the new PDF; texts and tags that they were placed by are looked for anew. Once a signature is made or being made, only `expires_at`, `reminders`, `notify`, `copies`, `metadata` and `tags` can change: 409 `document_state_conflict`. A new PDF, name, message, reference or list of people is laid out anew: people who had opened the document read and agree to it again, and approvals no longer count. Everybody who had been asked gets an e-mail, the links of removed signers end, and the audit trail has every change with before and after. Removed signers return their signature to the quota, new ones use one.',
  params,
  body: {
    content: {
      ...formBody('DocumentEditForm', EDIT_FORM).content,
      'application/json': { schema: ref(DocumentChangesSchema) },
    },
  },
  response: {
    200: theDocument,
    ...problems(
      ...CHANGED,
      ...PREPARED,
      ...JSON_BODY_CODES,
      'render_limit_exceeded',
      'draft_limit_reached',
    ),
  },
})

/** POST that gives an expired document a new deadline. */
export const reactivateDocument = {
  ...action(
    'reactivateDocument',
    'Reactivate a document that has expired',
    ...PREPARED,
    ...JSON_BODY_CODES,
  ),
  description:
    'Gives a sent document that has expired a new deadline. The signatures that were returned to the quota are taken again, the links work again, and everybody whose turn it is gets an e-mail. What was signed before stays; if nobody had signed, the document is laid out anew, with the certificate authority of today.',
  body: jsonBody(ref(ReactivationSchema)),
}

/** PATCH of a person who has not signed yet. */
export const updateSigner = operation('updateSigner', {
  summary: 'Correct a signer who has not signed yet',
  description: 'A new e-mail address gets a new link; the old link no longer works.',
  params: signerParams,
  body: ref(SignerChangesSchema),
  response: {
    200: theDocument,
    ...problems(
      ...CHANGED,
      ...JSON_BODY_CODES,
      'signer_not_found',
      'recipient_limit_reached',
      'sms_limit_reached',
    ),
  },
})

/** POST that lets a blocked person try again. */
export const unblockSigner = operation('unblockSigner', {
  summary: 'Unblock a signer',
  params: signerParams,
  response: {
    200: theDocument,
    ...problems(...CHANGED, 'signer_not_found', 'sms_limit_reached'),
  },
})

/** POST that makes a link to hand over. */
export const createSigningUrl = operation('createSigningUrl', {
  summary: 'A short-lived link to hand over to a signer',
  description:
    'For signers with "delivery": "none", and for all signers of test keys. Until it expires, the link opens the signer’s page, where the SMS code is still required; afterwards, it shows that it has expired. With embed_origin, the page can be shown in a frame of that origin only. Each link is recorded in the audit trail.',
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
    ...problems(...CHANGED, ...JSON_BODY_CODES, 'signer_not_found'),
  },
})

/** GET the link of a signer; test keys only. */
export const getTestLink = operation('getTestLink', {
  summary: 'The link of a signer, for documents made with a test key',
  description:
    'Test keys send e-mails only to addresses of their own account; this is the link that other signers would have received.',
  params: signerParams,
  response: {
    200: jsonAnswer('The link', Type.Object({ url: Type.String() }, { title: 'TestLink' })),
    ...problems(...CHANGED, 'signer_not_found'),
  },
})

/** GET the code of a signer; test keys only. */
export const getTestCode = operation('getTestCode', {
  summary: 'The code of a signer, for documents made with a test key',
  params: signerParams,
  response: {
    200: jsonAnswer('The code', Type.Object({ code: Type.String() }, { title: 'TestCode' })),
    ...problems(...CHANGED, 'signer_not_found'),
  },
})
