/** Writes that need not wait for the disk. */
import { CompiledQuery, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

// What PostgreSQL's driver is given as a statement: whether the commits of a held connection wait for the disk (SQLite runs
// these), and whether its transactions take the turn of those that do not say what they rely on.

/** From here on they do not. */
export const RELAXED_COMMITS = CompiledQuery.raw('PRAGMA synchronous = NORMAL')
/** From here on they do again. */
export const DURABLE_COMMITS = CompiledQuery.raw('PRAGMA synchronous = FULL')

/** The next transaction of a held connection waits for no turn: see `concurrently`. */
export const BESIDE_OTHERS = CompiledQuery.raw('-- beside others')
/** The next one does again. */
export const ONE_BY_ONE = CompiledQuery.raw('-- one by one')

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
