/** Steps of the domain's migrations about requests: retention, lists, meanings of columns. Their text must not change. */

/** The table of retention periods that accounts choose. */
export const periodsMigration = {
  name: 'retention periods of accounts',
  sqlite: `
        CREATE TABLE retention_periods (
          account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id),
          -- Days after the end; NULL: as long as the operator keeps them.
          completed_days INTEGER,
          unsigned_days INTEGER,
          -- What counted before; 0: without limit. Whichever is longer counts until then.
          earlier_completed_days INTEGER,
          earlier_unsigned_days INTEGER,
          alone_from TEXT NOT NULL
        ) STRICT;`,
}

/** What the daily erasure looks for among all that is kept. */
export const endedMigration = {
  name: 'ended requests of an account, and those never sent',
  sqlite: `
    CREATE INDEX requests_ended_of ON signature_requests (account_id, status, ended_at)
      WHERE ended_at IS NOT NULL;
    CREATE INDEX requests_ended_unsent ON signature_requests (status, ended_at)
      WHERE ended_at IS NOT NULL AND sent_at IS NULL;`,
} as const

/** Adds indexes of what lists of requests are asked for. */
export const listsMigration = {
  name: 'requests by what lists are asked for',
  sqlite: `
        CREATE INDEX requests_listed ON signature_requests (account_id, mode, id);
        CREATE INDEX requests_by_state ON signature_requests (account_id, mode, status, id);
        CREATE INDEX requests_by_reference ON signature_requests (account_id, mode, external_id, id)
          WHERE external_id IS NOT NULL;
        -- What an account uses: of what it never sent, and of everything.
        CREATE INDEX requests_unsent ON signature_requests (account_id, mode) WHERE sent_at IS NULL;
        CREATE INDEX requests_bytes ON signature_requests (account_id, mode, original_bytes, further_bytes);`,
} as const

/** Columns that say one thing each, where one said several or JSON had to be read. */

const TABLES = `
  -- Changes of the signers of a draft: what was prepared from an earlier state is not sent.
  ALTER TABLE signature_requests ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX requests_unsealed ON signature_requests (account_id, status)
    WHERE outer_seal IS NOT NULL AND json_extract(outer_seal, '$.made') IS NULL;
  -- How the code reaches the person, or what is tried instead; NULL: written by a build that has only channel and call_state.
  ALTER TABLE otp_codes ADD COLUMN method TEXT;
  -- What a passkey or an app is asked for, and the challenge; NULL: a code.
  ALTER TABLE otp_codes ADD COLUMN purpose TEXT;
  ALTER TABLE otp_codes ADD COLUMN challenge TEXT;`

/** The signers of a draft are waiting; those who act are not, and their rows cost nothing more. */
const OF_DRAFTS = "WHEN (OLD.status = 'waiting' AND NEW.status = 'waiting')"

const REVISE = `UPDATE signature_requests SET revision = revision + 1
    WHERE id = NEW.request_id AND status = 'draft';`

/** Columns that say one thing each. */
export const meaningsMigration = {
  name: 'revisions of drafts, methods and challenges of codes, seals that are missing',
  sqlite: `${TABLES}
  CREATE TRIGGER signers_revise_draft AFTER UPDATE ON signers ${OF_DRAFTS} BEGIN
    ${REVISE}
  END;`,
  postgres: `${TABLES.replace(/ TEXT;/g, ' TEXT COLLATE "C";').replace('INTEGER', 'BIGINT')}
  CREATE FUNCTION signers_revise_draft() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${REVISE}
    RETURN NULL;
  END $$;
  CREATE TRIGGER signers_revise_draft AFTER UPDATE ON signers
    FOR EACH ROW ${OF_DRAFTS} EXECUTE FUNCTION signers_revise_draft();`,
} as const
