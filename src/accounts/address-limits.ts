/** What a network address may do in a minute without a valid key. */
import { AppError } from '../kernel/errors.ts'
import {
  type AttemptLimit,
  type AttemptLimiter,
  type AttemptState,
  type LimitCheck,
  networkOf,
} from '../throttling/ports.ts'
import { say } from '../translations/texts.ts'

// `RateLimit-Policy` and `RateLimit` as of draft-ietf-httpapi-ratelimit-headers-11: lists of quoted
// policy names with `q` quota and `w` window in seconds, `r` remaining and `t` seconds until more is
// available. No partition key is sent: it would repeat the caller's identity.

/** One policy that applies to a request, and its state. */
export interface PolicyState {
  /** Letters and hyphens only; sent quoted. */
  name: string
  quota: number
  windowSeconds: number
  remaining: number
  resetSeconds: number
}

const seconds = (value: number): number => Math.max(0, Math.ceil(value))

/** The value of `RateLimit-Policy`; the policies must not be empty. */
export const policyField = (policies: readonly PolicyState[]): string =>
  policies.map((one) => `"${one.name}";q=${one.quota};w=${one.windowSeconds}`).join(', ')

/** The value of `RateLimit`, in the order of {@link policyField}. */
export const stateField = (policies: readonly PolicyState[]): string =>
  policies
    .map((one) => `"${one.name}";r=${Math.max(0, one.remaining)};t=${seconds(one.resetSeconds)}`)
    .join(', ')

const MINUTE_MS = 60_000
/** Wrong keys that one address may send in a minute: slows guessing. */
export const FAILED_KEYS: AttemptLimit = {
  name: 'wrong-keys-minute',
  max: 1_000,
  windowMs: MINUTE_MS,
  lasting: true,
}
/** Calls without a key that one address may make in a minute: pages, unknown paths, health, metrics. */
export const PUBLIC_CALLS: AttemptLimit = {
  name: 'public-calls-minute',
  max: 600,
  windowMs: MINUTE_MS,
  lasting: true,
}

/** Whole seconds to wait; 0 if it need not. */
export const secondsOf = (waitMs: number): number =>
  waitMs <= 0 ? 0 : Math.max(1, Math.ceil(waitMs / 1000))

/** State of an address, for the headers of a response without a caller. */
export const policyOf = ({ limit }: AttemptLimiter, state: AttemptState): PolicyState => ({
  name: limit.name,
  quota: limit.max,
  windowSeconds: limit.windowMs / 1000,
  remaining: limit.max - state.used,
  resetSeconds: state.restMs / 1000,
})

/** What refuses a call with a valid key whose address has sent too many wrong ones. */
export const wrongKeysCheck = (address: string): LimitCheck => ({
  limit: FAILED_KEYS,
  key: networkOf(address),
})

/** The error of an address that has sent too many wrong keys. */
export function tooManyWrongKeys(waitMs: number): AppError {
  const wait = secondsOf(waitMs)
  return new AppError('rate_limited', say('accounts.wrongKeys', { max: FAILED_KEYS.max, wait }), {
    retryAfterSeconds: wait,
  })
}

/** The error of an address that has made too many calls without a key. */
export function tooManyPublicCalls(waitMs: number): AppError {
  const wait = secondsOf(waitMs)
  return new AppError(
    'rate_limited',
    say('accounts.publicCalls', { max: PUBLIC_CALLS.max, wait }),
    { retryAfterSeconds: wait },
  )
}
