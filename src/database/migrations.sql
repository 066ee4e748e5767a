-- Steps of the schema in their order; a released one is never edited. See CONTRIBUTING.md, "A migration".
-- migration: instances and their tasks
-- sqlite:

        -- Server processes on this database; only where there can be several.
        CREATE TABLE instances (
          id TEXT NOT NULL PRIMARY KEY,
          version TEXT NOT NULL,
          -- Epoch milliseconds by the clock of the database.
          started_at INTEGER NOT NULL,
          seen_at INTEGER NOT NULL
        ) STRICT;
        -- What one instance alone may do.
        CREATE TABLE instance_tasks (
          task TEXT NOT NULL PRIMARY KEY,
          owner TEXT NOT NULL
        ) STRICT;
-- migration: roles of instances
-- sqlite:
ALTER TABLE instances ADD COLUMN roles TEXT NOT NULL DEFAULT 'render,sign,web,jobs';
-- migration: lock of living instances
-- sqlite:
ALTER TABLE instances ADD COLUMN life_lock INTEGER;
