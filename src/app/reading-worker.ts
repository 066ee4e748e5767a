/** Entry point of a process that reads untrusted PDFs, one file at a time. */
import { readReport } from '../facturx/invoice-report.ts'
import { serving } from '../kernel/thread-tasks.ts'
import { openUpload } from '../signing/documents/opening.ts'
import { verifyWork, warmVerifying } from '../verification/verify-work.ts'
import type { ReadingResults, ReadingTasks } from './readers.ts'

// biome-ignore lint/style/noDefaultExport: the host looks for the default export of a module
export default serving<ReadingTasks, ReadingResults>(
  { ...verifyWork, open: openUpload, read: ({ file, options }) => readReport(file, options) },
  { warm: warmVerifying },
)
