/** Writes that need not wait for the disk. */
import { sql } from 'kysely'
import type { Db } from './open.ts'

/**
 * Runs writes whose loss in a power cut does no harm, such as counters of use: their commit does not
 * wait for the disk (which stalls every request of the process meanwhile, 5 ms and more on a busy
 * disk). A crash of the process loses nothing, and the database stays whole in any case. The
 * connection is held, so no other write is committed this way by accident.
 */
export const unsynced = <Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> =>
  db.connection().execute(async (held) => {
    await sql`PRAGMA synchronous = NORMAL`.execute(held)
    try {
      return await work(held)
    } finally {
      await sql`PRAGMA synchronous = FULL`.execute(held)
    }
  })
