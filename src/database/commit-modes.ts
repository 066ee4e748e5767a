/** Whether the commits of a held connection wait for the disk: SQLite runs these, PostgreSQL's driver notes them. */
import { CompiledQuery } from 'kysely'

/** From here on they do not. */
export const RELAXED_COMMITS = CompiledQuery.raw('PRAGMA synchronous = NORMAL')
/** From here on they do again. */
export const DURABLE_COMMITS = CompiledQuery.raw('PRAGMA synchronous = FULL')
