/** Writes that need not wait for the disk. */
import type { Kysely } from 'kysely'
import { DURABLE_COMMITS, RELAXED_COMMITS } from './commit-modes.ts'
import type { Tables } from './tables.ts'

/**
 * Runs writes that may be lost in a power cut without harm, such as usage counters: their commit does not wait for
 * the disk (which would stall every request of the process, 5 ms and more on a busy disk). A crash of the process
 * loses nothing, and the database stays intact in any case. The connection is held exclusively, so that no other
 * write is committed this way by accident.
 */
export const unsynced = <Result>(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> =>
  db.connection().execute(async (held) => {
    await held.executeQuery(RELAXED_COMMITS)
    try {
      return await work(held)
    } finally {
      await held.executeQuery(DURABLE_COMMITS)
    }
  })
