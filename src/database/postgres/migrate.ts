/** Brings the schema of a PostgreSQL database up to date, once, however many instances start together. */
import type { ClientBase } from 'pg'
import { FatalError } from '../../kernel/invariant.ts'
import {
  type AppliedRow,
  checkHistory,
  LEDGER,
  type MigrateOptions,
  type Migration,
  missingOf,
  UNFINISHED_COPY,
  unfinishedCopy,
} from '../migrate.ts'
import { translate } from './translate.ts'

// The functions of SQLite that the stores' statements use and PostgreSQL does not have, or has under another name. With
// them one set of statements runs on both; whatever else differs is in this folder.

/** Created before the first migration; replaced at every start, so an addition needs no migration. */
const FUNCTIONS = `
CREATE OR REPLACE FUNCTION iif(condition boolean, yes anycompatible, no anycompatible) RETURNS anycompatible
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT CASE WHEN condition THEN yes ELSE no END';
CREATE OR REPLACE FUNCTION max(one bigint, other bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT CASE WHEN one IS NULL OR other IS NULL THEN NULL ELSE greatest(one, other) END';
CREATE OR REPLACE FUNCTION min(one bigint, other bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT CASE WHEN one IS NULL OR other IS NULL THEN NULL ELSE least(one, other) END';
CREATE OR REPLACE FUNCTION instr(whole text, part text) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS 'SELECT strpos(whole, part)';
CREATE OR REPLACE FUNCTION instr(whole bytea, part bytea) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS 'SELECT position(part IN whole)';
-- Of a member of the outermost object, which is all that is asked for.
CREATE OR REPLACE FUNCTION json_extract(document text, path text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS 'SELECT document::json ->> substr(path, 3)';
CREATE OR REPLACE FUNCTION unixepoch(moment text, modifier text) RETURNS numeric
  LANGUAGE sql STABLE PARALLEL SAFE STRICT AS 'SELECT extract(epoch FROM moment::timestamptz)';
`

const textOf = ({ sqlite, postgres }: Migration): string => postgres ?? translate(sqlite)

/** What is migrated, and under which lock. */
interface PostgresMigration extends MigrateOptions {
  schema: string
  /** Key of the advisory lock. */
  lock: bigint
  /** The SQLite file of the same data folder, if there is one. */
  left: string | undefined
}

/** The message for the operator who has set the address and not moved the rows. */
const notMoved = (file: string): FatalError =>
  new FatalError(
    `PARAPH_DATABASE_URL names an empty database, and the rows of this installation are in ${file}: move them with \`npm run cli -- migrate-storage --from folder --to postgres://…\`, or empty PARAPH_DATABASE_URL; to begin anew, remove that file`,
  )

/**
 * Applies what is missing, in one transaction under an advisory lock: the second of two instances waits, and finds
 * nothing to do.
 * @throws FatalError when an applied migration was edited or belongs to a newer version, a copy is not complete, or the
 * rows are still in a file
 */
export async function migratePostgres(
  client: ClientBase,
  { schema, lock, left, sets, at, unfinished }: PostgresMigration,
): Promise<string[]> {
  await client.query('BEGIN')
  try {
    await client.query('SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0')
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock])
    if (left !== undefined && !unfinished && (await isEmpty(client, schema))) throw notMoved(left)
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    const marker = await client.query('SELECT to_regclass($1) AS found', [UNFINISHED_COPY])
    if (!unfinished && marker.rows[0]?.found !== null) throw unfinishedCopy()
    await client.query(LEDGER.replaceAll('INTEGER', 'BIGINT').replace(' STRICT', ''))
    await client.query(FUNCTIONS)
    const known = await client.query<AppliedRow>(
      'SELECT domain, number, name, hash FROM schema_migrations',
    )
    checkHistory(known.rows, sets, textOf)
    const missing = missingOf(known.rows, sets, textOf)
    for (const { domain, number, name, hash, text } of missing) {
      await client.query(text)
      await client.query(
        'INSERT INTO schema_migrations (domain, number, name, hash, applied_at) VALUES ($1, $2, $3, $4, $5)',
        [domain, number, name, hash, at],
      )
    }
    await client.query('COMMIT')
    return missing.map(({ domain, number }) => `${domain} ${number}`)
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function isEmpty(client: ClientBase, schema: string): Promise<boolean> {
  const ledger = [`${schema}.schema_migrations`]
  const { rows } = await client.query('SELECT to_regclass($1) AS found', ledger)
  return rows[0]?.found === null
}
