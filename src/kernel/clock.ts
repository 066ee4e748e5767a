/** Time as a parameter: everything that records or compares wall-clock time takes one of these. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

/** Detects that the clock was set back; anything scheduled would otherwise wait until the clock catches up. */
export class ClockWatch {
  readonly #clock: Clock
  #latestMs = Number.POSITIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The time, and whether it is earlier than at the previous call; true on the first call, when that is unknown. */
  look(): { nowMs: number; wentBack: boolean } {
    const nowMs = this.#clock.now()
    const wentBack = nowMs < this.#latestMs
    this.#latestMs = nowMs
    return { nowMs, wentBack }
  }
}

/** A time further ahead of now than this was written before the clock was set back, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 60_000

/**
 * Whether something granted at a time for a duration is still valid, all in milliseconds. Setting the clock back must
 * not extend it: it has expired then.
 */
export const stillHolds = (givenMs: number, forMs: number, nowMs: number): boolean =>
  nowMs < givenMs + forMs && nowMs >= givenMs - CLOCK_TOLERANCE_MS

/** Milliseconds of an hour. */
export const HOUR_MS = 3_600_000
/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 24 * HOUR_MS

/** The system clock; the only place that reads it. */
export const systemClock: Clock = { now: () => Date.now() }

/** A clock that is set right while it runs. */
export class AdjustedClock implements Clock {
  readonly #clock: Clock
  #byMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** How far the clock below is behind, in milliseconds. */
  get byMs(): number {
    return this.#byMs
  }

  now(): number {
    return this.#clock.now() + this.#byMs
  }

  adjust(byMs: number): void {
    this.#byMs = byMs
  }
}

/** RFC 3339 text in UTC with milliseconds, as stored and as sent. */
export const toIso = (ms: number): string => new Date(ms).toISOString()

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i

/** Whether text is a time of RFC 3339. Its zone is required: without one it would be our local time. */
export const isRfc3339 = (text: string): boolean =>
  RFC_3339.test(text) && !Number.isNaN(Date.parse(text))

/** The UTC calendar month of a time as `YYYY-MM`: the period of every quota. */
export const monthOf = (ms: number): string => toIso(ms).slice(0, 7)

/** The first moment of the UTC month after the given time, in epoch milliseconds. */
export function startOfNextMonth(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
