/**
 * What requests are found by. Triggers note each change, whichever build makes it; the words themselves are written
 * by the next search, since no engine folds accents by itself.
 */
import { translate } from '../../../database/postgres/translate.ts'

const TABLES = `
  ALTER TABLE signature_requests ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
  CREATE TABLE request_search (
    request_id TEXT NOT NULL PRIMARY KEY REFERENCES signature_requests (id) ON DELETE CASCADE,
    account_id TEXT NOT NULL,
    mode TEXT NOT NULL,
    -- Changes of what is searched: words of an earlier state are not written over a newer one.
    revision INTEGER NOT NULL DEFAULT 1,
    -- Of the newest entry of the trail.
    updated_at TEXT NOT NULL,
    -- NULL: not written since the last change.
    name_key TEXT,
    words TEXT
  ) STRICT;
  CREATE INDEX request_search_listed ON request_search (account_id, mode, request_id);
  CREATE INDEX request_search_names ON request_search (account_id, mode, name_key, request_id);
  CREATE INDEX request_search_updates ON request_search (account_id, mode, updated_at, request_id);
  CREATE INDEX request_search_stale ON request_search (account_id, mode) WHERE words IS NULL;
  CREATE INDEX requests_by_expiry ON signature_requests (account_id, mode, expires_at, id);
  CREATE TABLE request_tags (
    account_id TEXT NOT NULL,
    mode TEXT NOT NULL,
    -- The tag as tags are compared.
    folded TEXT NOT NULL,
    request_id TEXT NOT NULL REFERENCES signature_requests (id) ON DELETE CASCADE,
    -- As it was written.
    tag TEXT NOT NULL,
    PRIMARY KEY (account_id, mode, folded, request_id)
  ) STRICT;
  CREATE INDEX request_tags_of ON request_tags (request_id);
  INSERT INTO request_search (request_id, account_id, mode, updated_at)
    SELECT id, account_id, mode, coalesce(ended_at, sent_at, created_at) FROM signature_requests;
`

const changed = (id: string): string =>
  `UPDATE request_search SET words = NULL, name_key = NULL, revision = revision + 1 WHERE request_id = ${id};`

/** What happens on which change. */
const TRIGGERS = [
  {
    name: 'request_search_added',
    on: 'INSERT ON signature_requests',
    act: `INSERT INTO request_search (request_id, account_id, mode, updated_at)
      VALUES (NEW.id, NEW.account_id, NEW.mode,
        coalesce((SELECT max(at) FROM audit_entries WHERE trail_id = NEW.id), NEW.created_at));`,
  },
  {
    name: 'request_search_renamed',
    on: 'UPDATE OF name, external_id ON signature_requests',
    act: changed('NEW.id'),
  },
  {
    name: 'request_search_signer_added',
    on: 'INSERT ON signers',
    act: changed('NEW.request_id'),
  },
  {
    name: 'request_search_signer_changed',
    on: 'UPDATE OF email, first_name, last_name ON signers',
    act: changed('NEW.request_id'),
  },
  {
    name: 'request_search_signer_removed',
    on: 'DELETE ON signers',
    act: changed('OLD.request_id'),
  },
  {
    name: 'request_search_updated',
    on: 'INSERT ON audit_entries',
    act: 'UPDATE request_search SET updated_at = NEW.at WHERE request_id = NEW.trail_id;',
  },
]

const sqliteTrigger = ({ name, on, act }: (typeof TRIGGERS)[number]): string => `
  CREATE TRIGGER ${name} AFTER ${on} BEGIN
    ${act}
  END;`

const postgresTrigger = ({ name, on, act }: (typeof TRIGGERS)[number]): string => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${act}
    RETURN NULL;
  END $$;
  CREATE TRIGGER ${name} AFTER ${on} FOR EACH ROW EXECUTE FUNCTION ${name}();`

/** Adds it. */
export const searchMigration = {
  name: 'what requests are found by, and tags',
  sqlite: `${TABLES}${TRIGGERS.map(sqliteTrigger).join('')}`,
  postgres: `${translate(TABLES)}${TRIGGERS.map(postgresTrigger).join('')}`,
} as const
