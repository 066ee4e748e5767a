/**
 * How far a database has come, written beside it: a kill of the process loses no acknowledged commit, but if an operator then
 * removes the write-ahead log, or restores an older file, a consistent database without the newest commits is left.
 * Every durable commit counts one further in the file's `user_version`, and then in a small file that is overwritten
 * without waiting for the disk: after a power cut it may be behind the database, which is harmless, and never ahead.
 */
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { type Clock, toIso } from '../kernel/clock.ts'
import { FatalError } from '../kernel/invariant.ts'

/** The count is a number of 32 bits that begins again: compared as RFC 1982 says. */
const COUNTS = 2 ** 32
const BYTES = 64

/** A position that was recorded. */
export interface Recorded {
  commits: number
  /** When it was, RFC 3339. */
  at: string
}

/** Acknowledged work that a database no longer has. */
export interface LostCommits {
  recorded: Recorded
  /** By how many commits the database is behind; undefined: it is gone altogether. */
  missing: number | undefined
}

/** By how many commits one position is behind another; 0: it is not. */
export function behind(found: number, recorded: number): number {
  const distance = (((recorded - found) % COUNTS) + COUNTS) % COUNTS
  return distance < COUNTS / 2 ? distance : 0
}

const readIn = (database: Database): number =>
  (Number(database.pragma('user_version', { simple: true })) + COUNTS) % COUNTS

/** What the file says; undefined where there is none, or a power cut has spoilt it. */
function readBeside(file: string): Recorded | undefined {
  if (!existsSync(file)) return undefined
  const [, commits, at] = /^(\d{1,10}) (\S+)\s/.exec(readFileSync(file, 'utf8')) ?? []
  return commits === undefined || at === undefined ? undefined : { commits: Number(commits), at }
}

/** The refusal of a start, for the operator. */
export function lostCommits(file: string, { recorded, missing }: LostCommits): FatalError {
  const what =
    missing === undefined ? `${file} is gone` : `${file} lacks the last ${missing} commits`
  return new FatalError(
    `${what}: the service had written to it until ${recorded.at}. Its write-ahead log (${file}-wal) was removed, or an older copy was put in its place. Put the log or the newest copy back; or go on without what is lost, which is recorded, with: npm run cli -- accept-loss`,
  )
}

/** The position of one open database. */
export class Position {
  readonly #clock: Clock
  readonly #database: Database
  readonly #file: number
  #commits = 0

  private constructor(database: Database, path: string, clock: Clock) {
    this.#database = database
    this.#clock = clock
    // Other users of the machine need not know how much is written.
    this.#file = openSync(path, existsSync(path) ? 'r+' : 'w', 0o600)
  }

  /** Whether a database that is not there has been there. */
  static lostWhole(path: string): LostCommits | undefined {
    const recorded = readBeside(path)
    return recorded === undefined ? undefined : { recorded, missing: undefined }
  }

  /** What an open database lacks of what was recorded beside it. */
  static lost(database: Database, path: string): LostCommits | undefined {
    const recorded = readBeside(path)
    const missing = recorded === undefined ? 0 : behind(readIn(database), recorded.commits)
    return recorded === undefined || missing === 0 ? undefined : { recorded, missing }
  }

  /** Follows the commits of an open database from now on; undefined on a disk that takes no file. */
  static follow(database: Database, path: string, clock: Clock): Position | undefined {
    try {
      const position = new Position(database, path, clock)
      position.#commits = readIn(database)
      position.committed()
      return position
    } catch {
      return undefined
    }
  }

  /** Counts a commit, within its transaction. */
  count(): void {
    // Of whichever process was the last.
    this.#commits = (readIn(this.#database) + 1) % COUNTS
    this.#database.pragma(`user_version = ${this.#commits | 0}`)
  }

  /** Records what is committed durably now. */
  committed(): void {
    const text = `${this.#commits} ${toIso(this.#clock.now())}`
    try {
      writeSync(this.#file, `${text.padEnd(BYTES - 1)}\n`, 0)
    } catch {
      // The commit itself is done; a full disk is reported elsewhere.
    }
  }

  close(): void {
    closeSync(this.#file)
  }
}
