/** The OpenAPI description of each call on many signature requests. */
import { Type } from 'typebox'
import {
  describing,
  fileAnswer,
  JSON_BODY_CODES,
  jsonAnswer,
  jsonBody,
  problems,
  ref,
} from '../../../http/schemas.ts'
import { idPattern } from '../../../kernel/ids.ts'
import {
  ArchiveOrderSchema,
  BulkOrderSchema,
  BulkOutcomeSchema,
  ExportQuerySchema,
  LISTING_LIMITS,
  ListQuerySchema,
  TagListSchema,
  TagsChangeSchema,
} from '../../model/schemas/listing.ts'
import { DocumentSchema, DocumentsPageSchema } from '../../model/schemas/request.ts'

const operation = describing('Signatures', {})
const BODY = ['validation_failed', ...JSON_BODY_CODES] as const

/** GET /api/v1/documents. */
export const listDocuments = operation('listDocuments', {
  summary: 'List the documents, newest first',
  description:
    'All conditions hold at once. Of status and tag several may be given, repeated or separated by commas; metadata as metadata[name]=value.',
  querystring: ListQuerySchema,
  response: {
    200: jsonAnswer('A page of documents', ref(DocumentsPageSchema)),
    ...problems('validation_failed'),
  },
})

/** GET /api/v1/documents/export. */
export const exportDocuments = operation('exportDocuments', {
  summary: 'The list of documents as CSV',
  description: `Takes what GET /api/v1/documents takes, and answers all documents, at most ${LISTING_LIMITS.exported}: UTF-8 with a byte order mark, separated by commas (RFC 4180). A cell that a spreadsheet would run as a formula begins with an apostrophe.`,
  querystring: ExportQuerySchema,
  response: { 200: fileAnswer('The list', 'text/csv'), ...problems('validation_failed') },
})

/** POST /api/v1/documents/bulk-actions. */
export const actOnDocuments = operation('actOnDocuments', {
  summary: 'Cancel, remind, tag or untag many documents',
  description: `Up to ${LISTING_LIMITS.selected} by their ids, or those that a filter finds. Each is changed by itself, with its entry in the audit trail: one that fails does not stop the others. Repeating the call changes nothing more.`,
  body: jsonBody(ref(BulkOrderSchema)),
  response: {
    200: jsonAnswer('What became of each', ref(BulkOutcomeSchema)),
    ...problems(...BODY),
  },
})

/** POST /api/v1/documents/archive. */
export const archiveDocuments = operation('archiveDocuments', {
  summary: 'Download the signed files of many documents as one archive',
  description: `A zip of the signed PDFs, or of the evidence archives, of up to ${LISTING_LIMITS.selected} documents and ${LISTING_LIMITS.archiveBytes / 1_048_576} MB. Documents that are not completed are left out; index.csv in it names every document. One archive of an account at a time.`,
  body: jsonBody(ref(ArchiveOrderSchema)),
  response: {
    200: fileAnswer('The archive', 'application/zip'),
    ...problems(...BODY, 'document_not_found', 'document_erased', 'document_state_conflict'),
  },
})

/** PUT /api/v1/documents/{id}/tags. */
export const setDocumentTags = operation('setDocumentTags', {
  summary: 'Set the tags of a document',
  description: 'In any state. Signers do not see them, and the audit trail does not have them.',
  params: Type.Object({ id: Type.String({ pattern: idPattern('doc') }) }),
  body: jsonBody(ref(TagsChangeSchema)),
  response: {
    200: jsonAnswer('The document', ref(DocumentSchema)),
    ...problems(...BODY, 'document_not_found', 'document_erased'),
  },
})

/** GET /api/v1/tags. */
export const listTags = operation('listTags', {
  summary: 'The tags in use, with the number of documents',
  response: { 200: jsonAnswer('The tags', ref(TagListSchema)), ...problems() },
})
