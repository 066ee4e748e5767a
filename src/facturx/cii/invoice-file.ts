/** Which file with an invoice was sent: a PDF or XML; anything else is refused by its name. */

import { CodedError, inLanguage, saying, type Wording } from '../../kernel/coded-error.ts'
import { FILE_KINDS, type FileKind, fileKind } from '../../kernel/file-kinds.ts'
import { detailIn } from '../../translations/findings.ts'
import { inEveryLanguage, say } from '../../translations/texts.ts'
import { FacturxError } from '../facturx-error.ts'

const WANTED = say('invoices.wanted')

const BELONGS: Partial<Record<FileKind, Wording>> = {
  docx: say('invoices.docx'),
  json: say('invoices.json'),
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
  const detail =
    kind === undefined
      ? say('invoices.fileUnknown')
      : kind === 'empty'
        ? say('invoices.fileEmpty')
        : say('invoices.fileKind', { kind: FILE_KINDS[kind] })
  const fix = BELONGS[kind ?? 'empty'] ?? WANTED
  throw new FacturxError('data_invalid', detail, { errors: [saying(detail, fix)] })
}

/**
 * Reads a file of the request; what is wrong with it names its part and what to send.
 * @param pointer of the part, such as `/file`
 */
export async function readingPart<Value>(pointer: string, read: () => Value | Promise<Value>) {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'data_invalid') throw error
    const [first] = error.errors
    const detail = inEveryLanguage((_, locale) => detailIn(locale, error))
    const fix = first?.wording?.fix ?? WANTED
    const whole = say('invoices.part', (locale) => ({
      part: pointer.slice(1),
      detail: inLanguage(detail, locale),
      fix: inLanguage(fix, locale),
    }))
    const finding = { pointer, ...saying(first?.wording?.detail ?? detail, fix) }
    throw new FacturxError('data_invalid', whole, { errors: [finding], cause: error })
  }
}
