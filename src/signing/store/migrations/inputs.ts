/** What is stored of fields that signers fill in: steps of the domain's migrations. */

/** The fields of a signer. */
export const inputsMigration = {
  name: 'fields that signers fill in',
  // JSON text: an array of what the sender asks for, with its places. The values are in the intent.
  sqlite: `ALTER TABLE signers ADD COLUMN inputs TEXT NOT NULL DEFAULT '[]';`,
}

/** Uploads whose forms signers fill in. */
export const formMigration = {
  name: 'forms of uploads that signers fill in',
  // JSON text: an array of what became of the fields, with their names.
  sqlite: `ALTER TABLE signature_requests ADD COLUMN form_notes TEXT NOT NULL DEFAULT '[]';`,
}
