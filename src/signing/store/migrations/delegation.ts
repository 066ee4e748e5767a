/** Whether a signer may delegate, and who has: a step of the domain's migrations. */
export const delegationMigration = {
  name: 'delegation by signers',
  sqlite: `
        ALTER TABLE signers ADD COLUMN allow_delegation INTEGER NOT NULL DEFAULT 0
          CHECK (allow_delegation IN (0, 1));
        -- JSON text: who delegated to this person, why, and what has become of their link.
        ALTER TABLE signers ADD COLUMN delegation TEXT;`,
}
