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
