/** Which files of a data folder belong in a backup, and the backup's manifest. */

import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { membersOf } from '../kernel/type-guards.ts'

/** Name of the manifest inside a backup. */
export const MANIFEST = 'backup.json'
const FORMAT = 'paraph-backup/1'

/** One file of a backup; the path is relative, with `/`. */
export interface Entry {
  path: string
  bytes: number
  sha256: string
}

/** Content of a backup, written last: without it a folder is not a backup. */
export interface Manifest {
  format: typeof FORMAT
  /** Of the program that created it. */
  version: string
  /** RFC 3339; the state is as of this time or slightly later. */
  at: string
  entries: readonly Entry[]
}

/** A folder that is not a backup, or an incomplete one; the message gives the reason. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** Lists a backup's content. */
export const manifestOf = (version: string, at: string, entries: readonly Entry[]): Manifest => ({
  format: FORMAT,
  version,
  at,
  entries,
})

const isEntry = (entry: unknown): entry is Entry => {
  const { path, bytes, sha256 } = membersOf(entry)
  return (
    typeof path === 'string' &&
    Number.isSafeInteger(bytes) &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256)
  )
}

/** Reads what {@link manifestOf} made. @throws BackupError */
export function readManifest(text: string): Manifest {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    throw new BackupError(`${MANIFEST} is not JSON: it is damaged, or was cut off`)
  }
  const { format, entries, version, at } = membersOf(found)
  if (format !== FORMAT || !Array.isArray(entries))
    throw new BackupError(`${MANIFEST} is not in the format ${FORMAT}`)
  const sound = entries.map((entry: unknown) => {
    const { path } = membersOf(entry)
    if (typeof path === 'string' && (path.startsWith('/') || path.split('/').includes('..')))
      throw new BackupError(`${MANIFEST} names "${path}", which is outside the folder`)
    if (!isEntry(entry))
      throw new BackupError(
        `${MANIFEST} is damaged: ${JSON.stringify(entry)} is not a file's entry`,
      )
    return entry
  })
  if (typeof version !== 'string' || typeof at !== 'string')
    throw new BackupError(`${MANIFEST} does not say which version made it, and when`)
  return manifestOf(version, at, sound)
}

/**
 * LibreOffice scratch files, copies of files that lie in a bucket, partially written files, files of the running process,
 * and what is known of this folder alone: when it was backed up, and how far its database has come.
 */
const LEFT_OUT =
  /^(?:office|storage-cache|server\.(?:lock|pid|log|unclean-stops).*|last-backup\.json)$|(?:^|\/)incoming(?:\/|$)|-(?:wal|shm|journal|position)$/
const DATABASE = /\.sqlite$/
/** Files named by their content's hash never change, so an existing one need not be copied again. */
const HASH_NAME = /(?:^|\/)([0-9a-f]{2})\/(\1[0-9a-f]{62})$/

/** The hash that a blob's path promises; undefined for any other file. */
export const promisedHash = (path: string): string | undefined => HASH_NAME.exec(path)?.[2]

/** Every file of a folder that is backed up, by kind. */
export function inventory(folder: string): { databases: string[]; files: string[] } {
  const paths = walk(folder).map((path) => relative(folder, path).split('\\').join('/'))
  return {
    databases: paths.filter((path) => DATABASE.test(path)),
    files: paths.filter((path) => !DATABASE.test(path)),
  }

  function walk(current: string): string[] {
    return readdirSync(current, { withFileTypes: true }).flatMap((entry) => {
      const path = join(current, entry.name)
      if (LEFT_OUT.test(relative(folder, path))) return []
      if (entry.isDirectory()) return walk(path)
      return entry.isFile() ? [path] : []
    })
  }
}
