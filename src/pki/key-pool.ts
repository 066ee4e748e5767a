/**
 * Keys for signers, made ahead, since making one takes seconds and using it milliseconds. They live in this
 * process's memory only, one signature each, and are gone with it.
 */
import type { KeyObject } from 'node:crypto'
import { AppError } from '../kernel/errors.ts'
import { FairQueue } from '../kernel/fair-queue.ts'
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
const WAITING_MS_MAX = 120_000
const WAIT_SECONDS = 15
/** Keys cost the same whoever gets them, however long ago they were made: what is shared out is their number. */
const ONE_KEY = 1
/** Whoever took a key within this time may come again: some of the ready ones are left to such accounts. */
const ABOUT_MS = 3_600_000
/** Accounts of which it is remembered when they took one; of more, the one that took its last longest ago is forgotten. */
const TAKERS_MAX = 1_000
const BUSY = 'Too many signatures are waiting for a key.'

const stopping = (): AppError => new AppError('shutting_down', 'The service is stopping.')

/** The keys that are ready, and one at a time being made. */
export class KeyPool {
  readonly #options: KeyPoolOptions
  readonly #ready: EphemeralKey[] = []
  readonly #queue = new FairQueue<EphemeralKey>({
    places: Number.POSITIVE_INFINITY,
    claim: (party) => this.#claim(party),
    max: WAITING_MAX,
    timeoutMs: WAITING_MS_MAX,
    words: { full: () => BUSY, late: () => BUSY },
    retryAfterSeconds: () => WAIT_SECONDS,
  })
  /** When each account took its last key, the longest ago first; monotonic milliseconds. */
  readonly #takers = new Map<string, number>()
  /** Who had the last keys, as many as are kept ready. */
  #last: readonly string[] = []
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
   * A key, at once or as soon as one is made for this tenant; of those who wait, each account has its turn.
   * @throws AppError `server_busy` when too many wait, `shutting_down`
   */
  async take(): Promise<EphemeralKey> {
    if (this.#closed) throw stopping()
    const taking = this.#queue.take({ expectMs: ONE_KEY })
    void this.#fill()
    const { resource, done } = await taking
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
   * Whoever had half of the last keys leaves half of the ready ones to others: making one takes seconds, for which an
   * account that signs now and then would wait behind one that signs all the time. An account that is alone has all.
   */
  #claim(party: string): EphemeralKey | undefined {
    const now = performance.now()
    const half = Math.floor(this.#options.size / 2)
    const had = this.#last.filter((name) => name === party).length
    const alone = ![...this.#takers].some(([name, at]) => name !== party && at > now - ABOUT_MS)
    if (!alone && half > 0 && had >= half && this.#ready.length <= half) return undefined
    const key = this.#ready.shift()
    if (key === undefined) return undefined
    this.#last = [party, ...this.#last].slice(0, this.#options.size)
    this.#takers.delete(party)
    this.#takers.set(party, now)
    const [oldest] = this.#takers.keys()
    if (this.#takers.size > TAKERS_MAX && oldest !== undefined) this.#takers.delete(oldest)
    return key
  }

  get #wanted(): boolean {
    return !this.#closed && (this.#queue.length > 0 || this.#ready.length < this.#options.size)
  }

  /** One at a time: a key in the making holds a thread that files and name look-ups need too. */
  async #fill(): Promise<void> {
    if (this.#making) return
    this.#making = true
    try {
      while (this.#wanted) {
        const { makeKey, makeAhead } = this.#options
        this.#put(new EphemeralKey(await (this.#queue.length > 0 ? makeKey : makeAhead)()))
      }
    } catch (error) {
      this.#queue.dismiss(error)
    } finally {
      this.#making = false
    }
  }

  #put(key: EphemeralKey): void {
    if (this.#closed) key.destroy()
    else {
      this.#ready.push(key)
      this.#queue.serve()
    }
  }
}
