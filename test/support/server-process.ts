/** The service as a process of its own, as an operator starts it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { engineSettings } from './place.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Below those that the kernel gives to connections: one of theirs could take the port before it is listened on. */
const PORTS = { first: 20_000, count: 12_000 }

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + randomInt(PORTS.count)
    const server = createServer()
    const free = await new Promise<boolean>((done) => {
      server.once('error', () => done(false))
      server.listen({ port, host: '127.0.0.1' }, () => done(true))
    })
    await new Promise((done) => server.close(done))
    if (free) return port
  }
}

/** Settings of a process, with those of the engines under test. */
const placed = (settings: Record<string, string>): Record<string, string> => ({
  ...(settings.PARAPH_DATA_DIR !== undefined && engineSettings(settings.PARAPH_DATA_DIR)),
  ...settings,
})

/** Runs the commands of the build in a folder; each gives the last line it prints. */
export const adminOf =
  (root: string) =>
  async (settings: Record<string, string>, ...args: string[]): Promise<string> => {
    const { stdout } = await run('node', ['dist/cli/main.js', ...args], {
      cwd: root,
      env: { ...process.env, ...placed(settings) },
    })
    return stdout.trim().split('\n').at(-1) ?? ''
  }

/** Runs an admin command of this build. */
export const admin = adminOf(ROOT)

/** Makes an account and a key; the settings name the data folder and, if need be, the plans. */
export async function adminKey(
  settings: Record<string, string>,
  plan = 'documents_unlimited',
): Promise<string> {
  const account = await admin(settings, 'account', 'create', '--email', 'ops@example.com')
  return admin(settings, 'key', 'create', '--account', account, '--plan', plan)
}

/** What /health/ready answers. */
interface Health {
  parts: Record<string, { status: string; detail?: string }>
}

/** A server under test. */
export class ServerProcess {
  readonly url: string
  readonly process: ChildProcess
  #stderr = ''
  #logged = ''
  readonly exited: Promise<number | null>

  /**
   * @param preload module to load first
   * @param through a command that becomes the server, such as one that limits it
   * @param root folder of the build
   */
  constructor(
    port: number,
    settings: Record<string, string>,
    preload?: string,
    through: readonly string[] = [],
    root = ROOT,
  ) {
    this.url = `http://127.0.0.1:${port}`
    const node = ['node', ...(preload ? ['--import', preload] : []), 'dist/main.js']
    const [command = '', ...args] = [...through, ...node]
    this.process = spawn(command, args, {
      cwd: root,
      env: {
        ...process.env,
        PARAPH_PORT: String(port),
        PARAPH_LOG_LEVEL: 'warn',
        // Its keys take a processor for the better part of a minute.
        PARAPH_STRANGERS_PER_DAY: '0',
        PARAPH_CA_AUTOMATIC: 'off',
        ...placed(settings),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.process.stdout?.on('data', (chunk) => {
      this.#logged += String(chunk)
    })
    this.process.stderr?.on('data', (chunk) => {
      this.#stderr += String(chunk)
    })
    this.exited = new Promise((done) => this.process.once('exit', (code) => done(code)))
  }

  /** What it said on stderr. */
  get said(): string {
    return this.#stderr
  }

  /** What it logged. */
  get logged(): string {
    return this.#logged
  }

  get pid(): number {
    return this.process.pid ?? 0
  }

  /** Waits until /health/ready says yes, and that the converter has started. */
  async ready(timeoutMs = 60_000): Promise<this> {
    return await this.says(
      ({ parts }) => !/is starting/.test(parts.office?.detail ?? ''),
      timeoutMs,
    )
  }

  /** Waits until /health/ready says yes, and something of its parts. */
  async says(wanted: (health: Health) => boolean, timeoutMs = 60_000): Promise<this> {
    const until = performance.now() + timeoutMs
    while (performance.now() < until) {
      if (this.process.exitCode !== null) throw new Error(`the server ended: ${this.#stderr}`)
      const answer = await fetch(`${this.url}/health/ready`).catch(() => undefined)
      if (answer?.status === 200 && wanted((await answer.json()) as Health)) return this
      await new Promise((done) => setTimeout(done, 50))
    }
    throw new Error(`the server is not ready after ${timeoutMs} ms: ${this.#stderr}`)
  }

  /** Ends it and waits for that; answers the exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null)
      this.process.kill(signal)
    return this.exited
  }
}

/** A data folder that goes away with `remove`. */
export async function dataFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'paraph-server-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** The processes below a process, whoever their parents are now; its own id is not among them. */
export async function descendants(pid: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0))
  }
  const found = new Set([pid])
  // A child has a higher number than its parent only mostly: repeat until nothing is added.
  for (let before = 0; before < found.size; ) {
    before = found.size
    for (const [child, parent] of parents) if (found.has(parent)) found.add(child)
  }
  found.delete(pid)
  return [...found]
}

/** The name of a process, '' when it is gone or only its exit code is left. */
export async function nameOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return /^State:\s+[ZX]/m.test(status) ? '' : (/^Name:\s+(.*)$/m.exec(status)?.[1] ?? '')
}
