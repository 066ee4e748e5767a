/** PgBouncer in front of a PostgreSQL server of the tests', with fewer sessions than callers: each transaction gets another. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresServer } from './postgres.ts'
import { freePort } from './server-process.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const STARTED_MS = 20_000
const SESSIONS = 3

/** A running one. */
export interface PgBouncer {
  /** The database that the server's own address names. */
  url: string
  close(): void
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
  })

async function untilAnswering(process: ChildProcess, port: number): Promise<void> {
  let failure: unknown
  process.once('error', (cause) => {
    failure = new Error('PgBouncer cannot be started: run scripts/setup test', { cause })
  })
  process.once('exit', (code) => {
    failure ??= new Error(`PgBouncer ended with ${code}`)
  })
  const endMs = performance.now() + STARTED_MS
  while (!(await answers(port))) {
    if (failure !== undefined) throw failure
    if (performance.now() > endMs) throw new Error('PgBouncer does not answer')
    await sleep(50)
  }
}

/** Starts it, in transaction mode. */
export async function startPgBouncer(server: PostgresServer): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-pgbouncer-'))
  const [port, file] = [await freePort(), join(folder, 'pgbouncer.ini')]
  const lines = [
    '[databases]',
    // With `any`, the user of the server's sessions is the one that is named here.
    `* = host=127.0.0.1 port=${server.port} user=paraph`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${SESSIONS}`,
    'max_client_conn = 500',
    'unix_socket_dir =',
  ]
  writeFileSync(file, lines.join('\n'))
  chmodSync(folder, 0o755)
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const running = spawn(PROGRAM, [...asUser, '-q', file], { stdio: 'ignore' })
  await untilAnswering(running, port)
  return {
    url: server.url.replace(`:${server.port}/`, `:${port}/`),
    close() {
      running.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
