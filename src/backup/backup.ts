/**
 * A copy of the data folder that is consistent while the service runs. Files first, then the databases, then the
 * files added meanwhile: a row references only files that were durable before it was written, so every file that the
 * copied rows reference is in the copy.
 */

import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { makeFolder } from '../kernel/make-folder.ts'
import { codeOf } from '../kernel/unknown.ts'
import { copyFile, factsOf, writeWhole } from './copy.ts'
import {
  BackupError,
  type Entry,
  inventory,
  MANIFEST,
  type Manifest,
  manifestOf,
  readManifest,
} from './inventory.ts'

/** What to copy where. */
export interface BackupOptions {
  dataDir: string
  /** Created if missing; an earlier backup in it is updated. */
  folder: string
  version: string
  /** RFC 3339, for the list. */
  at: string
  /** The rows are in PostgreSQL: the folder holds none. */
  withoutRows?: boolean
}

/** SQLite's own online backup: one state of the database, however long it takes. */
async function copyDatabase(from: string, to: string, path: string): Promise<Entry> {
  const target = join(to, path)
  const temporary = `${target}.part`
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  // Created before SQLite does, with mode 0600: other users of the folder must not read the database.
  await writeFile(temporary, '', { mode: 0o600 })
  await chmod(temporary, 0o600)
  const source = new BetterSqlite(join(from, path), { readonly: true, timeout: 10_000 })
  try {
    await source.backup(temporary)
  } finally {
    source.close()
  }
  const copy = new BetterSqlite(temporary)
  try {
    // One plain file: a copy moved elsewhere must not depend on a log beside it.
    copy.pragma('journal_mode = DELETE')
    const found = copy.pragma('quick_check(1)', { simple: true })
    if (found !== 'ok') throw new BackupError(`${path} is damaged: ${String(found)}`)
  } finally {
    copy.close()
  }
  await rename(temporary, target)
  return await factsOf(to, path)
}

async function copyFiles(options: BackupOptions, kept: Map<string, Entry>): Promise<void> {
  for (const path of inventory(options.dataDir).files) {
    if (kept.has(path)) continue
    try {
      kept.set(path, await copyFile(options.dataDir, options.folder, path))
    } catch (error) {
      // Removed by the running service in the meantime: no remaining row references it.
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
}

/** Removes files that are not part of the new state. */
async function removeOthers(folder: string, kept: ReadonlySet<string>): Promise<void> {
  const { databases, files } = inventory(folder)
  for (const path of [...databases, ...files])
    if (!kept.has(path) && path !== MANIFEST) await rm(join(folder, path), { force: true })
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await rmdir(join(entry.parentPath, entry.name)).catch(() => undefined)
}

async function earlier(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const names = await readdir(folder)
  if (names.length === 0) return
  if (!names.includes(MANIFEST) && !names.some((name) => name.endsWith('.part')))
    throw new BackupError(
      `${folder} is not empty and does not contain an earlier backup (${MANIFEST})`,
    )
  if (names.includes(MANIFEST)) readManifest(await readFile(join(folder, MANIFEST), 'utf8'))
}

/**
 * Copies a data folder, or updates an earlier copy.
 * @throws BackupError when there is nothing to copy, or the target is something else
 */
export async function backup(options: BackupOptions): Promise<Manifest> {
  const { dataDir, folder, version, at, withoutRows = false } = options
  if (!existsSync(dataDir) || (!withoutRows && inventory(dataDir).databases.length === 0))
    throw new BackupError(`${dataDir} is not a data folder: it contains no database`)
  await earlier(folder)
  makeFolder(folder)
  const kept = new Map<string, Entry>()
  await copyFiles(options, kept)
  const databases: Entry[] = []
  for (const path of inventory(dataDir).databases)
    databases.push(await copyDatabase(dataDir, folder, path))
  await copyFiles(options, kept)
  const entries = [...databases, ...kept.values()]
  await removeOthers(folder, new Set(entries.map(({ path }) => path)))
  const manifest = manifestOf(version, at, entries)
  await writeWhole(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`)
  return manifest
}
