/**
 * On PostgreSQL calls and tries are counted by the server's clock. So that a test's clock is the only one there too,
 * `throttle_now`, which all of that asks, reads in the schema under test how far the test's was moved.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isSqlite } from '../../src/database/conditions.ts'
import type { Db } from '../../src/database/open.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import { TestClock } from './clock.ts'

const SERVER_MS = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/** Lets the clock of the server under test go with a test's. @param db with the schema of throttling */
export async function followClock(db: Db, clock: Clock): Promise<void> {
  const folder = process.env.TEST_POSTGRES_FOLDER
  if (folder === undefined || isSqlite(db) || !(clock instanceof TestClock)) return
  const name = `clock-${clock.id}`
  const tell = () => {
    // Whole or not at all; and there before a test goes on.
    writeFileSync(join(folder, `${name}.new`), String(clock.stands ? clock.now() : clock.movedMs))
    renameSync(join(folder, `${name}.new`), join(folder, name))
  }
  tell()
  clock.whenMoved('server', tell)
  await sql
    .raw(
      `CREATE OR REPLACE FUNCTION throttle_now() RETURNS BIGINT LANGUAGE sql VOLATILE AS $$
         SELECT ${clock.stands ? '0' : SERVER_MS} + coalesce(pg_read_file('${name}', 0, 99, true)::bigint, 0) $$`,
    )
    .execute(db)
}
