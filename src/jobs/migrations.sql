-- Steps of the schema in their order; a released one is never edited. See CONTRIBUTING.md, "A migration".
-- migration: work to be done
-- sqlite:

CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  -- Jobs of one lane run one after the other, oldest first.
  lane TEXT,
  -- At most one waiting job per key.
  unique_key TEXT UNIQUE,
  -- Epoch milliseconds.
  run_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Epoch milliseconds until which somebody works on it.
  leased_until INTEGER,
  -- Set when it is given up.
  failed_at TEXT,
  last_error TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX jobs_due ON jobs (run_at) WHERE failed_at IS NULL;
CREATE INDEX jobs_lane ON jobs (lane, id) WHERE lane IS NOT NULL;

-- migration: a key asked for again while its job runs
-- sqlite:

        ALTER TABLE jobs ADD COLUMN again_at INTEGER;
        ALTER TABLE jobs ADD COLUMN again_payload TEXT;
-- migration: when a wait began
-- sqlite:

        ALTER TABLE jobs ADD COLUMN planned_at INTEGER;
        ALTER TABLE jobs ADD COLUMN again_planned_at INTEGER;
-- migration: who works on it
-- sqlite:
ALTER TABLE jobs ADD COLUMN owner TEXT;
-- migration: whose turn it is
-- sqlite:

        ALTER TABLE jobs ADD COLUMN party TEXT NOT NULL DEFAULT 'service';
        ALTER TABLE jobs ADD COLUMN priority INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE jobs ADD COLUMN turn INTEGER;
        DROP INDEX jobs_due;
        CREATE INDEX jobs_coming ON jobs (run_at, id) WHERE failed_at IS NULL AND turn IS NULL;
        CREATE INDEX jobs_turn ON jobs (kind, priority, turn, id) WHERE failed_at IS NULL AND turn IS NOT NULL;
        CREATE INDEX jobs_party ON jobs (party, kind, priority, turn) WHERE failed_at IS NULL AND turn IS NOT NULL;
