/** All SQL of the trail. */
import { type Generated, sql } from 'kysely'
import { lockRows } from '../database/concurrent.ts'
import { isSqlite, namesText } from '../database/conditions.ts'
import type { Db } from '../database/open.ts'
import { type Comparison, rowsOf } from '../database/rows.ts'
import type { TrailEntry } from './chain.ts'

interface TrailsTable {
  id: string
  account_id: string
  header: string
  opened_at: string
}

interface EntriesTable extends Omit<TrailEntry, 'data'> {
  position: Generated<number>
  trail_id: string
  data: string
}

/** A time-stamp over a head. */
export interface StampRow {
  trail_id: string
  seq: number
  token: Buffer
  stamped_at: string
}

declare module '../database/tables.ts' {
  interface Tables {
    audit_trails: TrailsTable
    audit_entries: EntriesTable
    audit_stamps: StampRow
    audit_readers: { name: string; position: number }
    audit_erasures: { trail_id: string; mark_trail_id: string; mark_seq: number }
  }
}

/** An entry as stored. */
export type EntryRow = Omit<EntriesTable, 'position'> & { position: number }

/** Begins a trail, unless another transaction has just begun it. */
export const insertTrail = (db: Db, row: TrailsTable) =>
  db
    .insertInto('audit_trails')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

/** Keeps others from adding to a trail until the caller's transaction ends. */
export const lockTrail = (db: Db, id: string) => lockRows(db, sql`audit_trails WHERE id = ${id}`)

/** A trail by its id, without its entries. */
export const findTrail = (db: Db, id: string) => rowsOf(db, 'audit_trails', { id }).first()

/** The newest entry of a trail. */
export const headOf = (db: Db, trailId: string) =>
  rowsOf(db, 'audit_entries', { trail_id: trailId }).first({
    columns: ['seq', 'hash', 'at'],
    order: { seq: 'desc' },
  })

/** Adds an entry; triggers refuse every later change of it. */
export const insertEntry = (db: Db, row: Omit<EntriesTable, 'position'>) =>
  db.insertInto('audit_entries').values(row).execute()

/** How many entries of a type a trail has. */
export const countEntries = (db: Db, trailId: string, type: string): Promise<number> =>
  rowsOf(db, 'audit_entries', { trail_id: trailId, type }).count()

/** A trail's entries, oldest first: all, some by their numbers, or so many after a number. */
export const entriesOf = (
  db: Db,
  trailId: string,
  which: { seq?: readonly number[] | Comparison<number> } = {},
  limit?: number,
): Promise<EntryRow[]> =>
  rowsOf(db, 'audit_entries', { trail_id: trailId, ...which }).all({
    order: { seq: 'asc' },
    ...(limit !== undefined && { limit }),
  })

/** The newest entry of a type in a trail. */
export const newestOf = (db: Db, trailId: string, type: string): Promise<EntryRow | undefined> =>
  rowsOf(db, 'audit_entries', { trail_id: trailId, type }).first({
    order: { seq: 'desc' },
  })

/** The newest position that is visible; lower ones may be missing. */
export async function newestPosition(db: Db): Promise<number> {
  const { newest } = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.max('position').as('newest'))
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

/**
 * The number of the caller's transaction on PostgreSQL, and the lowest of one that has not ended: whatever got a number
 * before that has. (`pg_snapshot_xmax` is no such mark: running transactions have higher numbers.)
 */
export async function runningNow(db: Db): Promise<{ own: bigint; oldest: bigint }> {
  const { rows } = await sql<{ own: string; oldest: string }>`SELECT
    pg_current_xact_id()::text AS own, pg_snapshot_xmin(pg_current_snapshot())::text AS oldest`.execute(
    db,
  )
  const [{ own, oldest } = { own: '0', oldest: '0' }] = rows
  return { own: BigInt(own), oldest: BigInt(oldest) }
}

/** Entries of all trails after a position and up to another, oldest first. */
export const entriesBetween = (db: Db, after: number, upTo: number, limit: number) =>
  db
    .selectFrom('audit_entries as entry')
    .innerJoin('audit_trails as trail', 'trail.id', 'entry.trail_id')
    .selectAll('entry')
    .select('trail.account_id')
    .where('entry.position', '>', after)
    .where('entry.position', '<=', upTo)
    .orderBy('entry.position')
    .limit(limit)
    .execute()

/** Whether there is a time-stamp over an entry. */
export const isStamped = async (db: Db, trailId: string, seq: number): Promise<boolean> =>
  (await rowsOf(db, 'audit_stamps', { trail_id: trailId, seq }).count()) > 0

/** Stores a stamp unless there is one over that entry; call inside a transaction. */
export async function insertStamp(db: Db, row: StampRow): Promise<void> {
  if (!(await isStamped(db, row.trail_id, row.seq)))
    await db.insertInto('audit_stamps').values(row).execute()
}

/** Up to `limit` trails after an id, in the order of their ids, and whether the newest entry of each has a time-stamp. */
export async function trailsAfter(db: Db, after: string, limit: number) {
  const { rows } = await sql<{ id: string; stamped: number }>`
    SELECT id, (SELECT count(*) FROM audit_stamps AS stamp WHERE stamp.trail_id = trail.id AND stamp.seq =
      (SELECT max(seq) FROM audit_entries WHERE trail_id = trail.id)) AS stamped
    FROM audit_trails AS trail WHERE id > ${after} ORDER BY id LIMIT ${limit}`.execute(db)
  return rows.map(({ id, stamped }) => ({ id, isStamped: stamped > 0 }))
}

/** The time-stamps over a trail's heads, in their order. */
export const stampsOf = (db: Db, trailId: string): Promise<StampRow[]> =>
  rowsOf(db, 'audit_stamps', { trail_id: trailId }).all({ order: { seq: 'asc' } })

/** Deletes a trail whose erasure is recorded by an entry of another one; the database refuses it otherwise. */
export async function eraseTrail(db: Db, id: string, mark: { trail: string; seq: number }) {
  const row = { trail_id: id, mark_trail_id: mark.trail, mark_seq: mark.seq }
  await db.insertInto('audit_erasures').values(row).execute()
  await rowsOf(db, 'audit_stamps', { trail_id: id }).delete()
  await rowsOf(db, 'audit_entries', { trail_id: id }).delete()
  await rowsOf(db, 'audit_trails', { id }).delete()
}

/** How many entries are looked at for the latest time: after a clock was set back, newer ones have earlier times. */
const NEWEST = 1_000

/** The latest time among the newest entries. */
export async function latestAt(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ at: string | null }>`SELECT max(at) AS at FROM
    (SELECT at FROM audit_entries ORDER BY position DESC LIMIT ${NEWEST}) AS newest`.execute(db)
  return rows[0]?.at ?? undefined
}

/** Trails with an entry in which a value is exactly this text, ASCII case-insensitively. */
export async function trailsNaming(db: Db, text: string): Promise<string[]> {
  const { rows } = await sql<{ trail_id: string }>`
    SELECT DISTINCT trail_id FROM audit_entries WHERE ${namesText('data', text)}
    ORDER BY trail_id`.execute(db)
  return rows.map(({ trail_id }) => trail_id)
}

/** How many trails were erased. */
export async function countErased(db: Db): Promise<number> {
  const count = sql<{ count: number }>`SELECT count(*) AS count FROM audit_erasures`
  return (await count.execute(db)).rows[0]?.count ?? 0
}

/** Every trail's id, oldest first. */
export const listTrails = async (db: Db): Promise<string[]> =>
  (
    await db.selectFrom('audit_trails').select('id').orderBy('opened_at').orderBy('id').execute()
  ).map(({ id }) => id)

/** Position of a reader, who alone reads on until the caller's transaction ends; 0 for a new one. */
export async function positionOf(db: Db, name: string): Promise<number> {
  await lockRows(db, sql`audit_readers WHERE name = ${name}`)
  const row = await rowsOf(db, 'audit_readers', { name }).first({ columns: ['position'] })
  return row?.position ?? 0
}

/** Whether there are entries that a reader may not read yet. Never on SQLite. */
export async function isBehind(db: Db, reader: string): Promise<boolean> {
  if (isSqlite(db)) return false
  const { rows } = await sql<{
    behind: boolean
    // The newest by its index: asked for any that is newer, PostgreSQL would read the whole table before it says no.
  }>`SELECT max(position) >
    coalesce((SELECT position FROM audit_readers WHERE name = ${reader}), 0) AS behind
    FROM audit_entries`.execute(db)
  return rows[0]?.behind === true
}

/** Stores the position of a reader of the trails. */
export const savePosition = (db: Db, name: string, position: number) =>
  db
    .insertInto('audit_readers')
    .values({ name, position })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ position }))
    .execute()
