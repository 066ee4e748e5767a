/** Chooses where is counted: in memory on SQLite, whose one process is the only one; in the database on PostgreSQL. */
import { type Db, isSqlite } from '../database/open.ts'
import type { Clock } from '../kernel/clock.ts'
import { memoryThrottling } from './memory.ts'
import type { Throttling } from './ports.ts'
import { sharedThrottling } from './shared.ts'

/** What counts for the instances on a database. */
export const openThrottling = (db: Db, clock: Clock): Throttling =>
  isSqlite(db) ? memoryThrottling(clock) : sharedThrottling(db, clock)
