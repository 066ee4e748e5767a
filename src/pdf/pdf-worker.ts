/** Entry point of a worker that rewrites PDFs: one task after the other, nothing shared with the main thread. */
import { PDFDocument, PDFName } from 'pdf-lib'
import { serving, whole } from '../kernel/thread-tasks.ts'
import { makeAccessible } from './accessible.ts'
import { protectPdf } from './protect.ts'
import { type MarkedDocument, takeSignatureMarks } from './signature-marks.ts'
import { markTest } from './test-mark.ts'

/** Input of each kind of task. */
export interface PdfTasks {
  accessible: { pdf: Uint8Array; language: string }
  marks: { pdf: Uint8Array }
  test: { pdf: Uint8Array }
  protect: { pdf: Uint8Array; password: string }
}

/** Result of each kind of task. */
export interface PdfResults {
  accessible: Uint8Array
  marks: MarkedDocument
  test: Uint8Array
  protect: Uint8Array
}

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
export default serving<PdfTasks, PdfResults>(
  {
    accessible: ({ pdf, language }) => makeAccessible(pdf, language),
    marks: ({ pdf }) => takeSignatureMarks(pdf),
    test: ({ pdf }) => markTest(pdf),
    protect: ({ pdf, password }) => protectPdf(pdf, password),
  },
  { warm: warmUp, handedOver: { accessible: whole, test: whole, protect: whole } },
)
