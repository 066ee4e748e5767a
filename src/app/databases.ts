/** The databases of an installation: the service's own, and that of the authority for test keys. */
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { type MigrationSet, migrationsOf } from '../database/migrate.ts'
import type { PostgresOptions } from '../database/postgres/options.ts'

/** Every domain's migrations; a domain comes after those whose tables it references. */
export const MIGRATIONS: readonly MigrationSet[] = [
  ...['accounts', 'templates', 'pki', 'jobs', 'audit', 'signing', 'webhooks', 'identity', 'fonts'],
  ...['throttling', 'instances', 'seals', 'rendering'],
].map((domain) => migrationsOf(domain, domain === 'instances' ? 'database' : domain))

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
  migrations: [migrationsOf('pki')],
})
