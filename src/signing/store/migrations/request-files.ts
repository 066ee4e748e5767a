/**
 * The table of the files of requests. Triggers write it from the columns that earlier builds read and write, whichever
 * build is at work; no build writes it itself before those columns go.
 */
import { translate } from '../../../database/postgres/translate.ts'
import { namesBlobs, postgresTriggers, sqliteTriggers } from './blob-refs.ts'

const TABLE = `
  CREATE TABLE request_files (
    -- Request and number: what blob_refs tells its references apart by.
    id TEXT NOT NULL PRIMARY KEY,
    request_id TEXT NOT NULL REFERENCES signature_requests (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    filename TEXT NOT NULL,
    original_sha256 TEXT NOT NULL,
    original_bytes INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    -- JSON text.
    upload_notices TEXT NOT NULL,
    -- Revision 0, the newest revision, and the finished file.
    laid_out_sha256 TEXT,
    current_sha256 TEXT,
    signed_sha256 TEXT,
    proof_pages INTEGER NOT NULL,
    UNIQUE (request_id, number)
  ) STRICT;
  CREATE INDEX request_files_current ON request_files (current_sha256) WHERE current_sha256 IS NOT NULL;
  CREATE INDEX request_files_signed ON request_files (signed_sha256) WHERE signed_sha256 IS NOT NULL;
`

const COLUMNS = [
  'filename',
  'original_sha256',
  'original_bytes',
  'pages',
  'upload_notices',
  'laid_out_sha256',
  'current_sha256',
  'signed_sha256',
  'proof_pages',
]
const NUMBERS = new Set(['original_bytes', 'pages', 'proof_pages'])

/** A member of a further file in its JSON; PostgreSQL has it as text. */
const member = (name: string): string =>
  NUMBERS.has(name) ? `CAST(each.value ->> '${name}' AS BIGINT)` : `each.value ->> '${name}'`

/** @param further the JSON list of further files as rows: their number and value */
const record = (further: string): string => `
    INSERT INTO request_files (id, request_id, number, ${COLUMNS.join(', ')})
    SELECT NEW.id || '/1', NEW.id, 1, ${COLUMNS.map((name) => `NEW.${name}`).join(', ')}
    UNION ALL
    SELECT NEW.id || '/' || each.number, NEW.id, each.number, ${COLUMNS.map(member).join(', ')} FROM (${further}) AS each
    WHERE true
    ON CONFLICT (id) DO UPDATE SET ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')};`

const CHANGED = [...COLUMNS, 'further_files'].join(', ')
const BLOBS = ['original_sha256', 'laid_out_sha256', 'current_sha256', 'signed_sha256'].map(
  (column) => namesBlobs('request_files', column),
)

/** Rows from before are recorded later, a few at a time; a new installation has none. */
const GAP = `INSERT INTO blob_ref_gaps (kind, after)
    SELECT 'request_files', '' WHERE EXISTS (SELECT 1 FROM signature_requests);`

const SQLITE = record('SELECT key + 2 AS number, value FROM json_each(NEW.further_files)')
const POSTGRES = record(
  'SELECT position + 1 AS number, value FROM json_array_elements(NEW.further_files::json) WITH ORDINALITY AS listed (value, position)',
)

/** Adds it. */
export const requestFilesMigration = {
  name: 'a table of the files of requests',
  sqlite: `${TABLE}${BLOBS.map(sqliteTriggers).join('')}
  CREATE TRIGGER request_files_insert AFTER INSERT ON signature_requests BEGIN${SQLITE}
  END;
  CREATE TRIGGER request_files_update AFTER UPDATE OF ${CHANGED} ON signature_requests BEGIN${SQLITE}
  END;
  ${GAP}`,
  postgres: `${translate(TABLE)}${BLOBS.map(postgresTriggers).join('')}
  CREATE FUNCTION request_files_record() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN${POSTGRES}
    RETURN NULL;
  END $$;
  CREATE TRIGGER request_files_record AFTER INSERT OR UPDATE OF ${CHANGED} ON signature_requests
    FOR EACH ROW EXECUTE FUNCTION request_files_record();
  ${GAP}`,
} as const
