/**
 * Entry point of a thread that works on documents to be signed: one task at a time, no keys, no shared state.
 */
import { serving } from '../../kernel/thread-tasks.ts'
import type { DocumentResults, DocumentTasks } from './tasks.ts'
import { documentWork, warmUp } from './work.ts'

const pdfOf = ({ pdf }: { pdf: Uint8Array }): Uint8Array => pdf

// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default serving<DocumentTasks, DocumentResults>(documentWork, {
  warm: warmUp,
  transferList: {
    layOut: pdfOf,
    check: pdfOf,
    begin: pdfOf,
    beginStamp: pdfOf,
    addData: pdfOf,
    validate: pdfOf,
    proofFile: pdfOf,
    evidence: pdfOf,
  },
})
