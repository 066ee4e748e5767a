/** A PostgreSQL server of the tests' own, in a temporary folder, stopped and removed when they end. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrationsOf } from '../../src/database/migrate.ts'
import {
  connectDatabase,
  type DatabaseOptions,
  type OpenDatabase,
} from '../../src/database/open.ts'
import { placeEmptyDatabase } from './empty-database.ts'
import { postgresOf } from './place.ts'
import { followClock } from './server-clock.ts'
import { freePort } from './server-process.ts'

/** Debian keeps the programs of each version apart. */
function programs(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).map(Number) : []
  const newest = versions.filter((version) => version >= 15).sort((a, b) => b - a)[0]
  if (newest === undefined) throw new Error('PostgreSQL 15 or later is missing: scripts/setup test')
  return join(root, String(newest), 'bin')
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package has made. */
const asItsUser = (command: string, args: readonly string[]): [string, string[]] =>
  process.getuid?.() === 0
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args]]
    : [command, [...args]]

/** A running server. */
export class PostgresServer {
  readonly port: number
  readonly folder: string
  readonly #fsync: 'on' | 'off'
  #ended: Promise<unknown> = Promise.resolve()

  private constructor(folder: string, port: number, fsync: 'on' | 'off') {
    this.folder = folder
    this.port = port
    this.#fsync = fsync
  }

  /** @param fsync what a killed server has written the system still has; only a power cut, or who measures, asks for more */
  static async start({ fsync = 'off' }: { fsync?: 'on' | 'off' } = {}): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'paraph-postgres-'))
    if (process.getuid?.() === 0) execFileSync('chown', ['postgres:postgres', folder])
    chmodSync(folder, 0o700)
    const flags = ['-D', folder, '-U', 'paraph', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']
    execFileSync(...asItsUser(join(programs(), 'initdb'), flags), { stdio: 'ignore', cwd: '/' })
    const server = new PostgresServer(folder, await freePort(), fsync)
    await server.restart()
    return server
  }

  /** Of a database that is always there; without a schema. */
  get url(): string {
    return `postgres://paraph@127.0.0.1:${this.port}/postgres`
  }

  /** Its first process. */
  get pid(): number {
    return Number(readFileSync(join(this.folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  }

  /** Starts it, after its making or after `kill`. */
  async restart(): Promise<void> {
    const settings = {
      port: this.port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 500,
      fsync: this.#fsync,
    }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const [command, args] = asItsUser(join(programs(), 'postgres'), ['-D', this.folder, ...flags])
    const child = spawn(command, args, { stdio: 'ignore', cwd: '/' })
    this.#ended = once(child, 'exit')
    const ready = ['-q', '-h', '127.0.0.1', '-p', String(this.port)]
    for (let tries = 0; tries < 300; tries += 1) {
      try {
        execFileSync(join(programs(), 'pg_isready'), ready)
        return
      } catch {
        await sleep(100)
      }
    }
    throw new Error('PostgreSQL did not start')
  }

  /** Ends it: `SIGKILL` as a power cut would, `SIGINT` at once but orderly. */
  async kill(signal: 'SIGKILL' | 'SIGINT' = 'SIGKILL'): Promise<void> {
    process.kill(this.pid, signal)
    await this.#ended
    // Its children end when they notice that it is gone.
    if (signal === 'SIGKILL') await sleep(500)
  }

  /** Ends it, unless a test has, and removes its files. */
  async close(): Promise<void> {
    if (existsSync(join(this.folder, 'postmaster.pid'))) await this.kill('SIGINT')
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Opens the database of a folder on the engine under test. */
export async function openTestDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const postgres = postgresOf(options.folder)
  if (postgres === undefined) await placeEmptyDatabase(options)
  const database = await connectDatabase({ ...options, postgres })
  if (options.migrations.includes(migrationsOf('throttling')))
    await followClock(database.db, options.clock)
  return database
}
