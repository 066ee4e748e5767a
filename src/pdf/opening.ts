/**
 * Opens what somebody sent to be signed. What the rest of the service works on is a file that a strict reader reads:
 * one that is encrypted or damaged is written anew first, and its sender told.
 */
import { PDFName } from 'pdf-lib'
import { AppError } from '../kernel/errors.ts'
import { factsOf, type PdfFacts } from './facts.ts'
import { PdfFile } from './pdf-file.ts'
import { PdfFault } from './stream-data.ts'
import type { UploadNotice } from './upload-notices.ts'
import { WholePdf } from './whole-pdf.ts'

/** An opened upload. */
export interface OpenedPdf {
  /** Its bytes are not those of the upload where it was written anew. */
  file: PdfFile
  facts: PdfFacts
  /** Why it was written anew. */
  notices: readonly UploadNotice[]
}

const unreadable = (fault: PdfFault): AppError =>
  new AppError(
    'pdf_invalid',
    `The PDF cannot be read: ${fault.message}. Open it in a PDF program, save it again and send that.`,
    { cause: fault },
  )

/** Runs what reads a stranger's file and says in our words what is wrong with it. @throws AppError `pdf_invalid` */
export function reading<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof PdfFault ? unreadable(error) : error
  }
}

/** Bytes before the header, which readers ignore, shift all offsets. */
function fromHeader(pdf: Uint8Array): Uint8Array {
  const start = Buffer.from(pdf.buffer, pdf.byteOffset, Math.min(1024, pdf.length)).indexOf('%PDF-')
  return start > 0 ? pdf.subarray(start) : pdf
}

const ENCRYPT = PDFName.of('Encrypt')

/** Whether a signature stands in the bytes, reached or not: its value and its range are never packed. */
const bearsSignature = ({ signatures, certified }: PdfFacts, bytes: Buffer): boolean =>
  signatures > 0 || certified !== undefined || bytes.includes('/ByteRange')

const SIGNED_AND_ENCRYPTED =
  'it is encrypted and carries a signature, which taking the encryption off would destroy; ask for the file without encryption and have it signed by everybody again, or send the document from before it was signed and encrypted'

/** Refuses to sign. */
export const notSignable = (reasons: readonly string[]): AppError =>
  new AppError('pdf_not_signable', `The PDF cannot be signed: ${reasons.join('; ')}.`, {
    errors: reasons.map((detail) => ({ detail })),
  })

/** Takes the encryption off. @throws AppError `pdf_encrypted`, `pdf_not_signable`, `pdf_invalid` */
function decrypted(file: PdfFile, password: string): PdfFile {
  if (!reading(() => file.decrypt(password)))
    throw new AppError(
      'pdf_encrypted',
      password === ''
        ? 'The PDF opens only with a password. Send it without encryption.'
        : 'The PDF does not open with this password.',
    )
  const plain = reading(() => PdfFile.open(new WholePdf(file).save({ classic: false })))
  const facts = reading(() => factsOf(plain))
  if (bearsSignature(facts, file.bytes)) throw notSignable([SIGNED_AND_ENCRYPTED])
  return plain
}

/**
 * Opens an upload and reads its facts; an encrypted one is decrypted.
 * @throws AppError `pdf_invalid`, `pdf_encrypted`, `pdf_not_signable` for one that is encrypted and signed
 */
export async function openPdf(pdf: Uint8Array, password = ''): Promise<OpenedPdf> {
  const given = reading(() => PdfFile.open(fromHeader(pdf)))
  const isEncrypted = given.trailer.has(ENCRYPT)
  const file = isEncrypted ? decrypted(given, password) : given
  return {
    file,
    facts: reading(() => factsOf(file)),
    notices: isEncrypted ? ['decrypted'] : [],
  }
}
