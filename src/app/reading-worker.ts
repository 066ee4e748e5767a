/** Entry point of a process that reads untrusted PDFs, one file at a time. */
import { creditFrom } from '../facturx/credit/credit-note.ts'
import type { InvoiceReading } from '../facturx/invoice-pool.ts'
import { openInvoice, readReport } from '../facturx/invoice-report.ts'
import { type ResultsOf, serving, type TasksOf } from '../kernel/thread-tasks.ts'
import { runSteps } from '../pdf/steps/run.ts'
import { inspect, openUpload, pagePicture } from '../signing/documents/inspect-upload.ts'
import { verifyWork, warmVerifying } from '../verification/verify-work.ts'

const invoices: InvoiceReading = {
  read: ({ file, options }) => readReport(file, options),
  openInvoice: ({ file, options }) => openInvoice(file, options),
  credit: creditFrom,
}
const work = {
  ...verifyWork,
  ...invoices,
  steps: runSteps,
  open: openUpload,
  inspect,
  picture: pagePicture,
}

/** Its tasks. */
export type ReadingWork = typeof work

// biome-ignore lint/style/noDefaultExport: the host looks for the default export of a module
export default serving<TasksOf<ReadingWork>, ResultsOf<ReadingWork>>(work, { warm: warmVerifying })
