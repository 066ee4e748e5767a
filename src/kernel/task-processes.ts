/**
 * Processes for what code of others does with strangers' files: what such code takes beside the JavaScript heap has no
 * bound within our own process, and a process that ends gives everything back. Each has a bound of memory and of
 * processor time, looked up many times a second, and is ended when it passes one.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type WorkerEntry, workerEntry } from './worker-url.ts'

/** Bounds of one task in a process. */
export interface ProcessLimits {
  /** Resident memory of the process beyond what it has at rest, 10^6 bytes. */
  memoryMb: number
  /** Processor time of the task. */
  cpuMs: number
}

/** Ends a task whose process took too much; like the code of a thread that died of its limits. */
export class ProcessExceeded extends Error {
  override readonly name = 'ProcessExceeded'
}

const HOST = workerEntry('kernel/task-process')
const LOOK_MS = 25
/** Kept by a process between two tasks, beyond what it had when it was ready; with more it is replaced. */
const KEPT_BYTES_MAX = 48_000_000
const PAGE_BYTES = 4_096
/** Linux counts processor time in hundredths of a second wherever Node runs. */
const TICK_MS = 10

interface Usage {
  bytes: number
  cpuMs: number
}

/** What a process takes; nothing where the system does not say. */
function usageOf(pid: number): Usage {
  try {
    const [, resident] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    const ticks = Number(fields[11]) + Number(fields[12])
    return { bytes: Number(resident) * PAGE_BYTES, cpuMs: ticks * TICK_MS }
  } catch {
    return { bytes: 0, cpuMs: 0 }
  }
}

type Answer = { result: unknown } | { error: unknown }

/** One process; it does one task at a time. */
class TaskProcess {
  readonly #child: ChildProcess
  readonly #limits: ProcessLimits
  readonly #ready: Promise<void>
  #rest = 0
  #ended = false
  busy = false

  constructor(entry: WorkerEntry, limits: ProcessLimits, heapMb: number) {
    this.#limits = limits
    this.#child = fork(fileURLToPath(HOST.url), [entry.url.href], {
      env: {},
      execArgv: [...HOST.execArgv, `--max-old-space-size=${heapMb}`, '--max-semi-space-size=8'],
      serialization: 'advanced',
      // What V8 says when it runs out of memory is no news to anybody.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#ready = new Promise((resolve, reject) => {
      this.#child.once('message', () => {
        this.#rest = this.#usage.bytes
        resolve()
      })
      this.#child.once('exit', () => reject(new ProcessExceeded('it ended before it was ready')))
      this.#child.on('error', reject)
    })
    this.#child.once('exit', () => {
      this.#ended = true
    })
    // Whoever waits for it is told; nobody has to.
    this.#ready.catch(() => undefined)
    this.#child.unref()
    this.#child.channel?.unref()
  }

  get #usage(): Usage {
    return usageOf(this.#child.pid ?? 0)
  }

  /** It has ended, or takes more at rest than a new one. */
  get spent(): boolean {
    if (this.#ended) return true
    return !this.busy && this.#rest > 0 && this.#usage.bytes > this.#rest + KEPT_BYTES_MAX
  }

  settle(): void {
    this.#rest = this.#usage.bytes
  }

  async run(task: object, signal: AbortSignal): Promise<unknown> {
    this.busy = true
    this.#child.ref()
    try {
      await this.#ready
      const answer = await this.#answer(task, signal)
      if ('error' in answer) throw answer.error
      return answer.result
    } finally {
      this.busy = false
      this.#child.unref()
    }
  }

  end(): void {
    this.#ended = true
    this.#child.kill('SIGKILL')
  }

  #answer(task: object, signal: AbortSignal): Promise<Answer> {
    const begun = this.#usage.cpuMs
    return new Promise((resolve, reject) => {
      const exceeded = (why: string) => () => {
        this.end()
        reject(new ProcessExceeded(why))
      }
      const onMessage = (answer: unknown): void => done(() => resolve(answer as Answer))
      const onExit = (): void => done(exceeded('its process ended'))
      const onAbort = (): void => done(exceeded('its time is over'))
      const look = setInterval(() => {
        const { bytes, cpuMs } = this.#usage
        if (bytes - this.#rest > this.#limits.memoryMb * 1e6)
          done(exceeded('it takes too much memory'))
        else if (cpuMs - begun > this.#limits.cpuMs) done(exceeded('it takes too long'))
      }, LOOK_MS)
      const done = (then: () => void): void => {
        clearInterval(look)
        this.#child.off('message', onMessage).off('exit', onExit)
        signal.removeEventListener('abort', onAbort)
        then()
      }
      this.#child.once('message', onMessage).once('exit', onExit)
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) onAbort()
      else this.#child.send(task)
    })
  }
}

/** A number of processes that run one module. */
export class TaskProcesses {
  readonly #make: () => TaskProcess
  readonly #all: TaskProcess[]
  #closed = false

  readonly #onRestart: () => void

  /** @param onRestart called for each process that is being started in another one's place */
  constructor(
    entry: WorkerEntry,
    { workers, heapMb, ...limits }: ProcessLimits & { workers: number; heapMb: number },
    onRestart: () => void,
  ) {
    this.#make = () => new TaskProcess(entry, limits, heapMb)
    this.#all = Array.from({ length: workers }, this.#make)
    this.#onRestart = onRestart
  }

  /** @throws ProcessExceeded, and what the task throws */
  async run(task: object, { signal }: { signal: AbortSignal }): Promise<unknown> {
    this.#replaceSpent()
    const free = this.#all.find(({ busy }) => !busy)
    if (this.#closed || free === undefined) throw new Error('no process is free')
    try {
      return await free.run(task, signal)
    } finally {
      this.#replaceSpent()
    }
  }

  /** What they take now, having done a task each, is their rest. */
  async settle(): Promise<void> {
    for (const each of this.#all) each.settle()
  }

  /** Ends the processes; tasks under way fail. */
  async close(): Promise<void> {
    this.#closed = true
    for (const each of this.#all) each.end()
  }

  #replaceSpent(): void {
    if (this.#closed) return
    for (const [index, each] of this.#all.entries()) {
      if (each.busy || !each.spent) continue
      each.end()
      this.#onRestart()
      this.#all[index] = this.#make()
    }
  }
}
