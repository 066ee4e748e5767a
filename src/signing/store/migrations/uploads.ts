/** Where files of signers are recorded: a step of the domain's migrations. */
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
