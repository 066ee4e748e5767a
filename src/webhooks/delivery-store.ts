/** All SQL of events and their deliveries. */
import { type Generated, type RawBuilder, sql } from 'kysely'
import type { KeyMode } from '../accounts/key-format.ts'
import { isAmong } from '../database/conditions.ts'
import type { Db } from '../database/open.ts'
import { toIso } from '../kernel/clock.ts'
import type { EndpointRow } from './store.ts'

/** State of a delivery. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed'

interface EventsTable {
  id: string
  account_id: string
  document_id: string | null
  type: string
  at: string
  body: string
  /** Of the document; null for test events, and for what earlier versions stored. */
  mode: KeyMode | null
  /** Of the entry of the trail: the order of the list, never shown. Null as `mode`. */
  position: number | null
}

interface DeliveriesTable {
  position: Generated<number>
  id: string
  endpoint_id: string
  event_id: string
  event_type: string
  lane: string
  status: DeliveryStatus
  attempts: Generated<number>
  next_at: number | null
  response_status: number | null
  error: string | null
  excerpt: string | null
  duration_ms: number | null
  replay_of: string | null
  created_at: string
  last_attempt_at: string | null
  completed_at: string | null
  /** JSON; of the last attempt. */
  headers: string | null
}

declare module '../database/tables.ts' {
  interface Tables {
    webhook_events: EventsTable
    webhook_deliveries: DeliveriesTable
  }
}

/** A delivery as stored, with its event's document. */
export type DeliveryRow = Omit<DeliveriesTable, 'position' | 'attempts'> & {
  position: number
  attempts: number
  document_id: string | null
}

/** Inserts an event; its deliveries are inserted separately. */
export const insertEvent = (db: Db, event: EventsTable) =>
  db.insertInto('webhook_events').values(event).execute()

/** A delivery to be inserted. */
export type NewDelivery = Pick<
  DeliveryRow,
  'id' | 'endpoint_id' | 'event_id' | 'event_type' | 'lane' | 'replay_of' | 'created_at'
>

/** Puts a delivery at the end of its lane; the first of a lane is due at once. */
export async function insertDelivery(db: Db, row: NewDelivery, nowMs: number): Promise<void> {
  await sql`
    INSERT INTO webhook_deliveries
      (id, endpoint_id, event_id, event_type, lane, status, replay_of, created_at, next_at)
    VALUES (${row.id}, ${row.endpoint_id}, ${row.event_id}, ${row.event_type}, ${row.lane}, 'pending',
      ${row.replay_of}, ${row.created_at},
      iif(EXISTS (SELECT 1 FROM webhook_deliveries WHERE endpoint_id = ${row.endpoint_id}
        AND lane = ${row.lane} AND status = 'pending'), NULL, ${nowMs}))`.execute(db)
  await sql`
    UPDATE webhook_endpoints SET due_at = max(min(coalesce(due_at, ${nowMs}), ${nowMs}), coalesce(paused_until, 0))
    WHERE id = ${row.endpoint_id} AND status = 'active'`.execute(db)
}

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
export interface DueDelivery {
  id: string
  event_id: string
  lane: string
  attempts: number
  created_at: string
  body: string
}

/** Deliveries that may be sent to an endpoint now: the first of each lane, longest due first. */
export async function dueDeliveries(
  db: Db,
  endpointId: string,
  query: { nowMs: number; limit: number },
): Promise<DueDelivery[]> {
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

/** The record of one attempt. */
export interface AttemptFacts
  extends Pick<
    DeliveriesTable,
    'status' | 'next_at' | 'response_status' | 'error' | 'excerpt' | 'completed_at'
  > {
  duration_ms: number
  headers: string
  last_attempt_at: string
}

/** Records an attempt; returns false when the delivery is gone or finished. */
export async function recordAttempt(db: Db, id: string, facts: AttemptFacts): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set((set) => ({ ...facts, attempts: set('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Releases the next delivery of a lane. */
export const advanceLane = (db: Db, endpointId: string, lane: string, nowMs: number) =>
  sql`UPDATE webhook_deliveries SET next_at = ${nowMs} WHERE next_at IS NULL AND position = (
      SELECT min(position) FROM webhook_deliveries
      WHERE endpoint_id = ${endpointId} AND lane = ${lane} AND status = 'pending')`.execute(db)

/** Makes all waiting retries due now: the receiver is back. */
export const retryNow = (db: Db, endpointId: string, nowMs: number) =>
  db
    .updateTable('webhook_deliveries')
    .set({ next_at: nowMs })
    .where('endpoint_id', '=', endpointId)
    .where('next_at', '>', nowMs)
    .execute()

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
  db
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_at: null, error, completed_at: at })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .execute()

const deliveries = (db: Db) =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_events', 'webhook_events.id', 'webhook_deliveries.event_id')
    .selectAll('webhook_deliveries')
    .select('webhook_events.document_id')

/** A delivery of this endpoint; undefined if it has none with that id. */
export const findDelivery = (
  db: Db,
  endpointId: string,
  id: string,
): Promise<DeliveryRow | undefined> =>
  deliveries(db)
    .where('webhook_deliveries.id', '=', id)
    .where('webhook_deliveries.endpoint_id', '=', endpointId)
    .executeTakeFirst()

/** The body of an event as it is sent. */
export const bodyOf = (db: Db, eventId: string): Promise<{ body: string } | undefined> =>
  db.selectFrom('webhook_events').select('body').where('id', '=', eventId).executeTakeFirst()

/** Filter of a list of deliveries. */
export interface DeliveryFilter {
  status?: DeliveryStatus | undefined
  type?: string | undefined
  documentId?: string | undefined
  /** RFC 3339; from then on, and before. */
  since?: string | undefined
  until?: string | undefined
}

function filtered(db: Db, endpointId: string, filter: DeliveryFilter) {
  let query = deliveries(db).where('webhook_deliveries.endpoint_id', '=', endpointId)
  if (filter.status !== undefined)
    query = query.where('webhook_deliveries.status', '=', filter.status)
  if (filter.type !== undefined) query = query.where('event_type', '=', filter.type)
  if (filter.documentId !== undefined)
    query = query.where('webhook_events.document_id', '=', filter.documentId)
  if (filter.since !== undefined)
    query = query.where('webhook_deliveries.created_at', '>=', filter.since)
  if (filter.until !== undefined)
    query = query.where('webhook_deliveries.created_at', '<', filter.until)
  return query
}

/** Deliveries of an endpoint, newest first. */
export const listDeliveries = (
  db: Db,
  endpointId: string,
  page: DeliveryFilter & { before: number | undefined; limit: number },
): Promise<DeliveryRow[]> =>
  filtered(db, endpointId, page)
    .where('webhook_deliveries.position', '<', page.before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('webhook_deliveries.position', 'desc')
    .limit(page.limit)
    .execute()

/** Deliveries to replay, in order: no replays themselves, and none still pending. */
export const replayable = (
  db: Db,
  endpointId: string,
  range: DeliveryFilter & { limit: number },
): Promise<DeliveryRow[]> =>
  filtered(db, endpointId, range)
    .where('webhook_deliveries.status', '<>', 'pending')
    .where('replay_of', 'is', null)
    .where('event_type', '<>', 'webhook.test')
    .orderBy('webhook_deliveries.position')
    .limit(range.limit)
    .execute()

/**
 * Deletes deliveries that ended before a time, their events, and addresses of requests created before another time
 * that have no deliveries left; up to `limit` of each.
 * @returns the largest number of one kind
 */
export async function prune(
  db: Db,
  { before, requestsBefore }: { before: string; requestsBefore: string },
  limit: number,
): Promise<number> {
  const old = sql`SELECT position FROM webhook_deliveries
    WHERE status <> 'pending' AND completed_at < ${before} LIMIT ${limit}`
  const deliveries = await sql`DELETE FROM webhook_deliveries WHERE position IN (${old})`.execute(
    db,
  )
  const told = sql`SELECT id FROM webhook_events WHERE at < ${before}
    AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE event_id = webhook_events.id) LIMIT ${limit}`
  const events = await sql`DELETE FROM webhook_events WHERE id IN (${told})`.execute(db)
  const unused = sql`SELECT id FROM webhook_endpoints
    WHERE document_id IS NOT NULL AND created_at < ${requestsBefore}
    AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE endpoint_id = webhook_endpoints.id) LIMIT ${limit}`
  const endpoints = await sql`DELETE FROM webhook_endpoints WHERE id IN (${unused})`.execute(db)
  const orphaned = sql`SELECT id FROM webhook_secrets WHERE owner_id LIKE 'whk_%'
    AND NOT EXISTS (SELECT 1 FROM webhook_endpoints WHERE id = owner_id) LIMIT ${limit}`
  const secrets = await sql`DELETE FROM webhook_secrets WHERE id IN (${orphaned})`.execute(db)
  const results = [deliveries, events, endpoints, secrets]
  return Math.max(...results.map(({ numAffectedRows }) => Number(numAffectedRows ?? 0n)))
}

/** Number of pending deliveries. */
export async function countPending(db: Db): Promise<number> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select((select) => select.fn.countAll<number>().as('pending'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return row.pending
}

/** Stores a delivery that was already sent, such as a test. */
export const insertFinished = (
  db: Db,
  row: NewDelivery & Omit<AttemptFacts, 'next_at'>,
): Promise<unknown> =>
  db
    .insertInto('webhook_deliveries')
    .values({ ...row, next_at: null, attempts: 1 })
    .execute()
