/** What senders may download: the original, the signed file, the trail. */

import type { Caller } from '../../accounts/caller.ts'
import type { TrailEntry } from '../../audit/chain.ts'
import type { Trail } from '../../audit/trail.ts'
import { standaloneVerifier, trailJson } from '../../audit/verify-trail.ts'
import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { safeFilename } from '../../http/disposition.ts'
import type { JsonValue } from '../../kernel/canonical-json.ts'
import { toIso } from '../../kernel/clock.ts'
import { throwIfInvalid } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import { Service } from '../../kernel/service.ts'
import { omitUndefined } from '../../kernel/type-guards.ts'
import { say } from '../../translations/texts.ts'
import { hostFindings } from '../branding/name-rules.ts'
import type { Embedding } from '../embedding/service.ts'
import { signedEvidence } from '../evidence/archive.ts'
import type { EvidenceFacts } from '../evidence/bundle.ts'
import { partiesText } from '../evidence/parties.ts'
import { isAdvanced, usedMethod } from '../model/authentication.ts'
import { fileNumbered, signedName } from '../model/file-names.ts'
import { additionalFiles } from '../model/files.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import type { Actor } from '../model/people.ts'
import type { RequestRow, SignerRow } from '../model/rows.ts'
import { findErased } from '../store/erasure.ts'
import { updateSigner } from '../store/requests.ts'
import { isActive, stateConflict } from './lifecycle.ts'
import type { ServiceParts } from './parts.ts'
import type { RequestService } from './service.ts'

/** The entry about a link that a sender was given. */
const LINK_ISSUED = 'signer.link_issued'
/** Each of these is an entry in the trail, retained for years. */
const LINKS_PER_SIGNER_MAX = 100

/** A file to hand out. */
export interface NamedFile {
  bytes: Buffer
  filename: string
}

/** Validates a file now and returns the report. */
export type ValidateFile = (filename: string, pdf: Uint8Array) => Promise<JsonValue>

/** @throws AppError `document_state_conflict` unless it is this person's turn, and the link is the sender's to give */
function assertHandable({ mode, status }: RequestRow, signer: SignerRow): void {
  if (mode === 'live' && signer.delivery !== 'none') throw stateConflict(say('signers.linkByMail'))
  if (status !== 'pending' || !isActive(signer))
    throw stateConflict(say('signers.states', { person: signer.status, document: status }))
}

/** The hash of `parties.json` in the trail; absent in those of older services. */
const partiesRecorded = ({ entries }: Trail) =>
  entries.findLast(({ type }) => type === 'document.completed')?.data.parties_sha256

interface SenderFilesDeps extends ServiceParts {
  embedding: Embedding
  origin: string
  report: ValidateFile
  requests: RequestService
  stampTrail(id: string): Promise<void>
}

/** Files of requests. */
export class SenderFiles extends Service<SenderFilesDeps> {
  /** An upload. @throws AppError `document_not_found`; `validation_failed` for a file that is not there */
  async original(caller: Caller, id: string, number = 1): Promise<NamedFile> {
    const { request } = await this.parts.requests.find(caller, id)
    const { original_sha256, filename } = fileNumbered(request, number)
    return { bytes: await this.parts.blobs.get(original_sha256), filename }
  }

  /** A finished file. @throws AppError `document_not_found`, `document_state_conflict`; `validation_failed` for a file that is not there */
  async signed(caller: Caller, id: string, number = 1): Promise<NamedFile> {
    const { request } = await this.parts.requests.find(caller, id)
    const { signed_sha256 } = fileNumbered(request, number)
    if (signed_sha256 === null)
      throw stateConflict(say('documents.noSigned', { status: request.status }))
    const bytes = await this.parts.blobs.get(signed_sha256)
    return { bytes, filename: signedName(request, number) }
  }

  /** The proof certificate as a file of its own. @throws AppError `document_state_conflict` */
  async proof(caller: Caller, id: string): Promise<NamedFile> {
    const { request } = await this.parts.requests.find(caller, id)
    if (request.proof_sha256 === null)
      throw stateConflict(say('documents.noProof', { status: request.status }))
    const bytes = await this.parts.blobs.get(request.proof_sha256)
    return { bytes, filename: safeFilename(`${request.name} (proof)`, 'pdf') }
  }

  /**
   * All evidence a court may need, in one archive.
   * @throws AppError `document_state_conflict`, `timestamp_unavailable` while the trail cannot be time-stamped
   */
  async evidence(caller: Caller, id: string): Promise<NamedFile> {
    const { request, signers } = await this.parts.requests.find(caller, id)
    const { proof_sha256, ended_at } = request
    const [{ original_sha256, signed_sha256 }] = request.files
    if (signed_sha256 === null || proof_sha256 === null || ended_at === null)
      throw stateConflict(say('documents.noEvidence', { status: request.status }))
    const { blobs, origin, documents } = this.parts
    const pki = this.parts.pkiOf(request.mode)
    const trail = await this.#stampedTrail(request.id)
    const signed = await blobs.get(signed_sha256)
    const {
      roots: [root, ...earlier],
      stampRoots,
    } = await pki.trusted()
    const unsigned = await documents.evidence({
      documentId: request.id,
      name: request.name,
      completedAt: ended_at,
      operator: pki.operator.organization,
      verifyUrl: `${origin}/verify`,
      pkiUrl: `${pki.baseUrl}/pki`,
      original: await blobs.get(original_sha256),
      signed,
      additional: await this.#additionalEvidence(request),
      proof: await blobs.get(proof_sha256),
      trail,
      verifier: { name: 'verify-trail.mjs', bytes: Buffer.from(standaloneVerifier()) },
      report: await this.parts.report(`${request.name}.pdf`, signed),
      signerFiles: await this.#signerFiles(signers),
      parties: partiesText(signers, partiesRecorded(trail)),
      means: {
        advanced: signers.filter(isSigningAction).every(isAdvanced),
        texted: signers.every((signer) => usedMethod(signer) === 'sms'),
      },
      roots: [root.der, ...earlier.map(({ der }) => der)],
      links: (await pki.authority.links()).map(({ certificate }) => certificate.der),
      stampRoots: stampRoots.map(({ der }) => der),
    })
    const bytes = await signedEvidence(unsigned, pki, ended_at)
    return { bytes, filename: safeFilename(`${request.name} (evidence)`, 'zip') }
  }

  /** What signers uploaded and signed. */
  async #signerFiles(signers: readonly SignerRow[]) {
    const files = []
    for (const { id, intent } of signers)
      for (const [field, file] of Object.entries(intent?.files ?? {}))
        files.push({ signer_id: id, field, file, bytes: await this.parts.blobs.get(file.sha256) })
    return files
  }

  /** The files after the first one, as the evidence has them. */
  async #additionalEvidence(
    request: RequestRow,
  ): Promise<NonNullable<EvidenceFacts['additional']>> {
    const { blobs } = this.parts
    const files = []
    for (const { number, filename, original_sha256, signed_sha256 } of additionalFiles(request)) {
      invariant(signed_sha256 !== null, 'every file of a completed request is finished')
      const [original, signed] = [await blobs.get(original_sha256), await blobs.get(signed_sha256)]
      files.push({
        number,
        filename,
        original,
        signed,
        report: await this.parts.report(filename, signed),
      })
    }
    return files
  }

  /** The trail of a completed request, with a time-stamp: without one the evidence would prove nothing. */
  async #stampedTrail(id: string): Promise<Trail> {
    const { trails, stampTrail } = this.parts
    const read = async (): Promise<Trail> => {
      const trail = await trails.read(id)
      invariant(trail !== undefined, 'a request has a trail')
      return trail
    }
    const trail = await read()
    const isFinished = ({ type }: TrailEntry): boolean =>
      type === 'document.completed' || type === 'document.renewed'
    const finished = trail.entries.findLast(isFinished)?.seq ?? 0
    if (trail.stamps.some(({ seq }) => seq >= finished)) return trail
    // Downloaded before the job ran.
    await stampTrail(id)
    return await read()
  }

  /** The whole trail. @throws AppError `document_not_found`, `document_erased` */
  async trail(caller: Caller, id: string) {
    const { db, trails } = this.parts
    const erased = await findErased(db, id, caller.account.id)
    // The trail of an erased request has its own retention period.
    const kept = erased?.mode === caller.key.mode ? await trails.read(id) : undefined
    if (kept !== undefined) return trailJson(kept)
    const { request } = await this.parts.requests.find(caller, id)
    const trail = await trails.read(request.id)
    invariant(trail !== undefined, 'a request has a trail')
    return trailJson(trail)
  }

  /** A passkey on the sender's device would be the sender's: it is registered on the person's own, beforehand. */
  async #assertNothingToRegister(trx: Db, of: { request: RequestRow; signer: SignerRow }) {
    const { passkeys, totps } = this.parts
    const method = of.signer.authentication
    const isKnown =
      method === 'passkey'
        ? (await passkeys.of(trx, { ...of, embedOrigin: undefined })).length > 0
        : method !== 'totp' || (await totps.of(trx, of)) !== undefined
    if (isKnown) return
    throw stateConflict(say('signers.notRegistered', { method }))
  }

  /** The link of a signer of a test document that was sent; undefined when there is none. */
  async testLink(caller: Caller, id: string, signerId: string): Promise<string | undefined> {
    const { request, signer } = await this.parts.requests.signer(caller, id, signerId)
    if (request.mode !== 'test' || request.status === 'draft') return undefined
    const { origin } = await this.parts.branding.of(request)
    return this.parts.links.url(signer, origin)
  }

  /**
   * A link to hand over, which has to be opened within some seconds; recorded in the trail.
   * @param how seconds; the origin of the page that embeds the signer's, where one does; who asks
   * @throws AppError `validation_failed` for another origin than the account's, `document_state_conflict` unless it is this person's turn, and the link is the sender's to give
   */
  async signingUrl(
    caller: Caller,
    id: string,
    signerId: string,
    how: {
      seconds: number
      embedOrigin?: string | undefined
      host?: string | undefined
      actor: Actor
    },
  ): Promise<{ url: string; expires_at: string }> {
    const { db, clock, trails, links, branding, embedding } = this.parts
    throwIfInvalid(hostFindings(how))
    const { origin } = await branding.of((await this.parts.requests.find(caller, id)).request)
    return await concurrently(db, 'request', async (trx) => {
      const found = await this.parts.requests.signer(caller, id, signerId, trx)
      const { request, signer, signers } = found
      assertHandable(request, signer)
      if (signer.certificate !== null && (how.embedOrigin ?? how.host) !== undefined)
        throw stateConflict(say('signers.ownTab'))
      if ((await trails.count(trx, id, LINK_ISSUED)) >= LINKS_PER_SIGNER_MAX * signers.length)
        throw stateConflict(say('signers.linksMost', { max: LINKS_PER_SIGNER_MAX }))
      if (how.host !== undefined) await this.#assertNothingToRegister(trx, { request, signer })
      const untilS = Math.floor(clock.now() / 1000) + how.seconds
      const expires_at = toIso(untilS * 1000)
      const embedOrigin = how.embedOrigin && (await embedding.admit(trx, request, how.embedOrigin))
      const host = how.host?.trim()
      if (host !== undefined) await updateSigner(trx, signerId, { in_person_host: host })
      const place = omitUndefined({ embed_origin: embedOrigin, in_person_host: host })
      const data = { signer_id: signerId, expires_at, ...place }
      await trails.record(trx, id, LINK_ISSUED, how.actor, data)
      return { url: links.url(signer, origin, { untilS, embedOrigin, host }), expires_at }
    })
  }

  /** The code that a signer of a test document has to enter; undefined when there is none. */
  async testCode(caller: Caller, id: string, signerId: string): Promise<string | undefined> {
    await this.parts.requests.signer(caller, id, signerId)
    return await this.parts.otp.testCode(this.parts.db, signerId)
  }
}
