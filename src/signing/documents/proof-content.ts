/** Gathers the drawn content of this domain from rows and trail: signatures and the proof certificate. */

import type { Trail } from '../../audit/trail.ts'
import { type Clock, toIso } from '../../kernel/clock.ts'
import { invariant } from '../../kernel/invariant.ts'
import { type Language, languageFacts } from '../../kernel/languages.ts'
import type { AttachedFile } from '../../pdf/attachments.ts'
import type { Pki } from '../../pki/open.ts'
import type { SealFacts } from '../../seals/service.ts'
import { type DossierFacts, type DossierSigner, dossierFile } from '../evidence/dossier.ts'
import { type Delegation, delegatorOf, phoneFromOf } from '../model/delegation.ts'
import { fileOf, ofSeveral, type RequestFile } from '../model/files.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import { maskedPhone, nameOf } from '../model/people.ts'
import { fieldName } from '../model/placement.ts'
import {
  type RequestRow,
  type RequestWithSigners,
  type SignerRow,
  signedAt,
} from '../model/rows.ts'
import type { ProofFacts, ProofOperator, ProofSigner } from '../proof/facts.ts'
import type { SheetFacts } from '../proof/pages.ts'
import { proofValues } from '../proof/values.ts'
import { type Consent, consentIn } from '../words/consent.ts'
import type { ProofContent, ProofSubject, SeenSignature } from './content-port.ts'
import type { Look } from './tasks.ts'

/** The language of the first signer whose language is not English, which the others are more likely to read. */
const localeOf = ({ signers }: RequestWithSigners): Language =>
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

interface InstallationProofContentDeps {
  branding: { of(request: RequestRow): Promise<{ logo: Uint8Array | null }> }
  clock: Clock
  origin: string
  pkiOf(mode: 'live' | 'test'): Pki
  senderOf(accountId: string): Promise<string>
}

/** Proof content with the facts of this installation. */
export class InstallationProofContent implements ProofContent {
  readonly #parts: InstallationProofContentDeps
  readonly #software: string

  /** @param software name and version of this program */
  constructor(parts: InstallationProofContentDeps, software: string) {
    this.#parts = parts
    this.#software = software
  }

  sheets(whole: RequestWithSigners): SheetFacts {
    const { request, signers } = whole
    const files = request.files.length
    const known = { locale: localeOf(whole), documentId: request.id, signers: signers.length }
    return { ...known, ...(files > 1 && { files }) }
  }

  async dossier(
    whole: RequestWithSigners,
    externalSeal: SealFacts | null,
    file: RequestFile,
  ): Promise<AttachedFile> {
    const { request, signers } = whole
    const { authority } = this.#parts.pkiOf(request.mode)
    return dossierFile({
      documentId: request.id,
      name: request.name,
      externalId: request.external_id,
      message: request.message,
      filename: file.filename,
      sha256Original: file.original_sha256,
      pages: file.pages,
      size: file.original_bytes,
      ...severalFiles(request, file),
      sender: {
        name: request.sender,
        email: await this.#parts.senderOf(request.account_id),
      },
      createdAt: request.created_at,
      sentAt: toIso(this.#parts.clock.now()),
      expiresAt: request.expires_at,
      test: request.mode === 'test',
      consents: consentsOf(signers),
      signers: signers.map((signer) => dossierSigner(signer, file.number)),
      externalSeal,
      operator: this.#operator(request.mode),
      verifyUrl: `${this.#parts.origin}/verify`,
      rootSha256: (await authority.key('root')).facts.certificate.fingerprint,
    })
  }

  signature({ requestId, signer, mark, at, box, test }: SeenSignature): Look {
    const { locale } = signer
    const timeZone = signer.intent?.zone ?? languageFacts(locale).zone
    const witness = signer.action === 'witness'
    const known = { locale, name: nameOf(signer), at, timeZone, documentId: requestId }
    const facts = { ...known, mark, test, witness }
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
      ...filesFacts(request),
      sender: {
        name: request.sender,
        email,
        keyId: request.key_id,
        ...(logo !== null && { logo: new Uint8Array(logo) }),
      },
      operator: this.#operator(request.mode),
      consents: consentsOf(signers),
      signers: signers.map((signer) => ({
        ...signerFacts(signer, subject),
        values: proofValues(signer, locale, ofSeveral(request, ({ filename }) => filename).files),
      })),
      externalSeal: externalSealFacts(request),
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

/** All files of a request that has several, and which of them this one is. */
function severalFiles(request: RequestRow, file: RequestFile): Pick<DossierFacts, 'files'> {
  const { files: list } = ofSeveral(request, (each) => ({
    number: each.number,
    filename: each.filename,
    sha256: each.original_sha256,
    pages: each.pages,
    size: each.original_bytes,
  }))
  return list === undefined ? {} : { files: { number: file.number, list } }
}

function dossierSigner(signer: SignerRow, file: number): DossierSigner {
  const places = signer.fields.filter((each) => fileOf(each) === file).length
  // A signer without a placement gets one when the document is laid out.
  const count = isSigningAction(signer) ? Math.max(1, places) : 0
  return {
    id: signer.id,
    name: nameOf(signer),
    email: signer.email,
    role: signer.role,
    action: signer.action,
    witnessOf: signer.witness_of,
    step: signer.step,
    locale: signer.locale,
    delivery: signer.delivery,
    authentication: signer.authentication,
    voice: signer.voice,
    certificate: signer.certificate,
    verifiedIdentity: signer.verified_identity,
    phoneMasked: signer.phone === null ? null : maskedPhone(signer.phone),
    phoneFrom: signer.phone_from,
    fields: Array.from({ length: count }, (_, index) =>
      fieldName(signer.request_id, signer.position, index + 1),
    ),
    inputs: signer.inputs
      .filter(({ places }) => places.some((place) => fileOf(place) === file))
      .map(({ name, label, type, required }) => ({ name, label, type, required })),
  }
}

function documentFacts(
  request: RequestRow,
  signers: readonly SignerRow[],
  sha256BeforeSeal: string,
): ProofFacts['document'] {
  const { sent_at } = request
  const [{ laid_out_sha256, pages, original_bytes, original_sha256 }] = request.files
  invariant(laid_out_sha256 !== null && sent_at !== null, 'a signed document was sent')
  const signed = signers.filter(isSigningAction).map(signedAt).sort()
  return {
    id: request.id,
    name: request.name,
    message: request.message,
    externalId: request.external_id,
    pages,
    size: original_bytes,
    sha256Original: original_sha256,
    sha256Shown: laid_out_sha256,
    sha256BeforeSeal,
    createdAt: request.created_at,
    sentAt: sent_at,
    expiresAt: request.expires_at,
    allSignedAt: signed.at(-1) ?? sent_at,
    test: request.mode === 'test',
  }
}

const filesFacts = (request: RequestRow): Pick<ProofFacts, 'files'> =>
  ofSeveral(request, (file) => {
    const { laid_out_sha256, current_sha256 } = file
    invariant(laid_out_sha256 !== null && current_sha256 !== null, 'each signed file was sent')
    return {
      number: file.number,
      filename: file.filename,
      pages: file.pages,
      size: file.original_bytes,
      sha256Original: file.original_sha256,
      sha256Shown: laid_out_sha256,
      sha256BeforeSeal: current_sha256,
    }
  })

function externalSealFacts({ outer_seal: outer }: RequestRow): ProofFacts['externalSeal'] {
  const made = outer?.made
  if (made === undefined) return null
  return {
    name: made.name,
    serial: made.serial,
    sha256: made.certificate_sha256,
    issuer: made.issuer,
    validFrom: made.valid_from,
    validTo: made.valid_to,
    claim: made.claim,
    timestamp: made.timestamp,
  }
}

/** What was recorded when the person signed or approved. */
function doneFacts(signer: SignerRow, { trail, marks }: ProofSubject) {
  const { id, signature, intent } = signer
  if (!isSigningAction(signer)) {
    const entry = trail.entries.find(
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
    certificates: signature.made.map((each) => ({
      serial: each.serial,
      sha256: each.certificate_sha256,
      issuer: each.issuer,
      validFrom: each.valid_from,
      validTo: each.valid_to,
      keyType: each.key_type,
      timestamp: each.timestamp,
      ...(each.own !== undefined && { own: each.own }),
    })),
    sha256Before: signature.sha256_before,
    sha256After: signature.sha256_after,
  }
}

function delegatedFacts(delegation: Delegation): NonNullable<ProofSigner['delegation']> {
  const { email, at, reason } = delegation
  const name = delegatorOf(delegation)
  return { from: name === email ? email : `${name} (${email})`, at, reason }
}

function signerFacts(signer: SignerRow, subject: ProofSubject): ProofSigner {
  const { trail, whole } = subject
  const { id, signed_at, consent } = signer
  invariant(signed_at !== null, 'everybody has signed')
  const of = whole.signers.find((each) => each.id === signer.witness_of)
  // A code sent to the person who delegated is not one of the delegate's.
  const since = signer.delegation?.at ?? ''
  const ownTimes = (type: string) => timesOf(trail, type, id).filter((at) => at >= since)
  const sent = ownTimes('signer.otp_sent')
  return {
    id,
    name: nameOf(signer),
    email: signer.email,
    role: signer.role,
    action: signer.action,
    ...(of !== undefined && { witnessOf: nameOf(of) }),
    step: signer.step,
    delivery: signer.delivery,
    authentication: signer.authentication,
    voice: signer.voice,
    verifiedIdentity: signer.verified_identity,
    registered: signer.verified_by,
    phoneMasked: signer.phone === null ? null : maskedPhone(signer.phone),
    phoneFrom: phoneFromOf(signer),
    ...(signer.delegation !== null && { delegation: delegatedFacts(signer.delegation) }),
    invitedAt: signer.invited_at,
    openedAt: signer.opened_at,
    consentedAt: consent?.at ?? null,
    codeSentAt: sent.at(-1) ?? null,
    verifiedAt: signer.verified_at,
    signedAt: signed_at,
    codesSent: sent.length,
    codesWrong: ownTimes('signer.otp_failed').length,
    consent: consent && { version: consent.version, language: consent.language },
    keyDestroyedAt: timesOf(trail, 'signer.key_destroyed', id).at(-1) ?? null,
    ...doneFacts(signer, subject),
  }
}
