/**
 * Reading untrusted PDFs: for verification, as invoices, and for signing. Their memory is bounded (`pdf/budget.ts`),
 * but our own process would retain much of it; so all of it is done in a few processes that are replaced when they
 * retain too much.
 */
import type { Config } from '../config/config.ts'
import { type ThreadLimits, ThreadPool } from '../kernel/thread-pool.ts'
import type { ResultsOf, TasksOf } from '../kernel/thread-tasks.ts'
import { workerEntry } from '../kernel/worker-url.ts'
import { poolWords } from '../translations/findings.ts'
import type { ReadingWork } from './reading-worker.ts'

/** The processes; `warm` starts the permanent ones. */
type Readers = ThreadPool<TasksOf<ReadingWork>, ResultsOf<ReadingWork>>

const WORDS = poolWords('reading')

/** Enough for a file within the budget, and its copies. */
const MEMORY_MB = 800
const HEAP_MB = 512
/** Others are started on demand. */
const WARM = 1

/** Creates the processes. */
export function openReaders(
  { verify, invoices, signing }: Config,
  shared: Pick<ThreadLimits, 'processors' | 'rejection'>,
): Readers {
  const cpuMs = Math.max(verify.cpuMs, invoices.cpuMs, signing.cpuMs)
  return new ThreadPool(
    workerEntry('app/reading-worker'),
    {
      workers: verify.workers,
      cpuMs,
      heapMb: HEAP_MB,
      ...shared,
      isolation: { memoryMb: MEMORY_MB, warm: WARM },
    },
    WORDS,
  )
}
