/**
 * Signers' keys, generated ahead, since generating one takes seconds and using it milliseconds. They exist in this
 * process's memory only, are used for one signature each, and are lost when it ends.
 */
import type { KeyObject } from 'node:crypto'
import { BoundedMap } from '../kernel/cache.ts'
import { AppError, throwAsAppError } from '../kernel/errors.ts'
import { FairQueue } from '../kernel/fair-queue.ts'
import { say } from '../translations/texts.ts'
import { type MakeKey, publicKeyInfo, signWithKey } from './keys.ts'

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
   * Signs and destroys the key, even if signing fails.
   * @throws Error when it was used before
   */
  async signOnce(data: Uint8Array): Promise<Buffer> {
    const key = this.#key
    if (key === undefined) throw new Error('an ephemeral key signs once')
    this.#key = undefined
    return await signWithKey(key, data)
  }

  /** Drops the only reference; OpenSSL clears the numbers when the object is freed. */
  destroy(): void {
    this.#key = undefined
  }
}

/** Options of the pool. */
export interface KeyPoolOptions {
  /** Number of keys to have ready; 0: every key is generated on request. */
  size: number
  makeKey: MakeKey
  /** Generates keys that nobody waits for yet. */
  makeAhead: MakeKey
}

const WAITING_MAX = 50
const WAITING_MS_MAX = 120_000
const WAIT_SECONDS = 15
/** Cost of a key for fair queueing: keys cost the same for every account, so only their number matters. */
const ONE_KEY = 1
/** An account that took a key within this time may return: some of the ready keys are reserved for such accounts. */
const ABOUT_MS = 3_600_000
/** Most accounts tracked; beyond that, the one whose last key is the oldest is dropped. */
const TAKERS_MAX = 1_000
/**
 * Keys in the making: one for each account that waits, so that none waits for another's. No more: each blocks a thread
 * that file access and name look-ups need too.
 */
const MAKING_MAX = 2
const BUSY = say('limits.keys')

const stopping = (): AppError => new AppError('shutting_down', say('authority.stopping'))

/** The ready keys, and one or two being generated. */
export class KeyPool {
  readonly #options: KeyPoolOptions
  readonly #ready: EphemeralKey[] = []
  readonly #queue = new FairQueue<EphemeralKey>({
    places: Number.POSITIVE_INFINITY,
    claim: (tenant) => this.#claim(tenant),
    max: WAITING_MAX,
    timeoutMs: WAITING_MS_MAX,
    words: { full: () => BUSY, late: () => BUSY },
    retryAfterSeconds: () => WAIT_SECONDS,
  })
  /** When each account took its last key, oldest first; monotonic milliseconds. */
  readonly #takers = new BoundedMap<string, number>(TAKERS_MAX)
  /** The accounts that got the last keys, as many as the pool has room for. */
  #last: readonly string[] = []
  /** Number of keys in the making. */
  #making = 0
  #closed = false

  constructor(options: KeyPoolOptions) {
    this.#options = options
  }

  /** Number of keys available at once. */
  get ready(): number {
    return this.#ready.length
  }

  /** Starts filling the pool. */
  start(): void {
    this.#fill()
  }

  /**
   * Returns a key, at once or as soon as one is generated; waiting accounts take turns.
   * @throws AppError `server_busy` when too many wait, `shutting_down`
   */
  async take(): Promise<EphemeralKey> {
    if (this.#closed) throw stopping()
    const taking = this.#queue.take({ expectMs: ONE_KEY })
    this.#fill()
    const { resource, done } = await taking.catch(throwAsAppError)
    done(ONE_KEY)
    return resource
  }

  /** Destroys every key. */
  close(): void {
    this.#closed = true
    for (const key of this.#ready.splice(0)) key.destroy()
    this.#queue.dismiss(stopping())
  }

  /**
   * An account that got half of the last keys leaves half of the ready ones to others: generating one takes seconds,
   * for which an account that signs occasionally would wait behind one that signs constantly. A lone account gets all
   * of them.
   */
  #claim(tenant: string): EphemeralKey | undefined {
    const now = performance.now()
    const half = Math.floor(this.#options.size / 2)
    const had = this.#last.filter((name) => name === tenant).length
    const alone = ![...this.#takers].some(([name, at]) => name !== tenant && at > now - ABOUT_MS)
    if (!alone && half > 0 && had >= half && this.#ready.length <= half) return undefined
    const key = this.#ready.shift()
    if (key === undefined) return undefined
    this.#last = [tenant, ...this.#last].slice(0, this.#options.size)
    this.#takers.set(tenant, now)
    return key
  }

  /** How many should be in the making. */
  get #wanted(): number {
    if (this.#closed) return 0
    if (this.#queue.length > 0) return Math.min(this.#queue.tenants, MAKING_MAX)
    return this.#ready.length < this.#options.size ? 1 : 0
  }

  #fill(): void {
    while (this.#making < this.#wanted) void this.#makeOne()
  }

  async #makeOne(): Promise<void> {
    this.#making++
    const { makeKey, makeAhead } = this.#options
    try {
      this.#put(new EphemeralKey(await (this.#queue.length > 0 ? makeKey : makeAhead)()))
    } catch (error) {
      this.#making--
      return this.#queue.dismiss(error)
    }
    this.#making--
    this.#fill()
  }

  #put(key: EphemeralKey): void {
    if (this.#closed) key.destroy()
    else {
      this.#ready.push(key)
      this.#queue.serve()
    }
  }
}
