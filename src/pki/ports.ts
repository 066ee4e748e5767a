/** What reaching authorities outside needs from the rest of the service. */

/**
 * Judges where a name leads to before anything is sent there.
 * @throws Error that says why not
 */
export type AddressGuard = (url: URL, addresses: readonly string[]) => void

/** A time-stamping authority that did not serve, for the operator's log. */
export interface FailedStamp {
  url: string
  reason: string
}
