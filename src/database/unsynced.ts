/** Writes that need not wait for the disk. */
import { CompiledQuery, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

// What the drivers are given as a statement; SQLite runs them.

/** From here on they do not. */
export const RELAXED_COMMITS = CompiledQuery.raw('PRAGMA synchronous = NORMAL')
/** From here on they do again. */
export const DURABLE_COMMITS = CompiledQuery.raw('PRAGMA synchronous = FULL')

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
