/** Entry of a thread that rewrites PDFs: one task after the other, nothing shared with the main thread. */
import { PDFDocument, PDFName } from 'pdf-lib'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { answer, answerLater } from '../kernel/thread-answer.ts'
import { makeAccessible } from './accessible.ts'
import type { PdfTask } from './pdf-tasks.ts'
import { protectPdf } from './protect.ts'
import { takeSignatureMarks } from './signature-marks.ts'
import { markTest } from './test-mark.ts'

async function rewritten(work: () => Promise<Uint8Array>): Promise<unknown> {
  const given = await answerLater(work)
  if (!given.ok) return given
  const { value } = given
  // a buffer out of a pool holds more than the file: only whole ones are handed over
  if (value.byteLength !== value.buffer.byteLength) return given
  return move({ [transferableSymbol]: [value.buffer], [valueSymbol]: given } as never)
}

/** Loads and writes a page, so that the first document finds the code compiled. */
async function warmUp(): Promise<null> {
  const document = await PDFDocument.create()
  document.addPage().drawText('warm')
  const root = document.context.obj({ Type: 'StructTreeRoot' })
  document.catalog.set(PDFName.of('StructTreeRoot'), document.context.register(root))
  takeSignatureMarks(await document.save())
  markTest(await document.save())
  await protectPdf(await makeAccessible(await document.save(), 'fr-FR'), 'warm')
  return null
}

/** Runs one task; piscina calls it. */
// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default function runTask(task: PdfTask): unknown {
  switch (task.kind) {
    case 'accessible':
      return rewritten(() => makeAccessible(task.pdf, task.language))
    case 'marks':
      return answer(() => takeSignatureMarks(task.pdf))
    case 'test':
      return rewritten(async () => markTest(task.pdf))
    case 'protect':
      return rewritten(() => protectPdf(task.pdf, task.password))
    case 'warm':
      return answerLater(warmUp)
  }
}
