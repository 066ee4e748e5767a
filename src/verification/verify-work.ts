/** The work of a process that verifies PDFs: one file after the other. */
import { createHash } from 'node:crypto'
import { PDFDocument } from 'pdf-lib'
import { type TrailJson, verifyTrail } from '../audit/verify-trail.ts'
import { CALLS_BY_KIND } from '../http/other-files.ts'
import { AppError } from '../kernel/errors.ts'
import type { Locale } from '../kernel/languages.ts'
import { parseCertificate } from '../pades/certificate.ts'
import { verifyPdf } from '../pades/verify.ts'
import { otherFile, wrongPassword } from '../pdf/opening.ts'
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

function verify({ pdf, nowMs, locale, password = '', ...trusted }: VerifyInput): Verdict {
  try {
    const roots = trusted.roots.map(parseCertificate)
    const stampRoots = trusted.stampRoots.map(parseCertificate)
    const found = verifyPdf(pdf, { roots, stampRoots, nowMs, password })
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    return verdictOf(
      found,
      {
        size: pdf.byteLength,
        sha256,
        pages: found.pages,
      },
      locale,
    )
  } catch (error) {
    if (!(error instanceof UnreadablePdfError)) throw error
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
  verify({ pdf: await document.save(), roots: [], stampRoots: [], nowMs: 0, locale: 'en' })
}

/** Handler of each kind of task. */
export const verifyWork = {
  verify,
  trail: ({ trail, roots, others }: TrailInput) =>
    verifyTrail(trail, roots.map(parseCertificate), others.map(parseCertificate)),
}
