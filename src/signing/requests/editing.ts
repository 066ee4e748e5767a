/**
 * Edits of a request that nobody has signed. What signers see is laid out anew from the uploads; the transaction that puts
 * it in place finds nobody signing, or changes nothing. A person who had read the document reads it again: what they
 * agreed to, proved and approved was about another one.
 */

import type { Caller } from '../../accounts/caller.ts'
import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { type Clock, toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import { say } from '../../translations/texts.ts'
import type { OtpCodes } from '../authentication/otp.ts'
import { eachFile } from '../model/files.ts'
import { JOBS } from '../model/job-kinds.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import { type Actor, nameOf } from '../model/people.ts'
import type { Mails } from '../model/ports.ts'
import type { RequestWithSigners, SignerRow } from '../model/rows.ts'
import type { DocumentJson } from '../model/schemas/request.ts'
import { distinctTags } from '../model/tags.ts'
import { addNotices } from '../notifications/sender-mails.ts'
import { findOrder, removeOrdersOf } from '../store/certificate-orders.ts'
import * as store from '../store/requests.ts'
import { replaceTags } from '../store/tags.ts'
import { UNREAD } from './corrections.ts'
import { namingEdit, planEdit } from './edit-plan.ts'
import { type DocumentEdit, type EditParts, EditRows } from './edit-rows.ts'
import { EditWriting } from './edit-writing.ts'
import { isActive, stateConflict } from './lifecycle.ts'
import type { PendingBlobs } from './pending-blobs.ts'
import type { ReadyToSend, Sending } from './sending.ts'
import type { RequestService } from './service.ts'

/** Who has signed, or is about to: what was signed is never changed. */
async function whoSigns(db: Db, clock: Clock, signers: readonly SignerRow[]) {
  for (const signer of signers) {
    const person = nameOf(signer)
    if (isSigningAction(signer) && signer.status === 'signed') return { person, hasSigned: true }
    const order = signer.certificate === null ? undefined : await findOrder(db, signer.id)
    const isOrdered = order !== undefined && order.expires_at > toIso(clock.now())
    if (signer.intent !== null || isOrdered) return { person, hasSigned: false }
  }
  return undefined
}

/** In the caller's transaction, of a person whose turn it is. @throws AppError `return_not_allowed` */
export async function returnToSender(
  { clock, jobs, mails, otp }: { clock: Clock; jobs: Jobs; mails: Mails; otp: OtpCodes },
  db: Db,
  { request, signers, signer }: RequestWithSigners & { signer: SignerRow },
  reason: string,
): Promise<void> {
  if (request.allow_return === 0) throw new AppError('return_not_allowed', say('links.noReturn'))
  // Who returns it no longer waits for the provider of their own certificate.
  const own = { ...signer, certificate: null }
  const all = signers.map((each) => (each.id === signer.id ? own : each))
  const signing = await whoSigns(db, clock, all)
  if (signing !== undefined)
    throw new AppError('return_not_allowed', say('links.returnSigned', { person: signing.person }))
  const returned = { signer_id: signer.id, reason, returned_at: toIso(clock.now()) }
  await store.reviseRequest(db, request.id, { returned }, request)
  for (const each of signers.filter(isActive)) {
    await otp.end(db, each.id)
    await store.updateSigner(db, each.id, UNREAD)
  }
  const files = await removeOrdersOf(db, request.id)
  if (files.length > 0) await jobs.add(db, JOBS.discard, { files })
  const about = { kind: 'returned', signer_id: signer.id, key: returned.returned_at } as const
  await addNotices(db, mails, request, about)
}

/** Members that the laid-out document states: it is laid out anew for them. */
const SHOWN = ['name', 'message', 'external_id', 'signers'] as const

/** What the sender has said of a person, and who it is now. */
const identityOf = (signer: SignerRow): string =>
  JSON.stringify([
    signer.id,
    signer.email,
    signer.first_name,
    signer.last_name,
    signer.phone,
    signer.locale,
    signer.authentication,
    signer.delegation,
    signer.link_version,
    signer.status === 'blocked',
  ])

/** @throws AppError `document_state_conflict` where a change was made from another state than that of now */
export function assertSame(one: RequestWithSigners, other: RequestWithSigners): void {
  const of = ({ request, signers }: RequestWithSigners) =>
    [request.status, request.revision, ...signers.map(identityOf)].join('\n')
  if (of(one) !== of(other)) throw stateConflict(say('documents.changed', { id: one.request.id }))
}

/** A request with the files that were laid out for it. */
export const laidOut = (
  { request, signers }: RequestWithSigners,
  { files, placements, externalSeal }: ReadyToSend,
): RequestWithSigners => ({
  request: {
    ...request,
    files: eachFile({ files }, (file) => file),
    outer_seal: externalSeal,
  },
  signers: signers.map((row, index) => ({ ...row, fields: placements[index] ?? [] })),
})

/** What edits need. */
export interface EditingDeps extends EditParts {
  files: PendingBlobs
  requests: RequestService
  sending: Sending
}

/** Edits requests. */
export class Editing extends Service<EditingDeps> {
  readonly #rows = new EditRows(this.parts)
  readonly #writing = new EditWriting(this.parts)

  /**
   * Changes a draft, or a request that is under way.
   * @throws AppError `document_not_found`, `document_state_conflict` once a person has signed or is signing, `validation_failed`, `pdf_*`, `quota_exceeded`, `recipient_limit_reached`
   */
  async edit(caller: Caller, id: string, edit: DocumentEdit, actor: Actor): Promise<DocumentJson> {
    const { db, requests, sending, files } = this.parts
    const { tags: own, ...others } = edit.changes
    if (own !== undefined && edit.file === undefined && Object.keys(others).length === 0)
      return await this.#tag(caller, id, own)
    const before = await requests.find(caller, id)
    const { status } = before.request
    if (status !== 'draft' && (edit.isDraft === true || status !== 'pending'))
      throw stateConflict(say('documents.notEditable', { status }))
    const shown: string[] = SHOWN.filter((name) => edit.changes[name] !== undefined)
    if (edit.file !== undefined) shown.unshift('file')
    const isLaidOut = status === 'pending' && shown.length > 0
    if (isLaidOut) await this.#assertUnsigned(db, before, shown)
    const plan = planEdit(before, edit.changes)
    return await namingEdit(plan, edit.changes, () =>
      files.during(async (save) => {
        const { after, pdfs } = await this.#rows.of(caller, before, { edit, plan, save })
        const ready = isLaidOut ? await sending.prepare(after, pdfs, save) : undefined
        await concurrently(db, 'request', async (trx) => {
          const now = await requests.find(caller, id, trx)
          if (isLaidOut) await this.#assertUnsigned(trx, now, shown)
          assertSame(before, now)
          const { request, signers } = ready === undefined ? after : laidOut(after, ready)
          // Those of now, which do not count among what has changed meanwhile.
          const tags = distinctTags(edit.changes.tags ?? now.request.tags)
          const edited = {
            madeFrom: before.signers,
            before: now,
            // What laying out has added to their places stays, too.
            after: {
              request: { ...request, tags },
              signers: status === 'pending' && !isLaidOut ? now.signers : signers,
            },
          }
          await this.#writing.put(trx, caller, { ...edited, plan, isShown: isLaidOut }, actor)
        })
        return await requests.get(caller, id)
      }),
    )
  }

  /** Tags alone change in any state, and are not in the trail. */
  async #tag(caller: Caller, id: string, tags: readonly string[]): Promise<DocumentJson> {
    const { db, requests } = this.parts
    await concurrently(db, 'request', async (trx) => {
      const { request } = await requests.find(caller, id, trx)
      await replaceTags(trx, request, distinctTags(tags))
    })
    return await requests.get(caller, id)
  }

  /** @throws AppError `document_state_conflict` where a person has signed, or is about to */
  async #assertUnsigned(db: Db, { signers }: RequestWithSigners, members: readonly string[]) {
    const signing = await whoSigns(db, this.parts.clock, signers)
    if (signing === undefined) return
    const { person, hasSigned } = signing
    throw stateConflict(
      hasSigned
        ? say('documents.hasSigned', { person, members: members.join(', ') })
        : say('documents.isSigning', { person }),
    )
  }
}
