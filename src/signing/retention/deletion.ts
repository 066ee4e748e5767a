/** Erases a request at once, because its sender asks for it. Its trail records who did. */

import type { Caller } from '../../accounts/caller.ts'
import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import { say } from '../../translations/texts.ts'
import { COPY_MAIL, JOBS, MAILS } from '../model/job-kinds.ts'
import type { Actor } from '../model/people.ts'
import type { RequestWithSigners } from '../model/rows.ts'
import { copyKey } from '../notifications/cc-mail.ts'
import { forgetAnswer } from '../requests/idempotency.ts'
import {
  isEverySignatureOrdered,
  type RequestLifecycle,
  stateConflict,
} from '../requests/lifecycle.ts'
import type { Needs } from '../requests/parts.ts'
import type { RequestService } from '../requests/service.ts'
import { eraseWhole } from './erasure.ts'

/** How long a mail server may keep a deletion waiting. */
const MAILS_WAIT_MS = 10 * 60_000
const RETRY_SECONDS = 5

/** Nobody who was asked to sign is left without a word: a request in progress is cancelled first, which tells them. */
function assertNotInProgress({ request, signers }: RequestWithSigners): void {
  if (request.status !== 'pending') return
  throw stateConflict(
    isEverySignatureOrdered(signers)
      ? say('documents.sealingDelete')
      : say('documents.pendingDelete', { id: request.id }),
  )
}

interface DeletionDeps extends Needs<'clock' | 'db' | 'jobs' | 'mails' | 'trails' | 'webhooks'> {
  lifecycle: RequestLifecycle
  requests: Pick<RequestService, 'find'>
}

/** Deletes requests for those who sent them. */
export class Deletion extends Service<DeletionDeps> {
  /**
   * Erases a draft, or a request that has ended: files, people, codes, events that wait for webhooks. The trail stays
   * for its own retention period.
   * @throws AppError `document_not_found`, `document_erased`; `document_state_conflict` while it is in progress
   */
  async delete(caller: Caller, id: string, actor: Actor): Promise<void> {
    const { db, jobs, webhooks } = this.parts
    await concurrently(db, 'request', async (trx) => {
      const found = await this.parts.requests.find(caller, id, trx)
      assertNotInProgress(found)
      await this.#assertTold(trx, found)
      const whole = await this.#ended(trx, caller, found, actor)
      const files = await eraseWhole(this.parts, trx, whole, { actor, why: { reason: 'sender' } })
      await forgetAnswer(trx, { accountId: caller.account.id, documentId: id })
      await webhooks.forgetDocument(trx, id)
      // A job, so that a crash leaves none of them behind.
      await jobs.add(trx, JOBS.discard, { files })
    })
  }

  /** Before the links stop working, signers must have been informed that the request is complete, or how it ended. */
  async #assertTold(trx: Db, { request, signers }: RequestWithSigners): Promise<void> {
    const { clock, mails } = this.parts
    const { id, ended_at, copies } = request
    if (ended_at === null || Date.parse(ended_at) + MAILS_WAIT_MS < clock.now()) return
    const theirs = signers.flatMap(({ id: uniqueKey }) => [
      { kind: MAILS.completed, uniqueKey },
      { kind: MAILS.ended, uniqueKey },
    ])
    const others = copies.map((_, index) => ({ kind: COPY_MAIL, uniqueKey: copyKey(id, index) }))
    if (!(await mails.isWaiting(trx, [...theirs, ...others]))) return
    throw new AppError('document_state_conflict', say('documents.justEnded'), {
      retryAfterSeconds: RETRY_SECONDS,
    })
  }

  /** A draft is withdrawn on the way, so that its trail has an end like every other. */
  async #ended(
    trx: Db,
    caller: Caller,
    found: RequestWithSigners,
    actor: Actor,
  ): Promise<RequestWithSigners> {
    if (found.request.status !== 'draft') return found
    await this.parts.lifecycle.end(trx, found, 'cancelled', { actor })
    return await this.parts.requests.find(caller, found.request.id, trx)
  }
}
