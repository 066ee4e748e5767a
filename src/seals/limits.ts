/** How long providers of other people's keys are waited for. */

/** One call, DNS included; also of their responders and lists. */
export const CALL_MS = 15_000
/** All calls of a remote signature service for one step of a person, who waits for them. */
export const VISIT_MS = 30_000
/** A provider that did not answer in time is not called again for this long. */
export const REST_MS = 20_000
