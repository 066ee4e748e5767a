/** Files that were sent in place of a PDF, and the calls that take them. */
import type { FileKind } from '../kernel/file-kinds.ts'

/** Where a file belongs that is no PDF, in a sentence. */
export const CALLS_BY_KIND: Readonly<Partial<Record<FileKind, string>>> = {
  docx: 'POST /render makes a PDF of it, POST /create-signature-request takes it as "template".',
  json: 'Data for a template are the part "data" of POST /render.',
  xml: 'The XML of an invoice is checked by POST /validate-facturx.',
}
