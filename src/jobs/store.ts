/** All SQL of background work. */
import { type Generated, sql } from 'kysely'
import { isAmong } from '../database/conditions.ts'
import type { Instance } from '../database/instance.ts'
import { type Db, isSqlite } from '../database/open.ts'
import { WITHOUT_TURN } from '../database/unsynced.ts'

interface JobsTable {
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

/** A job that was claimed. */
export interface ClaimedJob extends Pick<JobsTable, 'kind' | 'payload' | 'lane'> {
  id: number
  party: string
  /** Number of attempts, including this one. */
  attempts: number
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
    leased_until: null,
    owner: null,
    failed_at: null,
    last_error: null,
    again_at: null,
    again_payload: null,
    planned_at: job.plannedAtMs,
    again_planned_at: null,
    party: job.party,
    priority: job.priority,
    turn: null,
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

/** Jobs that get their turn in one statement; those of a larger crowd get it with the next ones. */
const ADMITTED_MAX = 1_000

/**
 * Gives jobs that have become due their turn among the jobs of their kind: the first of a party comes beside the next
 * of the others, each further one a turn later, so that parties alternate however many each has.
 */
export async function admitDue(db: Db, nowMs: number): Promise<void> {
  // Two instances may do so at once, and leave each other's rows alone.
  const lock = isSqlite(db) ? sql`` : sql`FOR UPDATE SKIP LOCKED`
  await sql`${sql.raw(WITHOUT_TURN)}
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
  {
    nowMs,
    leaseMs,
    kinds,
    running,
    instance,
  }: {
    nowMs: number
    leaseMs: number
    kinds: readonly string[]
    running: readonly number[]
    instance: Instance
  },
): Promise<ClaimedJob | undefined> {
  await admitDue(db, nowMs)
  const wanted = kinds.map((kind, place) => sql`(${sql.lit(place)}, ${kind})`)
  const { rows } = await sql<ClaimedJob>`
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

/** Identifies one run of a job; a run that lost its lease can no longer change anything. */
export type Run = Pick<ClaimedJob, 'id' | 'attempts'>

const runOf = (db: Db, run: Run) =>
  db
    .updateTable('jobs')
    .where('id', '=', run.id)
    .where('attempts', '=', run.attempts)
    .where('leased_until', 'is not', null)

/** Extends a lease, if the run still holds it. */
export const extendLease = (db: Db, run: Run, untilMs: number) =>
  runOf(db, run).set({ leased_until: untilMs }).execute()

/** Removes a finished job, or requeues it if it was requested again meanwhile. */
export async function finishJob(db: Db, run: Run): Promise<void> {
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
  await db
    .deleteFrom('jobs')
    .where('id', '=', run.id)
    .where('attempts', '=', run.attempts)
    .where('again_at', 'is', null)
    .execute()
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
  db
    .updateTable('jobs')
    .where('planned_at', '>', nowMs)
    .set({ run_at: sql<number>`${nowMs} + run_at - planned_at`, planned_at: nowMs })
    .execute()

/** Requeues a job interrupted by our own shutdown, which does not count as an attempt. */
export const releaseJob = (db: Db, run: Run) =>
  runOf(db, run).set({ leased_until: null, attempts: sql<number>`attempts - 1` }).execute()

/** Marks a job as failed, or restarts it if it was requested again meanwhile. Returns whether it has failed. */
export async function failJob(db: Db, run: Run, at: string, error: string): Promise<boolean> {
  const again = await db
    .selectFrom('jobs')
    .select('again_at')
    .where('id', '=', run.id)
    .executeTakeFirst()
  if (again !== undefined && again.again_at !== null) {
    await finishJob(db, run)
    return false
  }
  const { numUpdatedRows } = await runOf(db, run)
    .set({ failed_at: at, leased_until: null, last_error: error })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

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

/** When recurring work was last ordered after it had gone well, epoch milliseconds; undefined if it failed since. */
export async function orderedAt(db: Db, uniqueKey: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('jobs')
    .select('planned_at')
    .where('unique_key', '=', uniqueKey)
    .where('last_error', 'is', null)
    .executeTakeFirst()
  return row?.planned_at ?? undefined
}

/** Whether one of the jobs with these keys is still to be done. */
export async function isWaiting(db: Db, uniqueKeys: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where(isAmong(sql`unique_key`, uniqueKeys))
    .where('failed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
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
