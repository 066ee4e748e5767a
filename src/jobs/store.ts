/** All SQL of background work. */
import { type Generated, sql } from 'kysely'
import type { Db } from '../database/open.ts'
import { is, rowsOf } from '../database/rows.ts'

/** A row of the table of jobs. */
export interface JobsTable {
  id: Generated<number>
  kind: string
  payload: string
  lane: string | null
  unique_key: string | null
  run_at: number
  attempts: Generated<number>
  leased_until: number | null
  owner: string | null
  failed_at: string | null
  last_error: string | null
  again_at: number | null
  again_payload: string | null
  planned_at: number | null
  again_planned_at: number | null
  party: Generated<string>
  priority: Generated<number>
  turn: number | null
  created_at: string
}

declare module '../database/tables.ts' {
  interface Tables {
    jobs: JobsTable
  }
}

/** A job to be inserted. */
export interface NewJob {
  kind: string
  payload: string
  lane: string | null
  uniqueKey: string | null
  runAtMs: number
  /** When its wait begins; null: it runs at a date, independent of clock changes. */
  plannedAtMs: number | null
  /** Whom it is done for: jobs of a kind take turns among parties. */
  party: string
  /** 0: a person waits for it, so it goes before all others; else 1. */
  priority: 0 | 1
  createdAt: string
}

/** Whether a waiting job takes over the time of one requested now. */
const MOVES = sql<boolean>`(jobs.failed_at IS NOT NULL OR (jobs.leased_until IS NULL AND excluded.run_at < jobs.run_at))`

const inserted = (db: Db, job: NewJob) =>
  db.insertInto('jobs').values({
    kind: job.kind,
    payload: job.payload,
    lane: job.lane,
    unique_key: job.uniqueKey,
    run_at: job.runAtMs,
    planned_at: job.plannedAtMs,
    party: job.party,
    priority: job.priority,
    created_at: job.createdAt,
  })

/** Inserts a job unless there is one with its key. */
export const insertIfNone = (db: Db, job: NewJob) =>
  inserted(db, job)
    .onConflict((conflict) => conflict.column('unique_key').doNothing())
    .execute()

/**
 * Inserts a job. An existing one with the same key moves to the earlier time and takes the new payload; if it is
 * running, it runs once more afterwards, since it may have missed what the caller just wrote; if it has failed, it
 * starts over.
 */
export const insertJob = (db: Db, job: NewJob) =>
  inserted(db, job)
    .onConflict((conflict) =>
      conflict.column('unique_key').doUpdateSet({
        run_at: sql<number>`iif(${MOVES}, excluded.run_at, jobs.run_at)`,
        planned_at: sql<number>`iif(${MOVES}, excluded.planned_at, jobs.planned_at)`,
        payload: sql<string>`iif(jobs.leased_until IS NULL, excluded.payload, jobs.payload)`,
        again_at: sql<number>`iif(jobs.leased_until IS NULL, NULL,
          min(coalesce(jobs.again_at, excluded.run_at), excluded.run_at))`,
        again_planned_at: sql<number>`CASE WHEN jobs.leased_until IS NULL THEN NULL
          WHEN coalesce(jobs.again_at <= excluded.run_at, FALSE) THEN jobs.again_planned_at
          ELSE excluded.planned_at END`,
        again_payload: sql<string>`iif(jobs.leased_until IS NULL, NULL, excluded.payload)`,
        attempts: sql<number>`iif(jobs.failed_at IS NULL, jobs.attempts, 0)`,
        turn: sql<number>`iif(jobs.failed_at IS NULL, jobs.turn, NULL)`,
        failed_at: null,
      }),
    )
    .execute()

/**
 * Ends the waits of failed jobs of a kind, in the order of their parties' turns and at this pace; what had to wait less
 * keeps its time. The attempts that failed meanwhile are not counted.
 */
export const endWaits = (
  db: Db,
  kind: string,
  { nowMs, paceMs }: { nowMs: number; paceMs: number },
) =>
  sql`
    UPDATE jobs SET run_at = placed.run_at, planned_at = ${nowMs}, attempts = max(attempts - 1, 0)
    FROM (
      SELECT id, ${nowMs} + ${paceMs} * row_number() OVER (ORDER BY priority, round, id) AS run_at
      FROM (
        SELECT id, priority, row_number() OVER (PARTITION BY party, priority ORDER BY run_at, id) AS round
        FROM jobs WHERE kind = ${kind} AND failed_at IS NULL AND leased_until IS NULL AND turn IS NULL
          AND last_error IS NOT NULL AND run_at > ${nowMs}) AS waiting) AS placed
    WHERE jobs.id = placed.id AND jobs.run_at > placed.run_at AND jobs.leased_until IS NULL`.execute(
    db,
  )

/** Restarts waits that began in the future because the clock was set back. */
export const resetBackoffs = (db: Db, nowMs: number) =>
  rowsOf(db, 'jobs', { planned_at: is('>', nowMs) }).change({
    run_at: sql<number>`${nowMs} + run_at - planned_at`,
    planned_at: nowMs,
  })

/** When recurring work was last ordered after it had gone well, epoch milliseconds; undefined if it failed since. */
export async function orderedAt(db: Db, uniqueKey: string): Promise<number | undefined> {
  const row = await rowsOf(db, 'jobs', { unique_key: uniqueKey, last_error: null }).first({
    columns: ['planned_at'],
  })
  return row?.planned_at ?? undefined
}

/** Whether one of the jobs with these keys is still to be done. */
export async function isWaiting(db: Db, uniqueKeys: readonly string[]): Promise<boolean> {
  const waiting = rowsOf(db, 'jobs', { unique_key: uniqueKeys, failed_at: null })
  return (await waiting.first({ columns: ['id'] })) !== undefined
}

/** Deletes up to `limit` jobs that failed before a time; returns how many. */
export async function forgetFailed(db: Db, before: string, limit: number): Promise<number> {
  const old = db.selectFrom('jobs').select('id').where('failed_at', '<', before).limit(limit)
  const result = await db.deleteFrom('jobs').where('id', 'in', old).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Numbers of jobs by state. */
export async function countJobs(db: Db): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    SELECT count(*) FILTER (WHERE failed_at IS NULL) AS waiting,
      count(*) FILTER (WHERE failed_at IS NOT NULL) AS failed FROM jobs`.execute(db)
  return rows[0] ?? { waiting: 0, failed: 0 }
}
