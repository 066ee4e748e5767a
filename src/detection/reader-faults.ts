/** What the faults of pdf.js mean for the caller. */
import { AppError } from '../kernel/errors.ts'
import { membersOf } from '../kernel/type-guards.ts'
import { hasNoPagesButXfa } from '../pdf/facts.ts'
import { PdfFile } from '../pdf/pdf-file.ts'
import { UnreadablePdfError } from '../pdf/stream-data.ts'
import { inEveryLanguage, say } from '../translations/texts.ts'

/** `pdf_invalid`: the file is damaged, or has no page. */
export const unreadable = (why: 'damaged' | 'pageless', cause?: unknown): AppError =>
  new AppError(
    'pdf_invalid',
    inEveryLanguage(({ details: { pdf } }) => pdf.unreadable({ why: pdf[why] })),
    { cause },
  )

/** Names of pdf.js errors about the file; anything else is a bug of ours. */
const FAULTS: ReadonlySet<string> = new Set([
  'InvalidPDFException',
  'ResponseException',
  'FormatError',
  'AbortException',
  'UnknownErrorException',
])

function readerError(error: unknown): unknown {
  const { name } = membersOf(error)
  if (name === 'PasswordException') {
    const detail = say('pdf.password')
    return new AppError('pdf_encrypted', detail, { cause: error })
  }
  if (typeof name !== 'string' || !FAULTS.has(name)) return error
  return unreadable('damaged', error)
}

/** Runs a function that reads the file, and rewords its errors. */
export async function reading<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw readerError(error)
  }
}

/** Whether the pages are drawn by an XFA form; a file that only pdf.js can read counts as having real pages. */
/** Whether pages are drawn from XFA, of which pdf.js reads nothing. */
export function isDrawnByXfa(pdf: Uint8Array): boolean {
  try {
    return hasNoPagesButXfa(PdfFile.open(pdf))
  } catch (error) {
    if (error instanceof UnreadablePdfError) return false
    throw error
  }
}
