/** What senders do with signature requests: create, send, look, cancel, remind, correct, unblock. */

import type { Caller } from '../../accounts/caller.ts'
import { concurrently, takeTurn } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { toIso } from '../../kernel/clock.ts'
import { AppError, throwIfInvalid } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import { Service } from '../../kernel/service.ts'
import { say } from '../../translations/texts.ts'
import { removeOwned } from '../authentication/registered-store.ts'
import { personFindings } from '../branding/name-rules.ts'
import { brandHolderOf } from '../branding/service.ts'
import { getsMail, methodFindings } from '../model/authentication.ts'
import { certificatesOf, placeFindings } from '../model/certificate-demand.ts'
import { JOBS } from '../model/job-kinds.ts'
import { witnessFindings } from '../model/participant-actions.ts'
import type { Actor } from '../model/people.ts'
import type { RequestRow, RequestWithSigners, SignerRow } from '../model/rows.ts'
import { copiedFindings } from '../model/schemas/cc-recipients.ts'
import type { DocumentJson } from '../model/schemas/request.ts'
import type { SignerChanges } from '../model/schemas/signer.ts'
import { isTexted } from '../model/states.ts'
import { noticesOf } from '../notifications/notice-store.ts'
import { findErased } from '../store/erasure.ts'
import * as store from '../store/requests.ts'
import { removeFilesOfSigner } from '../store/uploads.ts'
import { bytesOf, keepAdditionalFiles, openFiles, uploadsOf } from './additional-files.ts'
import { checkInput } from './checks.ts'
import { assertCorrectable, correctedColumns } from './corrections.ts'
import { draftRows } from './draft.ts'
import { checkDrafts, type DraftLimits } from './draft-limits.ts'
import {
  ACTIONS_PER_SIGNER_MAX,
  erasedProblem,
  isActive,
  isEverySignatureOrdered,
  notFound,
  REMIND_PAUSE_MS,
  type RequestLifecycle,
  stateConflict,
} from './lifecycle.ts'
import type { ServiceParts } from './parts.ts'
import type { PendingBlobs } from './pending-blobs.ts'
import { changesOf } from './phones.ts'
import type { FinderFor } from './placements.ts'
import { type CreateRequestInput, expiryOf, isDraft, repeatedSigners } from './request-input.ts'
import type { Sending } from './sending.ts'
import { toDocument } from './view.ts'

interface RequestServiceDeps extends ServiceParts {
  draftLimits: DraftLimits
  files: PendingBlobs
  finderFor: FinderFor
  lifecycle: RequestLifecycle
  sending: Sending
}

/** Signature requests for those who send them. */
export class RequestService extends Service<RequestServiceDeps> {
  get finderFor(): FinderFor {
    return this.parts.finderFor
  }

  /**
   * Creates a request and, unless it is to stay a draft, sends it.
   * @param save stores the response in the same transaction
   * @throws AppError `pdf_*`, `validation_failed`, `quota_exceeded`, `draft_limit_reached`, `authority_unavailable`
   */
  async create(
    caller: Caller,
    given: CreateRequestInput,
    actor: Actor,
    save?: (trx: Db, answer: DocumentJson) => Promise<void>,
  ): Promise<DocumentJson> {
    const { db, clock, webhooks, documents } = this.parts
    const nowMs = clock.now()
    const days = caller.plan.signature?.request_expiry_days
    invariant(days !== undefined, 'the guard lets in only plans with signatures')
    const { input: checked, findings } = await checkInput(this.parts, caller.account.id, given)
    const certificates = await certificatesOf(this.parts, caller, checked)
    throwIfInvalid([...findings, ...certificates.findings])
    const expiresMs = expiryOf(checked.options.expires_at, nowMs, days)
    const url = checked.options.webhook_url
    if (url !== undefined) await webhooks.check(url)
    await this.#checkDraft(db, caller, checked)
    const { pdfs, original, ...opened } = await openFiles(documents, checked, this.finderFor)
    const { codeToOpen } = await noticesOf(db, caller.account.id)
    const options = { code_to_open: codeToOpen, ...checked.options }
    const input = { ...checked, options, pdf: original }
    throwIfInvalid(placeFindings(input.signers, opened.placements))
    const { name } = await this.parts.branding.of(brandHolderOf(caller))
    const sender = name ?? (await this.parts.senderOf(caller.account.id))
    return await this.parts.files.during(async (keepFile) => {
      const sha256 = await keepFile(input.pdf)
      const known = {
        ...opened,
        sha256,
        additional: await keepAdditionalFiles(opened.additional, keepFile),
        calls: this.parts.calls !== undefined,
      }
      const rows = draftRows({ ...known, caller, input, sender, certificates, nowMs, expiresMs })
      const prepared = isDraft(input)
        ? undefined
        : await this.parts.sending.prepare(rows, pdfs, keepFile)
      return await concurrently(db, 'request', async (trx) => {
        // Checked again: concurrent calls may have found the same room.
        await this.#checkDraft(trx, caller, input)
        const by = begunBy(rows.request, actor)
        await this.#insert(trx, rows, { actor: by, url })
        if (prepared !== undefined) await this.parts.sending.send(trx, caller, rows, prepared, by)
        const answer = toDocument(await this.find(caller, rows.request.id, trx))
        await save?.(trx, answer)
        return answer
      })
    })
  }

  /** @throws AppError `draft_limit_reached` */
  async #checkDraft(db: Db, caller: Caller, input: CreateRequestInput): Promise<void> {
    if (!isDraft(input)) return
    if (db.isTransaction) await takeTurn(db, 'drafts', caller.account.id)
    await checkDrafts(db, caller, bytesOf(input), this.parts.draftLimits)
  }

  /** A draft with everything that belongs to it, in the caller's transaction. */
  async #insert(
    trx: Db,
    rows: ReturnType<typeof draftRows>,
    { actor, url }: { actor: Actor; url: string | undefined },
  ): Promise<void> {
    const { jobs, trails, webhooks } = this.parts
    const { id, account_id: accountId, mode, expires_at } = rows.request
    await store.insertRequest(trx, rows.request)
    await store.insertSigners(trx, rows.signers)
    await trails.open(trx, { id, accountId, header: rows.header })
    await trails.record(trx, id, 'document.created', actor, rows.created)
    if (url !== undefined)
      await webhooks.addForDocument(trx, { accountId, documentId: id, mode, url })
    await jobs.add(trx, JOBS.expire, { id }, { runAtMs: Date.parse(expires_at), uniqueKey: id })
  }

  /** Sends a draft, or again what was returned. @throws AppError `document_state_conflict`, `quota_exceeded` */
  async send(caller: Caller, id: string, actor: Actor): Promise<DocumentJson> {
    const whole = await this.find(caller, id)
    if (whole.request.returned !== null) return await this.sendAgain(caller, id, actor)
    if (whole.request.status !== 'draft')
      throw stateConflict(say('documents.notDraft', { status: whole.request.status }))
    const uploads = await uploadsOf(this.parts.blobs, whole.request)
    await this.parts.files.during(async (save) => {
      const prepared = await this.parts.sending.prepare(whole, uploads, save)
      await concurrently(this.parts.db, 'request', async (trx) => {
        await this.parts.sending.send(trx, caller, whole, prepared, actor)
      })
    })
    return await this.get(caller, id)
  }

  /** Sends what was returned as it is. @throws AppError `document_state_conflict` */
  async sendAgain(caller: Caller, id: string, actor: Actor): Promise<DocumentJson> {
    await concurrently(this.parts.db, 'request', async (trx) => {
      const { request } = await this.find(caller, id, trx)
      if (request.returned === null) throw stateConflict(say('documents.changed', { id }))
      await store.reviseRequest(trx, id, { returned: null }, request)
      await this.parts.trails.record(trx, id, 'document.resumed', actor)
      await this.parts.lifecycle.inviteNext(trx, id, actor)
    })
    return await this.get(caller, id)
  }

  /** What the account stores here with keys of the caller's mode. */
  held({ account, key }: Caller): Promise<store.Held> {
    return store.heldBy(this.parts.db, account.id, key.mode)
  }

  async get(caller: Caller, id: string): Promise<DocumentJson> {
    return toDocument(await this.find(caller, id))
  }

  /** A request of the caller's account. @throws AppError `document_not_found`, `document_erased` */
  async find(caller: Caller, id: string, db: Db = this.parts.db): Promise<RequestWithSigners> {
    const whole = await store.findRequestWithSigners(db, id, caller.account.id)
    // A test key sees what test keys created, a live key what live keys created.
    if (whole?.request.mode === caller.key.mode) return whole
    const erased = await findErased(db, id, caller.account.id)
    throw erased?.mode === caller.key.mode ? erasedProblem(erased) : notFound()
  }

  /** Withdraws a request. @throws AppError `document_state_conflict` */
  async cancel(
    caller: Caller,
    id: string,
    reason: string | undefined,
    actor: Actor,
  ): Promise<DocumentJson> {
    await concurrently(this.parts.db, 'request', async (trx) => {
      const whole = await this.find(caller, id, trx)
      if (whole.request.status === 'pending' && isEverySignatureOrdered(whole.signers))
        throw stateConflict(say('documents.sealing'))
      if (!(await this.parts.lifecycle.end(trx, whole, 'cancelled', { actor, reason })))
        throw stateConflict(say('documents.notCancelled', { status: whole.request.status }))
    })
    return await this.get(caller, id)
  }

  /** Reminds everybody whose turn it is. @throws AppError `document_state_conflict` */
  async remind(caller: Caller, id: string, actor: Actor): Promise<DocumentJson> {
    const { db, clock } = this.parts
    await concurrently(db, 'request', async (trx) => {
      const { request, signers } = await this.find(caller, id, trx)
      if (request.returned !== null) throw stateConflict(say('documents.returned'))
      const due = signers.filter((each) => isActive(each) && each.delivery !== 'none')
      if (request.status !== 'pending' || due.length === 0)
        throw stateConflict(say('documents.noReminder', { status: request.status }))
      await this.#refuseEndless(trx, request.id, 'signer.reminded', signers.length)
      for (const signer of due) {
        const last = signer.reminded_at ?? signer.invited_at
        invariant(last !== null, 'whose turn it is was invited')
        const waitMs = Date.parse(last) + REMIND_PAUSE_MS - clock.now()
        if (waitMs > 0)
          throw new AppError('rate_limited', say('signers.justMailed', { email: signer.email }), {
            retryAfterSeconds: Math.ceil(waitMs / 1000),
          })
        await this.parts.lifecycle.remind(trx, signer, actor)
      }
    })
    return await this.get(caller, id)
  }

  /**
   * Corrects a signer who has not signed: a new address means another person, who gets a new link and starts over; a
   * new phone needs a new code.
   * @throws AppError `signer_not_found`, `document_state_conflict`, `validation_failed`
   */
  async updateSigner(
    caller: Caller,
    id: string,
    signerId: string,
    given: SignerChanges,
    actor: Actor,
  ): Promise<DocumentJson> {
    const { db, trails, otp, authentication } = this.parts
    const { signer: before } = await this.signer(caller, id, signerId)
    const { changes, findings } = await changesOf(this.parts, caller.account.id, before, given)
    throwIfInvalid([
      ...personFindings(changes),
      ...findings,
      ...methodFindings(given, '', authentication),
    ])
    await concurrently(db, 'request', async (trx) => {
      const { request, signer, signers } = await this.signer(caller, id, signerId, trx)
      assertCorrectable(request, signer, changes)
      await this.#refuseEndless(trx, request.id, 'signer.updated', signers.length)
      const changed = { ...signer, ...changes }
      const others = signers.map((each) => (each.id === signerId ? changed : each))
      throwIfInvalid([...repeatedSigners(others), ...witnessFindings(others, changed)])
      const readdressed = changed.email !== signer.email
      if (readdressed) {
        throwIfInvalid(copiedFindings(request.copies, changed))
        await this.#forgetUploads(trx, signerId)
      }
      const asksAnother = readdressed && request.status === 'pending'
      // Before the address counts as one the account has written to.
      if (asksAnother && getsMail(changed)) await this.#countRecipient(trx, request, changed.email)
      if (readdressed || changed.phone !== signer.phone) await otp.end(trx, signerId)
      await store.updateSigner(trx, signerId, correctedColumns(signer, changes))
      await removeOwned(trx, { ...request, email: changed.email }, [
        ...(given.reset_passkey === true ? (['signer_passkeys'] as const) : []),
        ...(given.reset_totp === true ? (['signer_totps'] as const) : []),
      ])
      const changedMembers = Object.entries(given).flatMap(([name, value]) =>
        value === false ? [] : [name],
      )
      const data = { signer_id: signerId, changed: changedMembers.sort() }
      await trails.record(trx, id, 'signer.updated', actor, data)
      await this.#askAgain(trx, { request, signer, changed }, actor)
    })
    return await this.get(caller, id)
  }

  /** What one person uploaded is not shown to the next. */
  async #forgetUploads(trx: Db, signerId: string): Promise<void> {
    const files = await removeFilesOfSigner(trx, signerId)
    if (files.length > 0) await this.parts.jobs.add(trx, JOBS.discard, { files })
  }

  async #countRecipient(trx: Db, { account_id, mode }: RequestRow, email: string): Promise<void> {
    if (mode === 'live') await this.parts.recipientLimit.consume(trx, account_id, [email])
  }

  /** Invites the person with the new address, or sends the link to the new number, if it is their turn. */
  async #askAgain(
    trx: Db,
    { request, signer, changed }: { request: RequestRow; signer: SignerRow; changed: SignerRow },
    actor: Actor,
  ): Promise<void> {
    const isAnother = changed.email !== signer.email
    const texts = isTexted(signer.delivery) && changed.phone !== signer.phone
    if (request.status !== 'pending' || !(isAnother || texts)) return
    const current = await store.findSigner(trx, signer.id)
    if (current !== undefined && isActive(current))
      await this.parts.lifecycle.invite(trx, current, actor, !isAnother)
  }

  /** Lets a blocked signer try again, with a new link. @throws AppError `document_state_conflict` */
  async unblock(caller: Caller, id: string, signerId: string, actor: Actor): Promise<DocumentJson> {
    const { db, trails } = this.parts
    await concurrently(db, 'request', async (trx) => {
      const { request, signer } = await this.signer(caller, id, signerId, trx)
      const binding = { signerId, forgivenMs: signer.guesses_forgiven_at }
      const isLocked =
        signer.status === 'blocked' ||
        (isActive(signer) && (await this.parts.otp.lockedUntil(trx, binding)) !== undefined)
      if (request.status !== 'pending' || !isLocked)
        throw stateConflict(say('signers.notBlocked', { status: signer.status }))
      const link = {
        link_version: signer.link_version + 1,
        codes_wasted: 0,
        session_hash: null,
        guesses_forgiven_at: this.parts.clock.now(),
      }
      await store.updateSigner(trx, signerId, link)
      await this.parts.otp.end(trx, signerId)
      await trails.record(trx, id, 'signer.unblocked', actor, { signer_id: signerId })
      await this.parts.lifecycle.invite(trx, { ...signer, ...link }, actor)
    })
    return await this.get(caller, id)
  }

  /** Expires a request; for the job. */
  async expire(id: string): Promise<void> {
    await concurrently(this.parts.db, 'request', async (trx) => {
      const whole = await store.findRequestWithSigners(trx, id)
      if (whole === undefined || whole.request.expires_at > toIso(this.parts.clock.now())) return
      // A request that everybody signed in time is sealed, however long that takes.
      if (isEverySignatureOrdered(whole.signers)) return
      await this.parts.lifecycle.end(trx, whole, 'expired', { actor: { actor: 'service' } })
    })
  }

  /** Each of these is a trail entry retained for years, and most of them send a mail. */
  async #refuseEndless(
    trx: Db,
    id: string,
    type: 'signer.updated' | 'signer.reminded',
    signers: number,
  ): Promise<void> {
    const max = ACTIONS_PER_SIGNER_MAX * signers
    if ((await this.parts.trails.count(trx, id, type)) < max) return
    const done = type === 'signer.updated' ? 'corrected' : 'reminded'
    throw stateConflict(say('signers.actionsMost', { done, max, each: ACTIONS_PER_SIGNER_MAX }))
  }

  /** One of its signers, too. @throws AppError `document_not_found`, `document_erased`, `signer_not_found` */
  async signer(caller: Caller, id: string, signerId: string, db?: Db) {
    const { request, signers } = await this.find(caller, id, db)
    const signer = signers.find((each) => each.id === signerId)
    if (signer === undefined)
      throw new AppError('signer_not_found', say('signers.unknown', { id: signerId }))
    return { request, signer, signers }
  }
}

/** Who creates a request: the signer who began it at an open link, else the caller. */
const begunBy = ({ open_link }: RequestRow, actor: Actor): Actor =>
  open_link === null ? actor : { ...actor, actor: `signer:${open_link.signer_id}` }
