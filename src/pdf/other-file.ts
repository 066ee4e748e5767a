/** Says what a file is that was sent in place of a PDF, and where it belongs. */
import { FILE_KINDS, type FileKind, fileKind } from '../kernel/file-kinds.ts'

const BELONGS: Partial<Record<FileKind, string>> = {
  docx: 'POST /render makes a PDF of it, POST /create-signature-request takes it as "template".',
  json: 'Data for a template are the part "data" of POST /render.',
  xml: 'The XML of an invoice is checked by POST /validate-facturx.',
}

/** @returns the sentences for a file that is recognised as something else; undefined for a PDF and the unknown */
export function otherFile(bytes: Uint8Array): string | undefined {
  const kind = fileKind(bytes)
  if (kind === undefined || kind === 'pdf') return undefined
  if (kind === 'empty') return `The file is ${FILE_KINDS.empty}.`
  return [`The file is ${FILE_KINDS[kind]}, not a PDF.`, BELONGS[kind] ?? 'Send a PDF.'].join(' ')
}
