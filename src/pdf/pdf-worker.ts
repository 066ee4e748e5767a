/** Entry point of a worker that rewrites PDFs: one task after the other, nothing shared with the main thread. */

import { PDFDocument, PDFName } from 'pdf-lib'
import {
  type PoolOf,
  type ResultsOf,
  serving,
  type TasksOf,
  whole,
} from '../kernel/thread-tasks.ts'
import { say } from '../translations/texts.ts'
import { toArchive } from './archive/archive.ts'
import { pagesOf } from './pages.ts'
import { PdfError } from './pdf-error.ts'
import { PdfFile } from './pdf-file.ts'
import { protectPdf } from './protect.ts'
import { takeSignatureMarks } from './signature-marks.ts'
import { UnreadablePdfError } from './stream-data.ts'
import { makeAccessible } from './tagged/accessible.ts'
import { TEST_WORD } from './test-word.ts'
import { addWatermark } from './typesetting/watermark.ts'
import { WholePdf } from './whole-pdf.ts'

interface Pdf {
  pdf: Uint8Array
}

const work = {
  accessible: ({ pdf, language }: Pdf & { language: string }) => makeAccessible(pdf, language),
  marks: ({ pdf }: Pdf) => takeSignatureMarks(pdf),
  test: ({ pdf }: Pdf) => markTest(pdf),
  archive: ({ pdf, password }: Pdf & { password: string | undefined }) => toArchive(pdf, password),
  protect: ({ pdf, password }: Pdf & { password: string }) => protectPdf(pdf, password),
}

type PdfWork = typeof work

/** The threads that rewrite finished PDFs, which takes 5 to 10 ms of CPU per page. */
export type PdfPool = PoolOf<PdfWork>

/** Loads and writes a page, so that the first document finds the code already compiled. */
async function warmUp(): Promise<void> {
  const document = await PDFDocument.create()
  document.addPage().drawText('warm')
  const root = document.context.obj({ Type: 'StructTreeRoot' })
  document.catalog.set(PDFName.of('StructTreeRoot'), document.context.register(root))
  takeSignatureMarks(await document.save())
  markTest(await document.save())
  await protectPdf(await makeAccessible(await document.save(), 'fr-FR'), 'warm')
}

// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default serving<TasksOf<PdfWork>, ResultsOf<PdfWork>>(work, {
  warm: warmUp,
  transferList: { accessible: whole, test: whole, protect: whole },
})

/**
 * Draws {@link TEST_WORD} across every page of a finished, unencrypted PDF. PDF/A and PDF/UA conformance are
 * preserved: the word is an artifact of plain outlines.
 * @throws PdfError render_failed when the PDF cannot be read
 */
function markTest(pdf: Uint8Array): Uint8Array {
  try {
    const whole = new WholePdf(PdfFile.open(pdf))
    addWatermark(whole, pagesOf(whole), TEST_WORD)
    return whole.save({ classic: false })
  } catch (error) {
    if (!(error instanceof UnreadablePdfError)) throw error
    throw new PdfError('render_failed', say('pdf.finished'), { cause: error })
  }
}
