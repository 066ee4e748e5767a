-- Steps of the schema in their order; a released one is never edited. See CONTRIBUTING.md, "A migration".
-- migration: outer seals of accounts
-- sqlite:

        CREATE TABLE outer_seals (
          account_id TEXT NOT NULL REFERENCES accounts (id),
          mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
          -- JSON text: where the key is.
          place TEXT NOT NULL,
          -- Encrypted JSON text.
          secrets BLOB NOT NULL,
          -- JSON text: an array of DER in base64, the trust anchor last.
          certificates TEXT NOT NULL,
          algorithm TEXT NOT NULL,
          own_network INTEGER NOT NULL CHECK (own_network IN (0, 1)),
          created_at TEXT NOT NULL,
          refused TEXT,
          PRIMARY KEY (account_id, mode)
        ) STRICT;
        -- Trust anchors of every outer seal there ever was: finished files are validated with them for decades.
        CREATE TABLE outer_seal_anchors (
          sha256 TEXT NOT NULL PRIMARY KEY,
          der BLOB NOT NULL,
          added_at TEXT NOT NULL
        ) STRICT;
-- migration: services at which signers have certificates of their own
-- sqlite:

    CREATE TABLE certificate_services (
      account_id TEXT NOT NULL REFERENCES accounts (id),
      mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
      name TEXT NOT NULL,
      title TEXT NOT NULL,
      -- JSON text: where it is.
      place TEXT NOT NULL,
      -- Encrypted JSON text.
      secrets BLOB NOT NULL,
      -- JSON text: an array of DER in base64.
      anchors TEXT NOT NULL,
      own_network INTEGER NOT NULL CHECK (own_network IN (0, 1)),
      created_at TEXT NOT NULL,
      PRIMARY KEY (account_id, mode)
    ) STRICT;
