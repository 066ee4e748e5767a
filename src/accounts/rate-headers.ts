/**
 * `RateLimit-Policy` and `RateLimit` as of draft-ietf-httpapi-ratelimit-headers-11: lists of quoted
 * policy names with `q` quota and `w` window in seconds, `r` remaining and `t` seconds until more is
 * available. No partition key is sent: it would repeat the caller's identity.
 */

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
