/** A request that has expired gets a new deadline: links work again, and signatures are taken from the quota again. */

import type { Caller } from '../../accounts/caller.ts'
import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { monthOf, toIso } from '../../kernel/clock.ts'
import { Service } from '../../kernel/service.ts'
import { say } from '../../translations/texts.ts'
import { MAILS } from '../model/job-kinds.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import type { Actor } from '../model/people.ts'
import type { RequestRow, SignerRow } from '../model/rows.ts'
import type { DocumentJson } from '../model/schemas/request.ts'
import * as store from '../store/requests.ts'
import { uploadsOf } from './additional-files.ts'
import { UNREAD } from './corrections.ts'
import { type Edited, editData } from './edit-diff.ts'
import { ownPlaces } from './edit-plan.ts'
import { daysOf } from './edit-rows.ts'
import { discardOld } from './edit-writing.ts'
import { assertSame, type EditingDeps, laidOut } from './editing.ts'
import { isActive, stateConflict } from './lifecycle.ts'
import { expiryOf } from './request-input.ts'

/** What reactivating changes. */
interface Reopened extends Edited {
  /** Whether nobody had signed: the document is laid out anew, with the authority of today. */
  isAnew: boolean
}

/** @throws AppError `document_state_conflict` */
function assertReactivable({ status, sent_at }: RequestRow): void {
  if (status === 'expired' && sent_at !== null) return
  throw stateConflict(say('documents.notExpired', { status }))
}

const isUnsigned = ({ status }: SignerRow): boolean => status !== 'signed'

/** A person who has not read what is laid out anew. */
const unread = (row: SignerRow, request: RequestRow): SignerRow => ({
  ...row,
  ...UNREAD,
  status: row.status === 'blocked' ? 'blocked' : 'waiting',
  fields: ownPlaces(row, request),
})

/** Reactivates requests. */
export class Reactivating extends Service<EditingDeps> {
  /**
   * Who has signed has signed; if nobody has, the document is laid out anew.
   * @throws AppError `document_not_found`, `document_state_conflict`, `validation_failed`, `quota_exceeded`
   */
  async reactivate(
    caller: Caller,
    id: string,
    { expires_at: wanted }: { expires_at?: string },
    actor: Actor,
  ): Promise<DocumentJson> {
    const { clock, blobs, db, requests, sending, files } = this.parts
    const before = await requests.find(caller, id)
    assertReactivable(before.request)
    const expires_at = toIso(expiryOf(wanted, clock.now(), daysOf(caller)))
    const request = { ...before.request, expires_at }
    const isAnew = before.signers.every((each) => !isSigningAction(each) || isUnsigned(each))
    const signers = isAnew ? before.signers.map((row) => unread(row, request)) : before.signers
    await files.during(async (save) => {
      const uploads = isAnew ? await uploadsOf(blobs, request) : []
      const planned = { request, signers }
      const ready = isAnew ? await sending.prepare(planned, uploads, save) : undefined
      const after = ready === undefined ? planned : laidOut(planned, ready)
      await concurrently(db, 'request', async (trx) => {
        assertSame(before, await requests.find(caller, id, trx))
        await this.#reopen(trx, caller, { before, after, isAnew }, actor)
      })
    })
    return await requests.get(caller, id)
  }

  /** In the caller's transaction. */
  async #reopen(trx: Db, caller: Caller, reopened: Reopened, actor: Actor): Promise<void> {
    const { quota, clock, trails, jobs, otp, lifecycle } = this.parts
    const { before, after, isAnew } = reopened
    const { id, revision } = before.request
    const { files, outer_seal, expires_at } = after.request
    const changes = {
      ...{ expires_at, files, outer_seal, ended_at: null, end_reason: null },
      ...{ key_id: caller.key.id, quota_month: monthOf(clock.now()), revision: revision + 1 },
    }
    if (!(await store.moveRequest(trx, id, 'pending', changes, revision)))
      throw stateConflict(say('documents.changed', { id }))
    const due = after.signers.filter(isUnsigned)
    await quota.consume(trx, caller, 'signatures', due.length)
    for (const signer of due) {
      const { status, fields } = signer
      // The text was billed when the signature was given back.
      await store.updateSigner(trx, signer.id, {
        texts_sent: 0,
        ...(isAnew && { ...UNREAD, status, fields }),
      })
      if (isAnew) await otp.end(trx, signer.id)
    }
    const { changed: _, ...data } = editData({ before, after })
    await trails.record(trx, id, 'document.reactivated', actor, {
      ...data,
      signers_due: due.length,
    })
    await lifecycle.planExpiry(trx, after.request)
    await lifecycle.inviteNext(trx, id, actor, await this.#tell(trx, reopened, due))
    const now = await store.findRequestWithSigners(trx, id)
    if (now !== undefined) await lifecycle.remindAnew(trx, now)
    await discardOld(trx, jobs, before.request, after.request)
  }

  /** Mails to those who had been asked; returns their ids. */
  async #tell(
    trx: Db,
    { before, isAnew }: Reopened,
    due: readonly SignerRow[],
  ): Promise<ReadonlySet<string>> {
    const { account_id: accountId, revision } = before.request
    const asked = due.filter(
      (signer) =>
        signer.invited_at !== null && signer.status !== 'blocked' && (isAnew || isActive(signer)),
    )
    for (const { id, delivery } of asked) {
      if (delivery === 'none') continue
      const order = { uniqueKey: `${id} ${revision}`, accountId }
      const payload = { signer_id: id, again: isAnew }
      await this.parts.mails.add(trx, MAILS.reactivated, payload, order)
    }
    return new Set(asked.map(({ id }) => id))
  }
}
