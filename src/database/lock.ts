/**
 * One server process per data folder. The lock is an SQLite write lock on a file of its own: the
 * kernel drops it when the process dies, however it dies, so there is never a stale one to remove.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { FatalError } from '../kernel/invariant.ts'

const LOCK_FILE = 'server.lock'
/** There from the start to a clean stop: whoever finds it knows that the server before ended otherwise. */
const PID_FILE = 'server.pid'
/** How often that was so, in the life of the folder. */
const UNCLEAN_FILE = 'server.unclean-stops'

/** A held lock. */
export interface DataLock {
  /** How often a server of this folder has ended without being stopped: crashed, killed, or without power. */
  uncleanStops: number
  release(): void
}

/** Counts one more if the server before left its process id. */
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
    return ''
  }
}

/**
 * Takes the data folder for this process until `release` or its end.
 * @throws FatalError when another server has it
 */
export function lockDataFolder(folder: string): DataLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = new BetterSqlite(join(folder, LOCK_FILE), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new FatalError(
        `another server${holderOf(folder)} is using the data folder ${folder}; stop it or choose another folder`,
      )
    }
    throw error
  }
  const uncleanStops = countUncleanStops(folder)
  writeFileSync(join(folder, PID_FILE), `${process.pid}\n`)
  return {
    uncleanStops,
    release() {
      if (!lock.open) return
      rmSync(join(folder, PID_FILE), { force: true })
      lock.close()
    },
  }
}
