/**
 * LibreOffice started in the background: reads and the signers' pages do not need it, and a document waits until the
 * workers are up and the canary has verified their confinement.
 */

import { type OfficeOptions, OfficePool, type OfficeStatus } from './office.ts'
import { OfficeError } from './office-error.ts'
import type { Conversion, Converted } from './pool.ts'

const RETRY_SECONDS = 2

const starting = (): OfficeError =>
  new OfficeError(
    'renderer_unavailable',
    'The document converter is starting. Try again in a few seconds.',
    { retryAfterSeconds: RETRY_SECONDS },
  )

/** Of {@link LazyOffice}. */
export interface LazyOfficeOptions extends OfficeOptions {
  /** Started by the first document: most of what this instance does needs none. */
  onDemand?: boolean
}

/** {@link OfficePool}, before and after its start. */
export class LazyOffice {
  readonly #options: LazyOfficeOptions
  #pool: OfficePool | undefined
  #start: Promise<OfficePool> | undefined
  readonly #waiting = new Set<(error?: OfficeError) => void>()
  #closed = false

  constructor(options: LazyOfficeOptions) {
    this.#options = options
  }

  /** Whether it starts with the first document. */
  get onDemand(): boolean {
    return this.#options.onDemand === true
  }

  /**
   * Starts the workers, once.
   * @throws FatalError as {@link OfficePool.start}
   */
  async start(): Promise<void> {
    this.#start ??= OfficePool.start(this.#options)
    this.#pool = await this.#start
    for (const goOn of this.#waiting) goOn()
  }

  /** See {@link OfficePool.convert}. @throws OfficeError also `renderer_unavailable` when the start takes too long */
  async convert(conversion: Conversion): Promise<Converted> {
    if (this.#pool === undefined && this.onDemand) this.#startSoon()
    if (this.#pool === undefined) await this.#started(conversion.signal)
    if (this.#pool === undefined) throw starting()
    return await this.#pool.convert(conversion)
  }

  /** The next document tries again. */
  #startSoon(): void {
    if (this.#closed) return
    this.start().catch((err) => {
      this.#start = undefined
      this.#options.log?.error({ err }, 'LibreOffice could not be started')
    })
  }

  /** Current state of the pool; undefined while it starts. */
  status(): OfficeStatus | undefined {
    return this.#pool?.status()
  }

  /** Stops every process, including those of a start in progress. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#pool === undefined) for (const goOn of this.#waiting) goOn(starting())
    const pool = await this.#start?.catch(() => undefined)
    await pool?.close()
  }

  /** @throws OfficeError `server_busy`, `renderer_unavailable`; the signal's reason */
  async #started(signal: AbortSignal | undefined): Promise<void> {
    const { queueMax, queueTimeoutMs } = this.#options
    if (this.#closed) throw starting()
    if (this.#waiting.size >= queueMax)
      throw new OfficeError(
        'server_busy',
        'Too many documents are waiting for the converter to start.',
        {
          retryAfterSeconds: RETRY_SECONDS,
        },
      )
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
