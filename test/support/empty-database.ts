/**
 * A new database with the whole schema, copied: running every migration for each of hundreds of services takes minutes
 * of a run. The copy comes from a real run of them, and opening it compares their hashes as always.
 */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type DatabasePlace,
  serviceDatabase,
  testAuthorityDatabase,
} from '../../src/app/databases.ts'
import type { Config } from '../../src/config/config.ts'
import type { MigrationSet } from '../../src/database/migrate.ts'
import { DATABASE_FILE, openDatabase } from '../../src/database/open.ts'
import { TestClock } from './clock.ts'
import { sharedFolder } from './shared-folder.ts'

const models = new Map<string, Promise<string>>()

/** The file of a database with these migrations and nothing else. */
async function migrated(migrations: readonly MigrationSet[]): Promise<string> {
  const folder = sharedFolder('schema')
  await openDatabase({ folder, migrations, clock: new TestClock() }).close()
  return join(folder, DATABASE_FILE)
}

/** Places the file of an empty database in a folder that has none. */
export async function placeEmptyDatabase({
  folder,
  migrations,
}: Pick<DatabasePlace, 'folder' | 'migrations'>): Promise<void> {
  const file = join(folder, DATABASE_FILE)
  if (existsSync(file)) return
  const key = migrations.map((set) => `${set.domain} ${set.migrations.length}`).join()
  const model = models.get(key) ?? migrated(migrations)
  models.set(key, model)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  copyFileSync(await model, file)
}

/** Both databases of a service, where they are files. */
export async function placeEmptyDatabases(config: Config): Promise<void> {
  if (config.postgres !== undefined) return
  for (const place of [serviceDatabase(config), testAuthorityDatabase(config)])
    await placeEmptyDatabase(place)
}
