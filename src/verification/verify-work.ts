/** The work of a process that verifies PDFs: one file after the other. */
import { createHash } from 'node:crypto'
import { PDFDocument } from 'pdf-lib'
import { type TrailJson, verifyTrail } from '../audit/verify-trail.ts'
import { CALLS_BY_KIND } from '../http/other-files.ts'
import { asBuffer } from '../kernel/bytes.ts'
import { CodedError } from '../kernel/coded-error.ts'
import { AppError } from '../kernel/errors.ts'
import type { Locale } from '../kernel/languages.ts'
import { parseCertificate } from '../pades/certificate.ts'
import { verifyPdf } from '../pades/verify.ts'
import { openPdf, otherFile, wrongPassword } from '../pdf/opening.ts'
import { EncryptedPdfError, LockedPdfError, UnreadablePdfError } from '../pdf/stream-data.ts'
import { say } from '../translations/texts.ts'
import type { Verdict } from './schemas.ts'
import { verdictOf } from './verdict.ts'

/** The reader's trust anchors, as DER. */
export interface TrustedRoots {
  roots: readonly Uint8Array[]
  /** For time-stamps only. */
  stampRoots: readonly Uint8Array[]
}

/** A file to be verified. */
type VerifyInput = {
  pdf: Uint8Array
  nowMs: number
  locale: Locale
  password?: string
} & TrustedRoots

interface TrailInput {
  trail: TrailJson
  roots: readonly Uint8Array[]
  others: readonly Uint8Array[]
}

/** No file that is signed is without this. */
const BYTE_RANGE = '/ByteRange'

/** A damaged file that nobody has signed, as readers and signing repair it; undefined for any other. */
async function mended(pdf: Uint8Array, password: string): Promise<Uint8Array | undefined> {
  if (asBuffer(pdf).includes(BYTE_RANGE)) return undefined
  try {
    const { file, facts, notices } = await openPdf(pdf, { password, isKnown: true })
    return notices.includes('repaired') && facts.signatures === 0 ? file.bytes : undefined
  } catch (error) {
    if (error instanceof CodedError) return undefined
    throw error
  }
}

async function verify(input: VerifyInput): Promise<Verdict> {
  const { pdf, nowMs, locale, password = '' } = input
  const [roots, stampRoots] = [input.roots, input.stampRoots].map((all) =>
    all.map(parseCertificate),
  )
  const verdict = (file: Uint8Array): Verdict => {
    const found = verifyPdf(file, {
      roots: roots ?? [],
      stampRoots: stampRoots ?? [],
      nowMs,
      password,
    })
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    return verdictOf(found, { size: pdf.byteLength, sha256, pages: found.pages }, locale)
  }
  const again = async (): Promise<Verdict | undefined> => {
    const whole = await mended(pdf, password)
    return whole && verdict(whole)
  }
  try {
    const first = verdict(pdf)
    const isOdd = first.signatures.length === 0 && first.verdict !== 'unsigned'
    return (isOdd ? await again() : undefined) ?? first
  } catch (error) {
    if (!(error instanceof UnreadablePdfError)) throw error
    const unsigned = error instanceof EncryptedPdfError ? undefined : await again()
    if (unsigned !== undefined) return unsigned
    if (error instanceof LockedPdfError) throw wrongPassword(password)
    if (error instanceof EncryptedPdfError)
      throw new AppError('pdf_encrypted', say('pdf.encrypted', { why: error.message }), {
        cause: error,
      })
    const detail = otherFile(pdf, CALLS_BY_KIND) ?? say('pdf.unreadable', { why: error.message })
    throw new AppError('pdf_invalid', detail, { cause: error })
  }
}

/** Reads a small file once, so that the code is compiled before the first one. */
export async function warmVerifying(): Promise<void> {
  const document = await PDFDocument.create()
  document.addPage().drawText('warm')
  await verify({ pdf: await document.save(), roots: [], stampRoots: [], nowMs: 0, locale: 'en' })
}

/** Handler of each kind of task. */
export const verifyWork = {
  verify,
  trail: ({ trail, roots, others }: TrailInput) =>
    verifyTrail(trail, roots.map(parseCertificate), others.map(parseCertificate)),
}
