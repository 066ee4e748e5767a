/**
 * All SQL of what instances count together. What writes says that it does so without its turn: a call that is admitted
 * must not wait for other calls' transactions, and each row here is counted in one statement.
 */
import { sql } from 'kysely'
import type { Db } from '../database/open.ts'
import type { AttemptState } from './ports.ts'

/** A running call. */
export interface Lease {
  owner: string
  id: string
}

const firstOf = <Row>({ rows: [row] }: { rows: Row[] }): Row => {
  if (row === undefined) throw new Error('a function returned no row')
  return row
}

/** Counts a try if one is left. */
export async function consumeAttempt(
  db: Db,
  { name, max, windowMs }: { name: string; max: number; windowMs: number },
): Promise<AttemptState> {
  const row = firstOf(
    await sql<{ wait_ms: number; used: number; rest_ms: number }>`
      SELECT wait_ms, used, rest_ms FROM throttle_try(${name}, ${max}, ${windowMs})`.execute(db),
  )
  return { waitMs: row.wait_ms, used: row.used, restMs: row.rest_ms }
}

/** Refunds a try. */
export const returnTry = (db: Db, name: string) =>
  sql`WITH changed AS (UPDATE throttle_tries SET used = used - 1 WHERE name = ${name} AND used > 0
    RETURNING 1) SELECT count(*) FROM changed`.execute(db)

/** Forgets the tries of a name. */
export const clearAttempts = (db: Db, name: string) =>
  sql`WITH gone AS (DELETE FROM throttle_tries WHERE name = ${name} RETURNING 1)
    SELECT count(*) FROM gone`.execute(db)

/** What is asked about a call; null: not asked. */
export interface Asked {
  owner: string
  slots: number | null
  lease: string
  leaseMs: number
  rate: string | null
  rateLimit: number | null
  bar: string | null
  barMax: number | null
}

/** What the database decided. */
export interface Decided {
  refused: 'bar' | 'slots' | 'rate' | null
  wait_ms: number
  /** Calls of the rate within the last minute, this one included if it was admitted. */
  used: number
}

/** Admits a call, or says why not. */
export async function enter(db: Db, asked: Asked): Promise<Decided> {
  const { owner, slots, lease, leaseMs, rate, rateLimit, bar, barMax } = asked
  return firstOf(
    await sql<Decided>`SELECT refused, wait_ms, used FROM throttle_enter(
      ${owner}, ${slots}::bigint, ${lease}, ${leaseMs}, ${rate}::text, ${rateLimit}::bigint,
      ${bar}::text, ${barMax}::bigint)`.execute(db),
  )
}

/** Calls of a rate within the last minute, and milliseconds until the first of them no longer counts. */
export async function readRate(db: Db, name: string): Promise<{ used: number; wait_ms: number }> {
  return firstOf(
    await sql<{ used: number; wait_ms: number }>`
      SELECT coalesce(sum(one.n), 0) AS used, coalesce(min(one.at) + 60000 - throttle_now(), 0) AS wait_ms
      FROM throttle_rates AS rate, unnest(rate.times, rate.counts) AS one (at, n)
      WHERE rate.name = ${name} AND one.at > throttle_now() - 60000`.execute(db),
  )
}

/** Running calls of an owner. */
export async function countLeases(db: Db, owner: string): Promise<number> {
  const row = firstOf(
    await sql<{ running: number }>`SELECT count(*) AS running FROM throttle_leases
      WHERE owner = ${owner} AND ends_at > throttle_now()`.execute(db),
  )
  return row.running
}

const listOf = (leases: readonly Lease[], member: keyof Lease) =>
  sql`${leases.map((lease) => lease[member])}::text[]`

/** Prolongs running calls; one that the database has lost is entered again. */
export const renewLeases = (db: Db, leases: readonly Lease[], leaseMs: number) =>
  sql`WITH renewed AS (
      INSERT INTO throttle_leases (owner, id, ends_at)
      SELECT one.owner, one.id, throttle_now() + ${leaseMs}
      FROM unnest(${listOf(leases, 'owner')}, ${listOf(leases, 'id')}) AS one (owner, id)
      ON CONFLICT (owner, id) DO UPDATE SET ends_at = excluded.ends_at
      RETURNING 1)
    SELECT count(*) FROM renewed`.execute(db)

/** Ends calls. */
export const endLeases = (db: Db, leases: readonly Lease[]) =>
  sql`WITH gone AS (
      DELETE FROM throttle_leases WHERE (owner, id) IN
        (SELECT * FROM unnest(${listOf(leases, 'owner')}, ${listOf(leases, 'id')}))
      RETURNING 1)
    SELECT count(*) FROM gone`.execute(db)

/** Removes what has ended. */
export const sweep = (db: Db) => sql`SELECT throttle_sweep()`.execute(db)
