/** Entry of a process that reads strangers' PDFs: one file after the other. */
import { readReport } from '../facturx/invoice-report.ts'
import { answerLater } from '../kernel/thread-answer.ts'
import { openUpload } from '../signing/documents/opening.ts'
import { verifyWork } from '../verification/verify-work.ts'
import type { ReadingTask } from './readers.ts'

/** Runs one task; kernel/task-process.ts calls it. */
// biome-ignore lint/style/noDefaultExport: the host looks for the default export of a module
export default function runTask(task: ReadingTask): unknown {
  switch (task.kind) {
    case 'open':
      return answerLater(() => openUpload(task))
    case 'read':
      return answerLater(() => readReport(task.file, task.options))
    default:
      return verifyWork(task)
  }
}
