/**
 * Numbered, forward-only migrations. Each domain provides its own list; applied migrations are recorded with the hash
 * of their text, so one that was edited afterwards is detected at startup.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { FatalError } from '../kernel/invariant.ts'
import { codeFile } from '../kernel/program-files.ts'
import type { Tables } from './tables.ts'

// The mark of a database that is being copied into: no server may start on half of another one's rows.

/** A table that is there while the copy is not complete. */
export const UNFINISHED_COPY = 'unfinished_copy'

/** The message for the operator. */
export const unfinishedCopy = (): FatalError =>
  new FatalError(
    'this database is the unfinished copy of another one: run `npm run cli -- migrate-storage` again with the same --from and --to, or empty it',
  )

/** One step of a domain's schema; never edited once it has been released. */
export interface Migration {
  name: string
  /** SQL statements for SQLite, run in one transaction; `postgres/translate.ts` translates them to PostgreSQL's dialect. */
  sqlite: string
  /** What PostgreSQL runs instead, where the two differ in more than words. */
  postgres?: string
}

/** A domain's schema: its steps in order, numbered from 1 by their position. */
export interface MigrationSet {
  domain: string
  migrations: readonly Migration[]
}

const STEP = /^-- migration: /m
const PART = /^-- (?:sqlite|postgres):\n/m

/**
 * The schema of a domain, from `migrations.sql` in a folder: of each step its name, what SQLite runs, and PostgreSQL's own where
 * there is one. The text between two such lines is what is hashed, to the byte.
 */
export function migrationsOf(domain: string, folder = domain): MigrationSet {
  const [, ...steps] = readFileSync(codeFile(`${folder}/migrations.sql`), 'utf8').split(STEP)
  const migrations = steps.map((step) => {
    const [name = '', sqlite = '', postgres] = step.split(PART).map((part) => part.slice(0, -1))
    return { name, sqlite, ...(postgres !== undefined && { postgres }) }
  })
  return { domain, migrations }
}

/** What is known of an applied migration. */
export type AppliedRow = Omit<Tables['schema_migrations'], 'applied_at'>

/** The table of what was applied. */
export const LEDGER = `CREATE TABLE IF NOT EXISTS schema_migrations (
  domain TEXT NOT NULL,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  applied_at TEXT NOT NULL,
  PRIMARY KEY (domain, number)
) STRICT`

/** What is recorded of a migration's text. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Refuses a database whose history is not the beginning of the program's own.
 * @param textOf what is run for a migration
 * @throws FatalError when an applied migration was edited or belongs to a newer version
 */
export function checkHistory(
  applied: readonly AppliedRow[],
  sets: readonly MigrationSet[],
  textOf: (migration: Migration) => string,
): void {
  for (const row of applied) {
    const known = sets.find((set) => set.domain === row.domain)?.migrations[row.number - 1]
    const label = `migration ${row.domain} ${row.number} (${row.name})`
    if (known === undefined) {
      throw new FatalError(
        `the database has ${label}, which this version does not know: it was written by a newer version; start that one or restore a backup`,
      )
    }
    if (hashOf(textOf(known)) !== row.hash) {
      throw new FatalError(
        `${label} was changed after it had been applied to this database; restore its text and add a new migration instead`,
      )
    }
  }
}

/** The migrations that are still to be applied, in order. @param textOf what is run for a migration */
export const missingOf = (
  applied: readonly AppliedRow[],
  sets: readonly MigrationSet[],
  textOf: (migration: Migration) => string,
): Array<AppliedRow & { text: string }> =>
  sets.flatMap(({ domain, migrations }) => {
    const done = applied.filter((row) => row.domain === domain).length
    return migrations.slice(done).map((migration, index) => {
      const text = textOf(migration)
      return { domain, number: done + index + 1, name: migration.name, hash: hashOf(text), text }
    })
  })

/** How to bring a schema up to date. */
export interface MigrateOptions {
  sets: readonly MigrationSet[]
  /** RFC 3339; recorded with what is applied. */
  at: string
  /** Whether a database that is being copied into is taken; only by what copies. */
  unfinished: boolean
}

/**
 * Brings the schema up to date in one transaction and returns what was applied, as `domain number`.
 * Safe when the server and the command line start together: the second one waits and finds nothing
 * to do.
 * @throws FatalError when an applied migration was edited or belongs to a newer version, or a copy is not complete
 */
export function migrate(database: Database, { sets, at, unfinished }: MigrateOptions): string[] {
  const run = database.transaction(() => {
    const marker = database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?')
    if (!unfinished && marker.get(UNFINISHED_COPY) !== undefined) throw unfinishedCopy()
    database.exec(LEDGER)
    const applied = database
      .prepare<[], AppliedRow>('SELECT domain, number, name, hash FROM schema_migrations')
      .all()
    const textOf = ({ sqlite }: Migration) => sqlite
    checkHistory(applied, sets, textOf)
    const record = database.prepare<[string, number, string, string, string]>(
      'INSERT INTO schema_migrations (domain, number, name, hash, applied_at) VALUES (?, ?, ?, ?, ?)',
    )
    return missingOf(applied, sets, textOf).map(({ domain, number, name, hash, text }) => {
      database.exec(text)
      record.run(domain, number, name, hash, at)
      return `${domain} ${number}`
    })
  })
  return run.immediate()
}
