/** What the server and the scripts of the signer's page agree on. */
import type { ErrorCode } from '../../kernel/errors.ts'

/**
 * Header of the session in a frame, given with a correct code and sent with the signature. Browsers keep no cookie for
 * a page in a frame of another site; no other site can send this header.
 */
export const SESSION_HEADER = 'paraph-session'

/** Beside a signer's page: the first page of the document as a picture. */
export const FIRST_PAGE = 'first-page.jpg'

/** The event of a link that was opened too late; the other codes of `error` are those of problem documents. */
export const LATE_CODE = 'signing_url_expired'

/** The errors that every action of a signer may return, and that end the page in the browser. */
export const CLOSED_LINK = [
  'opening_code_required',
  'signing_link_invalid',
  'signing_link_ended',
  'signing_delegated',
  'signer_removed',
  'signing_expired',
  'signing_cancelled',
  'signing_declined',
  'signing_failed',
  'signing_returned',
  'already_signed',
  'already_approved',
  'not_your_turn',
  'signer_blocked',
] as const satisfies readonly ErrorCode[]

/** Of the pages that were on the screen before a consent, how many are recorded. */
export const PAGES_SHOWN_MAX = 1000
