/** What a signer's page in a frame and the page around it tell each other; the server and the scripts share it. */

/**
 * Header of the session in a frame, given with a correct code and sent with the signature. Browsers keep no cookie for
 * a page in a frame of another site; no other site can send this header.
 */
export const SESSION_HEADER = 'paraph-session'

/** The event of a link that was opened too late; the other codes of `error` are those of problem documents. */
export const LATE_CODE = 'signing_url_expired'
