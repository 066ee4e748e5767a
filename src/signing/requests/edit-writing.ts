/** Puts an edit in place: rows, quota, trail and mails in one transaction. */

import type { Caller } from '../../accounts/caller.ts'
import { takeTurn } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { monthOf, toIso } from '../../kernel/clock.ts'
import { Service } from '../../kernel/service.ts'
import { say } from '../../translations/texts.ts'
import { getsMail } from '../model/authentication.ts'
import { blobsOf } from '../model/files.ts'
import { JOBS, MAILS } from '../model/job-kinds.ts'
import type { Actor } from '../model/people.ts'
import type { RequestRow, RequestWithSigners, SignerRow } from '../model/rows.ts'
import { followersIn } from '../model/schemas/cc-recipients.ts'
import { addNews } from '../notifications/cc-mail.ts'
import * as store from '../store/requests.ts'
import { replaceTags } from '../store/tags.ts'
import { removeFilesOfSigner } from '../store/uploads.ts'
import { UNREAD } from './corrections.ts'
import { checkDrafts } from './draft-limits.ts'
import { type Edited, editData, partsFor } from './edit-diff.ts'
import type { EditPlan } from './edit-plan.ts'
import type { EditParts } from './edit-rows.ts'
import { stateConflict } from './lifecycle.ts'

/** Each of these is a trail entry retained for years, and a mail to everybody. */
const EDITS_MAX = 100

/** An edit that is ready to be put in place. */
export interface ReadyEdit extends Edited {
  /** The people from whose rows the edit was made: what others have done since stays. */
  madeFrom: readonly SignerRow[]
  plan: EditPlan
  /** Whether what signers see changes. */
  isShown: boolean
}

/** What a row says of a person who has done nothing with the document, and their link. */
const unreadOf = (row: SignerRow): Partial<SignerRow> => ({
  ...UNREAD,
  status: row.status,
  link_version: row.link_version,
})

/** The columns that differ. */
const changedOf = (earlier: SignerRow, row: SignerRow): Partial<SignerRow> =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(earlier[name as keyof SignerRow]),
    ),
  )

/** Removes, later, the files that no longer belong to a request. */
export async function discardOld(trx: Db, jobs: Jobs, before: RequestRow, after: RequestRow) {
  const gone = blobsOf(before.files)
  for (const sha256 of blobsOf(after.files)) gone.delete(sha256)
  if (gone.size > 0) await jobs.add(trx, JOBS.discard, { files: [...gone] })
}

/** Writes edits. */
export class EditWriting extends Service<EditParts> {
  /** Puts an edit in place, in the caller's transaction. */
  async put(trx: Db, caller: Caller, ready: ReadyEdit, actor: Actor): Promise<void> {
    const { before, after, plan, isShown } = ready
    const { request } = before
    const isSent = request.status === 'pending'
    const { trails, jobs, mails } = this.parts
    const edits = await trails.count(trx, request.id, 'document.updated')
    if (edits >= EDITS_MAX) throw stateConflict(say('documents.editsMost', { max: EDITS_MAX }))
    const told = isSent && isShown ? await this.#unread(trx, ready) : after
    if (isSent) await this.#countRecipients(trx, before, told)
    else await this.#checkSize(trx, caller, ready)
    const counter = isSent ? await this.#takeQuota(trx, caller, ready) : {}
    const revised = { ...told.request, ...counter }
    const { id: _, status: _status, revision: _revision, ...columns } = revised
    if (!(await store.reviseRequest(trx, request.id, columns, request)))
      throw stateConflict(say('documents.changed', { id: request.id }))
    if (String(request.tags) !== String(revised.tags)) await replaceTags(trx, request, revised.tags)
    if (!isSent || isShown) await this.#writeSigners(trx, { ...ready, after: told })
    await trails.record(
      trx,
      request.id,
      'document.updated',
      actor,
      editData({ before, after: told }),
    )
    if (request.expires_at !== revised.expires_at)
      await this.parts.lifecycle.planExpiry(trx, revised)
    await discardOld(trx, jobs, request, revised)
    if (!isSent) return
    await addNews(trx, mails, revised, 'started', new Set(followersIn(request)))
    await this.#tell(trx, { ...ready, after: told }, actor, plan.removed)
  }

  /** The people as they are when nobody has read the document. */
  async #unread(trx: Db, { before, after }: ReadyEdit): Promise<RequestWithSigners> {
    const [first] = before.request.files
    // Where the first file says nothing of the others, a page that shows the old ones would not be found out by its hash.
    const isAlike = after.request.files[0].laid_out_sha256 === first.laid_out_sha256
    const signers: SignerRow[] = []
    for (const row of after.signers) {
      const earlier = before.signers.find(({ id }) => id === row.id)
      if (earlier !== undefined) await this.parts.otp.end(trx, row.id)
      const { status } = row
      const link_version =
        row.link_version + Number(isAlike && earlier?.link_version === row.link_version)
      signers.push({
        ...row,
        ...UNREAD,
        ...(earlier === undefined || status === 'blocked' ? { status } : {}),
        link_version: earlier === undefined ? row.link_version : link_version,
      })
    }
    // The sender has corrected what was returned.
    return { request: { ...after.request, returned: null }, signers }
  }

  /** Addresses that the account has not written to. @throws AppError `recipient_limit_reached` */
  async #countRecipients(
    trx: Db,
    { request, signers }: RequestWithSigners,
    after: RequestWithSigners,
  ): Promise<void> {
    if (request.mode !== 'live') return
    const known = new Set([...signers, ...request.copies].map(({ email }) => email))
    const all = [...after.signers.filter(getsMail), ...after.request.copies]
    const fresh = all.map(({ email }) => email).filter((email) => !known.has(email))
    const followed = new Set(followersIn(request))
    const follow = followersIn(after.request).filter((email) => !followed.has(email))
    if (fresh.length + follow.length > 0)
      await this.parts.recipientLimit.consume(trx, request.account_id, fresh, follow)
  }

  /** @throws AppError `draft_limit_reached` for a draft that becomes too large */
  async #checkSize(trx: Db, caller: Caller, { before, after }: ReadyEdit): Promise<void> {
    const sizeOf = ({ files }: RequestRow): number =>
      files.reduce((sum, { original_bytes }) => sum + original_bytes, 0)
    const more = sizeOf(after.request) - sizeOf(before.request)
    if (more <= 0) return
    const { drafts, bytes } = this.parts.draftLimits
    await takeTurn(trx, 'drafts', caller.account.id)
    // It is one of the drafts that are counted.
    await checkDrafts(trx, caller, more, { drafts: drafts + 1, bytes })
  }

  /** Signatures of those who go are given back, those of new signers taken: in one month, of one key. */
  async #takeQuota(
    trx: Db,
    caller: Caller,
    { before, plan }: ReadyEdit,
  ): Promise<Partial<Pick<RequestRow, 'key_id' | 'quota_month'>>> {
    const { quota, clock } = this.parts
    const { request } = before
    const { removed } = plan
    if (removed.length > 0)
      await this.parts.lifecycle.refund(trx, {
        request,
        // An approval that is withdrawn was no use of it.
        signers: removed.map((row) => ({ ...row, status: 'waiting' as const })),
      })
    const added = plan.signers.filter(({ row }) => row === undefined).length
    if (added === 0) return {}
    const [key_id, quota_month] = [caller.key.id, monthOf(clock.now())]
    const { key_id: keyId, quota_month: month, mode } = request
    if (keyId === key_id && month === quota_month) {
      await quota.consume(trx, caller, 'signatures', added)
      return {}
    }
    const stay = plan.signers.length - added
    if (month !== null && mode === 'live')
      await quota.refund(trx, { keyId, month, metric: 'signatures' }, stay)
    await quota.consume(trx, caller, 'signatures', stay + added)
    return { key_id, quota_month }
  }

  /** Writes the rows of everybody: those who go first, as no two have the same position. */
  async #writeSigners(trx: Db, { before, after, plan, madeFrom, isShown }: ReadyEdit) {
    const { clock, jobs, otp } = this.parts
    const { request } = before
    const files: string[] = []
    for (const { id, position, email } of plan.removed) {
      files.push(...(await removeFilesOfSigner(trx, id)))
      if (request.status === 'draft') {
        await store.deleteSigner(trx, id)
        continue
      }
      await otp.end(trx, id)
      await store.updateSigner(trx, id, {
        // Written again: the index that requests are found by is made anew.
        email,
        status: 'signed',
        removed_at: toIso(clock.now()),
        position: -(request.revision * 100 + position),
        session_hash: null,
        verified_until: null,
      })
    }
    for (const row of after.signers) {
      const earlier = madeFrom.find(({ id }) => id === row.id)
      if (earlier === undefined) {
        await store.insertSigners(trx, [row])
        continue
      }
      const isOther =
        earlier.email !== row.email || JSON.stringify(earlier.inputs) !== JSON.stringify(row.inputs)
      if (isOther) files.push(...(await removeFilesOfSigner(trx, row.id)))
      const columns = {
        ...changedOf(earlier, row),
        ...(isShown && unreadOf(row)),
        ...(isOther && { kept_values: null }),
      }
      if (Object.keys(columns).length > 0) await store.updateSigner(trx, row.id, columns)
    }
    if (files.length > 0) await jobs.add(trx, JOBS.discard, { files })
  }

  /** Mails to everybody whom it concerns; those whose turn it is are invited. */
  async #tell(
    trx: Db,
    { before, after, isShown }: ReadyEdit,
    actor: Actor,
    removed: readonly SignerRow[],
  ): Promise<void> {
    const { mails } = this.parts
    const { account_id: accountId, revision } = before.request
    const told = new Set<string>()
    const mail = async (kind: string, signer: SignerRow, more: object = {}): Promise<void> => {
      if (signer.delivery === 'none') return
      const order = { uniqueKey: `${signer.id} ${revision}`, accountId }
      await mails.add(trx, kind, { signer_id: signer.id, ...more }, order)
    }
    for (const signer of removed) if (signer.invited_at !== null) await mail(MAILS.removed, signer)
    for (const signer of after.signers) {
      const earlier = before.signers.find(({ id }) => id === signer.id)
      // A new person at the same place is invited like any other.
      const isAsked = earlier?.invited_at != null && earlier.email === signer.email
      const parts = partsFor(signer, { before, after })
      if (!isAsked || (!isShown && parts.length === 0)) continue
      told.add(signer.id)
      await mail(MAILS.changed, signer, { parts, again: isShown })
    }
    if (isShown) await this.parts.lifecycle.inviteNext(trx, before.request.id, actor, told)
    else {
      const now = await store.findRequestWithSigners(trx, before.request.id)
      if (now !== undefined) await this.parts.lifecycle.remindAnew(trx, now)
    }
  }
}
