/** The OpenAPI description of each call on many signature requests. */
import { Type } from 'typebox'
import { fileAnswer, jsonAnswer, jsonBody, ref } from '../../../http/schemas.ts'
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
import { ACCESS, tableOf } from './calls.ts'

/** See calls.json. */
export const operations = {
  ...tableOf('Signatures', { config: ACCESS.reading })({
    listDocuments: {
      querystring: ListQuerySchema,
      response: { 200: jsonAnswer('A page of documents', ref(DocumentsPageSchema)) },
    },
    exportDocuments: {
      config: ACCESS.checking,
      description: `Takes what GET /api/v1/documents takes, and answers all documents, at most ${LISTING_LIMITS.exported}: UTF-8 with a byte order mark, separated by commas (RFC 4180). A cell that a spreadsheet would run as a formula begins with an apostrophe.`,
      querystring: ExportQuerySchema,
      response: { 200: fileAnswer('The list', 'text/csv') },
    },
    actOnDocuments: {
      config: ACCESS.changing,
      description: `Up to ${LISTING_LIMITS.selected} by their ids, or those that a filter finds. Each is changed by itself, with its entry in the audit trail: one that fails does not stop the others. Repeating the call changes nothing more.`,
      body: jsonBody(ref(BulkOrderSchema)),
      response: { 200: jsonAnswer('What became of each', ref(BulkOutcomeSchema)) },
    },
    archiveDocuments: {
      config: ACCESS.checking,
      description: `A zip of the signed PDFs, or of the evidence archives, of up to ${LISTING_LIMITS.selected} documents and ${LISTING_LIMITS.archiveBytes / 1_048_576} MB. Documents that are not completed are left out; index.csv in it names every document. One archive of an account at a time.`,
      body: jsonBody(ref(ArchiveOrderSchema)),
      response: { 200: fileAnswer('The archive', 'application/zip') },
    },
    setDocumentTags: {
      config: ACCESS.changing,
      params: Type.Object({ id: Type.String({ pattern: idPattern('doc') }) }),
      body: jsonBody(ref(TagsChangeSchema)),
      response: { 200: jsonAnswer('The document', ref(DocumentSchema)) },
    },
    listTags: { response: { 200: jsonAnswer('The tags', ref(TagListSchema)) } },
  }),
}
