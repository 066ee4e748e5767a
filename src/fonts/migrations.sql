-- Steps of the schema in their order; a released one is never edited. See CONTRIBUTING.md, "A migration".
-- migration: fonts of accounts
-- sqlite:

        CREATE TABLE fonts (
          id TEXT PRIMARY KEY,
          account_id TEXT NOT NULL REFERENCES accounts (id),
          mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
          family TEXT NOT NULL,
          names TEXT NOT NULL,
          style TEXT NOT NULL CHECK (style IN ('regular', 'bold', 'italic', 'bold_italic')),
          coverage TEXT NOT NULL,
          filename TEXT NOT NULL,
          sha256 TEXT NOT NULL,
          size_bytes INTEGER NOT NULL,
          created_at TEXT NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX fonts_by_face
          ON fonts (account_id, mode, family COLLATE NOCASE, style);
        CREATE INDEX fonts_by_file ON fonts (sha256);
