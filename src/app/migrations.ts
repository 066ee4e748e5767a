/** The schema of the whole database: every domain's migrations, in the order of their first use. */
import { accountsMigrations } from '../accounts/migrations.ts'
import { auditMigrations } from '../audit/migrations.ts'
import { instanceMigrations } from '../database/instance.ts'
import type { MigrationSet } from '../database/migrate.ts'
import { fontsMigrations } from '../fonts/store.ts'
import { identityMigrations } from '../identity/migrations.ts'
import { jobsMigrations } from '../jobs/migrations.ts'
import { pkiMigrations } from '../pki/migrations.ts'
import { sealsMigrations } from '../seals/store.ts'
import { signingMigrations } from '../signing/store/migrations.ts'
import { templatesMigrations } from '../templates/store.ts'
import { throttlingMigrations } from '../throttling/migrations.ts'
import { webhooksMigrations } from '../webhooks/migrations.ts'

/** Every domain's migrations; a domain comes after those whose tables it references. */
export const MIGRATIONS: readonly MigrationSet[] = [
  accountsMigrations,
  templatesMigrations,
  pkiMigrations,
  jobsMigrations,
  auditMigrations,
  signingMigrations,
  webhooksMigrations,
  identityMigrations,
  fontsMigrations,
  throttlingMigrations,
  instanceMigrations,
  sealsMigrations,
]
