/**
 * What a statement says to PostgreSQL's driver: whether the commits of a held connection wait for the disk (SQLite runs
 * these), and whether a statement that writes waits for its turn.
 */
import { CompiledQuery } from 'kysely'

/** From here on they do not. */
export const RELAXED_COMMITS = CompiledQuery.raw('PRAGMA synchronous = NORMAL')
/** From here on they do again. */
export const DURABLE_COMMITS = CompiledQuery.raw('PRAGMA synchronous = FULL')

/**
 * Part of a statement that writes without waiting for its turn among writers: its own row locks are all it relies on.
 * Without it every statement that writes waits, in a WITH clause too.
 */
export const WITHOUT_TURN = '/* without turn */'
