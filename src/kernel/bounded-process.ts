/** One process that does one task at a time, within bounds of memory and time. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  LOOK_MS,
  type ProcessUsage,
  processUsage,
  WorkEnded,
  WorkLimit,
  type WorkTime,
} from './work-limit.ts'
import { type WorkerEntry, workerEntry } from './worker-url.ts'

/** Bounds of one task in a process. */
export interface ProcessBounds {
  /** Resident memory of the process beyond what it has at rest, 10^6 bytes. */
  memoryMb: number
}

/** The process ended before it had the task, which is therefore not at fault. */
export class ProcessNeverReady extends WorkEnded {
  override readonly name = 'ProcessNeverReady'

  constructor() {
    super('it ended before it was ready', 'machine')
  }
}

const HOST = workerEntry('kernel/task-process')

const NOTHING: ProcessUsage = { bytes: 0, cpuMs: 0 }

interface TaskBounds {
  /** Aborts the task. */
  signal?: AbortSignal
  /** Absent: no limit. */
  time?: WorkTime
  /** Memory of such a process at rest, in bytes. */
  rest: number
}

type Answer = { result: unknown } | { error: unknown }

/** A process that loads a module and runs its tasks. */
export class BoundedProcess {
  readonly #child: ChildProcess
  readonly #bounds: ProcessBounds
  #ready: Promise<unknown>
  #rest = 0
  #ended = false
  #idleSince = performance.now()
  busy = false

  constructor(entry: WorkerEntry, bounds: ProcessBounds, heapMb: number) {
    this.#bounds = bounds
    this.#child = fork(fileURLToPath(HOST.url), [entry.url.href, String(process.pid)], {
      env: {},
      execArgv: [...HOST.execArgv, `--max-old-space-size=${heapMb}`, '--max-semi-space-size=8'],
      serialization: 'advanced',
      // V8's out-of-memory output is of no use.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#ready = new Promise<void>((resolve, reject) => {
      this.#child.once('message', () => {
        this.#rest = this.#usage.bytes
        resolve()
      })
      this.#child.once('exit', () => reject(new ProcessNeverReady()))
      this.#child.on('error', reject)
    })
    this.#child.once('exit', () => {
      this.#ended = true
    })
    this.#expected()
    this.#child.unref()
    this.#child.channel?.unref()
  }

  get #usage(): ProcessUsage {
    return processUsage(this.#child.pid ?? 0) ?? NOTHING
  }

  get ended(): boolean {
    return this.#ended
  }

  /** Settles when it can run a task, or never will. */
  get ready(): Promise<unknown> {
    return this.#ready
  }

  /** Bytes above the given rest level, or above its own if that is higher. */
  beyond(rest: number): number {
    const own = Math.max(this.#rest, rest)
    return own === 0 ? 0 : this.#usage.bytes - own
  }

  /** Milliseconds since its last task. */
  get idleMs(): number {
    return this.busy ? 0 : performance.now() - this.#idleSince
  }

  /** Runs a task before it is ready, so that the first caller finds compiled code. */
  warm(task: object): void {
    this.#ready = this.#ready.then(() => this.#answer(task, { rest: 0 }))
    this.#expected()
  }

  /** Takes its current memory as its rest level. */
  settle(): number {
    this.#rest = this.#usage.bytes
    return this.#rest
  }

  /** @throws WorkEnded, and what the task throws */
  async run(task: object, bounds: TaskBounds): Promise<unknown> {
    this.busy = true
    this.#child.ref()
    try {
      await this.#ready
      const answer = await this.#answer(task, bounds)
      if ('error' in answer) throw answer.error
      return answer.result
    } finally {
      this.busy = false
      this.#idleSince = performance.now()
      this.#child.unref()
    }
  }

  end(): void {
    this.#ended = true
    this.#child.kill('SIGKILL')
  }

  /** Prevents an unhandled rejection: callers that wait see the failure, and nobody has to wait. */
  #expected(): void {
    this.#ready.catch(() => undefined)
  }

  #answer(task: object, { signal, time, rest }: TaskBounds): Promise<Answer> {
    const limit = time && new WorkLimit(time, () => processUsage(this.#child.pid ?? 0)?.cpuMs)
    return new Promise((resolve, reject) => {
      const ended = (error: WorkEnded): void =>
        done(() => {
          this.end()
          reject(error)
        })
      const onMessage = (answer: unknown): void => done(() => resolve(answer as Answer))
      // What runs out of heap aborts; this signal comes from us, or from a machine that is out of memory.
      const onExit = (_code: number | null, signal: string | null): void =>
        ended(new WorkEnded('its process ended', signal === 'SIGKILL' ? 'machine' : 'work'))
      const onAbort = (): void => ended(new WorkEnded('it was called off', 'machine'))
      const look = setInterval(() => {
        const exceeded =
          this.beyond(rest) > this.#bounds.memoryMb * 1e6
            ? new WorkEnded('it takes too much memory', 'work')
            : limit?.exceeded()
        if (exceeded !== undefined) ended(exceeded)
      }, LOOK_MS)
      const done = (then: () => void): void => {
        clearInterval(look)
        this.#child.off('message', onMessage).off('exit', onExit)
        signal?.removeEventListener('abort', onAbort)
        then()
      }
      this.#child.once('message', onMessage).once('exit', onExit)
      signal?.addEventListener('abort', onAbort)
      if (signal?.aborted) onAbort()
      else if (this.#ended) onExit(null, 'SIGKILL')
      else this.#child.send(task)
    })
  }
}
