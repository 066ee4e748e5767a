/** When a failed delivery is retried, and when an endpoint is paused or disabled. Pure functions of times. */
import type { Outcome } from './sender.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Waits after the first, second … failure of a delivery; about 3 days in all. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
/** Maximum random share added to the wait, so that deliveries that failed together are not retried together. */
const JITTER = 0.1

/** Consecutive failures after which the circuit opens: one delivery at a time, with pauses between. */
export const CIRCUIT_FAILURES = 5
const PAUSE_FIRST_MS = 30 * SECOND
const PAUSE_MAX_MS = HOUR

/** An endpoint that only failed for this long, and at least a minimum number of times, is disabled. */
const DISABLE_AFTER_MS = 5 * 24 * HOUR
/** Failures in a row that an endpoint must have, besides {@link DISABLE_AFTER_MS}, before it is disabled. */
const DISABLE_FAILURES_MIN = 10

/** How long a delivery waits after its n-th attempt failed, in milliseconds; undefined: it is abandoned. */
export function retryDelay(
  attempts: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number | undefined {
  const delay = RETRY_DELAYS_MS[attempts - 1]
  if (delay === undefined) return undefined
  return Math.round(Math.max(delay, retryAfterMs ?? 0) * (1 + JITTER * random()))
}

/** Health state of an endpoint. */
interface Health {
  failures: number
  failing_since: number | null
}

/** The health state after an attempt. */
interface HealthAfter extends Health {
  paused_until: number | null
  /** Set when the endpoint is to be disabled. */
  disable?: 'gone' | 'failing'
  /** The endpoint has recovered after its circuit was open. */
  recovered: boolean
}

/** Judges an endpoint after an attempt. */
export function healthAfter(
  health: Health,
  outcome: Pick<Outcome, 'status' | 'error' | 'retryAfterMs'>,
  nowMs: number,
  random: () => number,
): HealthAfter {
  if (outcome.error === null) {
    const recovered = health.failures >= CIRCUIT_FAILURES
    return { failures: 0, failing_since: null, paused_until: null, recovered }
  }
  const failures = health.failures + 1
  const failing_since = health.failing_since ?? nowMs
  const over = failures - CIRCUIT_FAILURES
  const pause = over < 0 ? 0 : Math.min(PAUSE_FIRST_MS * 2 ** over, PAUSE_MAX_MS)
  const wait = Math.max(pause * (1 + JITTER * random()), outcome.retryAfterMs ?? 0)
  const failing = nowMs - failing_since >= DISABLE_AFTER_MS && failures >= DISABLE_FAILURES_MIN
  return {
    failures,
    failing_since,
    paused_until: wait === 0 ? null : Math.round(nowMs + wait),
    recovered: false,
    ...(outcome.status === 410 ? { disable: 'gone' } : failing ? { disable: 'failing' } : {}),
  }
}
