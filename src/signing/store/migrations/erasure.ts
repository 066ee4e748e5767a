/** The table of retention periods that accounts choose: one step of the domain's migrations. */
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
