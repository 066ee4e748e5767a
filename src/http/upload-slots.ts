/**
 * Places for request bodies on their way. Each costs memory and a connection, so there is a number of them; nobody
 * may hold them all. A sender has a share, senders without a key have half of the whole, what is slow is ended, and
 * where all places are taken the slowest body of whoever holds most makes room for one who holds less.
 */
import { AppError } from '../kernel/errors.ts'

/** Who sends a body. */
export interface Sender {
  /** An account, or the network address of one who has no key. */
  name: string
  anonymous: boolean
}

/** A body on its way, as its connection shows it. */
export interface Body {
  /** Bytes that have come until now; undefined where nothing is known of them, as within the process. */
  received(): number | undefined
  /** Whether the next bytes are up to the sender, not to us who have not read what has come. */
  awaited(): boolean
  /** Ends it: the sender is told that it took too long. */
  cut(): void
}

interface UploadSlot {
  sender: Sender
  body: Body
  sinceMs: number
  /** Where the present stretch began. */
  stretch: { sinceMs: number; bytes: number }
}

/** What one account, and one network address without a key, may hold of all places. */
const ACCOUNT_SHARE = 1 / 4
const ADDRESS_SHARE = 1 / 5
/** What all without a key may hold together. */
const ANONYMOUS_SHARE = 1 / 2
/** The first bytes of a body must come within this time. */
const FIRST_BYTES_MS = 5_000
/** Then so many bytes in every such stretch: 1 KiB per second, which the slowest mobile connection has. */
const STRETCH_MS = 10_000
const STRETCH_BYTES_MIN = 10_240
/** Where places are wanted, a body of this age that comes slower than this makes room. */
const ROOM_AFTER_MS = 2_000
const ROOM_BYTES_PER_SECOND = 64 * 1024
const LOOK_MS = 1_000
const RETRY_SECONDS = 1

const share = (max: number, part: number): number => Math.max(1, Math.ceil(max * part))

/** Counts the bodies on their way and who sends them. */
export class Uploads {
  readonly #max: number
  readonly #nowMs: () => number
  readonly #places = new Set<UploadSlot>()
  #timer: NodeJS.Timeout | undefined

  /**
   * @param max bodies that may be on their way at the same time
   * @param nowMs a clock that only goes forward
   */
  constructor(max: number, nowMs = () => performance.now()) {
    this.#max = max
    this.#nowMs = nowMs
  }

  /** Bodies on their way now. */
  get running(): number {
    return this.#places.size
  }

  /**
   * Takes a place and answers the function that frees it; calling that again does nothing.
   * @throws AppError `concurrency_limited` where the sender has its share, `server_busy` where all have theirs
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

  /** Ends what is too slow; called every second while something is on its way. */
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
    const most = share(this.#max, anonymous ? ADDRESS_SHARE : ACCOUNT_SHARE)
    if (this.#held(name) >= most) {
      throw new AppError(
        'concurrency_limited',
        `${most} uploads from ${anonymous ? 'this network address' : 'this account'} are on their way, which is as many as this server takes at once. Send it again when one of them is done.`,
        { retryAfterSeconds: RETRY_SECONDS },
      )
    }
    if (!anonymous) return
    const held = [...this.#places].filter(({ sender }) => sender.anonymous).length
    if (held >= share(this.#max, ANONYMOUS_SHARE)) throw this.#busy(held)
  }

  /** @throws AppError `server_busy` where nobody who holds more is slow */
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
    return new AppError(
      'server_busy',
      `${running} uploads are on their way, which is as many as this server takes; send it again.`,
      { retryAfterSeconds: RETRY_SECONDS },
    )
  }
}

/** Bytes per second since the present stretch began; what waits for us is not slow. */
function speedOf({ body, stretch }: UploadSlot, now: number): number {
  const bytes = body.received()
  if (bytes === undefined || !body.awaited()) return Number.POSITIVE_INFINITY
  return ((bytes - stretch.bytes) * 1000) / Math.max(1, now - stretch.sinceMs)
}
