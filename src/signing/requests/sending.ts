/** Sending: lays out the document, takes the signatures from the quota and invites the first signers. */

import type { Caller } from '../../accounts/caller.ts'
import type { Db } from '../../database/open.ts'
import { monthOf, toIso } from '../../kernel/clock.ts'
import { type Finding, saying } from '../../kernel/coded-error.ts'
import { AppError, throwIfInvalid } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { Service } from '../../kernel/service.ts'
import type { MissingCarriers } from '../../messages/ports.ts'
import type { SealFacts } from '../../seals/service.ts'
import { findingAt, say } from '../../translations/texts.ts'
import type { ProofContent } from '../documents/content-port.ts'
import type { Prepared } from '../documents/prepare.ts'
import { coversOf, formFieldsOf, inputsToLayOut } from '../fields/layout.ts'
import { getsMail } from '../model/authentication.ts'
import { namingFile } from '../model/file-names.ts'
import {
  additionalHashes,
  eachFile,
  type Files,
  fileOf,
  inFile,
  type RequestFile,
} from '../model/files.ts'
import { type Actor, nameOf } from '../model/people.ts'
import type { ExternalSealState, RequestRow, RequestWithSigners, SignerRow } from '../model/rows.ts'
import { followersIn } from '../model/schemas/cc-recipients.ts'
import { isTexted } from '../model/states.ts'
import { addNews } from '../notifications/cc-mail.ts'
import * as store from '../store/requests.ts'
import { type RequestLifecycle, stateConflict } from './lifecycle.ts'
import type { ServiceParts } from './parts.ts'
import type { SaveFile } from './pending-blobs.ts'

/** A document whose files are laid out and on disk. */
export interface ReadyToSend extends Files {
  /** Where each signer signs, in all of the files. */
  placements: Prepared['placements']
  externalSeal: ExternalSealState | null
}

/** A file that is laid out and on disk. */
type LaidOut = Omit<Prepared, 'pdf'> & { sha256: string }

/** An external seal is a job of its own over one file. */
function outerFindings({ files }: RequestRow): Finding[] {
  if (files.length === 1) return []
  return [findingAt('/files', 'files_outer_seal', 'people.outerSeal')]
}

/**
 * Refuses a live request that would wait for what nobody can send. Test requests go on: their links and codes can be
 * read by the sender.
 * @throws AppError `delivery_not_configured`
 */
function checkCarriers(missing: MissingCarriers, { request, signers }: RequestWithSigners): void {
  if (request.mode === 'test') return
  const errors = signers.flatMap((signer, index): Finding[] => {
    const { delivery, authentication } = signer
    const findings: Finding[] = []
    const at = `/signers/${index}`
    if (missing.mail !== undefined && getsMail(signer)) {
      const [member, what] =
        delivery !== 'none'
          ? (['delivery', 'link'] as const)
          : (['authentication', 'codes'] as const)
      const pointer = `${at}/${member}`
      const detail = say('people.noMails', { at: pointer, what })
      findings.push({ pointer, code: 'mail', ...saying(detail, say('people.setMails')) })
    }
    if (missing.sms !== undefined && (authentication !== 'email' || isTexted(delivery))) {
      const pointer = `${at}/authentication`
      const detail = say('people.noTexts', { at: pointer, method: authentication })
      findings.push({ pointer, code: 'sms', ...saying(detail, say('people.setTexts')) })
    }
    return findings
  })
  if (errors.length > 0)
    throw new AppError('delivery_not_configured', say('requests.noCarriers'), { errors })
}

interface SendingDeps extends ServiceParts {
  content: ProofContent
  lifecycle: RequestLifecycle
  missingCarriers: MissingCarriers
}

/** Sends requests. */
export class Sending extends Service<SendingDeps> {
  /**
   * Lays the files out and stores them, before any row references them. They are transferred: the caller's buffers
   * are detached.
   * @param pdfs in the order of the files
   * @throws AppError `delivery_not_configured`, `pdf_not_signable`, `validation_failed` for several files with an external seal, `authority_unavailable`, `certificate_service_unavailable` before any signer is invited
   */
  async prepare(
    whole: RequestWithSigners,
    pdfs: readonly Uint8Array[],
    save: SaveFile,
  ): Promise<ReadyToSend> {
    const { request } = whole
    checkCarriers(this.parts.missingCarriers, whole)
    await this.parts.pkiOf(request.mode).authority.ready()
    const outer = await this.parts.externalSeals.demanded(request.account_id, request.mode)
    if (outer !== null) throwIfInvalid(outerFindings(request))
    for (const { certificate } of whole.signers)
      if (certificate !== null)
        await this.parts.certificateServices.named(
          request.account_id,
          request.mode,
          certificate.service,
        )
    const laidOut: LaidOut[] = []
    for (const file of request.files) {
      const what = { file, pdf: pdfs[file.number - 1], outer }
      laidOut.push(await namingFile(file, () => this.#layOut(whole, what, save)))
    }
    const files = eachFile(request, (file, index) => {
      const made = laidOut[index]
      invariant(made !== undefined, 'every file of a request is laid out')
      const { sha256, proofPages } = made
      return { ...file, laid_out_sha256: sha256, current_sha256: sha256, proof_pages: proofPages }
    })
    const placements = whole.signers.map((_, signer) =>
      laidOut.flatMap((made) => made.placements[signer] ?? []),
    )
    const externalSeal = outer && { name: outer.name, certificate_sha256: outer.sha256 }
    return { placements, files, externalSeal }
  }

  /** Revision 0 of one of the files. */
  async #layOut(
    whole: RequestWithSigners,
    given: { file: RequestFile; pdf: Uint8Array | undefined; outer: SealFacts | null },
    save: SaveFile,
  ): Promise<LaidOut> {
    const { request, signers } = whole
    const { file, outer } = given
    invariant(given.pdf !== undefined, 'every file of a request is laid out')
    const { number } = file
    const { pdf, ...prepared } = await this.parts.documents.layOut(given.pdf, {
      requestId: request.id,
      signers: signers.map((signer) => ({
        name: nameOf(signer),
        locale: signer.locale,
        step: signer.step,
        action: signer.action,
      })),
      test: request.mode === 'test',
      placements: signers.map(({ fields }) => fields.filter((each) => fileOf(each) === number)),
      inputs: signers.map((signer) => inputsToLayOut(signer, number)),
      covers: signers.flatMap((signer) => coversOf(signer, number)),
      formFields: signers.flatMap((signer) => formFieldsOf(signer, number)),
      sheets: { ...this.parts.content.sheets(whole), ...(number > 1 && { isAdditional: true }) },
      attachments: [await this.parts.content.dossier(whole, outer, file)],
      ...(outer !== null && { externalSeal: { name: outer.name } }),
    })
    const placements = prepared.placements.map((places) =>
      places.map((place) => ({ ...inFile(number), ...place })),
    )
    return { ...prepared, placements, sha256: await save(pdf) }
  }

  /** In the caller's transaction. @throws AppError `document_state_conflict`, `recipient_limit_reached`, `quota_exceeded` */
  async send(
    trx: Db,
    caller: Caller,
    { request, signers }: RequestWithSigners,
    ready: ReadyToSend,
    actor: Actor,
  ): Promise<void> {
    const { clock, quota, trails, recipientLimit } = this.parts
    const nowMs = clock.now()
    if (request.expires_at <= toIso(nowMs)) throw stateConflict(say('drafts.expired'))
    // Before the request counts as sent, and before anything is counted.
    if (request.mode === 'live')
      await recipientLimit.consume(
        trx,
        request.account_id,
        [...signers.filter(isWrittenTo(request)), ...request.copies].map(({ email }) => email),
        followersIn(request),
      )
    const changes = {
      // The key that sends is charged, and refunded for unused signatures.
      key_id: caller.key.id,
      sent_at: toIso(nowMs),
      files: ready.files,
      outer_seal: ready.externalSeal,
      quota_month: monthOf(nowMs),
    }
    if (!(await store.moveRequest(trx, request.id, 'pending', changes, request.revision)))
      throw stateConflict(say('documents.changedSending'))
    for (const [index, signer] of signers.entries())
      await store.updateSigner(trx, signer.id, { fields: ready.placements[index] ?? [] })
    await trails.record(trx, request.id, 'document.sent', actor, sentData(request, signers, ready))
    await this.parts.lifecycle.inviteNext(trx, request.id, actor)
    await addNews(trx, this.parts.mails, request, 'started')
    // Last: the key's counter is held until the transaction ends, and others of the same key wait for it.
    await quota.consume(trx, caller, 'signatures', signers.length)
  }
}

/** Who began the request at an open link has asked for its mails. */
const isWrittenTo =
  ({ open_link }: RequestRow) =>
  (signer: SignerRow): boolean =>
    getsMail(signer) && signer.id !== open_link?.signer_id

/** What the trail says of a request that is sent. */
const sentData = (
  request: RequestRow,
  signers: readonly SignerRow[],
  ready: ReadyToSend,
): JsonObject => ({
  sha256: ready.files[0].laid_out_sha256,
  ...additionalHashes('further_sha256', ready.files, (file) => file.laid_out_sha256),
  ...(request.required_level !== null && { required_level: request.required_level }),
  ...(ready.externalSeal !== null && {
    outer_seal: {
      name: ready.externalSeal.name,
      outer_certificate_sha256: ready.externalSeal.certificate_sha256,
    },
  }),
  ...(request.copies.length > 0 && {
    copies: request.copies.map(({ email }) => email),
  }),
  signers: signers.map(askedData),
})

/** What the trail says of a person who is asked. */
export const askedData = (signer: SignerRow): JsonObject => ({
  signer_id: signer.id,
  name: nameOf(signer),
  email: signer.email,
  step: signer.step,
  authentication: signer.authentication,
  ...(signer.action !== 'sign' && { action: signer.action }),
  ...(signer.witness_of !== null && { witness_of: signer.witness_of }),
  ...(signer.certificate !== null && {
    certificate: { ...signer.certificate },
  }),
  ...(signer.verified_identity !== null && {
    identity_stated_by_sender: signer.verified_identity,
  }),
})
