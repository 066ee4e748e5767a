/**
 * LibreOffice started in the background: reads and the signers' pages do not need it, and a document waits until the
 * workers are up and the canary has verified their confinement. Where it cannot be started everything else goes on,
 * documents are refused with the reason, and it is tried again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../kernel/type-guards.ts'
import { say } from '../translations/texts.ts'
import { type OfficeOptions, OfficePool, type OfficeStatus } from './office.ts'
import { OfficeError } from './office-error.ts'
import type { Conversion, Converted } from './pool.ts'
import { silentLog } from './worker-port.ts'

const RETRY_SECONDS = 2
/** The pause after the first start that failed; it doubles up to the longest. */
const FIRST_PAUSE_SECONDS = 1
const LAST_PAUSE_SECONDS = 300

const starting = (): OfficeError =>
  new OfficeError('renderer_unavailable', say('converter.starting'), {
    retryAfterSeconds: RETRY_SECONDS,
  })

/** Why the last start failed, and the pause until the next. */
interface StartFailure {
  cause: unknown
  retryAfterSeconds: number
}

/** Of {@link LazyOffice}. */
interface LazyOfficeOptions extends OfficeOptions {
  /** Started by the first document: most of what this instance does needs none. */
  onDemand?: boolean
}

/** {@link OfficePool}, before and after its start. */
export class LazyOffice {
  readonly #options: LazyOfficeOptions
  readonly #closing = new AbortController()
  #pool: OfficePool | undefined
  #start: Promise<void> | undefined
  #failure: StartFailure | undefined
  readonly #waiting = new Set<(error?: OfficeError) => void>()

  constructor(options: LazyOfficeOptions) {
    this.#options = options
  }

  /** Whether it starts with the first document. */
  get onDemand(): boolean {
    return this.#options.onDemand === true
  }

  /** Why it could not be started, for the operator; undefined once it was, and before the first attempt has ended. */
  get failure(): string | undefined {
    return this.#failure && messageOf(this.#failure.cause)
  }

  /** Starts the workers, once; until that works it is tried again, with growing pauses. */
  start(): Promise<void> {
    this.#start ??= this.#keepStarting()
    return this.#start
  }

  async #keepStarting(): Promise<void> {
    const { signal } = this.#closing
    const log = this.#options.log ?? silentLog
    let pause = FIRST_PAUSE_SECONDS
    while (!signal.aborted && this.#pool === undefined) {
      try {
        this.#pool = await OfficePool.start(this.#options, signal)
        this.#failure = undefined
        this.#wake()
      } catch (error) {
        if (signal.aborted) return
        log.error(
          { reason: messageOf(error), retrySeconds: pause },
          'LibreOffice cannot be started',
        )
        this.#failure = { cause: error, retryAfterSeconds: pause }
        this.#wake(cannotStart(this.#failure))
        await sleep(pause * 1000, undefined, { signal }).catch(() => undefined)
        pause = Math.min(2 * pause, LAST_PAUSE_SECONDS)
      }
    }
  }

  #wake(error?: OfficeError): void {
    for (const goOn of this.#waiting) goOn(error)
  }

  /** See {@link OfficePool.convert}. @throws OfficeError also `renderer_unavailable` when it cannot be started, or in time */
  async convert(conversion: Conversion): Promise<Converted> {
    if (this.#pool === undefined && this.onDemand) void this.start()
    if (this.#failure !== undefined) throw cannotStart(this.#failure)
    if (this.#pool === undefined) await this.#started(conversion.signal)
    if (this.#pool === undefined) throw starting()
    return await this.#pool.convert(conversion)
  }

  /** Current state of the pool; undefined while it starts. */
  status(): OfficeStatus | undefined {
    return this.#pool?.status()
  }

  /** Stops every process, including those of a start in progress. */
  async close(): Promise<void> {
    this.#closing.abort()
    if (this.#pool === undefined) this.#wake(starting())
    await this.#start
    await this.#pool?.close()
  }

  /** @throws OfficeError `server_busy`, `renderer_unavailable`; the signal's reason */
  async #started(signal: AbortSignal | undefined): Promise<void> {
    const { queueMax, queueTimeoutMs } = this.#options
    if (this.#closing.signal.aborted) throw starting()
    if (this.#waiting.size >= queueMax)
      throw new OfficeError('server_busy', say('converter.waiting'), {
        retryAfterSeconds: RETRY_SECONDS,
      })
    const late = AbortSignal.timeout(queueTimeoutMs)
    await new Promise<void>((resolve, reject) => {
      const settle = (error?: unknown): void => {
        this.#waiting.delete(goOn)
        late.removeEventListener('abort', onLate)
        signal?.removeEventListener('abort', onLeft)
        if (error === undefined) resolve()
        else reject(error)
      }
      const goOn = (error?: OfficeError): void => settle(error)
      const onLate = (): void => settle(starting())
      const onLeft = (): void => settle(signal?.reason)
      this.#waiting.add(goOn)
      late.addEventListener('abort', onLate)
      signal?.addEventListener('abort', onLeft)
    })
  }
}

const cannotStart = (failure: StartFailure): OfficeError =>
  new OfficeError('renderer_unavailable', say('converter.none'), failure)
