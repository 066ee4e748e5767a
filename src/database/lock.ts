/**
 * One server process per data folder. The lock is an SQLite write lock on a separate file: the kernel releases it
 * when the process dies, however it dies, so there is never a stale lock to remove.
 */
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { FatalError } from '../kernel/invariant.ts'
import { makeFolder } from '../kernel/private-files.ts'
import { builtForAnother, unusableFolder } from './failure.ts'

const LOCK_FILE = 'server.lock'
/** Exists from start to clean stop: finding it means that the previous server did not stop cleanly. */
const PID_FILE = 'server.pid'
/** How often that has happened in this folder. */
const UNCLEAN_FILE = 'server.unclean-stops'

/** Increments the counter if the previous server left its process id. */
function countUncleanStops(folder: string): number {
  const file = join(folder, UNCLEAN_FILE)
  const before = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) || 0 : 0
  if (!existsSync(join(folder, PID_FILE))) return before
  writeFileSync(file, `${before + 1}\n`, { mode: 0o600 })
  return before + 1
}

function holderOf(folder: string): string {
  try {
    return ` (process ${readFileSync(join(folder, PID_FILE), 'utf8').trim()})`
  } catch {
    // The process has not written its number yet: the message does without.
    return ''
  }
}

/** Removes a data folder in which there is nothing but the lock. */
function removeIfEmpty(folder: string): void {
  if (readdirSync(folder).some((name) => name !== LOCK_FILE)) return
  rmSync(folder, { recursive: true })
}

/** Takes the lock, or throws the error of SQLite or the disk. */
function take(folder: string, lock: BetterSqlite.Database): number {
  lock.exec('BEGIN EXCLUSIVE')
  const uncleanStops = countUncleanStops(folder)
  writeFileSync(join(folder, PID_FILE), `${process.pid}\n`)
  return uncleanStops
}

/** The message for the operator: which folder, what is wrong with it, what to do. */
function lockError(folder: string, error: unknown): FatalError {
  if (error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))
    return new FatalError(
      `another server${holderOf(folder)} is using the data folder ${folder}; stop it or choose another folder`,
    )
  return builtForAnother(error) ?? unusableFolder(folder, error)
}

/**
 * Takes the data folder for this process until `release` or its end.
 * @throws FatalError when another server has it, or nothing can be written there
 */
export function lockDataFolder(folder: string) {
  let lock: BetterSqlite.Database | undefined
  const isNew = !existsSync(folder)
  try {
    makeFolder(folder)
    // SQLite only reports that it cannot open the file.
    accessSync(folder, constants.W_OK | constants.X_OK)
    const opened = new BetterSqlite(join(folder, LOCK_FILE), { timeout: 0 })
    lock = opened
    const uncleanStops = take(folder, opened)
    const release = () => {
      if (!opened.open) return
      rmSync(join(folder, PID_FILE), { force: true })
      opened.close()
    }
    return {
      /** How often a server of this folder has ended without being stopped: crashed, killed, or without power. */
      uncleanStops,
      release,
      /** After a start that was refused: releases it, and removes the folder if it was made for it and is still empty. */
      abandon() {
        release()
        if (isNew) removeIfEmpty(folder)
      },
    }
  } catch (error) {
    lock?.close()
    throw lockError(folder, error)
  }
}
