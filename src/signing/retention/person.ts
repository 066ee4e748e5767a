/**
 * Erases one person's data from signature requests, at that person's request. A request is erased as a whole,
 * with files and trail, since a single name can be removed neither from a PDF nor from a chained trail; the
 * caller chooses which.
 */

import type { Trails } from '../../audit/trail.ts'
import type { Db } from '../../database/open.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { type Clock, toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { say } from '../../translations/texts.ts'
import { JOBS } from '../model/job-kinds.ts'
import * as erased from '../store/erasure.ts'
import * as store from '../store/requests.ts'
import type { PersonRequest } from './person-store.ts'

/** What a request that names a person means for an erasure request. */
export type ErasureStatus = 'open' | 'unsigned' | 'evidence'

/**
 * A request that everybody has signed is evidence, even while its seal has failed: the operator may retry it.
 * Of an erased failed request only the trail is left, which proves nothing by itself.
 */
export function erasureStatusOf({ status, whole }: PersonRequest): ErasureStatus {
  if (status === 'draft' || status === 'pending') return 'open'
  return status === 'completed' || (status === 'failed' && whole) ? 'evidence' : 'unsigned'
}

/** Dependencies of the erasure. */
export interface PersonErasureParts {
  clock: Clock
  trails: Pick<Trails, 'erase'>
  jobs: Pick<Jobs, 'add'>
}

/**
 * Erases a request that has ended, or its remaining trail, in the caller's transaction. A job removes its
 * files: only the running service knows which of them a pending call is about to reference.
 * @throws AppError `document_state_conflict` when it is no longer in the state that was shown
 */
export async function erasePersonRequest(
  { clock, trails, jobs }: PersonErasureParts,
  trx: Db,
  { id, status, whole: wasWhole }: PersonRequest,
): Promise<void> {
  const now = toIso(clock.now())
  const whole = await store.findRequestWithSigners(trx, id)
  if (
    (whole !== undefined) !== wasWhole ||
    (whole !== undefined && whole.request.status !== status)
  )
    throw new AppError('document_state_conflict', say('documents.changed', { id }))
  if (whole !== undefined) {
    const times = { ended_at: whole.request.ended_at ?? now, erased_at: now }
    const files = await erased.eraseRequest(trx, whole, times)
    await jobs.add(trx, JOBS.discard, { files })
  }
  await trails.erase(trx, id, { reason: 'person' })
  await erased.markTrailErased(trx, id, now)
}
