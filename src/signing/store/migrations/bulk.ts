/** The tables of request templates and bulk sends: one step of the domain's migrations. */
export const bulkMigration = {
  name: 'request templates and bulk sends',
  sqlite: `
        CREATE TABLE request_templates (
          id TEXT NOT NULL PRIMARY KEY,
          account_id TEXT NOT NULL REFERENCES accounts (id),
          mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
          name TEXT NOT NULL,
          -- JSON text: roles and defaults.
          definition TEXT NOT NULL,
          -- A stored Word template and its version; null: the PDF of the next columns, or the current version.
          template_id TEXT,
          template_version INTEGER,
          file_sha256 TEXT,
          filename TEXT,
          size_bytes INTEGER NOT NULL,
          pages INTEGER NOT NULL,
          created_at TEXT NOT NULL,
          updated_at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX request_templates_by_account ON request_templates (account_id, mode, id);
        CREATE INDEX request_templates_by_file ON request_templates (file_sha256);
        CREATE TABLE bulk_sends (
          id TEXT NOT NULL PRIMARY KEY,
          account_id TEXT NOT NULL REFERENCES accounts (id),
          mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
          -- The key that is charged; or the console's own, which is in no table.
          key_id TEXT NOT NULL,
          -- 1: a person in the console, who may use templates of both modes.
          by_owner INTEGER NOT NULL,
          -- JSON text: who ordered it, for the trails.
          actor TEXT NOT NULL,
          request_template_id TEXT NOT NULL,
          -- The template as it was then.
          definition TEXT NOT NULL,
          template_id TEXT,
          template_version INTEGER,
          file_sha256 TEXT,
          filename TEXT,
          name TEXT NOT NULL,
          status TEXT NOT NULL,
          -- JSON text: code, detail, and when it goes on by itself.
          paused TEXT,
          separator TEXT NOT NULL,
          -- JSON text: what may be a mistake in the list.
          warnings TEXT NOT NULL,
          created_at TEXT NOT NULL,
          started_at TEXT,
          ended_at TEXT
        ) STRICT;
        CREATE INDEX bulk_sends_by_account ON bulk_sends (account_id, mode, id);
        CREATE INDEX bulk_sends_by_file ON bulk_sends (file_sha256);
        CREATE TABLE bulk_rows (
          bulk_id TEXT NOT NULL REFERENCES bulk_sends (id) ON DELETE CASCADE,
          -- From 1, in the order of the list.
          number INTEGER NOT NULL,
          -- Where the row begins in the file.
          line INTEGER NOT NULL,
          status TEXT NOT NULL,
          -- JSON text: who signs, and the data; null once the request has it.
          payload TEXT,
          external_id TEXT,
          document_id TEXT,
          -- JSON text: what is wrong.
          errors TEXT,
          tries INTEGER NOT NULL DEFAULT 0,
          PRIMARY KEY (bulk_id, number)
        ) STRICT;
        CREATE INDEX bulk_rows_by_status ON bulk_rows (bulk_id, status, number);`,
}
