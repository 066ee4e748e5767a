/**
 * The table of blob references and the triggers that keep it: the database itself records what its rows name, so it is
 * right whichever build writes them, and a build that has never heard of a column keeps the files in it.
 */

/** A column whose value is the hash of a file of this domain. */
export interface BlobColumn {
  table: string
  column: string
  /** Primary key of the row, or what identifies its references. */
  owner: string
  /** The hash in OLD or NEW. */
  hashIn: (row: 'OLD' | 'NEW') => string
}

/** A column that is nothing but such a hash. */
export const namesBlobs = (table: string, column: string, owner = 'id'): BlobColumn => ({
  table,
  column,
  owner,
  hashIn: (row) => `${row}.${column}`,
})

const COLUMNS: readonly BlobColumn[] = [
  namesBlobs('signature_requests', 'original_sha256'),
  namesBlobs('signature_requests', 'laid_out_sha256'),
  namesBlobs('signature_requests', 'current_sha256'),
  namesBlobs('signature_requests', 'signed_sha256'),
  namesBlobs('signature_requests', 'proof_sha256'),
  namesBlobs('further_blobs', 'sha256', 'request_id'),
  namesBlobs('request_templates', 'file_sha256'),
  namesBlobs('bulk_sends', 'file_sha256'),
  namesBlobs('signer_files', 'sha256'),
  namesBlobs('certificate_orders', 'file_sha256'),
  namesBlobs('certificate_orders', 'picture_sha256'),
  {
    ...namesBlobs('signers', 'intent'),
    hashIn: (row) => `json_extract(${row}.intent, '$.image_sha256')`,
  },
]

const added = ({ table, column, owner, hashIn }: BlobColumn): string =>
  `INSERT INTO blob_refs (sha256, kind, owner)
    SELECT ${hashIn('NEW')}, '${table}.${column}', NEW.${owner} WHERE ${hashIn('NEW')} IS NOT NULL
    ON CONFLICT DO NOTHING;`
const removed = ({ table, column, owner, hashIn }: BlobColumn): string =>
  `DELETE FROM blob_refs
    WHERE sha256 = ${hashIn('OLD')} AND kind = '${table}.${column}' AND owner = OLD.${owner};`

/** Rows written before the triggers are recorded later, a few at a time; a new installation has none. */
const gapOf = ({ table, column }: BlobColumn): string =>
  `INSERT INTO blob_ref_gaps (kind, after)
    SELECT '${table}.${column}', '' WHERE EXISTS (SELECT 1 FROM ${table});
`

/** A row that replaces another by an upsert may get another key, too. */
const isSame = ({ owner, hashIn }: BlobColumn, equals: string): string =>
  `OLD.${owner} = NEW.${owner} AND ${hashIn('OLD')} ${equals} ${hashIn('NEW')}`

/** The triggers of a column, in SQLite. */
export const sqliteTriggers = (each: BlobColumn): string => {
  const { table, column, owner } = each
  const name = `blob_refs_${table}_${column}`
  return `CREATE TRIGGER ${name}_insert AFTER INSERT ON ${table} BEGIN
    ${added(each)}
  END;
  CREATE TRIGGER ${name}_update AFTER UPDATE OF ${column}, ${owner} ON ${table}
    WHEN NOT (${isSame(each, 'IS')}) BEGIN
    ${removed(each)}
    ${added(each)}
  END;
  CREATE TRIGGER ${name}_delete AFTER DELETE ON ${table} BEGIN
    ${removed(each)}
  END;
  `
}

/** The same in PostgreSQL. */
export const postgresTriggers = (each: BlobColumn): string => {
  const { table, column, owner } = each
  const name = `blob_refs_${table}_${column}`
  return `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND ${isSame(each, 'IS NOT DISTINCT FROM')} THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN ${removed(each)} END IF;
    IF TG_OP <> 'DELETE' THEN ${added(each)} END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER ${name} AFTER INSERT OR DELETE OR UPDATE OF ${column}, ${owner} ON ${table}
    FOR EACH ROW EXECUTE FUNCTION ${name}();
  `
}

/** Adds them. */
export const blobRefsMigration = {
  name: 'references to files',
  sqlite: `
  CREATE TABLE blob_refs (
    sha256 TEXT NOT NULL,
    -- Table and column that name the file.
    kind TEXT NOT NULL,
    -- The row.
    owner TEXT NOT NULL,
    PRIMARY KEY (sha256, kind, owner)
  ) STRICT, WITHOUT ROWID;
  -- Kinds of which rows with a greater owner than this one are not recorded yet.
  CREATE TABLE blob_ref_gaps (kind TEXT NOT NULL PRIMARY KEY, after TEXT NOT NULL) STRICT;
  ${COLUMNS.map(sqliteTriggers).join('')}${COLUMNS.map(gapOf).join('')}`,
  postgres: `
  CREATE TABLE blob_refs (
    sha256 TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    owner TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (sha256, kind, owner)
  );
  CREATE TABLE blob_ref_gaps (kind TEXT COLLATE "C" NOT NULL PRIMARY KEY, after TEXT COLLATE "C" NOT NULL);
  ${COLUMNS.map(postgresTriggers).join('')}${COLUMNS.map(gapOf).join('')}`,
} as const
