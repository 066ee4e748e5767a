/** Columns that change in a signer's row when the sender corrects the person. */
import { throwIfInvalid } from '../../kernel/errors.ts'
import { say } from '../../translations/texts.ts'
import { levelFindings } from '../model/authentication.ts'
import type { RequestRow, SignerRow } from '../model/rows.ts'
import { stateConflict } from './lifecycle.ts'
import type { StoredChanges } from './phones.ts'

/** A failed delivery to the previous number or address says nothing about the new one. */
const REACHED_ELSEWHERE = { delivery_failure: null } as const

/** What nobody has done yet with a document that is laid out anew. */
export const UNREAD = {
  status: 'waiting',
  consent: null,
  opened_at: null,
  verified_at: null,
  verified_until: null,
  verified_by: null,
  session_hash: null,
  registering_until: null,
  totp_secret: null,
  signed_at: null,
  certificate_failure: null,
} as const

/** What the previous person agreed to, saw and proved does not apply to the next one. */
export const AS_ANOTHER = {
  consent: null,
  opened_at: null,
  verified_at: null,
  verified_until: null,
  verified_by: null,
  in_person_host: null,
  reminded_at: null,
  kept_mail: null,
  kept_values: null,
  codes_wasted: 0,
  // Whom the sender names is nobody's delegate.
  delegation: null,
  ...REACHED_ELSEWHERE,
} as const

/**
 * @throws AppError `document_state_conflict` when a signer can no longer be corrected, or not in this way;
 * `validation_failed` for a method below the level that the request requires
 */
export function assertCorrectable(
  { status, required_level }: RequestRow,
  signer: SignerRow,
  { authentication = signer.authentication }: StoredChanges,
): void {
  // An ordered signature is made under the name it was ordered with.
  const isOver =
    signer.status === 'signed' || signer.status === 'declined' || signer.intent !== null
  if ((status !== 'draft' && status !== 'pending') || isOver)
    throw stateConflict(say('signers.states', { person: signer.status, document: status }))
  // What the document says about its signers is laid out when it is sent.
  if (authentication !== signer.authentication && status !== 'draft')
    throw stateConflict(say('signers.draftOnly'))
  throwIfInvalid(levelFindings(authentication, required_level, ''))
}

/** The columns of a signer after a correction: a new address means another person, who starts over. */
export function correctedColumns(signer: SignerRow, changes: StoredChanges): Partial<SignerRow> {
  const readdressed = changes.email !== undefined && changes.email !== signer.email
  return {
    ...(readdressed && { ...AS_ANOTHER, link_version: signer.link_version + 1 }),
    ...(readdressed && signer.phone_from === 'signer' && { phone: null, phone_from: null }),
    ...changes,
    ...(changes.phone !== undefined && {
      ...REACHED_ELSEWHERE,
      phone_from: 'sender' as const,
      ...(!readdressed &&
        signer.delegation !== null && { delegation: { ...signer.delegation, phone_given: false } }),
    }),
    session_hash: null,
    registering_until: null,
    totp_secret: null,
    verified_until: null,
  }
}
