/** What the faults of pdf.js mean for the caller. */
import { AppError } from '../kernel/errors.ts'
import { membersOf } from '../kernel/type-guards.ts'
import { hasNoPagesButXfa } from '../pdf/facts.ts'
import { wrongPassword } from '../pdf/opening.ts'
import { PdfFile } from '../pdf/pdf-file.ts'
import { readable } from '../pdf/stream-data.ts'
import { inEveryLanguage } from '../translations/texts.ts'

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

function readerError(error: unknown, password: string | undefined): unknown {
  const { name } = membersOf(error)
  if (name === 'PasswordException') return wrongPassword(password)
  if (typeof name !== 'string' || !FAULTS.has(name)) return error
  return unreadable('damaged', error)
}

/** Runs a function that reads the file, and rewords its errors. @param password see {@link wrongPassword} */
export async function reading<Result>(read: () => Promise<Result>, password?: string) {
  try {
    return await read()
  } catch (error) {
    throw readerError(error, password)
  }
}

/** Whether pages are drawn from XFA, of which pdf.js reads nothing. */
export const isDrawnByXfa = (pdf: Uint8Array): boolean =>
  readable(() => hasNoPagesButXfa(PdfFile.open(pdf))) ?? false
