/** Which file with an invoice was sent: a PDF or XML; anything else is refused by its name. */
import { AppError } from '../kernel/errors.ts'
import { FILE_KINDS, type FileKind, fileKind } from '../kernel/file-kinds.ts'

const BELONGS: Partial<Record<FileKind, string>> = {
  docx: 'A Word template is the part "template" of POST /render-facturx; POST /validate-template checks it.',
  json: 'An invoice as JSON is the part "data" of POST /validate-facturx or POST /render-facturx.',
}

/**
 * @returns true for a PDF, false for XML and for what is not recognised
 * @throws data_invalid for a file of another kind, with what it is and where it belongs
 */
export function isInvoicePdf(file: Uint8Array): boolean {
  const kind = fileKind(file)
  if (kind === undefined || kind === 'pdf' || kind === 'xml') return kind === 'pdf'
  const belongs = BELONGS[kind] ?? 'Send a Factur-X or ZUGFeRD PDF, or its CII XML.'
  const what = kind === 'empty' ? '' : ', not an invoice as PDF or XML'
  throw new AppError('data_invalid', `"file" is ${FILE_KINDS[kind]}${what}. ${belongs}`, {
    errors: [{ pointer: '/file', detail: belongs }],
  })
}
