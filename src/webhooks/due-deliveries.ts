/** SQL of the dispatcher: which deliveries are due, and what an attempt leaves behind. */
import { type RawBuilder, sql } from 'kysely'
import { isAmong } from '../database/conditions.ts'
import type { Db } from '../database/open.ts'
import { is, rowsOf } from '../database/rows.ts'
import { toIso } from '../kernel/clock.ts'
import type { AttemptFacts } from './delivery-store.ts'
import type { EndpointRow } from './store.ts'

/** An endpoint with work to do. */
export type DueEndpoint = Pick<EndpointRow, 'id' | 'account_id' | 'mode' | 'url' | 'failures'>

/** Endpoints with work to do now, longest waiting first, except those given. */
export async function dueEndpoints(
  db: Db,
  query: { nowMs: number; except: readonly string[]; limit: number },
): Promise<DueEndpoint[]> {
  const { rows } = await sql<DueEndpoint>`
    SELECT id, account_id, mode, url, failures FROM webhook_endpoints
    WHERE due_at <= ${query.nowMs} AND status = 'active'
      AND NOT ${isAmong(sql`id`, query.except)}
    ORDER BY due_at LIMIT ${query.limit}`.execute(db)
  return rows
}

/** A delivery to be sent now. */
export type DueDelivery = Awaited<ReturnType<typeof dueDeliveries>>[number]

/** Deliveries that may be sent to an endpoint now: the first of each lane, longest due first. */
export async function dueDeliveries(
  db: Db,
  endpointId: string,
  query: { nowMs: number; limit: number },
) {
  return await db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_events as event', 'event.id', 'delivery.event_id')
    .select(['delivery.id', 'delivery.event_id', 'delivery.lane', 'delivery.attempts'])
    .select(['delivery.created_at', 'event.body'])
    .where('delivery.endpoint_id', '=', endpointId)
    .where('delivery.next_at', '<=', query.nowMs)
    .orderBy('delivery.next_at')
    .orderBy('delivery.position')
    .limit(query.limit)
    .execute()
}

/** Records an attempt; returns false when the delivery is gone or finished. */
export const recordAttempt = (db: Db, id: string, facts: AttemptFacts): Promise<boolean> =>
  rowsOf(db, 'webhook_deliveries', { id, status: 'pending' }).change({
    ...facts,
    attempts: sql`attempts + 1`,
  })

/** Releases the next delivery of a lane. */
export const advanceLane = (db: Db, endpointId: string, lane: string, nowMs: number) =>
  sql`UPDATE webhook_deliveries SET next_at = ${nowMs} WHERE next_at IS NULL AND position = (
      SELECT min(position) FROM webhook_deliveries
      WHERE endpoint_id = ${endpointId} AND lane = ${lane} AND status = 'pending')`.execute(db)

/** Makes all waiting retries due now: the receiver is back. */
export const retryNow = (db: Db, endpointId: string, nowMs: number) =>
  rowsOf(db, 'webhook_deliveries', { endpoint_id: endpointId, next_at: is('>', nowMs) }).change({
    next_at: nowMs,
  })

/** When an endpoint is next due. */
const DUE = sql`iif(status = 'active', (
  SELECT max(min(next_at), coalesce(webhook_endpoints.paused_until, 0)) FROM webhook_deliveries
  WHERE endpoint_id = webhook_endpoints.id AND next_at IS NOT NULL), NULL)`

/** Epoch milliseconds of a time stored as text. */
const epochMs = (text: RawBuilder<unknown>) =>
  sql`CAST(round(unixepoch(${text}, 'subsec') * 1000) AS BIGINT)`

/** Updates when an endpoint is next due. */
export const recomputeDueAt = (db: Db, endpointId: string) =>
  sql`UPDATE webhook_endpoints SET due_at = ${DUE} WHERE id = ${endpointId}`.execute(db)

/**
 * Restarts waits that began in the future because the clock was set back: the waits of deliveries and the pauses of
 * endpoints count from their last attempt; untried deliveries do not wait.
 */
export async function resetBackoffs(db: Db, nowMs: number): Promise<void> {
  const [now, iso] = [sql`${nowMs}`, sql`${toIso(nowMs)}`]
  await sql`UPDATE webhook_deliveries SET next_at = ${now} + CASE WHEN last_attempt_at > ${iso}
      THEN max(next_at - ${epochMs(sql`last_attempt_at`)}, 0) ELSE 0 END
    WHERE next_at > ${now} AND (last_attempt_at IS NULL OR last_attempt_at > ${iso})`.execute(db)
  await sql`UPDATE webhook_endpoints
    SET paused_until = ${now} + max(paused_until - ${epochMs(sql`last_failure_at`)}, 0)
    WHERE paused_until > ${now} AND last_failure_at > ${iso}`.execute(db)
  await sql`UPDATE webhook_endpoints SET due_at = ${DUE} WHERE due_at > ${now}`.execute(db)
}

/** Abandons all pending deliveries of an endpoint; they can be replayed. */
export const abandonPending = (db: Db, endpointId: string, at: string, error: string) =>
  rowsOf(db, 'webhook_deliveries', { endpoint_id: endpointId, status: 'pending' }).change({
    status: 'failed',
    next_at: null,
    error,
    completed_at: at,
  })
