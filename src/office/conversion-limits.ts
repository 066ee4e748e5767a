/** Watches a conversion from outside the sandbox: its time and its memory. */
import { WorkLimit } from '../kernel/work-limit.ts'
import type { OfficeWorker, WorkerAnswer, WorkerTask } from './worker-port.ts'

/** Limits of one document. */
interface DocumentLimits {
  /** Processor time of LibreOffice from when a worker has the document until it is closed again, milliseconds. */
  convertCpuMs: number
  /** The same by the clock on the wall, where that differs from the usual. */
  convertWallMs?: number | undefined
  /** Resident memory of LibreOffice, bytes. */
  memoryBytesMax: number
}

/** What there was too little of; `machine`: of everything, so that the document is not to blame. */
type Limit = 'time' | 'memory' | 'machine'

/** The document exceeded its limits; its worker is killed. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded'
  readonly limit: Limit

  constructor(limit: Limit) {
    super(limit === 'machine' ? 'it hangs' : `the document takes too much ${limit}`)
    this.limit = limit
  }
}

/** Interval of the checks. Plain LibreOffice was seen to grow by about 0.2 GB a second. */
const INTERVAL_MS = 200

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
  const stop = (limit: Limit): LimitExceeded => {
    exceeded ??= new LimitExceeded(limit)
    worker.kill(exceeded.message)
    return exceeded
  }
  const time = new WorkLimit(
    { cpuMs: limits.convertCpuMs, wallMs: limits.convertWallMs },
    () => worker.usage()?.cpuMs,
  )
  const poll = setInterval(() => {
    const { bytes = 0 } = worker.usage() ?? {}
    const ended = time.exceeded()
    if (bytes > limits.memoryBytesMax) stop('memory')
    else if (ended !== undefined) stop(ended.blame === 'work' ? 'time' : 'machine')
  }, INTERVAL_MS)
  const end = (): void => clearInterval(poll)
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
