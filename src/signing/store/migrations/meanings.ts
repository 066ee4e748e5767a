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

/** Adds them. */
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
