/** Maps SQLite's errors to the service's errors, and recognises a violated unique column in both databases. */
import Database from 'better-sqlite3'
import { AppError } from '../kernel/errors.ts'
import { FatalError } from '../kernel/invariant.ts'
import { codeOf, membersOf, messageOf } from '../kernel/type-guards.ts'
import { say } from '../translations/texts.ts'

const RETRY_SECONDS = 5
const DAMAGED_RETRY_SECONDS = 300

/**
 * Primary result codes for a temporary machine problem, not a faulty statement: disk full, read or write error,
 * another writer, no permission, no memory.
 */
const UNAVAILABLE = /^SQLITE_(FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|PROTOCOL|NOMEM)(_|$)/
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)(_|$)/

/** The operator's message about a damaged database. @param what SQLite's own message */
export const damagedText = (what: string): string =>
  `the database is damaged (${what.replace(/\s+/g, ' ')}); nothing in it was changed: keep a copy of the data folder and restore a backup`

/** Where the compiled part of better-sqlite3 is that of another version of Node.js: what to do about it. */
export function builtForAnother(error: unknown): FatalError | undefined {
  if (codeOf(error) !== 'ERR_DLOPEN_FAILED') return undefined
  const why = error instanceof Error ? error.message.replace(/\s+/g, ' ') : ''
  return new FatalError(
    `better-sqlite3 was built for another Node.js than this one (${process.version}): run "npm rebuild better-sqlite3", or scripts/setup, which does so (${why})`,
    { cause: error },
  )
}

/** The operator's message about a data folder that cannot be made or written: which one, why, and what to do. */
export function unusableFolder(folder: string, error: unknown): FatalError {
  const code = codeOf(error) ?? ''
  const message = messageOf(error)
  return new FatalError(
    `the data folder ${folder} cannot be written (${code}: ${message.replace(/^\w+: /, '')}); mount it writable, with free space and owned by the user of the service, or name another folder in PARAPH_DATA_DIR`,
    { cause: error },
  )
}

/** The error that callers get from then on. */
export const damagedProblem = (cause: unknown): AppError =>
  new AppError('storage_unavailable', say('service.databaseDamaged'), {
    retryAfterSeconds: DAMAGED_RETRY_SECONDS,
    cause,
  })

/**
 * Maps an error of the database driver. `storage_unavailable` for a full or failing disk or a busy
 * file, a {@link FatalError} for a damaged file, and everything else unchanged.
 */
export function storageFailure(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return builtForAnother(error) ?? error
  if (DAMAGED.test(error.code)) {
    return new FatalError(damagedText(error.code), { cause: error })
  }
  if (!UNAVAILABLE.test(error.code)) return error
  return new AppError('storage_unavailable', say('service.databaseFails'), {
    retryAfterSeconds: RETRY_SECONDS,
    cause: error,
  })
}

/** Whether another process was writing: the same call may succeed in a moment. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY'

/** Whether an error is PostgreSQL's for a column, or columns, that must be unique and are not (23505). */
function isUniqueViolationOf(error: unknown, table: string, column: string): boolean {
  if (codeOf(error) !== '23505') return false
  const { table: at, detail } = membersOf(error)
  return at === table && typeof detail === 'string' && detail.startsWith(`Key (${column})=`)
}

/** Whether a statement failed because `table.column` must be unique and is not. */
export function isUniqueViolation(error: unknown, place: `${string}.${string}`): boolean {
  const [table = '', column = ''] = place.split('.')
  if (isUniqueViolationOf(error, table, column)) return true
  return (
    error instanceof Database.SqliteError &&
    (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY') &&
    error.message.endsWith(`: ${place}`)
  )
}
