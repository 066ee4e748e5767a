/** One worker: starts and communicates with a confined Python process that drives its own `soffice.bin`. */

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { messageOf } from '../kernel/type-guards.ts'
import { type ProcessUsage, processUsage } from '../kernel/work-limit.ts'
import { readFonts } from './fonts.ts'
import {
  type Child,
  commandOf,
  setupLine,
  startChild,
  type WorkerSetup,
  workerModules,
} from './launch.ts'
import { LOAD_PROPERTIES } from './pdf-options.ts'
import { SANDBOX_HOME } from './sandbox.ts'
import { makeScratch, removeScratch } from './scratch.ts'
import {
  type OfficeWorker,
  type WorkerAnswer,
  WorkerEnded,
  type WorkerTask,
} from './worker-port.ts'
import { type WireMessage, WireReader } from './worker-protocol.ts'
import { releaseUser, takeUser } from './worker-users.ts'

const STDERR_MAX = 800

/** Finds `soffice.bin` below the process we started: inside a pid namespace its own id is another. */
async function findOffice(pid: number): Promise<number> {
  const list = (of: number): Promise<string> =>
    readFile(`/proc/${of}/task/${of}/children`, 'utf8').catch(() => '')
  const queue = [pid]
  for (let seen = 0; queue.length > 0 && seen < 16; seen++) {
    const next = queue.shift() ?? 0
    const name = await readFile(`/proc/${next}/comm`, 'utf8').catch(() => '')
    if (name.trim() === 'soffice.bin') return next
    queue.push(...(await list(next)).split(' ').filter(Boolean).map(Number))
  }
  return 0
}

/** Starts its processes, in a folder and as a user of their own. @throws WorkerEnded; the error of making the folder */
async function begin(setup: WorkerSetup, id: number) {
  const user = setup.ownUsers ? takeUser(id) : undefined
  try {
    const inside = setup.tier === 'bubblewrap'
    const home = inside ? SANDBOX_HOME : await makeScratch(setup.scratchDir, id, user)
    const [[command, args], fonts] = await Promise.all([
      commandOf(setup),
      readFonts(setup.installation.fontFolders),
    ])
    const child = startChild(command, args, user)
    return { child, home, pipe: inside ? 'paraph' : basename(home), fonts }
  } finally {
    releaseUser(user)
  }
}

interface Waiting<T> {
  resolve(value: T): void
  reject(error: Error): void
}

/** {@link OfficeWorker} as processes. */
export class ProcessWorker implements OfficeWorker {
  readonly id: number
  readonly ended: Promise<string>
  readonly #child: Child
  #office = 0
  /** What it reports when it is ready. */
  #ready: { version: string; measures: string[] } | undefined
  #tasks = 0
  #whenReady: Waiting<void> | undefined
  #whenAnswered: Waiting<WorkerAnswer> | undefined
  #whenIdle: Waiting<number> | undefined
  #deathReason: string | undefined
  #stderr = ''

  /**
   * Starts the processes and waits until LibreOffice responds.
   * @param id determines the user it runs as
   * @param signal aborts the start
   * @throws WorkerEnded with the processes' output when they cannot start
   */
  static async start(setup: WorkerSetup, id: number, signal?: AbortSignal): Promise<ProcessWorker> {
    const { child, home, pipe, fonts } = await begin(setup, id)
    const worker = new ProcessWorker(child, id, setup, home)
    const ready = new Promise<void>((resolve, reject) => {
      worker.#whenReady = { resolve, reject }
    })
    child.stdin.write(workerModules())
    child.stdin.write(`${setupLine(setup, { home, pipe }, fonts)}\n`)
    for (const { bytes } of fonts) child.stdin.write(bytes)
    const timer = setTimeout(() => worker.kill('it did not start in time'), setup.startTimeoutMs)
    const stop = (): void => worker.kill('its start was called off')
    signal?.addEventListener('abort', stop, { once: true })
    try {
      await ready
      worker.#office = await findOffice(child.pid ?? 0)
      return worker
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
  }

  /** @param home its folder */
  private constructor(child: Child, id: number, setup: WorkerSetup, home: string) {
    this.#child = child
    this.id = id
    const reader = new WireReader(setup.fileBytesMax, (message) => this.#receive(message))
    child.stdout.on('data', (chunk: Buffer) => {
      try {
        reader.push(chunk)
      } catch (error) {
        this.kill(messageOf(error))
      }
    })
    child.stderr.on('data', (chunk: Buffer) => {
      // from the first document on, the output may quote a document, and it would end up in the log
      if (this.#ready === undefined)
        this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-STDERR_MAX)
    })
    // a dead worker breaks the pipe; `close` reports its end
    child.stdin.on('error', () => undefined)
    this.ended = new Promise((resolve) => {
      const end = (text: string): void => {
        // outside bubblewrap LibreOffice may briefly outlive the process we watch
        this.#signal()
        const reason = this.#deathReason ?? `${text} ${this.#stderr.trim()}`.trim()
        this.#failAll(new WorkerEnded(reason))
        const cleaned = setup.tier === 'bubblewrap' ? Promise.resolve() : removeScratch(home)
        void cleaned.catch(() => undefined).then(() => resolve(reason))
      }
      child.once('error', (error) => end(error.message))
      child.once('close', (code, signal) => end(`ended with ${signal ?? code}`))
    })
  }

  get pid(): number {
    return this.#office
  }

  /** Version of LibreOffice, e.g. `7.4.7.2`. */
  get version(): string {
    return this.#ready?.version ?? ''
  }

  /** Confinement that the worker imposed on itself. */
  get measures(): readonly string[] {
    return this.#ready?.measures ?? []
  }

  convert(task: WorkerTask): Promise<WorkerAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#deathReason !== undefined) return reject(new WorkerEnded(this.#deathReason))
      this.#whenAnswered = { resolve, reject }
      const head = {
        id: ++this.#tasks,
        size: task.docx.length,
        photographs: task.photographs ?? [],
        refreshesContents: task.refreshesContents === true,
        load: LOAD_PROPERTIES,
        store: task.store,
      }
      this.#child.stdin.cork()
      this.#child.stdin.write(`${JSON.stringify(head)}\n`)
      this.#child.stdin.write(task.docx)
      this.#child.stdin.uncork()
    })
  }

  usage(): ProcessUsage | undefined {
    return this.#office === 0 ? undefined : processUsage(this.#office)
  }

  kill(reason: string): void {
    this.#deathReason ??= reason
    this.#signal()
  }

  #signal(): void {
    const pid = this.#child.pid
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // the group is already gone
    }
  }

  #receive({ head, body }: WireMessage): void {
    switch (head.event) {
      case 'ready':
        this.#ready = {
          version: String(head.version),
          measures: Array.isArray(head.measures) ? head.measures.map(String) : [],
        }
        this.#stderr = ''
        this.#whenReady?.resolve()
        this.#whenReady = undefined
        return
      case 'done':
      case 'refused':
        this.#answer(head, body)
        return
      case 'idle':
        this.#whenIdle?.resolve(Number(head.rss))
        this.#whenIdle = undefined
        return
      default:
        throw new Error('the worker said something unknown')
    }
  }

  #answer(head: Record<string, unknown>, body: Uint8Array): void {
    const waiting = this.#whenAnswered
    if (waiting === undefined || head.id !== this.#tasks) {
      throw new Error('the worker answered what it was not asked')
    }
    this.#whenAnswered = undefined
    const idle = new Promise<number>((resolve, reject) => {
      this.#whenIdle = { resolve, reject }
    })
    // prevents an unhandled rejection if nobody awaits it
    idle.catch(() => undefined)
    waiting.resolve(
      head.event === 'done'
        ? {
            outcome: 'done',
            pdf: body,
            loadMs: Number(head.loadMs),
            storeMs: Number(head.storeMs),
            peak: Number(head.peak),
            idle,
          }
        : {
            outcome: 'refused',
            stage: head.stage === 'load' ? 'load' : 'store',
            reason: String(head.reason),
            idle,
          },
    )
  }

  #failAll(error: WorkerEnded): void {
    this.#deathReason ??= error.message
    this.#whenReady?.reject(error)
    this.#whenAnswered?.reject(error)
    this.#whenIdle?.reject(error)
  }
}
