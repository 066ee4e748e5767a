/**
 * The state changes of a request, each inside the caller's transaction with its trail entry, its mails and its quota.
 */

import type { Db } from '../../database/open.ts'
import { DAY_MS, toIso } from '../../kernel/clock.ts'
import type { Wording } from '../../kernel/coded-error.ts'
import { AppError } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import { Service } from '../../kernel/service.ts'
import { isOneOf } from '../../kernel/type-guards.ts'
import { say } from '../../translations/texts.ts'
import { JOBS, MAILS } from '../model/job-kinds.ts'
import { type Actor, maskedPhone, SERVICE } from '../model/people.ts'
import type { RequestRow, RequestWithSigners, SignerRow } from '../model/rows.ts'
import { ACTIVE_SIGNER_STATES, isTexted } from '../model/states.ts'
import { addNews } from '../notifications/cc-mail.ts'
import type { LinkTexts } from '../notifications/link-texts.ts'
import { addNotices } from '../notifications/sender-mails.ts'
import { removeOrdersOf } from '../store/certificate-orders.ts'
import type { ErasedRow } from '../store/erasure.ts'
import * as store from '../store/requests.ts'
import { removeUnsigned } from '../store/uploads.ts'
import type { Needs } from './parts.ts'

/** Minimum pause between two mails to the same person. */
export const REMIND_PAUSE_MS = 10 * 60_000

/** Whether every signature is made or ordered, so that no signer has anything left to do. */
export const isEverySignatureOrdered = (signers: readonly SignerRow[]): boolean =>
  signers.every(({ status, intent }) => status === 'signed' || intent !== null)

/** How a request can end without being completed. */
export type Ending = 'declined' | 'cancelled' | 'expired' | 'failed'

/** Whether a signer is asked to do something now. */
export const isActive = ({ status }: SignerRow): boolean => isOneOf(ACTIVE_SIGNER_STATES, status)

/** Everybody who was invited is notified of the end, including those who have signed. */
const wasAsked = ({ status, invited_at }: SignerRow) => invited_at !== null && status !== 'declined'

/** Performs the state changes of requests and signers. */
export class RequestLifecycle extends Service<
  Needs<'clock' | 'jobs' | 'mails' | 'quota' | 'trails'> & { linkTexts: Pick<LinkTexts, 'add'> }
> {
  /**
   * Invites those whose turn it is; returns how many.
   * @param told ids of those who get another mail instead
   */
  async inviteNext(db: Db, requestId: string, actor: Actor, told: ReadonlySet<string> = new Set()) {
    const signers = await store.signersOf(db, requestId)
    const open = signers.filter(({ status }) => status !== 'signed')
    const step = Math.min(...open.map((signer) => signer.step))
    const next = open.filter((signer) => signer.step === step && signer.status === 'waiting')
    for (const signer of next) await this.invite(db, signer, actor, told.has(signer.id))
    return next.length
  }

  /** After a participant is done: invites those whose turn it is, or has the document sealed if none is left. */
  async advance(db: Db, requestId: string): Promise<void> {
    const signers = await store.signersOf(db, requestId)
    if (signers.some(({ status }) => status !== 'signed'))
      return void (await this.inviteNext(db, requestId, SERVICE))
    const request = await requestOf(db, { request_id: requestId })
    const job = request.outer_seal === null ? JOBS.seal : JOBS.externalSeal
    const order = { uniqueKey: requestId, accountId: request.account_id }
    await this.parts.jobs.add(db, job, { id: requestId }, order)
  }

  /** Invites a signer, for the first time or after unblocking. @param isTold by another mail */
  async invite(db: Db, signer: SignerRow, actor: Actor, isTold = false): Promise<void> {
    const { trails, mails, clock } = this.parts
    const nowMs = clock.now()
    const moved = await store.moveSigner(db, signer.id, 'invited', { invited_at: toIso(nowMs) })
    invariant(moved, 'whoever has signed or declined is not invited')
    await trails.record(db, signer.request_id, 'signer.invited', actor, {
      signer_id: signer.id,
      channel: signer.delivery,
      ...addressOf(signer),
    })
    if (signer.delivery === 'none') return
    const uniqueKey = `${signer.id} ${signer.link_version} ${toIso(nowMs)}`
    const request = await requestOf(db, signer)
    const order = { uniqueKey, accountId: request.account_id }
    if (!isTold && signer.delivery !== 'sms')
      await mails.add(db, MAILS.invitation, { signer_id: signer.id }, order)
    await this.parts.linkTexts.add(db, { request, signer }, 'invitation', actor)
    await this.#planReminder(db, signer, { request, number: 1, fromMs: nowMs })
  }

  /** Reminds a signer in the way that they were invited. */
  async remind(db: Db, signer: SignerRow, actor: Actor): Promise<void> {
    const { trails, mails, clock } = this.parts
    const at = toIso(clock.now())
    await store.updateSigner(db, signer.id, { reminded_at: at })
    await trails.record(db, signer.request_id, 'signer.reminded', actor, {
      signer_id: signer.id,
      channel: signer.delivery,
      ...addressOf(signer),
    })
    const request = await requestOf(db, signer)
    const order = { uniqueKey: `${signer.id} ${at}`, accountId: request.account_id }
    if (signer.delivery !== 'sms')
      await mails.add(db, MAILS.reminder, { signer_id: signer.id }, order)
    await this.parts.linkTexts.add(db, { request, signer }, 'reminder', actor)
  }

  /** A scheduled reminder: sent if still due, and the next one scheduled. */
  async remindAsPlanned(
    db: Db,
    signerId: string,
    { number, revision }: { number: number; revision?: number | undefined },
  ): Promise<void> {
    const signer = await store.findSigner(db, signerId)
    const request = signer && (await store.findRequest(db, signer.request_id))
    if (signer === undefined || request?.status !== 'pending' || !isActive(signer)) return
    // An edit has planned them anew.
    if (revision !== undefined && revision !== request.revision) return
    const nowMs = this.parts.clock.now()
    // A job may run twice, and the sender may have sent a reminder by hand a moment ago.
    const lately = nowMs - Date.parse(signer.reminded_at ?? '1970') < REMIND_PAUSE_MS
    if (!lately) await this.remind(db, signer, { actor: 'service' })
    await this.#planReminder(db, signer, { request, number: number + 1, fromMs: nowMs })
  }

  /** Plans the first reminder of everybody whose turn it is; those planned before the request was edited are not sent. */
  async remindAnew(db: Db, { request, signers }: RequestWithSigners): Promise<void> {
    const fromMs = this.parts.clock.now()
    for (const signer of signers)
      if (isActive(signer) && signer.delivery !== 'none')
        await this.#planReminder(db, signer, { request, number: 1, fromMs })
  }

  /** Has a request expire; the job of an earlier deadline finds that it is not due. */
  async planExpiry(db: Db, { id, expires_at }: RequestRow): Promise<void> {
    const runAtMs = Date.parse(expires_at)
    await this.parts.jobs.add(
      db,
      JOBS.expire,
      { id },
      { runAtMs, uniqueKey: `${id} ${expires_at}` },
    )
  }

  /**
   * Ends a request without a signed document: notifies those who were asked and refunds unused quota. Returns false
   * when it has ended already.
   */
  async end(
    db: Db,
    whole: RequestWithSigners,
    ending: Ending,
    why: { actor: Actor; reason?: string | undefined; except?: string },
  ): Promise<boolean> {
    const { trails, mails, clock, jobs } = this.parts
    const { request, signers } = whole
    const changes = { ended_at: toIso(clock.now()), end_reason: why.reason ?? null, returned: null }
    if (!(await store.moveRequest(db, request.id, ending, changes))) return false
    await trails.record(
      db,
      request.id,
      `document.${ending}`,
      why.actor,
      why.reason === undefined ? {} : { reason: why.reason },
    )
    for (const signer of signers) {
      if (!wasAsked(signer) || signer.delivery === 'none' || signer.id === why.except) continue
      const order = { uniqueKey: signer.id, accountId: request.account_id }
      await mails.add(db, MAILS.ended, { signer_id: signer.id }, order)
    }
    if (request.status === 'pending') await addNews(db, mails, request, 'ended')
    // The person who cancels already knows.
    if (ending !== 'cancelled') await addNotices(db, mails, request, { kind: ending })
    await store.forgetKept(db, request.id)
    const orders = await removeOrdersOf(db, request.id)
    const files = [...(await removeUnsigned(db, request.id)), ...orders]
    if (files.length > 0) await jobs.add(db, JOBS.discard, { files })
    await this.refund(db, whole)
    return true
  }

  /** Refunds signatures that will never be made to the month they were taken from. */
  async refund(db: Db, { request, signers }: RequestWithSigners): Promise<void> {
    if (request.quota_month === null || request.mode === 'test') return
    const unsigned = signers.filter(({ status }) => status !== 'signed')
    if (unsigned.length === 0) return
    const counter = {
      keyId: request.key_id,
      month: request.quota_month,
      metric: 'signatures' as const,
    }
    await this.parts.quota.refund(db, counter, unsigned.length)
    // A signature includes one text; without the signature that text is billed as an extra one.
    const texted = unsigned.filter(({ texts_sent }) => texts_sent > 0).length
    if (texted > 0)
      await this.parts.quota.count(db, { keyId: request.key_id, metric: 'sms', amount: texted })
  }

  async #planReminder(
    db: Db,
    signer: SignerRow,
    { request, number, fromMs }: { request: RequestRow; number: number; fromMs: number },
  ): Promise<void> {
    if (request.reminders === null) return
    const { first_after_days, every_days, max = 3 } = request.reminders
    const days = number === 1 ? first_after_days : (every_days ?? first_after_days)
    const runAtMs = fromMs + days * DAY_MS
    if (number > max || runAtMs >= Date.parse(request.expires_at)) return
    const { revision } = request
    const payload = { signer_id: signer.id, number, revision }
    await this.parts.jobs.add(db, JOBS.remind, payload, {
      runAtMs,
      uniqueKey: `${signer.id} ${number} ${revision}`,
      accountId: request.account_id,
    })
  }
}

/** Where the link goes, for the trail. */
const addressOf = ({ email, delivery, phone }: SignerRow) => ({
  email,
  ...(isTexted(delivery) && phone !== null && { phone: maskedPhone(phone) }),
})

async function requestOf(
  db: Db,
  { request_id }: Pick<SignerRow, 'request_id'>,
): Promise<RequestRow> {
  const request = await store.findRequest(db, request_id)
  invariant(request !== undefined, 'signers belong to a request')
  return request
}

/** The error for an action that the state does not allow. */
export const stateConflict = (what: Wording) => new AppError('document_state_conflict', what)

/** The error for a request that was erased. */
export const erasedProblem = ({ erased_at, ended_at }: ErasedRow): AppError =>
  new AppError(
    'document_erased',
    say('documents.erased', { ended: ended_at.slice(0, 10), erased: erased_at.slice(0, 10) }),
  )

/** The error for a request that the caller does not have. */
export const notFound = (): AppError => new AppError('document_not_found', say('documents.unknown'))

/** Maximum number of corrections, and of manual reminders, per signer of a request. */
export const ACTIONS_PER_SIGNER_MAX = 20
