/**
 * Slots for request bodies being uploaded. Each costs memory and a connection, so their number is bounded and nobody
 * may hold them all. Each sender has a share, senders without a key share half of the total, slow uploads are
 * aborted, and when all slots are taken the slowest body of the sender with most slots makes room for a sender with
 * fewer.
 */
import { AppError } from '../kernel/errors.ts'
import { say } from '../translations/texts.ts'

/** The sender of a body. */
export interface Sender {
  /** An account, or the network address of a caller without a key. */
  name: string
  anonymous: boolean
}

/** A body being uploaded, as seen on its connection. */
export interface Body {
  /** Bytes received so far; undefined if unknown, as for in-process requests. */
  received(): number | undefined
  /** Whether we are waiting for the sender, rather than having received bytes still to read. */
  awaited(): boolean
  /** Aborts it; the sender gets an error that it took too long. */
  cut(): void
}

interface UploadSlot {
  sender: Sender
  body: Body
  sinceMs: number
  /** Start of the current measuring interval. */
  stretch: { sinceMs: number; bytes: number }
}

/** Share of all slots for one account, or for one network address without a key. */
const ACCOUNT_SHARE = 1 / 4
const ADDRESS_SHARE = 1 / 5
/** Share for all callers without a key together. */
const ANONYMOUS_SHARE = 1 / 2
/** The first bytes of a body must arrive within this time. */
const FIRST_BYTES_MS = 5_000
/** Then a minimum in every such interval: 1 KiB per second, which the slowest mobile connection achieves. */
const STRETCH_MS = 10_000
const STRETCH_BYTES_MIN = 10_240
/** When slots are needed, a body of this age that is slower than this makes room. */
const ROOM_AFTER_MS = 2_000
const ROOM_BYTES_PER_SECOND = 64 * 1024
const LOOK_MS = 1_000
const RETRY_SECONDS = 1

const share = (max: number, part: number): number => Math.max(1, Math.ceil(max * part))

/** Tracks running uploads and their senders. */
export class Uploads {
  readonly #max: number
  readonly #nowMs: () => number
  readonly #places = new Set<UploadSlot>()
  #timer: NodeJS.Timeout | undefined

  /**
   * @param max maximum number of concurrent uploads
   * @param nowMs a monotonic clock
   */
  constructor(max: number, nowMs = () => performance.now()) {
    this.#max = max
    this.#nowMs = nowMs
  }

  /** Number of running uploads. */
  get running(): number {
    return this.#places.size
  }

  /**
   * Takes a slot and returns the function that frees it; calling that again does nothing.
   * @throws AppError `concurrency_limited` if the sender has used its share, `server_busy` if all slots are taken
   */
  enter(sender: Sender, body: Body): () => void {
    this.#checkShare(sender)
    if (this.#places.size >= this.#max) this.#makeRoom(sender)
    const sinceMs = this.#nowMs()
    const stretch = { sinceMs, bytes: body.received() ?? 0 }
    const place = { sender, body, sinceMs, stretch }
    this.#places.add(place)
    this.#timer ??= setInterval(() => this.look(), LOOK_MS).unref()
    return () => this.#leave(place)
  }

  /** Aborts slow uploads; called every second while any is running. */
  look(): void {
    const now = this.#nowMs()
    for (const place of [...this.#places]) {
      const bytes = place.body.received()
      if (bytes === undefined || !place.body.awaited()) {
        place.stretch = { sinceMs: now, bytes: bytes ?? 0 }
        continue
      }
      const came = bytes - place.stretch.bytes
      const age = now - place.stretch.sinceMs
      if (came === 0 && age >= FIRST_BYTES_MS) this.#cut(place)
      else if (age >= STRETCH_MS) {
        if (came < STRETCH_BYTES_MIN) this.#cut(place)
        else place.stretch = { sinceMs: now, bytes }
      }
    }
  }

  #leave(place: UploadSlot): void {
    this.#places.delete(place)
    if (this.#places.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #cut(place: UploadSlot): void {
    this.#leave(place)
    place.body.cut()
  }

  #held = (name: string): number =>
    [...this.#places].filter(({ sender }) => sender.name === name).length

  #checkShare({ name, anonymous }: Sender): void {
    const max = share(this.#max, anonymous ? ADDRESS_SHARE : ACCOUNT_SHARE)
    if (this.#held(name) >= max) {
      throw new AppError('concurrency_limited', say('http.uploadsMost', { max, anonymous }), {
        retryAfterSeconds: RETRY_SECONDS,
      })
    }
    if (!anonymous) return
    const held = [...this.#places].filter(({ sender }) => sender.anonymous).length
    if (held >= share(this.#max, ANONYMOUS_SHARE)) throw this.#busy(held)
  }

  /** @throws AppError `server_busy` if no sender with more slots is slow */
  #makeRoom({ name }: Sender): void {
    const now = this.#nowMs()
    const mine = this.#held(name)
    const slow = [...this.#places]
      .map((place) => ({ place, held: this.#held(place.sender.name), speed: speedOf(place, now) }))
      .filter(({ place, held, speed }) => {
        const old = now - place.sinceMs >= ROOM_AFTER_MS
        return held > mine + 1 && old && speed < ROOM_BYTES_PER_SECOND
      })
      .sort((a, b) => b.held - a.held || a.speed - b.speed)
    const [first] = slow
    if (first === undefined) throw this.#busy(this.#places.size)
    this.#cut(first.place)
  }

  #busy(running: number): AppError {
    return new AppError('server_busy', say('http.uploadsAll', { running }), {
      retryAfterSeconds: RETRY_SECONDS,
    })
  }
}

/** Bytes per second in the current interval; a body waiting for us to read is not slow. */
function speedOf({ body, stretch }: UploadSlot, now: number): number {
  const bytes = body.received()
  if (bytes === undefined || !body.awaited()) return Number.POSITIVE_INFINITY
  return ((bytes - stretch.bytes) * 1000) / Math.max(1, now - stretch.sinceMs)
}
