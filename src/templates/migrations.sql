-- Steps of the schema in their order; a released one is never edited. See CONTRIBUTING.md, "A migration".
-- migration: templates and their versions
-- sqlite:

        CREATE TABLE templates (
          id TEXT PRIMARY KEY,
          account_id TEXT NOT NULL REFERENCES accounts (id),
          name TEXT NOT NULL,
          current_version INTEGER NOT NULL CHECK (current_version >= 1),
          next_version INTEGER NOT NULL CHECK (next_version > current_version),
          created_at TEXT NOT NULL,
          updated_at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX templates_by_account ON templates (account_id, id);
        CREATE TABLE template_versions (
          template_id TEXT NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
          version INTEGER NOT NULL CHECK (version >= 1),
          sha256 TEXT NOT NULL,
          size_bytes INTEGER NOT NULL,
          filename TEXT NOT NULL,
          note TEXT,
          created_at TEXT NOT NULL,
          PRIMARY KEY (template_id, version)
        ) STRICT;
        CREATE INDEX template_versions_by_file ON template_versions (sha256);
-- migration: mapping of a version from own data to an invoice
-- sqlite:
ALTER TABLE template_versions ADD COLUMN mapping TEXT;
-- migration: templates of test keys apart
-- sqlite:

        ALTER TABLE templates ADD COLUMN mode TEXT NOT NULL DEFAULT 'live'
          CHECK (mode IN ('live', 'test'));
