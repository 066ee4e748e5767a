/** SQL of runs: which job is claimed and by whom, how long its lease lasts, what becomes of it. */
import { sql } from 'kysely'
import { inTurnOf, lockRows } from '../database/concurrent.ts'
import { isAmong, isSqlite } from '../database/conditions.ts'
import type { Instance } from '../database/instance.ts'
import type { Db } from '../database/open.ts'
import { rowsOf } from '../database/rows.ts'
import type { JobsTable } from './store.ts'

/** Jobs that get their turn in one statement; those of a larger crowd get it with the next ones. */
const ADMITTED_MAX = 1_000

/**
 * Gives jobs that have become due their turn among the jobs of their kind: the first of a party comes beside the next
 * of the others, each further one a turn later, so that parties alternate however many each has.
 */
export async function admitDue(db: Db, nowMs: number): Promise<void> {
  // Two instances may do so at once, and leave each other's rows alone.
  const lock = isSqlite(db) ? sql`` : sql`FOR UPDATE SKIP LOCKED`
  await sql`
    WITH coming AS (
      SELECT id, party, kind, priority, run_at FROM jobs
      WHERE failed_at IS NULL AND turn IS NULL AND run_at <= ${nowMs}
      ORDER BY run_at, id LIMIT ${ADMITTED_MAX} ${lock})
    UPDATE jobs SET turn = placed.turn FROM (
      SELECT id, max(
          coalesce((SELECT max(turn) + 1 FROM jobs AS own WHERE own.party = coming.party AND own.kind = coming.kind
            AND own.priority = coming.priority AND own.failed_at IS NULL AND own.turn IS NOT NULL), 0),
          coalesce((SELECT turn FROM jobs AS next WHERE next.kind = coming.kind AND next.priority = coming.priority
            AND next.failed_at IS NULL AND next.turn IS NOT NULL AND next.leased_until IS NULL
            ORDER BY next.turn, next.id LIMIT 1), 0))
        + row_number() OVER (PARTITION BY party, kind, priority ORDER BY run_at, id) - 1 AS turn
      FROM coming) AS placed
    WHERE jobs.id = placed.id`.execute(db)
}

/**
 * Claims the job whose turn it is: due, not leased, and first of its lane; one statement.
 * @param kinds those this process can do, the one whose turn it is first
 * @param running ids of jobs running in this process, regardless of their leases
 * @param instance this process; it gets nothing once others took it for dead
 */
export async function claimJob(
  db: Db,
  claim: {
    nowMs: number
    leaseMs: number
    kinds: readonly string[]
    running: readonly number[]
    instance: Instance
  },
): Promise<ClaimedJob | undefined> {
  const { nowMs, leaseMs, kinds, running, instance } = claim
  await admitDue(db, nowMs)
  const wanted = kinds.map((kind, place) => sql`(${sql.lit(place)}, ${kind})`)
  // One claim after the other, and none while instances that have ended lose theirs: else two find the same job.
  const { rows } = await sql<ClaimedJob>`${inTurnOf('jobs')}
    UPDATE jobs SET leased_until = ${nowMs + leaseMs}, owner = ${instance.id}, attempts = attempts + 1
    WHERE ${instance.isAlive()} AND id = (
      WITH wanted (place, kind) AS (VALUES ${sql.join(wanted)})
      SELECT first.id FROM wanted JOIN jobs AS first ON first.id = (
        SELECT due.id FROM jobs AS due
        WHERE due.kind = wanted.kind AND due.failed_at IS NULL AND due.turn IS NOT NULL
          AND due.run_at <= ${nowMs} AND (due.leased_until IS NULL OR due.leased_until <= ${nowMs})
          AND NOT ${isAmong(sql`due.id`, running)}
          AND (due.lane IS NULL OR NOT EXISTS (
            SELECT 1 FROM jobs AS earlier
            WHERE earlier.lane = due.lane AND earlier.id < due.id AND earlier.failed_at IS NULL))
        ORDER BY due.priority, due.turn, due.id LIMIT 1)
      ORDER BY first.priority, wanted.place LIMIT 1)
    RETURNING id, kind, payload, lane, party, attempts`.execute(db)
  return rows[0]
}

/** Extends a lease, if the run still holds it. */
export const extendLease = (db: Db, run: Run, untilMs: number) =>
  runOf(db, run).set({ leased_until: untilMs }).execute()

/** Requeues a job interrupted by our own shutdown, which does not count as an attempt. */
export const releaseJob = (db: Db, run: Run) =>
  runOf(db, run).set({ leased_until: null, attempts: sql<number>`attempts - 1` }).execute()

const freeing = (db: Db) =>
  db
    .updateTable('jobs')
    .set({ leased_until: null, owner: null })
    .where('leased_until', 'is not', null)

/** Releases the claims of processes that have ended. */
export const freeLeases = (db: Db, instance: Instance) =>
  freeing(db).where(instance.isGone('owner')).execute()

/**
 * Releases the claims of this process on jobs that it does not run: the answer to the claim was lost, or the end of
 * the run could not be recorded. The database was away, which is no attempt; what kills a process is one.
 */
export const freeLost = (db: Db, instance: Instance, running: readonly number[]) =>
  freeing(db)
    .set({ attempts: sql<number>`attempts - 1` })
    .where('owner', '=', instance.id)
    .where(sql<boolean>`NOT ${isAmong(sql`id`, running)}`)
    .execute()

/** A job that was claimed. */
export interface ClaimedJob extends Pick<JobsTable, 'kind' | 'payload' | 'lane'> {
  id: number
  party: string
  /** Number of attempts, including this one. */
  attempts: number
}

/** Identifies one run of a job; a run that lost its lease can no longer change anything. */
export type Run = Pick<ClaimedJob, 'id' | 'attempts'>

/** The row of a run, while it holds its lease. */
export const runOf = (db: Db, run: Run) =>
  db
    .updateTable('jobs')
    .where('id', '=', run.id)
    .where('attempts', '=', run.attempts)
    .where('leased_until', 'is not', null)

/** Removes a finished job, or requeues it if it was requested again meanwhile. */
export async function finishJob(db: Db, run: Run): Promise<void> {
  await lockRows(db, sql`jobs WHERE id = ${run.id}`)
  const { numUpdatedRows } = await runOf(db, run)
    .where('again_at', 'is not', null)
    .set({
      run_at: sql<number>`again_at`,
      planned_at: sql<number>`again_planned_at`,
      payload: sql<string>`again_payload`,
      again_at: null,
      again_planned_at: null,
      again_payload: null,
      leased_until: null,
      turn: null,
      last_error: null,
      attempts: 0,
    })
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await rowsOf(db, 'jobs', { id: run.id, attempts: run.attempts, again_at: null }).delete()
}

/** Requeues a failed job, with its wait starting now; what is not counted leaves it all its attempts. */
export const postponeJob = (
  db: Db,
  run: Run,
  how: { nowMs: number; waitMs: number; error: string; isCounted: boolean },
) =>
  runOf(db, run)
    .set({
      run_at: how.nowMs + how.waitMs,
      planned_at: how.nowMs,
      leased_until: null,
      turn: null,
      last_error: how.error,
      ...(!how.isCounted && { attempts: sql<number>`attempts - 1` }),
    })
    .execute()

/** Marks a job as failed, or restarts it if it was requested again meanwhile. Returns whether it has failed. */
export async function failJob(db: Db, run: Run, at: string, error: string): Promise<boolean> {
  await lockRows(db, sql`jobs WHERE id = ${run.id}`)
  const again = await rowsOf(db, 'jobs', { id: run.id }).first({ columns: ['again_at'] })
  if (again !== undefined && again.again_at !== null) {
    await finishJob(db, run)
    return false
  }
  const { numUpdatedRows } = await runOf(db, run)
    .set({ failed_at: at, leased_until: null, last_error: error })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
