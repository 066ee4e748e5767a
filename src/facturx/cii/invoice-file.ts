/** Which file with an invoice was sent: a PDF or XML; anything else is refused by its name. */
import { CodedError } from '../../kernel/coded-error.ts'
import { FILE_KINDS, type FileKind, fileKind } from '../../kernel/file-kinds.ts'
import { FacturxError } from '../facturx-error.ts'

const WANTED = 'Send a Factur-X or ZUGFeRD PDF, or its CII XML.'

const BELONGS: Partial<Record<FileKind, string>> = {
  docx: 'A Word template is the part "template" of POST /render-facturx; POST /validate-template checks it.',
  json: 'An invoice as JSON is the part "data" of POST /validate-facturx or POST /render-facturx.',
}

/** The marks that XML in UTF-16 begins with; other XML begins with `<`. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/**
 * @returns true for a PDF, false for XML
 * @throws data_invalid for a file of another kind, with what it is and where it belongs
 */
export function isInvoicePdf(file: Uint8Array): boolean {
  const kind = fileKind(file)
  if (kind === 'pdf' || kind === 'xml') return kind === 'pdf'
  if (kind === undefined && isUtf16(file)) return false
  const what = kind === undefined ? 'neither a PDF nor XML' : FILE_KINDS[kind]
  const why = kind === undefined || kind === 'empty' ? '' : ', not an invoice as PDF or XML'
  throw new FacturxError('data_invalid', `The file is ${what}${why}.`, {
    errors: [{ detail: `The file is ${what}${why}.`, fix: BELONGS[kind ?? 'empty'] ?? WANTED }],
  })
}

/**
 * Reads a file of the request; what is wrong with it names its part and what to send.
 * @param pointer of the part, such as `/file`
 */
export async function readingPart<Value>(
  pointer: string,
  read: () => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'data_invalid') throw error
    const [{ detail = error.message, fix = WANTED } = {}] = error.errors
    throw new FacturxError('data_invalid', `"${pointer.slice(1)}": ${error.message} ${fix}`, {
      errors: [{ pointer, detail, fix }],
      cause: error,
    })
  }
}
