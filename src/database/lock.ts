/**
 * One server process per data folder. The lock is an SQLite write lock on a file of its own: the
 * kernel drops it when the process dies, however it dies, so there is never a stale one to remove.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { FatalError } from '../kernel/invariant.ts'

const LOCK_FILE = 'server.lock'
const PID_FILE = 'server.pid'

/** A held lock. */
export interface DataLock {
  release(): void
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
  writeFileSync(join(folder, PID_FILE), `${process.pid}\n`)
  return {
    release() {
      if (!lock.open) return
      rmSync(join(folder, PID_FILE), { force: true })
      lock.close()
    },
  }
}
