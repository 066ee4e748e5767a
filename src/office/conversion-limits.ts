/** Watches a conversion from outside the sandbox: its time and its memory. */
import type { OfficeWorker, WorkerAnswer, WorkerTask } from './worker-port.ts'

/** Limits of one document. */
interface DocumentLimits {
  /** From the moment a worker has the document until it is closed again, milliseconds. */
  convertTimeoutMs: number
  /** Resident memory of LibreOffice, bytes. */
  memoryBytesMax: number
}

/** The document exceeded its limits; its worker is killed. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded'
  readonly limit: 'time' | 'memory'

  constructor(limit: 'time' | 'memory') {
    super(`the document takes too much ${limit}`)
    this.limit = limit
  }
}

/** Interval of the memory checks. Plain LibreOffice was seen to grow by about 0.2 GB a second. */
const MEMORY_INTERVAL_MS = 200

/**
 * Converts one document and kills the worker when it exceeds a limit. Monitoring continues until the document is
 * closed, after the result is returned.
 * @throws LimitExceeded, or WorkerEnded when the worker was lost for another reason
 */
export async function convertWatched(
  worker: OfficeWorker,
  task: WorkerTask,
  limits: DocumentLimits,
): Promise<WorkerAnswer> {
  let exceeded: LimitExceeded | undefined
  const stop = (limit: 'time' | 'memory'): LimitExceeded => {
    exceeded ??= new LimitExceeded(limit)
    worker.kill(exceeded.message)
    return exceeded
  }
  const timer = setTimeout(() => stop('time'), limits.convertTimeoutMs)
  const poll = setInterval(() => {
    void worker.memory().then((bytes = 0) => {
      if (bytes > limits.memoryBytesMax) stop('memory')
    })
  }, MEMORY_INTERVAL_MS)
  const end = (): void => {
    clearTimeout(timer)
    clearInterval(poll)
  }
  try {
    const answer = await worker.convert(task)
    // growth between two checks; short of memory, LibreOffice may have omitted content
    if (answer.outcome === 'done' && answer.peak > limits.memoryBytesMax) throw stop('memory')
    answer.idle.then(end, end)
    return answer
  } catch (error) {
    end()
    throw exceeded ?? error
  }
}
