/** What reaching authorities outside needs from the rest of the service. */

/** A time-stamping authority that did not serve, for the operator's log. */
export interface FailedStamp {
  url: string
  reason: string
}
