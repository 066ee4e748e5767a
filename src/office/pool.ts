/** The pool of warm LibreOffice workers: the one way a Word document becomes a PDF. */
import { CodedError, inLanguage, type Wording } from '../kernel/coded-error.ts'
import { FairQueue, type Lease, type QueueRequest, type QueueWords } from '../kernel/fair-queue.ts'
import type { Processors } from '../kernel/processors.ts'
import { say } from '../translations/texts.ts'
import {
  convertWatched,
  type DocumentLimits,
  type ExpectedCost,
  LimitExceeded,
  refuseHopeless,
} from './conversion-limits.ts'
import { OfficeError } from './office-error.ts'
import { type PdfKind, pdfOptions } from './pdf-options.ts'
import { PoisonDocuments } from './poison-documents.ts'
import {
  type OfficeLog,
  type OfficeWorker,
  type WorkerAnswer,
  type WorkerDone,
  WorkerEnded,
  type WorkerTask,
} from './worker-port.ts'
import { type Slot, WorkerSupervisor } from './worker-supervisor.ts'

/** One document to convert. */
export interface Conversion extends Omit<WorkerTask, 'store'> {
  kind: PdfKind
  /** Whether it has fonts of its own: its worker is replaced afterwards, since LibreOffice would keep them. */
  embedsFonts?: boolean | undefined
  /** Keeps pages that LibreOffice leaves blank; see {@link pdfOptions}. */
  blankPages?: boolean | undefined
  /** Expected cost; absent: the usual cost of the tenant's documents. */
  cost?: ExpectedCost | undefined
  /** Aborted when the caller disconnects: its queue entry, or its worker, is freed. */
  signal?: AbortSignal | undefined
}

/** A converted document and how long it took, milliseconds. */
export interface Converted {
  pdf: Uint8Array
  queueMs: number
  convertMs: number
}

/** Bounds of the pool. Times in milliseconds, sizes in bytes. */
export interface PoolLimits extends DocumentLimits {
  /** One per core is best: one LibreOffice serialises its documents. */
  workers: number
  /** Maximum queue length; half of it for one account. */
  queueMax: number
  queueTimeoutMs: number
  /** Documents after which a worker is replaced. */
  recycleDocuments: number
  /** Resident bytes after a document at which a worker is replaced. */
  recycleBytes: number
  /** Documents that a worker accepts once a second account uses it; 0: it serves one account only. */
  sharedDocuments: number
  /** Shared with other pools. */
  processors?: Processors | undefined
}

/** Dependencies of the pool; `OfficePool` (office.ts) starts one with real workers. */
interface PoolParts {
  limits: PoolLimits
  log: OfficeLog
  /** Starts a warm worker. */
  start(id: number, signal: AbortSignal): Promise<OfficeWorker>
}

/**
 * How long a worker may continue with a document that nobody waits for. A new worker costs about as much as this, so
 * killing earlier or later wastes more than it saves.
 */
const ABANDONED_MS = 500
const RETRY_AFTER_SECONDS_MAX = 60
/** A machine that could not finish a document is left alone for so long at least. */
const BUSY_SECONDS = 10

/** Converts one document per worker; the rest wait in one queue per account. */
export class Pool {
  /** Since the start, for /metrics. */
  readonly counters = {
    converted: 0,
    /** LibreOffice failed to load or write the document. */
    refused: 0,
    timedOut: 0,
    swollen: 0,
    crashed: 0,
    retried: 0,
    /** Stopped and restarted later, because its account's documents held every worker and another account was waiting. */
    preempted: 0,
    /** Rejected because the queue was full or the wait too long, or a machine that was too busy did not finish it. */
    turnedAway: 0,
    /** The caller disconnected. */
    abandoned: 0,
    queueMs: 0,
    convertMs: 0,
  }
  readonly supervisor: WorkerSupervisor
  readonly #limits: PoolLimits
  readonly #log: OfficeLog
  readonly #queue: FairQueue<Slot>
  readonly #poison = new PoisonDocuments()
  #closed = false
  #running = 0
  /** Moving average, for the Retry-After of rejected callers. */
  #typicalMs = 200
  #onQuiet: (() => void) | undefined

  constructor({ limits, log, start }: PoolParts) {
    this.#limits = limits
    this.#log = log
    this.#queue = new FairQueue({
      places: limits.workers,
      claim: (tenant) => this.supervisor.claim(tenant),
      processors: limits.processors,
      max: limits.queueMax,
      timeoutMs: limits.queueTimeoutMs,
      words: WORDS,
      retryAfterSeconds: () => this.#retryAfterSeconds(),
    })
    this.supervisor = new WorkerSupervisor({
      workers: limits.workers,
      recycleDocuments: limits.recycleDocuments,
      recycleBytes: limits.recycleBytes,
      sharedDocuments: limits.sharedDocuments,
      log,
      start,
      onIdle: () => this.#queue.serve(),
      onStranded: (error) => this.#queue.dismiss(this.#unavailable(error)),
    })
  }

  /** Number of waiting documents. */
  get queued(): number {
    return this.#queue.length
  }

  /**
   * Converts one document.
   * @throws OfficeError server_busy (with the seconds to wait), render_limit_exceeded, render_failed,
   * renderer_unavailable, shutting_down
   * @throws the signal's reason when the caller disconnects
   */
  async convert(conversion: Conversion): Promise<Converted> {
    if (this.#closed) throw shuttingDown()
    // LibreOffice turns an empty file into a blank page
    if (!startsLikeZip(conversion.docx))
      throw new OfficeError('render_failed', say('converter.notDocx'))
    conversion.signal?.throwIfAborted()
    if (conversion.cost !== undefined) refuseHopeless(conversion.cost, this.#limits.convertCpuMs)
    const reason = this.#poison.reasonToRefuse(conversion.docx)
    if (reason !== undefined) throw knownPoisonDocument(reason)
    this.#running++
    try {
      return await this.#convert(conversion)
    } catch (error) {
      if (error instanceof CodedError && error.code === 'server_busy') this.counters.turnedAway++
      if (conversion.signal?.aborted) this.counters.abandoned++
      throw error
    } finally {
      this.#running--
      if (this.#running === 0) this.#onQuiet?.()
    }
  }

  /** Stops accepting documents, gives accepted ones time to finish, then stops every worker. */
  async close(graceMs: number): Promise<void> {
    this.#closed = true
    if (this.#running > 0) {
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        this.#onQuiet = resolve
        timer = setTimeout(resolve, graceMs)
      })
      clearTimeout(timer)
    }
    this.#queue.dismiss(shuttingDown())
    await this.supervisor.close()
  }

  async #convert(conversion: Conversion): Promise<Converted> {
    const { cost, signal } = conversion
    let queueMs = 0
    let preempted = false
    for (let attempt = 1; ; ) {
      const asked = performance.now()
      const way = new AbortController()
      const preempt = preempted ? undefined : () => way.abort()
      const lease = await this.#place({
        expectMs: cost?.ms,
        signal,
        preempt,
        preempted,
        again: attempt > 1,
      })
      const began = performance.now()
      queueMs += began - asked
      try {
        const pdf = await this.#serve(lease, conversion, way.signal)
        const convertMs = performance.now() - began
        this.#count(queueMs, convertMs)
        if (attempt > 1) this.#poison.forgive(conversion.docx)
        return { pdf, queueMs, convertMs }
      } catch (error) {
        if (way.signal.aborted && error instanceof WorkerEnded && !this.#closed) {
          preempted = true
          this.counters.preempted++
        } else this.#classify(error, conversion, attempt++)
      }
    }
  }

  async #place(request: QueueRequest): Promise<Lease<Slot>> {
    const { stranded } = this.supervisor
    if (stranded !== undefined) throw this.#unavailable(stranded)
    return await this.#queue.take(request)
  }

  async #serve({ resource: slot, done }: Lease<Slot>, conversion: Conversion, way: AbortSignal) {
    const { docx, photographs, refreshesContents, signal } = conversion
    const { worker } = slot
    if (worker === undefined) {
      done(0)
      throw new WorkerEnded('the converter was lost before it began')
    }
    way.addEventListener('abort', () => worker.kill('its document gives way to another account'))
    const work = convertWatched(
      worker,
      { docx, photographs, refreshesContents, store: pdfOptions(conversion) },
      this.#limits,
    )
    const closed = work
      .then(({ idle }) => idle)
      .then(
        (rss) => {
          done()
          if (conversion.embedsFonts) this.supervisor.retire(slot)
          else this.supervisor.release(slot, rss)
        },
        // a lost worker's slot is released by its supervisor
        () => done(),
      )
    if (signal === undefined) return pdfOf(await work)
    const left = new Promise<never>((_, reject) => {
      const onAbort = (): void => {
        const timer = setTimeout(() => worker.kill('its caller has left'), ABANDONED_MS)
        void closed.finally(() => clearTimeout(timer))
        reject(signal.reason)
      }
      if (signal.aborted) return onAbort()
      signal.addEventListener('abort', onAbort, { once: true })
      const stop = (): void => signal.removeEventListener('abort', onAbort)
      work.then(stop, stop)
    })
    return pdfOf(await Promise.race([work, left]))
  }

  /** Allows one more attempt for a document that lost its worker; everything else becomes an error response. */
  #classify(error: unknown, { docx }: Conversion, attempt: number): void {
    if (error instanceof LimitExceeded && error.limit === 'machine')
      throw new OfficeError('server_busy', say('converter.busy'), {
        retryAfterSeconds: Math.max(this.#retryAfterSeconds(), BUSY_SECONDS),
        cause: error,
      })
    if (error instanceof LimitExceeded) {
      this.counters[error.limit === 'time' ? 'timedOut' : 'swollen']++
      this.#poison.note(docx, this.#limitDetail(error))
      throw new OfficeError('render_limit_exceeded', this.#limitDetail(error))
    }
    if (error instanceof CodedError && error.code === 'render_failed') this.counters.refused++
    if (!(error instanceof WorkerEnded)) throw error
    if (this.#closed) throw shuttingDown()
    this.counters.crashed++
    this.#poison.note(docx, CRASH)
    this.#log.warn(
      { reason: error.message, attempt },
      'a converter died while processing a document',
    )
    if (attempt > 1) throw new OfficeError('render_failed', CRASH, { cause: error })
    this.counters.retried++
  }

  #limitDetail({ limit }: LimitExceeded): Wording {
    const { convertCpuMs, memoryBytesMax } = this.#limits
    return limit === 'time'
      ? say('converter.time', { seconds: convertCpuMs / 1000 })
      : say('converter.memory', { memoryMb: Math.round(memoryBytesMax / 1e6) })
  }

  #count(queueMs: number, convertMs: number): void {
    this.counters.converted++
    this.counters.queueMs += queueMs
    this.counters.convertMs += convertMs
    this.#typicalMs = 0.9 * this.#typicalMs + 0.1 * convertMs
  }

  #retryAfterSeconds(): number {
    const waitMs = (this.#typicalMs * (this.#queue.length + 1)) / this.#limits.workers
    return Math.min(Math.max(Math.ceil(waitMs / 1000), 1), RETRY_AFTER_SECONDS_MAX)
  }

  #unavailable(cause: Error): OfficeError {
    return new OfficeError('renderer_unavailable', say('converter.notStarted'), {
      retryAfterSeconds: 10,
      cause,
    })
  }
}

const WORDS: QueueWords = {
  full: (max, whose) => say(whose === 'own' ? 'converter.fullOwn' : 'converter.fullAll', { max }),
  late: (seconds) => say('converter.late', { seconds }),
}

const startsLikeZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

const CRASH = say('converter.crash')

const shuttingDown = (): OfficeError =>
  new OfficeError('shutting_down', say('converter.stopping'), {
    retryAfterSeconds: 5,
  })

const knownPoisonDocument = (reason: Wording): OfficeError =>
  new OfficeError(
    reason === CRASH ? 'render_failed' : 'render_limit_exceeded',
    say('converter.again', (locale) => ({ detail: inLanguage(reason, locale) })),
  )

/** The PDF of a result, if it is one. LibreOffice reporting success is not enough. */
function pdfOf(answer: WorkerAnswer): Uint8Array {
  if (answer.outcome === 'refused') {
    const { stage, reason } = answer
    throw new OfficeError('render_failed', say('converter.refused', { stage, reason }))
  }
  if (!isWholePdf(answer)) {
    throw new OfficeError('render_failed', say('converter.truncated'))
  }
  return answer.pdf
}

/** A PDF begins with its version and ends with its end marker; on a full disk only the former is present. */
function isWholePdf({ pdf }: WorkerDone): boolean {
  const text = (from: number, to?: number): string =>
    Buffer.from(pdf.subarray(from, to)).toString('latin1')
  return text(0, 5) === '%PDF-' && text(-64).trimEnd().endsWith('%%EOF')
}
