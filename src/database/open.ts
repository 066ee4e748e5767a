/** Opens the database (one SQLite file of a data folder, or PostgreSQL), brings its schema up to date, hands out Kysely. */
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { Kysely, type RawBuilder, sql } from 'kysely'
import { inBatches } from '../kernel/batches.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { FatalError } from '../kernel/invariant.ts'
import { makeFolder } from '../kernel/private-files.ts'
import { isSqlite } from './conditions.ts'
import { sqliteDialect } from './driver.ts'
import { damagedText, storageFailure, unusableFolder } from './failure.ts'
import { checkLog } from './log-check.ts'
import { type MigrationSet, migrate } from './migrate.ts'
import { type LostCommits, lostCommits, Position } from './position.ts'
import type { PostgresOptions } from './postgres/options.ts'
import type { Tables } from './tables.ts'

/** Name of the database inside the data folder. */
export const DATABASE_FILE = 'paraph.sqlite'
/** Says in a data folder that the rows of its installation are in PostgreSQL. */
const ELSEWHERE_FILE = 'rows-in-postgresql'

/** The typed query builder every store is given. */
export type Db = Kysely<Tables>

/** How to open the database. */
export interface DatabaseOptions {
  /** The data folder; created (mode 0700) if missing. */
  folder: string
  /** Where the rows are instead; undefined: in the folder. */
  postgres?: PostgresOptions | undefined
  /** The schema of every domain, in the order in which it is applied. */
  migrations: readonly MigrationSet[]
  clock: Clock
  /** Take one that is being copied into, too. */
  unfinished?: boolean
  /** Read every page once (`quick_check`) before use. The server does, the command line does not. */
  verify?: boolean
  /** Longest wait for another process's write, in milliseconds. */
  busyWaitMs?: number
  /** Go on with a database that lacks acknowledged work: the operator has said so. */
  acceptLoss?: boolean
}

/** An open database. */
export interface OpenDatabase {
  db: Db
  /**
   * The same database for what only counts: on PostgreSQL over connections of its own, since those of `db` may all be
   * waiting for others.
   */
  counting: Db
  /** Migrations applied just now, as `domain number`. */
  applied: readonly string[]
  /** Acknowledged work that it lacks, where that was accepted. */
  lost?: LostCommits | undefined
  /** Runs `quick_check` again; throws a {@link FatalError} with the first problem. */
  verify(): void
  /** Folds the write-ahead log into the file and closes it. */
  close(): Promise<void>
}

const BUSY_WAIT_MS = 2_000
/** SQLite's own busy timeout while requests run: it blocks the thread. */
const BUSY_SLEEP_MS = 5

function configure(database: BetterSqlite.Database): void {
  database.pragma('journal_mode = WAL')
  // FULL: one fdatasync per commit, 0.25 ms here; without it a power cut loses acknowledged work.
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('trusted_schema = OFF')
  // Erased data must not stay readable in the free space of the file: it is overwritten with zeros.
  database.pragma('secure_delete = ON')
  database.pragma(`journal_size_limit = ${64 * 1024 * 1024}`)
}

function verify(database: BetterSqlite.Database): void {
  const found = database.pragma('quick_check(1)', { simple: true })
  if (found !== 'ok') throw new FatalError(damagedText(String(found)))
}

/** An empty file instead of the rows that an operator expects is found too late: with the first customer's call. */
function refuseSecondInstallation(folder: string): void {
  const marker = join(folder, ELSEWHERE_FILE)
  if (existsSync(marker))
    throw new FatalError(
      `the rows of the installation in ${folder} are in PostgreSQL: set PARAPH_DATABASE_URL as before, or move them here with \`npm run cli -- migrate-storage --from postgres://… --to folder\`; to begin a new installation, remove ${marker}`,
    )
}

const positionOf = (folder: string): string => join(folder, `${DATABASE_FILE}-position`)

/** Nothing is expected of a file that is being copied into. */
function refuseLoss(options: DatabaseOptions, lost: LostCommits | undefined) {
  if (lost === undefined || options.unfinished === true) return undefined
  if (options.acceptLoss === true) return lost
  throw lostCommits(join(options.folder, DATABASE_FILE), lost)
}

function openFile(options: DatabaseOptions) {
  try {
    makeFolder(options.folder)
  } catch (error) {
    throw unusableFolder(options.folder, error)
  }
  const file = join(options.folder, DATABASE_FILE)
  const isNew = !existsSync(file)
  if (isNew && options.unfinished !== true) refuseSecondInstallation(options.folder)
  const lost = isNew
    ? refuseLoss(options, Position.lostWhole(positionOf(options.folder)))
    : undefined
  // Before SQLite opens it: SQLite treats everything after a damaged frame as never written, and overwrites it.
  if (options.verify === true) checkLog(`${file}-wal`)
  const database = new BetterSqlite(file, { timeout: options.busyWaitMs ?? BUSY_WAIT_MS })
  // The file contains addresses and key hashes; the -wal and -shm files inherit this mode.
  if (isNew) chmodSync(file, 0o600)
  return { database, lost }
}

/**
 * Opens the database, wherever it is.
 * @throws AppError `storage_unavailable` when the disk is full, failing or read-only
 * @throws FatalError when the file is damaged, the server cannot be used, or the schema is not ours
 */
export async function connectDatabase({
  postgres,
  ...options
}: DatabaseOptions): Promise<OpenDatabase> {
  if (postgres === undefined) return openDatabase(options)
  // Keys and secrets stay there.
  makeFolder(options.folder)
  // Not even loaded by a service that does without.
  const { openPostgres } = await import('./postgres/open.ts')
  const file = join(options.folder, DATABASE_FILE)
  const left = existsSync(file) ? file : undefined
  // PostgreSQL checks its pages itself, where its operator wants it (data checksums).
  const opened = await openPostgres(postgres, { ...options, left })
  writeFileSync(join(options.folder, ELSEWHERE_FILE), '', { mode: 0o600 })
  return { ...opened, verify: () => undefined }
}

/**
 * Opens (and on first use creates) the database of a data folder.
 * @throws AppError `storage_unavailable` when the disk is full, failing or read-only
 * @throws FatalError when the file is damaged or its schema is not ours
 */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  let database: BetterSqlite.Database | undefined
  try {
    const { database: opened, lost: lostWhole } = openFile(options)
    database = opened
    configure(opened)
    if (options.verify === true) verify(opened)
    const beside = positionOf(options.folder)
    const lost = lostWhole ?? refuseLoss(options, Position.lost(opened, beside))
    const applied = migrate(opened, {
      sets: options.migrations,
      at: toIso(options.clock.now()),
      unfinished: options.unfinished ?? false,
    })
    opened.pragma(`busy_timeout = ${BUSY_SLEEP_MS}`)
    const position = Position.follow(opened, beside, options.clock)
    const { busyWaitMs = BUSY_WAIT_MS } = options
    const db = new Kysely<Tables>({ dialect: sqliteDialect(opened, { busyWaitMs, position }) })
    const close = () => db.destroy()
    return { db, counting: db, applied, lost, verify: () => verify(opened), close }
  } catch (error) {
    database?.close()
    throw storageFailure(error)
  }
}

/**
 * Folds the write-ahead log into the file and empties it, so that no erased data remains in either.
 * @returns false when another process's reading or writing prevented it
 */
export async function emptyLog(db: Db): Promise<boolean> {
  if (!isSqlite(db)) return true
  const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db)
  return rows[0]?.busy === 0
}

/** Deletes rows of a table by its key, a few at a time; outside transactions, so that others write in between. */
export const deleteSliced = (
  db: Db,
  { table, key, where }: { table: keyof Tables; key: string; where: RawBuilder<unknown> },
): Promise<number> =>
  inBatches(async (limit) => {
    const [from, column] = [sql.table(table), sql.ref(key)]
    const some = sql`SELECT ${column} FROM ${from} WHERE ${where} LIMIT ${limit}`
    const done = await sql`DELETE FROM ${from} WHERE ${column} IN (${some})`.execute(db)
    return Number(done.numAffectedRows ?? 0)
  })
