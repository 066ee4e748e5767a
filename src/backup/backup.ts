/**
 * A copy of the data folder that is consistent while the service runs. Files first, then the databases, then the
 * files added meanwhile: a row references only files that were durable before it was written, so every file that the
 * copied rows reference is in the copy.
 */
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { together } from '../kernel/batches.ts'
import { makeFolder } from '../kernel/private-files.ts'
import { codeOf } from '../kernel/type-guards.ts'
import { copyFile, FILES_TOGETHER, factsOf, writeWhole } from './copy.ts'
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
interface BackupOptions {
  dataDir: string
  /** Created if missing; an earlier backup in it is updated. */
  folder: string
  version: string
  /** RFC 3339, for the list. */
  at: string
  /** The rows are in PostgreSQL: the folder holds none. */
  withoutRows?: boolean
  /** How long it may take, in milliseconds; absent: as long as it takes. */
  limitMs?: number
  /** Hears how far it has come, often. */
  progress?(text: string): void
}

/** Pages copied at a time: 8 MB, in some milliseconds. */
const PAGES = 2_000
const MEGABYTE = 1_048_576

/** Reports how far a backup has come, and ends it when its time is over. */
class Watch {
  readonly #options: BackupOptions
  readonly #startMs = performance.now()

  constructor(options: BackupOptions) {
    this.#options = options
  }

  /** @throws BackupError when the time is over */
  come(text: string): void {
    const { limitMs = Number.POSITIVE_INFINITY, folder, progress } = this.#options
    if (performance.now() - this.#startMs > limitMs)
      throw new BackupError(
        `not finished within ${Math.round(limitMs / 60_000)} minutes (${text}); an earlier backup in ${folder} is as it was. Allow more with --time-limit, or copy to a faster disk`,
      )
    progress?.(text)
  }
}

/**
 * One state of the database, by SQLite's online backup within a read transaction. Without one the backup would begin
 * again with each commit of another process, and never end. `VACUUM INTO` gives one state too, in twice the time
 * and in one call that can be neither watched nor ended.
 */
async function copyDatabase({ dataDir, folder }: BackupOptions, path: string, watch: Watch) {
  const target = join(folder, path)
  const temporary = `${target}.part`
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  // Created before SQLite does, with mode 0600: other users of the folder must not read the database.
  await writeFile(temporary, '', { mode: 0o600 })
  await chmod(temporary, 0o600)
  const source = new BetterSqlite(join(dataDir, path), { readonly: true, timeout: 10_000 })
  try {
    source.exec('BEGIN')
    // The state is that of the first read.
    source.prepare('SELECT count(*) FROM sqlite_master').get()
    const pageBytes = Number(source.pragma('page_size', { simple: true }))
    await source.backup(temporary, {
      progress({ totalPages, remainingPages }) {
        const megabytes = Math.round((totalPages * pageBytes) / MEGABYTE)
        const percent = totalPages === 0 ? 0 : Math.floor((1 - remainingPages / totalPages) * 100)
        watch.come(`${path}: ${percent} % of ${megabytes} MB`)
        return PAGES
      },
    })
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
  watch.come(`${path}: copied and checked`)
  return { entry: { ...(await factsOf(folder, `${path}.part`)), path }, temporary }
}

async function copyFiles(
  { dataDir, folder }: BackupOptions,
  kept: Map<string, Entry>,
  watch: Watch,
): Promise<void> {
  const { files } = inventory(dataDir)
  await together(files, FILES_TOGETHER, async (path) => {
    if (kept.has(path)) return
    watch.come(`${kept.size} of ${files.length} files`)
    try {
      kept.set(path, await copyFile(dataDir, folder, path))
    } catch (error) {
      // Removed by the running service in the meantime: no remaining row references it.
      if (codeOf(error) !== 'ENOENT') throw error
    }
  })
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
 * @throws BackupError when there is nothing to copy, the target is something else, or the time is over
 */
export async function backup(options: BackupOptions): Promise<Manifest> {
  const { dataDir, folder, version, at, withoutRows = false } = options
  if (!existsSync(dataDir) || (!withoutRows && inventory(dataDir).databases.length === 0))
    throw new BackupError(`${dataDir} is not a data folder: it contains no database`)
  await earlier(folder)
  makeFolder(folder)
  const watch = new Watch(options)
  const kept = new Map<string, Entry>()
  await copyFiles(options, kept, watch)
  const databases: Awaited<ReturnType<typeof copyDatabase>>[] = []
  for (const path of inventory(dataDir).databases)
    databases.push(await copyDatabase(options, path, watch))
  await copyFiles(options, kept, watch)
  const files = [...kept.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
  const entries = [...databases.map(({ entry }) => entry), ...files]
  // As late as possible, and all at once: until then an earlier backup is whole.
  for (const { entry, temporary } of databases) await rename(temporary, join(folder, entry.path))
  const manifest = manifestOf(version, at, entries)
  await writeWhole(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`)
  await removeOthers(folder, new Set(entries.map(({ path }) => path)))
  return manifest
}

/** In a data folder: when it was last backed up. */
const LAST_BACKUP = 'last-backup.json'

/** Records a backup that has succeeded, whatever made it. @param at RFC 3339 */
export const recordBackup = (dataDir: string, at: string): Promise<void> =>
  writeWhole(join(dataDir, LAST_BACKUP), `${JSON.stringify({ at })}\n`)

/** When the last good backup was made, epoch milliseconds; undefined: none is known. */
export async function lastBackupMs(dataDir: string): Promise<number | undefined> {
  try {
    const { at } = JSON.parse(await readFile(join(dataDir, LAST_BACKUP), 'utf8')) as { at?: string }
    const ms = Date.parse(at ?? '')
    return Number.isNaN(ms) ? undefined : ms
  } catch {
    return undefined
  }
}
