/** Links with which nothing can be signed (any more, or yet). */
import type { ErrorCode } from '../../kernel/errors.ts'

/** The errors that every action of a signer may return, and that end the page in the browser. */
export const CLOSED_LINK = [
  'signing_link_invalid',
  'signing_link_ended',
  'signing_delegated',
  'signing_expired',
  'signing_cancelled',
  'signing_declined',
  'signing_failed',
  'already_signed',
  'already_approved',
  'not_your_turn',
  'signer_blocked',
] as const satisfies readonly ErrorCode[]
