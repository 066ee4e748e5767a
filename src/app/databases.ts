/** The databases of an installation: the service's own, and that of the authority for test keys. */
import { join } from 'node:path'
import { accountsMigrations } from '../accounts/migrations.ts'
import { auditMigrations } from '../audit/migrations.ts'
import type { Config } from '../config/config.ts'
import { instanceMigrations } from '../database/instance.ts'
import type { MigrationSet } from '../database/migrate.ts'
import type { PostgresOptions } from '../database/postgres/options.ts'
import { fontsMigrations } from '../fonts/store.ts'
import { identityMigrations } from '../identity/migrations.ts'
import { jobsMigrations } from '../jobs/migrations.ts'
import { pkiMigrations } from '../pki/migrations.ts'
import { sealsMigrations } from '../seals/store.ts'
import { signingMigrations } from '../signing/store/migrations.ts'
import { templatesMigrations } from '../templates/migrations.ts'
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

const TEST_FOLDER = 'test-authority'
const TEST_CONNECTIONS = 2

/** Where a database is, and its schema. */
export interface DatabasePlace {
  /** Of its file in SQLite, and of its keys. */
  folder: string
  /** Undefined: in the folder. */
  postgres: PostgresOptions | undefined
  migrations: readonly MigrationSet[]
}

type Place = Pick<Config, 'dataDir' | 'postgres'>

/** Everything but the test authority. */
export const serviceDatabase = ({ dataDir, postgres }: Place): DatabasePlace => ({
  folder: dataDir,
  postgres,
  migrations: MIGRATIONS,
})

/** The tables of the test authority are those of the real one: in PostgreSQL they are in a schema of their own. */
export const testAuthorityDatabase = ({ dataDir, postgres }: Place): DatabasePlace => ({
  folder: join(dataDir, TEST_FOLDER),
  postgres: postgres && {
    ...postgres,
    schema: `${postgres.schema}_test`,
    connections: TEST_CONNECTIONS,
  },
  migrations: [pkiMigrations],
})
