/**
 * `parties.json` of the evidence: who they are, with complete telephone numbers. The trail does not show these, since
 * more people read it; it holds what proves them: a commitment to the number to which each code went, and at the end
 * the SHA-256 of this file.
 */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import type { SignerRow } from '../requests/store.ts'
import { nameOf } from '../requests/view.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Binds the trail to a telephone number that nobody can find by trying numbers without the salt. */
export const phoneCommitment = (salt: string, phone: string): string => sha256(`${salt}${phone}`)

const partyOf = (signer: SignerRow): string =>
  canonicalJson({
    email: signer.email,
    id: signer.id,
    name: nameOf(signer),
    phone: signer.phone,
    phone_from: signer.phone_from,
    phone_salt: signer.phone_salt,
    role: signer.role,
    signed_at: signer.signed_at,
  })

/** The file, a line for each party. Trails hold its hash: documents that are completed must keep this very text. */
export const partiesText = (signers: readonly SignerRow[]): string =>
  `[\n${signers.map(partyOf).join(',\n')}\n]\n`

/** What the trail holds of the file. */
export const partiesHash = (signers: readonly SignerRow[]): string => sha256(partiesText(signers))
