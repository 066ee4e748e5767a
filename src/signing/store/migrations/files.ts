/** Steps of the domain's migrations about files. Their text must not change: installed servers know it. */

/** The tables of requests with several files. */
export const furtherFilesMigration = {
  name: 'several files in one request',
  sqlite: `
    -- JSON text: the files after the first one, each with what the columns of the request say of the first.
    ALTER TABLE signature_requests ADD COLUMN further_files TEXT NOT NULL DEFAULT '[]';
    -- Their uploads together.
    ALTER TABLE signature_requests ADD COLUMN further_bytes INTEGER NOT NULL DEFAULT 0;
    -- The blobs that further_files names, by which files are recognised and kept.
    CREATE TABLE further_blobs (
      request_id TEXT NOT NULL REFERENCES signature_requests (id),
      sha256 TEXT NOT NULL,
      -- 1: a finished file, or a revision that somebody has signed.
      handed_out INTEGER NOT NULL CHECK (handed_out IN (0, 1)),
      PRIMARY KEY (request_id, sha256)
    ) STRICT;
    CREATE INDEX further_blobs_by_hash ON further_blobs (sha256);
    -- Finished further files of erased requests.
    CREATE TABLE erased_files (
      sha256 TEXT NOT NULL PRIMARY KEY,
      request_id TEXT NOT NULL
    ) STRICT;
    CREATE INDEX erased_files_by_request ON erased_files (request_id);`,
} as const

/** Where files of signers are recorded. */
export const signerFilesMigration = {
  name: 'files of signers',
  // No references: a build that does not know the table erases requests, too. What it leaves is swept.
  sqlite: `
        CREATE TABLE signer_files (
          id TEXT NOT NULL PRIMARY KEY,
          request_id TEXT NOT NULL,
          signer_id TEXT NOT NULL,
          -- The sender's name of the field.
          field TEXT NOT NULL,
          -- Of the file as it is stored.
          sha256 TEXT NOT NULL,
          name TEXT NOT NULL,
          media_type TEXT NOT NULL,
          size INTEGER NOT NULL,
          uploaded_at TEXT NOT NULL,
          UNIQUE (signer_id, field)
        ) STRICT;
        CREATE INDEX signer_files_by_request ON signer_files (request_id);
        CREATE INDEX signer_files_by_file ON signer_files (sha256);`,
}
