/** Watches a conversion from outside the sandbox: its time and its memory. */
import { inLanguage, saying, wordingOf } from '../kernel/coded-error.ts'
import { type Locale, languageFacts } from '../kernel/languages.ts'
import { WorkLimit } from '../kernel/work-limit.ts'
import type { Texts } from '../translations/messages.ts'
import { say, textsIn } from '../translations/texts.ts'
import { OfficeError } from './office-error.ts'
import type { OfficeWorker, WorkerAnswer, WorkerTask } from './worker-port.ts'

// The expected cost of a document, and the refusal when it exceeds the limit.

/** Estimated from counts of the document's content. */
export interface ExpectedCost {
  /** Milliseconds of a processor. */
  ms: number
  /** The dominant part: for example a number of "table rows", with linear or quadratic cost. */
  most: { what: keyof Texts['details']['costs']; count: number; ms: number; squared: boolean }
}

/**
 * Of the allowed processor time: an estimate may be too low by as much, and the document would be given up at the end of
 * it. The highest expectation among 330 real documents is a fortieth of this share.
 */
const HOPELESS_SHARE = 1 / 3

const rounded = (count: number): number => {
  const step = 10 ** Math.max(Math.floor(Math.log10(Math.max(count, 1))) - 1, 0)
  return Math.floor(count / step) * step
}

/**
 * Refuses at once a document that would only run into the timeout.
 * @throws OfficeError render_limit_exceeded naming what there is too much of, and how much is accepted
 */
export function refuseHopeless({ ms, most }: ExpectedCost, convertCpuMs: number): void {
  const limit = convertCpuMs * HOPELESS_SHARE
  if (ms <= limit) return
  const left = Math.max(limit - (ms - most.ms), limit / 4)
  const ratio = most.squared ? Math.sqrt(left / most.ms) : left / most.ms
  const passes = rounded(most.count * Math.min(ratio, 1))
  const written = (count: number, locale: Locale) => count.toLocaleString(languageFacts(locale).tag)
  const detail = say('converter.hopeless', (locale) => ({
    count: written(most.count, locale),
    what: textsIn(locale).details.costs[most.what],
    seconds: convertCpuMs / 1000,
  }))
  const fix = say('converter.hopelessFix', (locale) => ({ count: written(passes, locale) }))
  const whole = wordingOf((locale) => `${inLanguage(detail, locale)} ${inLanguage(fix, locale)}`)
  throw new OfficeError('render_limit_exceeded', whole, { errors: [saying(detail, fix)] })
}

/** Limits of one document. */
export interface DocumentLimits {
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
