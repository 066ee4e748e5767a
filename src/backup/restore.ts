/** Restores a data folder from a backup, after checking every file against the manifest. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../kernel/make-folder.ts'
import { copyFile, factsOf } from './copy.ts'
import { BackupError, MANIFEST, type Manifest, readManifest } from './inventory.ts'

/**
 * Reads a backup and checks every file against its manifest.
 * @throws BackupError naming the first missing or changed file
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const list = join(folder, MANIFEST)
  if (!existsSync(list))
    throw new BackupError(`${folder} does not contain a backup: ${MANIFEST} is missing`)
  const manifest = readManifest(await readFile(list, 'utf8'))
  for (const entry of manifest.entries) {
    const found = await factsOf(folder, entry.path).catch(() => undefined)
    if (found === undefined) throw new BackupError(`${entry.path} is missing from the backup`)
    if (found.sha256 !== entry.sha256 || found.bytes !== entry.bytes)
      throw new BackupError(`${entry.path} has changed since the backup was made`)
  }
  return manifest
}

/**
 * Copies a backup to a data folder that is empty or does not exist.
 * @throws BackupError when the folder is not empty, or the backup is incomplete
 */
export async function restore(folder: string, dataDir: string): Promise<Manifest> {
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0)
    throw new BackupError(`${dataDir} is not empty: set PARAPH_DATA_DIR to a new folder`)
  const manifest = await checkBackup(folder)
  makeFolder(dataDir)
  for (const { path } of manifest.entries) await copyFile(folder, dataDir, path)
  return manifest
}
