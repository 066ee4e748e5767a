/** What reaching external authorities needs from the rest of the service. */

/** A time-stamping authority that failed, for the operator's log. */
export interface FailedStamp {
  url: string
  reason: string
}
