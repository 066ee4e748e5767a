/** The facts of a request for its proof certificate and dossier. */
import type { Trail } from '../../audit/trail.ts'
import { invariant } from '../../kernel/invariant.ts'
import { languageFacts } from '../../kernel/languages.ts'
import { pick } from '../../kernel/type-guards.ts'
import { type Delegation, delegatorOf, phoneFromOf } from '../model/delegation.ts'
import { ofSeveral } from '../model/files.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import { maskedPhone, nameOf } from '../model/people.ts'
import { type RequestRow, type SignerRow, signedAt } from '../model/rows.ts'
import { PRINTED, type ProofFacts, type ProofSigner } from '../proof/facts.ts'
import type { ProofSubject } from './content-port.ts'

/** Times of one kind of entry about a signer, oldest first. */
export const timesOf = (trail: Trail, type: string, signerId: string): string[] =>
  trail.entries
    .filter((entry) => entry.type === type && entry.data.signer_id === signerId)
    .map(({ at }) => at)

/** The document as the proof certificate describes it. */
export function documentFacts(
  request: RequestRow,
  signers: readonly SignerRow[],
  sha256BeforeSeal: string,
): ProofFacts['document'] {
  const { sent_at } = request
  const [file] = request.files
  invariant(file.laid_out_sha256 !== null && sent_at !== null, 'a signed document was sent')
  const signed = signers.filter(isSigningAction).map(signedAt).sort()
  return {
    ...pick(request, 'id', 'name', 'message', 'external_id', 'created_at', 'expires_at'),
    ...pick(file, 'pages', 'original_bytes', 'original_sha256'),
    sha256Shown: file.laid_out_sha256,
    sha256BeforeSeal,
    sentAt: sent_at,
    allSignedAt: signed.at(-1) ?? sent_at,
    test: request.mode === 'test',
  }
}

/** The files of a request with several. */
export const filesFacts = (request: RequestRow): Pick<ProofFacts, 'files'> =>
  ofSeveral(request, (file) => {
    const { laid_out_sha256, current_sha256 } = file
    invariant(laid_out_sha256 !== null && current_sha256 !== null, 'each signed file was sent')
    return {
      ...pick(file, 'number', 'filename', 'pages', 'original_bytes', 'original_sha256'),
      sha256Shown: laid_out_sha256,
      sha256BeforeSeal: current_sha256,
    }
  })

/** What was recorded when the person signed or approved. */
function doneFacts(signer: SignerRow, { trail, marks }: ProofSubject) {
  const { id, signature, intent } = signer
  if (!isSigningAction(signer)) {
    // An approval before the document was edited does not count.
    const entry = trail.entries.findLast(
      ({ type, data }) => type === 'signer.approved' && data.signer_id === id,
    )
    const text = (name: string): string | null => {
      const value = entry?.data[name]
      return typeof value === 'string' ? value : null
    }
    const shown = text('sha256_shown')
    invariant(shown !== null, 'the trail has the hash of what was approved')
    return {
      ip: entry?.ip ?? null,
      userAgent: entry?.ua ?? null,
      embedOrigin: text('embed_origin'),
      host: text('in_person_host'),
      mark: null,
      certificates: [],
      sha256Before: shown,
      sha256After: shown,
    }
  }
  invariant(signature !== null, 'everybody has signed')
  return {
    ip: intent?.ip ?? null,
    userAgent: intent?.ua ?? null,
    embedOrigin: intent?.embed_origin ?? null,
    host: intent?.in_person_host ?? null,
    mark: marks.get(id) ?? null,
    certificates: signature.made,
    sha256Before: signature.sha256_before,
    sha256After: signature.sha256_after,
  }
}

/** What the layout of the signature in the document depends on. */
function stampOf({ fields, locale, intent }: SignerRow): Pick<ProofSigner, 'stamp'> {
  const box = fields.find((each) => each.box.width > 0)?.box
  if (box === undefined) return {}
  const { width, height } = box
  const timeZone = intent?.zone ?? languageFacts(locale).zone
  return { stamp: { size: { width, height }, locale, timeZone } }
}

function delegatedFacts(delegation: Delegation): NonNullable<ProofSigner['delegation']> {
  const { email, at, reason } = delegation
  const name = delegatorOf(delegation)
  return { from: name === email ? email : `${name} (${email})`, at, reason }
}

/** Of the person who began the request, not of one who was put in their place. */
function begunFacts({ open_link }: RequestRow, signer: SignerRow): Pick<ProofSigner, 'begun'> {
  const { id, email } = signer
  if (open_link?.signer_id !== id || open_link.email !== email) return {}
  return { begun: { link: open_link.id, emailConfirmedAt: open_link.email_confirmed_at } }
}

/** A signer as the proof certificate describes them. */
export function signerFacts(signer: SignerRow, subject: ProofSubject): ProofSigner {
  const { trail, whole } = subject
  const { id, signed_at, consent } = signer
  invariant(signed_at !== null, 'everybody has signed')
  const of = whole.signers.find((each) => each.id === signer.witness_of)
  // A code sent to the person who delegated is not one of the delegate's.
  const since = signer.delegation?.at ?? ''
  const ownTimes = (type: string) => timesOf(trail, type, id).filter((at) => at >= since)
  const sent = ownTimes('signer.otp_sent')
  return {
    ...pick(signer, ...PRINTED, 'action', 'voice'),
    name: nameOf(signer),
    ...(of !== undefined && { witnessOf: nameOf(of) }),
    ...begunFacts(whole.request, signer),
    registered: signer.verified_by,
    phoneMasked: signer.phone === null ? null : maskedPhone(signer.phone),
    phoneFrom: phoneFromOf(signer),
    ...(signer.delegation !== null && { delegation: delegatedFacts(signer.delegation) }),
    consentedAt: consent?.at ?? null,
    codeSentAt: sent.at(-1) ?? null,
    signedAt: signed_at,
    codesSent: sent.length,
    codesWrong: ownTimes('signer.otp_failed').length,
    consent: consent && { version: consent.version, language: consent.language },
    keyDestroyedAt: timesOf(trail, 'signer.key_destroyed', id).at(-1) ?? null,
    ...stampOf(signer),
    ...doneFacts(signer, subject),
  }
}
