-- Steps of the schema in their order; a released one is never edited. See CONTRIBUTING.md, "A migration".
-- migration: accounts, keys and counters
-- sqlite:

CREATE TABLE accounts (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  disabled_at TEXT
) STRICT;

-- The pepper's fingerprint: one row, written with the first start.
CREATE TABLE key_pepper (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  fingerprint TEXT NOT NULL
) STRICT;

-- A key keeps its id, its plan and its counters for life; what a caller sends is one of its secrets.
CREATE TABLE api_keys (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  plan TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  revoked_at TEXT,
  -- The key that took over the counters of this revoked one.
  succeeded_by TEXT REFERENCES api_keys (id)
) STRICT;
CREATE INDEX api_keys_by_account ON api_keys (account_id, plan, mode);

CREATE TABLE api_key_secrets (
  hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  key_id TEXT NOT NULL REFERENCES api_keys (id),
  masked TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- Set by rotation: the old secret is valid until then.
  expires_at TEXT
) STRICT;
CREATE INDEX api_key_secrets_by_key ON api_key_secrets (key_id);

CREATE TABLE quota_usage (
  key_id TEXT NOT NULL REFERENCES api_keys (id),
  month TEXT NOT NULL CHECK (month GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'),
  metric TEXT NOT NULL CHECK (metric IN ('documents', 'signatures', 'sms')),
  used INTEGER NOT NULL CHECK (used >= 0),
  PRIMARY KEY (key_id, month, metric)
) STRICT;

-- Units taken by work that is running. AUTOINCREMENT: an id is never given twice, so a late commit
-- cannot hit a stranger's row.
CREATE TABLE quota_reservations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key_id TEXT NOT NULL REFERENCES api_keys (id),
  month TEXT NOT NULL,
  metric TEXT NOT NULL CHECK (metric IN ('documents', 'signatures', 'sms')),
  amount INTEGER NOT NULL CHECK (amount > 0),
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX quota_reservations_by_key ON quota_reservations (key_id, month, metric);

-- migration: rules of single accounts
-- sqlite:

        CREATE TABLE account_limits (
          account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
          sms_countries TEXT,
          strangers_per_day INTEGER CHECK (strangers_per_day >= 0),
          sender_names TEXT
        ) STRICT;
-- migration: several instances
-- sqlite:

        ALTER TABLE quota_reservations ADD COLUMN owner TEXT;
        ALTER TABLE key_pepper ADD COLUMN sealed TEXT;
        ALTER TABLE key_pepper ADD COLUMN vault TEXT;
-- migration: limits of single keys
-- sqlite:

        ALTER TABLE api_keys ADD COLUMN scopes TEXT;
        ALTER TABLE api_keys ADD COLUMN addresses TEXT;
