/**
 * The signature pipeline: sign into the prepared fields → validation data, per signer; then the
 * seal, whose appearance is the proof certificate → validation data → archive time-stamp → our own validation.
 * Each step may be interrupted anywhere and is then repeated: only the revision referenced by a row counts.
 */

import type { Db } from '../../database/open.ts'
import { toIso } from '../../kernel/clock.ts'
import { invariant } from '../../kernel/invariant.ts'
import { Service } from '../../kernel/service.ts'
import { KeyedMutex } from '../../kernel/slots.ts'
import { accountTenant, forTenant } from '../../kernel/tenant.ts'
import { traced } from '../../kernel/trace.ts'
import type { SignerReservation } from '../../pki/authority.ts'
import { digestOf } from '../../pki/keys.ts'
import type { Pki } from '../../pki/open.ts'
import type { ProofContent } from '../documents/content-port.ts'
import type { SignFieldInput } from '../documents/tasks.ts'
import { type Filled, fillInputs } from '../fields/fill.ts'
import { fileOf, inFile, type RequestFile } from '../model/files.ts'
import { type Intent, type Mark, markOf } from '../model/intent.ts'
import { JOBS } from '../model/job-kinds.ts'
import { SERVICE } from '../model/people.ts'
import type { RequestRow, SignerRow } from '../model/rows.ts'
import * as store from '../store/requests.ts'
import { ExternalSealing } from './external-sealing.ts'
import { checkedFileSigner, type FileSigner, fieldInput } from './file-signer.ts'
import type { SealingParts } from './records.ts'
import { RevisionTaken, SealingRecords, type Turn } from './records.ts'
import { Seal } from './seal.ts'
import { WatchedStamps } from './watched-stamps.ts'

/** Signatures of others that may come first; after that the job tries again. */
const TRIES_MAX = 5

/** Input of a signer's signatures. */
interface Signing {
  request: RequestRow
  signer: SignerRow
  intent: Intent
  mark: Mark
  /** One for each place. */
  reserve: Promise<SignerReservation[]>
}

/** Makes signatures and seals. */
export class Sealing extends Service<SealingParts & { content: ProofContent }> {
  readonly #records = new SealingRecords(this.parts)
  readonly #mutex = new KeyedMutex()

  /** Makes the signature that a signer ordered; does nothing if it is already made. */
  async sign(signerId: string): Promise<void> {
    const signer = await store.findSigner(this.parts.db, signerId)
    if (signer === undefined) return
    const sign = () => traced('signing.sign', () => this.#signLatest(signerId))
    await this.#mutex.runExclusive(signer.request_id, sign)
  }

  /** Seals a document that everybody has signed; does nothing if it is already sealed. */
  async seal(requestId: string): Promise<void> {
    await this.#mutex.runExclusive(requestId, () =>
      traced('signing.seal', () => this.#seal(requestId)),
    )
  }

  /**
   * Draws the visible signature and what is filled in, and discards it: what cannot be drawn is refused while the signer is still present.
   * @throws AppError `image_invalid`, `validation_failed` for a value without room, `authority_unavailable`
   */
  async rehearse(
    { request, signer }: { request: RequestRow; signer: SignerRow },
    { mark, filled }: { mark: Mark; filled: Filled },
  ): Promise<void> {
    await this.parts.pkiOf(request.mode).authority.ready()
    const test = request.mode === 'test'
    const at = toIso(this.parts.clock.now())
    const seen = signer.fields.filter(({ box }) => box.width > 0)
    const subject = { requestId: request.id, test, signer, mark, at }
    await forTenant(accountTenant(request.account_id), () =>
      this.parts.documents.rehearse(
        seen.map(({ box }) => this.parts.content.signature({ ...subject, box })),
        fillInputs(signer, filled),
      ),
    )
  }

  /** Makes the external seal of a document that everybody has signed; does nothing if it is already made. */
  async sealOuter(requestId: string): Promise<void> {
    const outer = new ExternalSealing({ ...this.parts, records: this.#records })
    await this.#mutex.runExclusive(requestId, () =>
      traced('signing.outer_seal', () => outer.seal(requestId)),
    )
  }

  /** Fails a request whose sealing failed permanently. */
  async fail(trx: Db, requestId: string, reason: string): Promise<void> {
    const whole = await store.findRequestWithSigners(trx, requestId)
    if (whole !== undefined)
      await this.parts.lifecycle.end(trx, whole, 'failed', { actor: SERVICE, reason })
  }

  /** The mutex is this process's: on another instance, another signer may sign the same revision first. */
  async #signLatest(signerId: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#sign(signerId)
      } catch (error) {
        if (!(error instanceof RevisionTaken) || tries === TRIES_MAX) throw error
      }
    }
  }

  async #sign(signerId: string): Promise<void> {
    const { db, blobs } = this.parts
    const signer = await store.findSigner(db, signerId)
    const request = signer && (await store.findRequest(db, signer.request_id))
    if (signer?.intent == null || signer.status === 'signed' || request?.status !== 'pending')
      return
    // Their signature is made while they are there, by a key that is not ours: see remote-signing/.
    if (signer.certificate !== null) return
    const { intent } = signer
    const mark = await markOf(intent, blobs)
    // All files of a turn before any row names one: a signer has signed every file or none.
    const signing = {
      request,
      signer,
      intent,
      mark,
      reserve: this.#records.reserve(request, signer),
    }
    const turns: Turn[] = []
    for (const file of request.files) turns.push(await this.#signFile(signing, file))
    await this.#records.signed(request, signer, { turns, intent })
  }

  /** Makes the next revision of one file and stores it; no row names it yet. */
  async #signFile(signing: Signing, file: RequestFile): Promise<Turn> {
    const { request } = signing
    const from = file.current_sha256
    invariant(from !== null, 'a pending document has a current revision')
    const next = this.parts.blobs.begin(from)
    try {
      // On behalf of the sender, regardless of who triggered the signature.
      const { made, pdf, sha256 } = await forTenant(accountTenant(request.account_id), () =>
        this.#signed(signing, file, from),
      )
      return { file, from, to: await next.put(pdf, sha256), made }
    } finally {
      await next.abandon()
    }
  }

  async #open(sha256: string): Promise<FileSigner> {
    return await checkedFileSigner(this.parts, sha256)
  }

  async #signed(
    { request, signer, intent, mark, reserve }: Signing,
    file: RequestFile,
    from: string,
  ) {
    const [reservations, pdf] = await Promise.all([reserve, this.#open(from)])
    const pki = this.parts.pkiOf(request.mode)
    const made = []
    let number = 0
    for (const [index, placement] of signer.fields.entries()) {
      if (fileOf(placement) !== file.number) continue
      number += 1
      const reservation = reservations[index]
      invariant(reservation !== undefined, 'one certificate per place')
      const first = number === 1 && from === file.laid_out_sha256
      // A document that others have signed before must not be certified anew.
      const certify = first && file.proof_pages > 0
      const subject = { request, signer, mark, box: placement.box }
      // The first signature of a person in a file covers what the person filled in there, and locks it.
      const fills = number === 1 ? fillInputs(signer, intent, file.number) : []
      const where = { number, certify, timeMs: this.parts.clock.now() }
      const input = { ...fieldInput(this.parts.content, subject, where), fills }
      made.push({ ...inFile(file.number), ...(await signField(pdf, { input, reservation, pki })) })
    }
    // After the signatures, while their certificates are valid: the lists must be newer than the signatures.
    const lookUp = () => pki.revocation.validationData(pdf.certificates)
    const proven = await pdf.addValidationData(await traced('signing.validation_data', lookUp))
    return { ...proven, made }
  }

  async #seal(requestId: string): Promise<void> {
    const { db, blobs, trails } = this.parts
    const whole = await store.findRequestWithSigners(db, requestId)
    if (whole === undefined || !['pending', 'failed'].includes(whole.request.status)) return
    if (whole.signers.some(({ status }) => status !== 'signed')) return
    const { outer_seal: outer } = whole.request
    if (outer !== null && outer.made === undefined) {
      // A build that knows no external seals asked for this.
      const { jobs } = this.parts
      return await jobs.add(db, JOBS.externalSeal, { id: requestId }, { uniqueKey: requestId })
    }
    const [{ current_sha256: from }] = whole.request.files
    invariant(from !== null, 'a signed document has a current revision')
    const trail = await trails.read(requestId)
    invariant(trail !== undefined, 'a request has a trail')
    const marks = new Map<string, Mark>()
    for (const signer of whole.signers)
      if (signer.intent !== null) marks.set(signer.id, await markOf(signer.intent, blobs))
    const subject = { whole, trail, marks, sha256BeforeSeal: from }
    const seal = new Seal({ ...this.parts, pki: this.parts.pkiOf(whole.request.mode) })
    // Our validation digests every byte again and the seal was digested from the bytes read, so both saw the same
    // file.
    const next = blobs.begin(from)
    try {
      const { document, proof, additional } = await forTenant(
        accountTenant(whole.request.account_id),
        () => seal.make(subject, this.parts.content, (sha256) => this.#open(sha256)),
      )
      // Stored under the hashes computed by our validation: what is stored is what was validated.
      const [sha256, proofSha256] = await Promise.all([
        next.put(document.pdf, document.sha256),
        blobs.put(proof.pdf, proof.sha256),
      ])
      const others: string[] = []
      for (const each of additional) others.push(await blobs.put(each.pdf, each.sha256))
      await this.#records.sealed(whole, { files: [sha256, ...others], proofSha256 })
    } finally {
      await next.abandon()
    }
    await this.parts.files.discard(whole.request.files.flatMap((file) => file.current_sha256 ?? []))
  }
}

/** Signs one field with its own key and certificate; returns what the trail records about it. */
async function signField(
  file: FileSigner,
  what: { input: SignFieldInput; reservation: SignerReservation; pki: Pki },
) {
  const { input, reservation, pki } = what
  const timestamps = new WatchedStamps(pki.timestamps)
  const taken = pki.keyPool.take()
  const signer = taken.then((key) => pki.authority.issueSigner(reservation, key))
  await file.sign({ ...input, digest: digestOf(pki.signerKeys) }, { signer, timestamps })
  const { certificate, chain } = await signer
  const [issuer] = chain
  invariant(issuer !== undefined, 'a certificate of ours has an issuer')
  const { notBeforeMs, notAfterMs } = reservation
  return {
    field: input.field,
    serial: certificate.serialHex,
    certificate_sha256: certificate.fingerprint,
    issuer: issuer.name,
    valid_from: toIso(notBeforeMs),
    valid_to: toIso(notAfterMs),
    key_type: pki.signerKeys.toUpperCase(),
    timestamp: timestamps.last,
    key_destroyed: (await taken).isDestroyed,
  }
}
