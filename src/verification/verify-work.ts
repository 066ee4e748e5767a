/** What a process does that verifies PDFs: one file after the other. */
import { createHash } from 'node:crypto'
import { PDFDocument } from 'pdf-lib'
import { verifyTrail } from '../audit/verify-trail.ts'
import { AppError } from '../kernel/errors.ts'
import { answer, answerLater } from '../kernel/thread-answer.ts'
import { parseCertificate } from '../pades/certificate.ts'
import { verifyPdf } from '../pades/verify.ts'
import { EncryptionFault } from '../pdf/encryption-key.ts'
import { PdfFault } from '../pdf/stream-data.ts'
import type { Verdict } from './schemas.ts'
import { verdictOf } from './verdict.ts'
import type { VerifyTask } from './verify-tasks.ts'

const encrypted = ({ message }: EncryptionFault): string =>
  `The PDF is encrypted, and its signatures cannot be read: ${message}. Verify it in the program in which it opens.`

function verify({ pdf, nowMs, ...trusted }: Extract<VerifyTask, { kind: 'verify' }>): Verdict {
  try {
    const roots = trusted.roots.map(parseCertificate)
    const stampRoots = trusted.stampRoots.map(parseCertificate)
    const found = verifyPdf(pdf, { roots, stampRoots, nowMs })
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    return verdictOf(found, {
      size: pdf.byteLength,
      sha256,
      pages: found.pages,
    })
  } catch (error) {
    if (!(error instanceof PdfFault)) throw error
    if (error instanceof EncryptionFault)
      throw new AppError('pdf_encrypted', encrypted(error), { cause: error })
    throw new AppError('pdf_invalid', `The PDF cannot be read: ${error.message}.`, { cause: error })
  }
}

/** Reads a small file once, so that the first one finds the code compiled. */
async function warmUp(): Promise<null> {
  const document = await PDFDocument.create()
  document.addPage().drawText('warm')
  verify({ kind: 'verify', pdf: await document.save(), roots: [], stampRoots: [], nowMs: 0 })
  return null
}

/** Does a task. */
export function verifyWork(task: VerifyTask): unknown {
  if (task.kind === 'verify') return answer(() => verify(task))
  if (task.kind === 'trail')
    return answer(() =>
      verifyTrail(task.trail, task.roots.map(parseCertificate), task.others.map(parseCertificate)),
    )
  return answerLater(warmUp)
}
