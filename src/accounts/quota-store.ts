/**
 * All SQL about monthly counters. What compares a counter with its limit takes the counter's turn and is one statement, so
 * no two calls can share a unit.
 */
import { type Generated, sql } from 'kysely'
import { inTurnOf } from '../database/concurrent.ts'
import type { Instance } from '../database/instance.ts'
import type { Db } from '../database/open.ts'
import { rowsOf } from '../database/rows.ts'

/** What is counted per key and calendar month. `sms` are those beyond the one each signature includes. */
export type Metric = 'documents' | 'signatures' | 'sms'

interface QuotaUsageTable {
  key_id: string
  month: string
  metric: Metric
  used: number
}

interface QuotaReservationsTable {
  id: Generated<number>
  key_id: string
  month: string
  metric: Metric
  amount: number
  /** Epoch milliseconds; from then on the units are free again. */
  expires_at: number
  /** The instance whose work it is for. */
  owner: string | null
}

declare module '../database/tables.ts' {
  interface Tables {
    quota_usage: QuotaUsageTable
    quota_reservations: QuotaReservationsTable
  }
}

/** One counter: whose, when, what. */
export interface Counter {
  keyId: string
  /** `YYYY-MM`, UTC. */
  month: string
  metric: Metric
}

/** State of a counter. */
export interface QuotaStatus {
  used: number
  /** Units reserved by running work. */
  reserved: number
}

const usedOf = ({ keyId, month, metric }: Counter) =>
  sql`(SELECT coalesce(sum(used), 0) FROM quota_usage
    WHERE key_id = ${keyId} AND month = ${month} AND metric = ${metric})`

const reservedOf = ({ keyId, month, metric }: Counter, nowMs: number) =>
  sql`(SELECT coalesce(sum(amount), 0) FROM quota_reservations
    WHERE key_id = ${keyId} AND month = ${month} AND metric = ${metric} AND expires_at > ${nowMs})`

/** True if `amount` more units fit the limit; `null` is no limit. */
const fits = (counter: Counter, amount: number, limit: number | null, nowMs: number) =>
  limit === null
    ? sql`true`
    : sql`${usedOf(counter)} + ${reservedOf(counter, nowMs)} + ${amount} <= ${limit}`

/** A counter's usage and its reservations are rows of two tables. */
const turnOf = ({ keyId, metric }: Counter) => inTurnOf('quota', keyId, metric)

/** Reserves units for work about to start; undefined if not available. One statement. */
export async function reserve(
  db: Db,
  counter: Counter,
  units: {
    amount: number
    limit: number | null
    nowMs: number
    expiresMs: number
    owner: string
  },
): Promise<number | undefined> {
  const { amount, limit, nowMs, expiresMs, owner } = units
  const { rows } = await sql<{ id: number }>`${turnOf(counter)}
    INSERT INTO quota_reservations (key_id, month, metric, amount, expires_at, owner)
    SELECT ${counter.keyId}, ${counter.month}, ${counter.metric}, ${amount}, ${expiresMs}, ${owner}
    WHERE ${fits(counter, amount, limit, nowMs)}
    RETURNING id`.execute(db)
  return rows[0]?.id
}

/** Counts units as used if the limit allows; returns whether it did. One statement. */
export async function consume(
  db: Db,
  counter: Counter,
  units: { amount: number; limit: number | null; nowMs: number },
): Promise<boolean> {
  const { amount, limit, nowMs } = units
  const turn = limit === null ? sql`` : turnOf(counter)
  const { rows } = await sql<{ used: number }>`${turn}
    INSERT INTO quota_usage (key_id, month, metric, used)
    SELECT ${counter.keyId}, ${counter.month}, ${counter.metric}, ${amount}
    WHERE ${fits(counter, amount, limit, nowMs)}
    ON CONFLICT (key_id, month, metric) DO UPDATE SET used = quota_usage.used + excluded.used
    RETURNING used`.execute(db)
  return rows.length > 0
}

/** Refunds used units. */
export const refund = (db: Db, counter: Counter, amount: number) =>
  rowsOf(db, 'quota_usage', {
    key_id: counter.keyId,
    month: counter.month,
    metric: counter.metric,
  }).change({ used: sql<number>`max(0, used - ${amount})` })

/** Drops a reservation: its units are free again. */
export const dropReservation = (db: Db, id: number) =>
  sql`DELETE FROM quota_reservations WHERE id = ${id}`.execute(db)

/** Drops the reservations of processes that have ended; returns how many there were. */
export async function dropReservationsOfGone(db: Db, instance: Instance): Promise<number> {
  const result = await db
    .deleteFrom('quota_reservations')
    .where(instance.isGone('owner'))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Reads one counter. */
export async function quotaStatus(db: Db, counter: Counter, nowMs: number): Promise<QuotaStatus> {
  const { rows } = await sql<QuotaStatus>`
    SELECT ${usedOf(counter)} AS used, ${reservedOf(counter, nowMs)} AS reserved`.execute(db)
  return rows[0] ?? { used: 0, reserved: 0 }
}

/** What one key used of one metric in a month. */
export interface KeyUsage {
  account_id: string
  email: string
  key_id: string
  key_name: string
  plan: string
  metric: Metric
  used: number
}

/**
 * What every key used in a month, of all accounts or of one; unused metrics are omitted. A revoked key whose counters
 * another key continued that month is omitted too: they are included in its successor's.
 */
export async function usageOfMonth(db: Db, month: string, accountId?: string): Promise<KeyUsage[]> {
  const { rows } = await sql<KeyUsage>`
    SELECT account.id AS account_id, account.email, key.id AS key_id, key.name AS key_name, key.plan,
      usage.metric, usage.used
    FROM quota_usage AS usage
    JOIN api_keys AS key ON key.id = usage.key_id
    JOIN accounts AS account ON account.id = key.account_id
    LEFT JOIN api_keys AS successor ON successor.id = key.succeeded_by
    WHERE usage.month = ${month} AND usage.used > 0
      ${accountId === undefined ? sql`` : sql`AND account.id = ${accountId}`}
      AND (successor.id IS NULL OR substr(successor.created_at, 1, 7) <> usage.month)
    ORDER BY account.email, account.id, key.created_at, key.id, usage.metric`.execute(db)
  return rows
}

/** What all keys of an account used per month, from a month on; months without use are omitted. */
export const usageHistory = (db: Db, accountId: string, fromMonth: string) =>
  db
    .selectFrom('quota_usage as usage')
    .innerJoin('api_keys as key', 'key.id', 'usage.key_id')
    .select(['usage.month', 'usage.metric'])
    .select((eb) => eb.fn.sum<number>('usage.used').as('used'))
    .where('key.account_id', '=', accountId)
    .where('usage.month', '>=', fromMonth)
    .leftJoin('api_keys as successor', 'successor.id', 'key.succeeded_by')
    // In the month of its creation, a successor continued with a copy of these counters.
    .where((eb) =>
      eb.or([
        eb('successor.id', 'is', null),
        eb(sql`substr(successor.created_at, 1, 7)`, '!=', eb.ref('usage.month')),
      ]),
    )
    .groupBy(['usage.month', 'usage.metric'])
    .execute()
