-- Steps of the schema in their order; a released one is never edited. See CONTRIBUTING.md, "A migration".
-- migration: calls that are answered later
-- sqlite:
CREATE TABLE deferred_calls (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
  key_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  -- Language of what is said about its rows.
  locale TEXT NOT NULL,
  -- Encrypts its files, and is encrypted itself: without this row nobody can read them.
  sealed_key BLOB NOT NULL,
  row_count INTEGER NOT NULL,
  -- 1: the result stays until it expires, however often it is fetched.
  keeps INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'completed', 'failed')),
  -- Encrypted: why there is no result, where its rows do not say.
  error BLOB,
  created_at TEXT NOT NULL,
  ended_at TEXT,
  -- Epoch milliseconds: from then on nothing of it is left.
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX deferred_calls_by_account ON deferred_calls (account_id, id);

-- What was sent (0), what was made of each row (from 1), and the result of several (-1).
CREATE TABLE deferred_parts (
  call_id TEXT NOT NULL REFERENCES deferred_calls (id),
  number INTEGER NOT NULL,
  sha256 TEXT,
  bytes INTEGER NOT NULL,
  -- Encrypted: what is wrong with the row.
  error BLOB,
  PRIMARY KEY (call_id, number)
) STRICT;
CREATE INDEX deferred_parts_by_file ON deferred_parts (sha256) WHERE sha256 IS NOT NULL;
