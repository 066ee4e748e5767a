/** Steps of the domain's migrations about signers. Their text must not change: installed servers know it. */

/** Whether a signer may delegate, and who has. */
export const delegationMigration = {
  name: 'delegation by signers',
  sqlite: `
        ALTER TABLE signers ADD COLUMN allow_delegation INTEGER NOT NULL DEFAULT 0
          CHECK (allow_delegation IN (0, 1));
        -- JSON text: who delegated to this person, why, and what has become of their link.
        ALTER TABLE signers ADD COLUMN delegation TEXT;`,
}

/** The fields of a signer. */
export const inputsMigration = {
  name: 'fields that signers fill in',
  // JSON text: an array of what the sender asks for, with its places. The values are in the intent.
  sqlite: `ALTER TABLE signers ADD COLUMN inputs TEXT NOT NULL DEFAULT '[]';`,
}

/** Uploads whose forms signers fill in. */
export const formMigration = {
  name: 'forms of uploads that signers fill in',
  // JSON text: an array of what became of the fields, with their names.
  sqlite: `ALTER TABLE signature_requests ADD COLUMN form_notes TEXT NOT NULL DEFAULT '[]';`,
}

/** Codes that are spoken in telephone calls. */
export const callsMigration = {
  name: 'codes spoken in telephone calls',
  sqlite: `
    -- offered: codes may be spoken in a call; used: the code that was entered was; NULL: by text message only.
    ALTER TABLE signers ADD COLUMN voice TEXT;
    -- asked: a call was asked for; spoken: the code was spoken in it; NULL: no call.
    ALTER TABLE otp_codes ADD COLUMN call_state TEXT;
    -- Keyed hash of the number that was called; NULL: a text message, or the call could not be made.
    ALTER TABLE text_messages ADD COLUMN called TEXT;
    CREATE INDEX text_messages_by_called ON text_messages (called, at) WHERE called IS NOT NULL;`,
}

/** Telephones that belong to passkeys. */
export const passkeyPhonesMigration = {
  name: 'telephones of passkeys',
  // Keyed hash of the number whose code was entered before; empty: registered before it was kept.
  sqlite: `ALTER TABLE signer_passkeys ADD COLUMN phone_hash TEXT NOT NULL DEFAULT '';`,
}

/** Half-filled forms. */
export const keptValuesMigration = {
  name: 'values of half-filled forms',
  // JSON text, sealed for the signer.
  sqlite: 'ALTER TABLE signers ADD COLUMN kept_values BLOB;',
}

/**
 * Persons whom the sender took out of a request that was sent. They are stored as `signed`: a build that does not know
 * the column then does not wait for them.
 */
export const removedMigration = {
  name: 'signers whom the sender has removed',
  sqlite: `
    -- NULL: one of the signers.
    ALTER TABLE signers ADD COLUMN removed_at TEXT;`,
}

/** Authenticator apps of signers. */
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

/** Passkeys of signers. */
export const passkeysMigration = {
  name: 'passkeys of signers',
  sqlite: `
        CREATE TABLE signer_passkeys (
          -- The credential id that the authenticator chose, base64url.
          id TEXT NOT NULL PRIMARY KEY,
          account_id TEXT NOT NULL REFERENCES accounts (id),
          mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
          -- In lower case.
          email TEXT NOT NULL,
          -- Of the signers' pages: browsers bind passkeys to it.
          host TEXT NOT NULL,
          -- COSE_Key (RFC 9052).
          public_key BLOB NOT NULL,
          counter INTEGER NOT NULL,
          transports TEXT NOT NULL,
          -- Masked number of the telephone whose code was entered before.
          phone TEXT NOT NULL,
          created_at TEXT NOT NULL,
          last_used_at TEXT
        ) STRICT;
        CREATE INDEX signer_passkeys_by_owner ON signer_passkeys (account_id, mode, email);
        CREATE INDEX signer_passkeys_by_address ON signer_passkeys (email);
        -- JSON text: the passkey by which the person was verified.
        ALTER TABLE signers ADD COLUMN verified_by TEXT;
        -- Until when a passkey may be registered, after a right code.
        ALTER TABLE signers ADD COLUMN registering_until TEXT;`,
}
