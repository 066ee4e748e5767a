/** All SQL of background work. */
import { type Generated, sql } from 'kysely'
import type { Db } from '../database/open.ts'

interface JobsTable {
  id: Generated<number>
  kind: string
  payload: string
  lane: string | null
  unique_key: string | null
  run_at: number
  attempts: Generated<number>
  leased_until: number | null
  failed_at: string | null
  last_error: string | null
  created_at: string
}

declare module '../database/tables.ts' {
  interface Tables {
    jobs: JobsTable
  }
}

/** A job as it is put in. */
export interface NewJob {
  kind: string
  payload: string
  lane: string | null
  uniqueKey: string | null
  runAtMs: number
  createdAt: string
}

/** A job that was claimed. */
export interface ClaimedJob {
  id: number
  kind: string
  payload: string
  lane: string | null
  /** How often it was begun, this time included. */
  attempts: number
}

/**
 * Puts a job in; one of the same key that is still to be done moves to the earlier time instead, and one that was
 * given up is replaced: it has all its attempts before it again.
 */
export const insertJob = (db: Db, job: NewJob) =>
  db
    .insertInto('jobs')
    .values({
      kind: job.kind,
      payload: job.payload,
      lane: job.lane,
      unique_key: job.uniqueKey,
      run_at: job.runAtMs,
      leased_until: null,
      failed_at: null,
      last_error: null,
      created_at: job.createdAt,
    })
    .onConflict((conflict) =>
      conflict.column('unique_key').doUpdateSet({
        run_at: sql<number>`iif(failed_at IS NULL, min(jobs.run_at, excluded.run_at), excluded.run_at)`,
        payload: sql<string>`iif(failed_at IS NULL, jobs.payload, excluded.payload)`,
        attempts: sql<number>`iif(failed_at IS NULL, attempts, 0)`,
        failed_at: null,
      }),
    )
    .execute()

/**
 * Claims the oldest job that is due, not leased, and first of its lane; one statement.
 * @param kinds those this process can do
 */
export async function claimJob(
  db: Db,
  { nowMs, leaseMs, kinds }: { nowMs: number; leaseMs: number; kinds: readonly string[] },
): Promise<ClaimedJob | undefined> {
  const { rows } = await sql<ClaimedJob>`
    UPDATE jobs SET leased_until = ${nowMs + leaseMs}, attempts = attempts + 1
    WHERE id = (
      SELECT id FROM jobs AS due
      WHERE failed_at IS NULL AND run_at <= ${nowMs}
        AND (leased_until IS NULL OR leased_until <= ${nowMs})
        AND kind IN (${sql.join(kinds)})
        AND NOT EXISTS (
          SELECT 1 FROM jobs AS earlier
          WHERE earlier.lane = due.lane AND earlier.id < due.id AND earlier.failed_at IS NULL)
      ORDER BY run_at, id LIMIT 1)
    RETURNING id, kind, payload, lane, attempts`.execute(db)
  return rows[0]
}

export const extendLease = (db: Db, id: number, untilMs: number) =>
  db.updateTable('jobs').set({ leased_until: untilMs }).where('id', '=', id).execute()

export const finishJob = (db: Db, id: number) =>
  db.deleteFrom('jobs').where('id', '=', id).execute()

export const postponeJob = (db: Db, id: number, runAtMs: number, error: string) =>
  db
    .updateTable('jobs')
    .set({ run_at: runAtMs, leased_until: null, last_error: error })
    .where('id', '=', id)
    .execute()

export const failJob = (db: Db, id: number, at: string, error: string) =>
  db
    .updateTable('jobs')
    .set({ failed_at: at, leased_until: null, last_error: error })
    .where('id', '=', id)
    .execute()

/** Frees what a dead process had claimed; call once at start, with the data folder locked. */
export const freeLeases = (db: Db) =>
  db.updateTable('jobs').set({ leased_until: null }).where('leased_until', 'is not', null).execute()

/** Counts of jobs by what becomes of them. */
export async function countJobs(db: Db): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    SELECT count(*) FILTER (WHERE failed_at IS NULL) AS waiting,
      count(*) FILTER (WHERE failed_at IS NOT NULL) AS failed FROM jobs`.execute(db)
  return rows[0] ?? { waiting: 0, failed: 0 }
}
