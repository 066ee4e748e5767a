/**
 * Reading strangers' PDFs: to verify them, as invoices, and to have them signed. Their memory has bounds
 * (`pdf/budget.ts`), but our own process would keep much of what they took; so all of it is done in few processes
 * that are ended when they keep too much.
 */
import type { Config } from '../config/config.ts'
import type { ReadInvoiceResults, ReadInvoiceTasks } from '../facturx/invoice-tasks.ts'
import { type PoolWords, ThreadPool } from '../kernel/thread-pool.ts'
import { workerEntry } from '../kernel/worker-url.ts'
import type { OpenResults, OpenTasks } from '../signing/documents/tasks.ts'
import type { VerifyResults, VerifyTasks } from '../verification/verify-work.ts'

/** What each kind of task is given. */
export type ReadingTasks = VerifyTasks & ReadInvoiceTasks & OpenTasks

/** What becomes of it. */
export type ReadingResults = VerifyResults & ReadInvoiceResults & OpenResults

/** The processes; `warm` starts those that stay. */
export type Readers = ThreadPool<ReadingTasks, ReadingResults>

const WORDS: PoolWords = {
  busy: 'Too many PDFs are being read; send it again.',
  exceeded: (limits) =>
    `Reading the PDF took more than ${limits}: it has too many signatures, pages or parts. Send the part that matters.`,
}

/** What the budget of a file lets through fits in, and its copies. */
const MEMORY_MB = 800
const HEAP_MB = 512
/** Others are started when they are needed. */
const WARM = 1

/** Makes them. */
export function openReaders({ verify, invoices, signing }: Config): Readers {
  const timeoutMs = Math.max(verify.timeoutMs, invoices.timeoutMs, signing.timeoutMs)
  return new ThreadPool(
    workerEntry('app/reading-worker'),
    {
      workers: verify.workers,
      timeoutMs,
      heapMb: HEAP_MB,
      apart: { memoryMb: MEMORY_MB, cpuMs: timeoutMs, warm: WARM },
    },
    WORDS,
  )
}
