/** The tables of open links: one step of the domain's migrations. */
export const openLinksMigration = {
  name: 'open links of request templates',
  sqlite: `
        CREATE TABLE open_links (
          id TEXT NOT NULL PRIMARY KEY,
          account_id TEXT NOT NULL REFERENCES accounts (id),
          mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
          -- The key that is charged; or the console's own, which is in no table.
          key_id TEXT NOT NULL,
          -- 1: a person in the console, who may use templates of both modes.
          by_owner INTEGER NOT NULL,
          request_template_id TEXT NOT NULL REFERENCES request_templates (id) ON DELETE CASCADE,
          -- Which role the visitor takes.
          role TEXT NOT NULL,
          -- JSON text: language, metadata and data of its requests.
          request TEXT NOT NULL,
          max_total INTEGER,
          max_per_day INTEGER,
          max_per_network_per_day INTEGER,
          expires_at TEXT,
          -- Keyed hash of the code that visitors must know; NULL: none.
          invitation_hash TEXT,
          -- Requests that were begun: counted here, since requests may be erased.
          started INTEGER NOT NULL,
          created_at TEXT NOT NULL,
          closed_at TEXT
        ) STRICT;
        CREATE INDEX open_links_by_template ON open_links (request_template_id, id);
        -- Who has asked for a code; deleted after an hour.
        CREATE TABLE open_link_starts (
          id TEXT NOT NULL PRIMARY KEY,
          link_id TEXT NOT NULL REFERENCES open_links (id) ON DELETE CASCADE,
          email TEXT NOT NULL,
          -- Keyed hash of the address: limits count for all links.
          email_hash TEXT NOT NULL,
          first_name TEXT,
          last_name TEXT,
          language TEXT NOT NULL,
          attempts_left INTEGER NOT NULL CHECK (attempts_left >= 0),
          state TEXT NOT NULL CHECK (state IN ('valid', 'used', 'unsent')),
          -- Epoch milliseconds.
          created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX open_link_starts_by_address ON open_link_starts (email_hash, created_at);
        CREATE INDEX open_link_starts_by_age ON open_link_starts (created_at);
        CREATE INDEX open_link_starts_by_link ON open_link_starts (link_id);
        CREATE TABLE open_link_requests (
          document_id TEXT NOT NULL PRIMARY KEY REFERENCES signature_requests (id) ON DELETE CASCADE,
          link_id TEXT NOT NULL REFERENCES open_links (id) ON DELETE CASCADE,
          -- Keyed hash of the visitor's network, for a day; then NULL.
          network TEXT,
          at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX open_link_requests_by_link ON open_link_requests (link_id, at);
        -- JSON text: the link, its signer, and when their address was confirmed; NULL: a sender began the request.
        ALTER TABLE signature_requests ADD COLUMN open_link TEXT;`,
}
