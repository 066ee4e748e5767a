/**
 * Every table of the one database. A domain adds its own by declaration merging in its `store.ts`
 * (`declare module '../database/tables.ts' { interface Tables { … } }`), so one transaction can
 * span domains without a cast, while the SQL of each table stays in the domain that owns it.
 */
export interface Tables {
  schema_migrations: SchemaMigrationsTable
}

/** Migrations applied to this database; see `migrate.ts`. */
interface SchemaMigrationsTable {
  domain: string
  number: number
  name: string
  /** SHA-256 of the migration's SQL as it was when applied. */
  hash: string
  applied_at: string
}
