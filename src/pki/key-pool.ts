/**
 * Keys for signers, made ahead, since making one takes seconds and using it milliseconds. They live in this
 * process's memory only, one signature each, and are gone with it.
 */
import type { KeyObject } from 'node:crypto'
import { AppError } from '../kernel/errors.ts'
import { type MakeKey, publicKeyInfo, signRsa } from './keys.ts'

/** A key for one signature. */
export class EphemeralKey {
  #key: KeyObject | undefined
  /** DER of SubjectPublicKeyInfo. */
  readonly publicKeyInfo: Buffer

  constructor(key: KeyObject) {
    this.#key = key
    this.publicKeyInfo = publicKeyInfo(key)
  }

  get isDestroyed(): boolean {
    return this.#key === undefined
  }

  /**
   * Signs and destroys the key, whatever comes of it.
   * @throws Error when it was used before
   */
  async signOnce(data: Uint8Array): Promise<Buffer> {
    const key = this.#key
    if (key === undefined) throw new Error('an ephemeral key signs once')
    this.#key = undefined
    return await signRsa(key, data)
  }

  /** Lets go of the only reference; OpenSSL clears the numbers when the object is freed. */
  destroy(): void {
    this.#key = undefined
  }
}

/** Bounds of the pool. */
export interface KeyPoolOptions {
  /** Keys kept ready; 0: every key is made when it is asked for. */
  size: number
  makeKey: MakeKey
  /** For keys that nobody waits for yet. */
  makeAhead: MakeKey
}

const WAITING_MAX = 50
const WAIT_SECONDS = 15

const stopping = (): AppError => new AppError('shutting_down', 'The service is stopping.')

/** The keys that are ready, and one at a time being made. */
export class KeyPool {
  readonly #options: KeyPoolOptions
  readonly #ready: EphemeralKey[] = []
  readonly #waiting: Array<{ take(key: EphemeralKey): void; fail(error: unknown): void }> = []
  #making = false
  #closed = false

  constructor(options: KeyPoolOptions) {
    this.#options = options
  }

  /** Keys that can be had at once. */
  get ready(): number {
    return this.#ready.length
  }

  /** Begins to fill the pool. */
  start(): void {
    if (!this.#closed) void this.#fill()
  }

  /**
   * A key, at once or as soon as the next one is made; first come, first served.
   * @throws AppError `server_busy` when too many wait, `shutting_down`
   */
  async take(): Promise<EphemeralKey> {
    if (this.#closed) throw stopping()
    const key = this.#ready.shift()
    if (key === undefined && this.#waiting.length >= WAITING_MAX) {
      throw new AppError('server_busy', 'Too many signatures are waiting for a key.', {
        retryAfterSeconds: WAIT_SECONDS,
      })
    }
    const given =
      key ?? new Promise<EphemeralKey>((take, fail) => this.#waiting.push({ take, fail }))
    void this.#fill()
    return await given
  }

  /** Destroys every key. */
  close(): void {
    this.#closed = true
    for (const key of this.#ready.splice(0)) key.destroy()
    for (const { fail } of this.#waiting.splice(0)) fail(stopping())
  }

  get #wanted(): boolean {
    return !this.#closed && (this.#waiting.length > 0 || this.#ready.length < this.#options.size)
  }

  /** One at a time: a key in the making holds a thread that files and name look-ups need too. */
  async #fill(): Promise<void> {
    if (this.#making) return
    this.#making = true
    try {
      while (this.#wanted) {
        const { makeKey, makeAhead } = this.#options
        this.#put(new EphemeralKey(await (this.#waiting.length > 0 ? makeKey : makeAhead)()))
      }
    } catch (error) {
      for (const { fail } of this.#waiting.splice(0)) fail(error)
    } finally {
      this.#making = false
    }
  }

  #put(key: EphemeralKey): void {
    const next = this.#waiting.shift()
    if (this.#closed) key.destroy()
    else if (next === undefined) this.#ready.push(key)
    else next.take(key)
  }
}
