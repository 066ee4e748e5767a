/** Authenticator apps: a step of the domain's migrations. Its text must not change: installed servers know it. */

/** Adds them. */
export const totpsMigration = {
  name: 'authenticator apps of signers',
  sqlite: `
        CREATE TABLE signer_totps (
          id TEXT NOT NULL PRIMARY KEY,
          account_id TEXT NOT NULL REFERENCES accounts (id),
          mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
          -- In lower case.
          email TEXT NOT NULL,
          -- Sealed for the id.
          secret BLOB NOT NULL,
          -- The newest step of 30 seconds whose code was taken.
          last_step INTEGER NOT NULL,
          -- Masked number of the telephone whose code was entered before, and its keyed hash.
          phone TEXT NOT NULL,
          phone_hash TEXT NOT NULL,
          created_at TEXT NOT NULL,
          last_used_at TEXT
        ) STRICT;
        CREATE INDEX signer_totps_by_owner ON signer_totps (account_id, mode, email);
        CREATE INDEX signer_totps_by_address ON signer_totps (email);
        -- Of the app that is being registered, sealed for the signer.
        ALTER TABLE signers ADD COLUMN totp_secret BLOB;`,
}
