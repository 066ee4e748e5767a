/** SQL that lists events, and erases those about documents and people. */

import { sql } from 'kysely'
import type { KeyMode } from '../accounts/key-format.ts'
import { inTurn } from '../database/concurrent.ts'
import { isAmong, namesText } from '../database/conditions.ts'
import type { Db } from '../database/open.ts'
import { rowsOf } from '../database/rows.ts'
import { inBatches } from '../kernel/batches.ts'

/** Which events of one mode of an account are listed. */
export interface EventsQuery {
  accountId: string
  mode: KeyMode
  /** Id of an event: the newest ones before it, newest first. */
  cursor?: string | undefined
  /** Id of an event: the oldest ones after it, oldest first; excludes `cursor`. */
  after?: string | undefined
  type?: string | undefined
  documentId?: string | undefined
  limit: number
}

/** Events with the bodies that are delivered. An event that is no longer stored marks the time in its id. */
export async function listEvents(db: Db, query: EventsQuery) {
  const own = db
    .selectFrom('webhook_events')
    .where('account_id', '=', query.accountId)
    .where('mode', '=', query.mode)
    .where('position', 'is not', null)
  let events = own.select(['id', 'type', 'document_id', 'at', 'body'])
  const anchor = query.after ?? query.cursor
  if (anchor !== undefined) {
    // Events of batches share a position with the entry before them.
    const places = own.select(['position', 'id']).orderBy('position', 'desc').orderBy('id', 'desc')
    const newest = places.limit(1)
    const exact = await newest.where('id', '=', anchor).executeTakeFirst()
    const near = exact ?? (await newest.where('id', '<', anchor).executeTakeFirst())
    const edge = sql`(${near?.position ?? -1}, ${near?.id ?? ''})`
    const before = exact === undefined ? sql`<=` : sql`<`
    const way = query.after === undefined ? before : sql`>`
    events = events.where(sql<boolean>`(position, id) ${way} ${edge}`)
  }
  if (query.type !== undefined) events = events.where('type', '=', query.type)
  if (query.documentId !== undefined) events = events.where('document_id', '=', query.documentId)
  const order = query.after === undefined ? 'desc' : 'asc'
  return await events.orderBy('position', order).orderBy('id', order).limit(query.limit).execute()
}

/** Documents, and a text that identifies a person, such as an address. */
interface About {
  documents: readonly string[]
  text: string
}

/** Events of these documents, and others whose body contains exactly this text as a value. */
const eventsAbout = ({ documents, text }: About) => sql<string>`
  SELECT id FROM webhook_events
  WHERE ${isAmong(sql`document_id`, documents)}
    OR ${namesText('body', text)}`

/** Number of such events, and of their pending deliveries. */
export async function countAbout(db: Db, about: About) {
  const { rows } = await sql<{ events: number; waiting: number }>`
    WITH about (id) AS (${eventsAbout(about)})
    SELECT (SELECT count(*) FROM about) AS events, (SELECT count(*) FROM webhook_deliveries
      WHERE status = 'pending' AND event_id IN (SELECT id FROM about)) AS waiting`.execute(db)
  return rows[0] ?? { events: 0, waiting: 0 }
}

/**
 * Erases such events with their deliveries, a few at a time: finding them reads every body, which must not keep others
 * from writing.
 */
export async function eraseAbout(db: Db, about: About): Promise<void> {
  const { rows } = await sql<{ id: string }>`${eventsAbout(about)}`.execute(db)
  const ids = rows.map(({ id }) => id)
  await inBatches(async (limit) => {
    const some = ids.splice(0, limit)
    await inTurn(db, 'webhooks', async (trx) => {
      await sql`DELETE FROM webhook_deliveries WHERE ${isAmong(sql`event_id`, some)}`.execute(trx)
      await sql`DELETE FROM webhook_events WHERE ${isAmong(sql`id`, some)}`.execute(trx)
    })
    return some.length
  })
}

/** Erases the events of a document with their deliveries; call inside a transaction. */
export async function eraseEventsOf(db: Db, documentId: string): Promise<void> {
  await sql`DELETE FROM webhook_deliveries WHERE event_id IN
    (SELECT id FROM webhook_events WHERE document_id = ${documentId})`.execute(db)
  await rowsOf(db, 'webhook_events', { document_id: documentId }).delete()
}
