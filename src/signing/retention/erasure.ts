/**
 * Erases requests whose retention period is over: the files, the people, the codes. The trail records it and
 * is itself retained for as long as the operator configures; in the end only an id, a state and the hash of
 * the file remain.
 */

import type { Trails } from '../../audit/trail.ts'
import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { withRests } from '../../kernel/batches.ts'
import type { JsonValue } from '../../kernel/canonical-json.ts'
import { type Clock, DAY_MS, toIso } from '../../kernel/clock.ts'
import { invariant } from '../../kernel/invariant.ts'
import { Service } from '../../kernel/service.ts'
import { eraseUnused } from '../authentication/registered-store.ts'
import { additionalHashes } from '../model/files.ts'
import { type Actor, SERVICE } from '../model/people.ts'
import type { RequestWithSigners } from '../model/rows.ts'
import { REQUEST_STATES, type RequestState } from '../model/states.ts'
import type { Needs } from '../requests/parts.ts'
import type { PendingBlobs } from '../requests/pending-blobs.ts'
import * as erased from '../store/erasure.ts'
import * as store from '../store/requests.ts'
import { removeStray } from '../store/uploads.ts'
import type { PeriodKind, RetentionPeriods } from './periods.ts'

const ENDED_UNSIGNED: readonly RequestState[] = REQUEST_STATES.filter(
  (state) => state !== 'completed' && state !== 'draft' && state !== 'pending',
)

/** How requests end, each with its own retention period. Nobody has seen a request that was never sent. */
export const ENDS = {
  completed: { states: ['completed'], unsent: false },
  unsigned: { states: ENDED_UNSIGNED, unsent: false },
  unsent: { states: ENDED_UNSIGNED, unsent: true },
} as const satisfies Record<string, erased.EndFilter>
/** How a request may have ended. */
export type End = keyof typeof ENDS

/**
 * Erases the rows of a request that has ended, in the caller's transaction, and records it in the trail. Returns its
 * files, which the caller removes afterwards.
 * @param why members of the entry: the reason, and what belongs to it
 */
export async function eraseWhole(
  { trails, clock }: { trails: Trails; clock: Clock },
  trx: Db,
  whole: RequestWithSigners,
  { actor, why }: { actor: Actor; why: { readonly [member: string]: JsonValue } },
): Promise<string[]> {
  const { id, status, ended_at, files } = whole.request
  const [{ signed_sha256, original_sha256 }] = files
  invariant(ended_at !== null, 'only a request that has ended is erased')
  const facts = { status, ended_at, sha256: original_sha256 }
  const data = {
    ...why,
    ...facts,
    ...(signed_sha256 !== null && { signed_sha256 }),
    ...additionalHashes('further_sha256', files, ({ original_sha256 }) => original_sha256),
    ...additionalHashes('further_signed_sha256', files, (file) => file.signed_sha256),
  }
  await trails.record(trx, id, 'document.erased', actor, data)
  return await erased.eraseRequest(trx, whole, { ended_at, erased_at: toIso(clock.now()) })
}

/** Erases whatever has passed its retention period. */
export class Erasure extends Service<
  Needs<'clock' | 'db' | 'trails'> & { files: PendingBlobs; periods: RetentionPeriods }
> {
  /** Number of requests with this kind of end that ended more than `days` days ago. */
  due(end: End, days: number): Promise<number> {
    return erased.countEnded(this.parts.db, ENDS[end], this.#before(days))
  }

  /**
   * Erases requests with this kind of end that ended more than `days` days ago; returns how many, at most
   * `limit`.
   * @param accountId only of this account; absent: of all
   * @throws AggregateError when some cannot be erased; the others are
   */
  async requests(end: End, days: number, limit: number, accountId?: string): Promise<number> {
    const before = this.#before(days)
    const filter = { ...ENDS[end], accountId }
    const ids = await erased.listEnded(this.parts.db, filter, before, limit)
    const failures: unknown[] = []
    for await (const id of withRests(ids))
      await this.#request(id, { before, days }).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, 'requests cannot be erased')
    return ids.length
  }

  /** Erases requests of accounts that keep them for fewer days than the operator; returns how many, at most `limit`. */
  async chosen(end: PeriodKind, limit: number): Promise<number> {
    let left = limit
    for (const { accountId, days } of await this.parts.periods.shorter(end))
      if (left > 0) left -= await this.requests(end, days, left, accountId)
    return limit - left
  }

  /** Number of an account's requests with this kind of end that will have ended more than `days` days before a time. */
  dueAt(accountId: string, end: PeriodKind, { at, days }: { at: string; days: number }) {
    const before = toIso(Date.parse(at) - days * DAY_MS)
    return erased.countEnded(this.parts.db, { ...ENDS[end], accountId }, before)
  }

  /** Erases trails of erased requests that ended more than `days` days ago; returns how many. */
  async trails(days: number, limit: number): Promise<number> {
    const { db, trails, clock } = this.parts
    const ids = await erased.listTrailsLeft(db, this.#before(days), limit)
    for await (const id of withRests(ids)) {
      await concurrently(db, 'request', async (trx) => {
        await trails.erase(trx, id, { reason: 'retention', kept_days: days })
        await erased.markTrailErased(trx, id, toIso(clock.now()))
      })
    }
    return ids.length
  }

  /** Erases passkeys and authenticator apps that nobody has used for this many days; returns how many, at most `limit`. */
  registered(days: number, limit: number): Promise<number> {
    return eraseUnused(this.parts.db, this.#before(days), limit)
  }

  /** Removes files that no row references and that were written more than a day ago; returns how many. */
  async files(): Promise<number> {
    await removeStray(this.parts.db)
    return await this.parts.files.sweep(this.parts.clock.now() - DAY_MS)
  }

  #before(days: number): string {
    return toIso(this.parts.clock.now() - days * DAY_MS)
  }

  async #request(id: string, expired: { before: string; days: number }): Promise<void> {
    const { db } = this.parts
    const files = await concurrently(db, 'request', async (trx) => {
      const whole = await store.findRequestWithSigners(trx, id)
      const endedAt = whole?.request.ended_at ?? null
      // A failed seal may have been retried in the meantime.
      if (whole === undefined || endedAt === null || endedAt >= expired.before) return []
      const why = { reason: 'retention', kept_days: expired.days }
      return await eraseWhole(this.parts, trx, whole, { actor: SERVICE, why })
    })
    // After the rows: the daily sweep finds any file that no row references.
    await this.parts.files.discard(files)
  }
}
