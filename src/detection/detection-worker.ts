/** Entry of a detection thread: one task after the other, nothing shared with the main thread. */
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { answerLater } from '../kernel/thread-answer.ts'
import { locateAnchors } from './anchors.ts'
import { detectFields } from './detect.ts'
import type { DetectionTask } from './detection-tasks.ts'

const WARM_PAGES = 5

/** Reads pages with text and lines, so that the first caller does not wait for the code. */
async function warmUp(): Promise<null> {
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
  return null
}

/** Runs one task; piscina calls it. */
// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default function runTask(task: DetectionTask): Promise<unknown> {
  switch (task.kind) {
    case 'detect':
      return answerLater(() => detectFields(task.pdf))
    case 'locate':
      return answerLater(() => locateAnchors(task.pdf, task.anchors))
    case 'warm':
      return answerLater(warmUp)
  }
}
