/** All SQL of events and their deliveries. */
import { type Generated, type Insertable, sql } from 'kysely'
import type { KeyMode } from '../accounts/key-format.ts'
import type { Db } from '../database/open.ts'
import { rowsOf } from '../database/rows.ts'

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

/** A row of the table of deliveries. */
export interface DeliveriesTable {
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
export const insertEvent = (db: Db, event: Insertable<EventsTable>) =>
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
  rowsOf(db, 'webhook_events', { id: eventId }).first({ columns: ['body'] })

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
export const countPending = (db: Db): Promise<number> =>
  rowsOf(db, 'webhook_deliveries', { status: 'pending' }).count()

/** Stores a delivery that was already sent, such as a test. */
export const insertFinished = (
  db: Db,
  row: NewDelivery & Omit<AttemptFacts, 'next_at'>,
): Promise<unknown> =>
  db
    .insertInto('webhook_deliveries')
    .values({ ...row, next_at: null, attempts: 1 })
    .execute()

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
