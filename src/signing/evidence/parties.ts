/**
 * `parties.json` of the evidence: the parties, with complete telephone numbers. The trail does not show these, since
 * more people read it; it contains the proof: a commitment to the number each code was sent to, and at the end the
 * SHA-256 of this file.
 */

import { createHash } from 'node:crypto'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { phoneFromOf } from '../model/delegation.ts'
import { doneAt } from '../model/participant-actions.ts'
import { nameOf } from '../model/people.ts'
import type { SignerRow } from '../model/rows.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Commits the trail to a telephone number that cannot be found by brute force without the salt. */
export const phoneCommitment = (salt: string, phone: string): string => sha256(`${salt}${phone}`)

/** Absent of certificates of ours. */
function ownCertificateOf({ signature }: SignerRow): object {
  const made = signature?.made.find(({ own }) => own !== undefined)
  if (made?.own === undefined) return {}
  const { issuer, serial, certificate_sha256: sha256 } = made
  return { own_certificate: { ...made.own, issuer, serial, sha256 } }
}

const partyOf = (signer: SignerRow, done: object): string =>
  canonicalJson({
    // Absent where a person signs, as in the trails of documents completed before there was anything else.
    ...(signer.action !== 'sign' && { action: signer.action }),
    ...(signer.witness_of !== null && { witness_of: signer.witness_of }),
    ...(signer.delegation !== null && { delegated_by: signer.delegation.email }),
    ...ownCertificateOf(signer),
    email: signer.email,
    id: signer.id,
    name: nameOf(signer),
    phone: signer.phone,
    phone_from: phoneFromOf(signer),
    phone_salt: signer.phone_salt,
    role: signer.role,
    ...done,
  })

const listOf = (lines: readonly string[]): string => `[\n${lines.join(',\n')}\n]\n`

/**
 * The file, one line per party.
 * @param recorded its hash in the trail of a completed document, for which this text never changes: where an older
 * service wrote it, approvers have `signed_at`
 */
export function partiesText(signers: readonly SignerRow[], recorded?: unknown): string {
  const text = listOf(signers.map((signer) => partyOf(signer, doneAt(signer))))
  if (recorded === undefined || sha256(text) === recorded) return text
  return listOf(signers.map((signer) => partyOf(signer, { signed_at: signer.signed_at })))
}

/** The hash of the file, as recorded in the trail. */
export const partiesHash = (signers: readonly SignerRow[]): string => sha256(partiesText(signers))
