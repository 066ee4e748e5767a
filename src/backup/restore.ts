/** Restores a data folder from a backup, after checking every file against the manifest. */

import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { checkHistory, type MigrationSet } from '../database/migrate.ts'
import { together } from '../kernel/batches.ts'
import { FatalError } from '../kernel/invariant.ts'
import { makeFolder } from '../kernel/private-files.ts'
import { messageOf } from '../kernel/type-guards.ts'
import { copyFile, FILES_TOGETHER, factsOf } from './copy.ts'
import { BackupError, MANIFEST, type Manifest, readManifest } from './inventory.ts'

/** What reads a backup: its version, and the schemas that it knows by the paths of the databases. */
export interface Reader {
  version: string
  schemas: ReadonlyMap<string, readonly MigrationSet[]>
}

/** Whether a version such as 1.2.3 is later than another. */
function isLater(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.split(/[.+-]/).map((part) => Number(part) || 0))
  for (let at = 0; at < 3; at += 1) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

/** Refuses a database that this version could not be started with. */
function checkSchema(file: string, path: string, sets: readonly MigrationSet[]): void {
  const database = new BetterSqlite(file, { readonly: true })
  try {
    const rows = database.prepare<
      [],
      { domain: string; number: number; name: string; hash: string }
    >('SELECT domain, number, name, hash FROM schema_migrations')
    checkHistory(rows.all(), sets, ({ sqlite }) => sqlite)
  } catch (error) {
    if (error instanceof FatalError) throw new BackupError(`${path}: ${error.message}`)
    const why = messageOf(error)
    throw new BackupError(`${path} is not a database of this service: ${why}`)
  } finally {
    database.close()
  }
}

/**
 * Reads a backup and checks every file against its manifest.
 * @param reader what is to work with it; absent: only the files are checked
 * @throws BackupError naming the first missing or changed file, or what the reader is too old for
 */
export async function checkBackup(folder: string, reader?: Reader): Promise<Manifest> {
  const list = join(folder, MANIFEST)
  if (!existsSync(list))
    throw new BackupError(`${folder} does not contain a backup: ${MANIFEST} is missing`)
  const manifest = readManifest(await readFile(list, 'utf8'))
  if (reader !== undefined && isLater(manifest.version, reader.version))
    throw new BackupError(
      `the backup was made by version ${manifest.version}, and this is ${reader.version}: restore it with that version or a later one`,
    )
  for (const entry of manifest.entries) {
    const found = await factsOf(folder, entry.path).catch(() => undefined)
    if (found === undefined) throw new BackupError(`${entry.path} is missing from the backup`)
    if (found.sha256 !== entry.sha256 || found.bytes !== entry.bytes)
      throw new BackupError(`${entry.path} has changed since the backup was made`)
    const sets = reader?.schemas.get(entry.path)
    if (sets !== undefined) checkSchema(join(folder, entry.path), entry.path, sets)
  }
  return manifest
}

/**
 * Copies a backup to a data folder that is empty or does not exist.
 * @throws BackupError when the folder is not empty, or the backup is incomplete or of a later version than the reader
 */
export async function restore(folder: string, dataDir: string, reader?: Reader): Promise<Manifest> {
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0)
    throw new BackupError(`${dataDir} is not empty: set PARAPH_DATA_DIR to a new folder`)
  const manifest = await checkBackup(folder, reader)
  makeFolder(dataDir)
  await together(manifest.entries, FILES_TOGETHER, async ({ path }) => {
    await copyFile(folder, dataDir, path)
  })
  return manifest
}
