/** Gathers the drawn content of this domain from rows and trail: signatures and the proof certificate. */
import type { Trail } from '../../audit/trail.ts'
import { toIso } from '../../kernel/clock.ts'
import { invariant } from '../../kernel/invariant.ts'
import { type Language, languageFacts } from '../../kernel/languages.ts'
import type { AttachedFile } from '../../pdf/attachments.ts'
import { fieldName } from '../documents/field-names.ts'
import type { Look } from '../documents/tasks.ts'
import { type DossierSigner, dossierFile } from '../evidence/dossier.ts'
import type { SigningParts } from '../parts.ts'
import type { RequestRow, SignerRow, WholeRequest } from '../requests/store.ts'
import { nameOf } from '../requests/view.ts'
import { type Consent, consentIn } from '../signers/consent.ts'
import { maskedPhone } from '../signers/mask.ts'
import type { ProofContent, ProofSubject, SeenSignature } from './content-port.ts'
import type { ProofFacts, ProofOperator, ProofSigner } from './facts.ts'
import type { SheetFacts } from './pages.ts'

/** The language of the first signer whose language is not English, which the others are more likely to read. */
const localeOf = ({ signers }: WholeRequest): Language =>
  signers.find(({ locale }) => locale !== 'en')?.locale ?? 'en'

/** Times of one kind of entry about a signer, oldest first. */
const timesOf = (trail: Trail, type: string, signerId: string): string[] =>
  trail.entries
    .filter((entry) => entry.type === type && entry.data.signer_id === signerId)
    .map(({ at }) => at)

function consentsOf(signers: readonly SignerRow[]): Consent[] {
  const texts = signers.map((signer) => consentIn(signer.locale, signer))
  return [...new Map(texts.map((consent) => [consent.sha256, consent])).values()]
}

/** Proof content with the facts of this installation. */
export class InstallationProofContent implements ProofContent {
  readonly #parts: Pick<SigningParts, 'pkiOf' | 'clock' | 'origin' | 'senderOf' | 'branding'>
  readonly #software: string

  /** @param software name and version of this program */
  constructor(
    parts: Pick<SigningParts, 'pkiOf' | 'clock' | 'origin' | 'senderOf' | 'branding'>,
    software: string,
  ) {
    this.#parts = parts
    this.#software = software
  }

  sheets(whole: WholeRequest): SheetFacts {
    const { request, signers } = whole
    return { locale: localeOf(whole), documentId: request.id, signers: signers.length }
  }

  async dossier(whole: WholeRequest): Promise<AttachedFile> {
    const { request, signers } = whole
    const { authority } = this.#parts.pkiOf(request.mode)
    return dossierFile({
      documentId: request.id,
      name: request.name,
      externalId: request.external_id,
      message: request.message,
      filename: request.filename,
      sha256Original: request.original_sha256,
      pages: request.pages,
      size: request.original_bytes,
      sender: {
        name: request.sender,
        email: await this.#parts.senderOf(request.account_id),
      },
      createdAt: request.created_at,
      sentAt: toIso(this.#parts.clock.now()),
      expiresAt: request.expires_at,
      test: request.mode === 'test',
      consents: consentsOf(signers),
      signers: signers.map(dossierSigner),
      operator: this.#operator(request.mode),
      verifyUrl: `${this.#parts.origin}/verify`,
      rootSha256: (await authority.key('root')).facts.certificate.fingerprint,
    })
  }

  signature({ requestId, signer, mark, at, box, test }: SeenSignature): Look {
    const { locale } = signer
    const timeZone = signer.intent?.zone ?? languageFacts(locale).zone
    const facts = { locale, name: nameOf(signer), at, timeZone, documentId: requestId, mark, test }
    const { width, height } = box
    return { kind: 'signature', size: { width, height }, facts }
  }

  async proof(subject: ProofSubject): Promise<ProofFacts> {
    const { whole, trail, sha256BeforeSeal } = subject
    const { request, signers } = whole
    const head = trail.entries.at(-1)
    invariant(head !== undefined, 'a trail has entries')
    const locale = localeOf(whole)
    const email = await this.#parts.senderOf(request.account_id)
    const { logo } = await this.#parts.branding.of(request)
    return {
      locale,
      timeZone: languageFacts(locale).zone,
      madeAt: toIso(this.#parts.clock.now()),
      document: documentFacts(request, signers, sha256BeforeSeal),
      sender: {
        name: request.sender,
        email,
        keyId: request.key_id,
        ...(logo !== null && { logo: new Uint8Array(logo) }),
      },
      operator: this.#operator(request.mode),
      consents: consentsOf(signers),
      signers: signers.map((signer) => signerFacts(signer, subject)),
      trail: {
        headHash: head.hash,
        entries: trail.entries.length,
        stampedAt: trail.stamps.at(-1)?.at ?? null,
      },
      verifyUrl: `${this.#parts.origin}/verify`,
    }
  }

  #operator(mode: 'live' | 'test'): ProofOperator {
    const { origin } = this.#parts
    const pki = this.#parts.pkiOf(mode)
    return {
      name: pki.operator.organization,
      policyOid: pki.signerPolicy,
      policyUrl: `${origin}/pki/policy`,
      software: this.#software,
    }
  }
}

function dossierSigner(signer: SignerRow): DossierSigner {
  // A signer without a placement gets one when the document is laid out.
  const count = Math.max(1, signer.fields.length)
  return {
    id: signer.id,
    name: nameOf(signer),
    email: signer.email,
    role: signer.role,
    step: signer.step,
    locale: signer.locale,
    delivery: signer.delivery,
    authentication: signer.authentication,
    verifiedIdentity: signer.verified_identity,
    phoneMasked: signer.phone === null ? null : maskedPhone(signer.phone),
    phoneFrom: signer.phone_from,
    fields: Array.from({ length: count }, (_, index) =>
      fieldName(signer.request_id, signer.position, index + 1),
    ),
    inputs: signer.inputs.map(({ name, label, type, required }) => ({
      name,
      label,
      type,
      required,
    })),
  }
}

function documentFacts(
  request: RequestRow,
  signers: readonly SignerRow[],
  sha256BeforeSeal: string,
): ProofFacts['document'] {
  const { laid_out_sha256, sent_at } = request
  invariant(laid_out_sha256 !== null && sent_at !== null, 'a signed document was sent')
  const signed = signers.map(({ signed_at }) => signed_at ?? '').sort()
  return {
    id: request.id,
    name: request.name,
    message: request.message,
    externalId: request.external_id,
    pages: request.pages,
    size: request.original_bytes,
    sha256Original: request.original_sha256,
    sha256Shown: laid_out_sha256,
    sha256BeforeSeal,
    createdAt: request.created_at,
    sentAt: sent_at,
    expiresAt: request.expires_at,
    allSignedAt: signed.at(-1) ?? sent_at,
    test: request.mode === 'test',
  }
}

function signerFacts(signer: SignerRow, { trail, marks }: ProofSubject): ProofSigner {
  const { id, signature, signed_at } = signer
  invariant(signature !== null && signed_at !== null, 'everybody has signed')
  const { consent, intent } = signer
  const sent = timesOf(trail, 'signer.otp_sent', id)
  return {
    id,
    name: nameOf(signer),
    email: signer.email,
    role: signer.role,
    step: signer.step,
    delivery: signer.delivery,
    authentication: signer.authentication,
    verifiedIdentity: signer.verified_identity,
    registered: signer.verified_by,
    phoneMasked: signer.phone === null ? null : maskedPhone(signer.phone),
    phoneFrom: signer.phone_from,
    invitedAt: signer.invited_at,
    openedAt: signer.opened_at,
    consentedAt: consent?.at ?? null,
    codeSentAt: sent.at(-1) ?? null,
    verifiedAt: signer.verified_at,
    signedAt: signed_at,
    codesSent: sent.length,
    codesWrong: timesOf(trail, 'signer.otp_failed', id).length,
    ip: intent?.ip ?? null,
    userAgent: intent?.ua ?? null,
    embedOrigin: intent?.embed_origin ?? null,
    consent: consent && { version: consent.version, language: consent.language },
    mark: marks.get(id) ?? null,
    certificates: signature.made.map((each) => ({
      serial: each.serial,
      sha256: each.certificate_sha256,
      issuer: each.issuer,
      validFrom: each.valid_from,
      validTo: each.valid_to,
      keyType: each.key_type,
      timestamp: each.timestamp,
    })),
    keyDestroyedAt: timesOf(trail, 'signer.key_destroyed', id).at(-1) ?? null,
    sha256Before: signature.sha256_before,
    sha256After: signature.sha256_after,
  }
}
