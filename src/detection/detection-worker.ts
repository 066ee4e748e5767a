/** Entry point of a detection worker: one task after the other, nothing shared with the main thread. */
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { type PoolOf, type ResultsOf, serving, type TasksOf } from '../kernel/thread-tasks.ts'
import { type Anchor, locateAnchors } from './anchors.ts'
import { detectFields } from './detect.ts'
import { textsOf } from './pdf-reader.ts'

const work = {
  detect: ({ pdf, password }: { pdf: Uint8Array; password?: string }) =>
    detectFields(pdf, password),
  locate: ({ pdf, anchors }: { pdf: Uint8Array; anchors: readonly Anchor[] }) =>
    locateAnchors(pdf, anchors),
  texts: ({ pdf }: { pdf: Uint8Array }) => textsOf(pdf),
}

type DetectionWork = typeof work

/** The processes that search untrusted PDFs for places to sign. */
export type DetectionPool = PoolOf<DetectionWork>

const WARM_PAGES = 5

/** Reads pages with text and lines, so that the first caller does not wait for compilation. */
async function warmUp(): Promise<void> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let number = 0; number < WARM_PAGES; number++) {
    const page = document.addPage()
    page.drawText('Signature : ', { x: 60, y: 400, font })
    page.drawLine({ start: { x: 60, y: 300 }, end: { x: 260, y: 300 } })
    for (let line = 0; line < 20; line++)
      page.drawText(`line ${line}`, { x: 60, y: 780 - 14 * line, font })
  }
  const pdf = await document.save()
  await detectFields(pdf)
  await locateAnchors(pdf, [{ pointer: '', anchor: 'Signature' }])
}

// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default serving<TasksOf<DetectionWork>, ResultsOf<DetectionWork>>(work, { warm: warmUp })
