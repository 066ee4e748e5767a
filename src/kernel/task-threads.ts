/**
 * The threads of a pool. A thread that retains much memory after a task collects its garbage, and is replaced if it
 * still retains more than when it started: libraries cache names and references for a thread's lifetime.
 */
import { fileURLToPath } from 'node:url'
import { Piscina, type PiscinaTask, queueOptionsSymbol } from 'piscina'
import type { Held } from './thread-answer.ts'
import { cpuMsOf, LOOK_MS, type WorkEnded, WorkLimit, type WorkTime } from './work-limit.ts'
import { type WorkerEntry, workerEntry } from './worker-url.ts'

/**
 * Young generation of a heap. V8 lets it grow to its limit and never shrinks it: with 64 the
 * process grew by 110 MB over 1,000 letters, with 32 still somewhat, with this it stays constant over
 * 3,000. A merge of 2,000 rows takes about 20 ms longer for it.
 */
const YOUNG_MB = 24
/** Maximum names whose thread is remembered; one more clears them all. */
const NAMES_MAX = 1_000
const GARBAGE = fileURLToPath(workerEntry('kernel/garbage-worker').url)
const MB = 1_000_000
/**
 * Memory above a thread's rest level, garbage included: more than the first is collected at once, more than the
 * second when idle.
 */
const AT_ONCE_BYTES = 96 * MB
const IDLE_BYTES = 12 * MB
const IDLE_MS = 10_000
/** Memory above the rest level after collection at which the thread is replaced. */
const RETAINED_BYTES = 12 * MB

/** How a task is passed to a thread. */
interface Handing {
  signal: AbortSignal
  time: WorkTime
  transferList: readonly ArrayBuffer[]
  affinityKey: string | undefined
  /** Longer than those of others, who should find the thread that has run the most. */
  long: boolean
}

interface QueueHints {
  affinityKey?: string | undefined
  long?: boolean
  /** Its id, where it is free. */
  thread?: number
}

/** A pool of threads that run one module, each one task at a time. */
export class TaskThreads {
  readonly #threads: Piscina
  /** The thread that had the last task, by the name of what tasks are about. */
  readonly #lastThread = new Map<string, number>()
  /** Memory last reported by each thread. */
  readonly #held = new Map<number, number>()
  readonly #ending = new Set<number>()
  /** Rest level: memory of a thread that has only started; unknown before the first collection. */
  #rest = Number.POSITIVE_INFINITY
  #running = 0
  #idle: NodeJS.Timeout | undefined

  constructor(entry: WorkerEntry, { workers, heapMb }: { workers: number; heapMb: number }) {
    this.#threads = new Piscina({
      filename: fileURLToPath(entry.url),
      execArgv: entry.execArgv,
      env: {},
      minThreads: workers,
      maxThreads: workers,
      loadBalancer: (task, threads) => this.#choose(threads, hintsOf(task)),
      resourceLimits: {
        maxOldGenerationSizeMb: heapMb,
        maxYoungGenerationSizeMb: YOUNG_MB,
        stackSizeMb: 4,
      },
    })
    // A thread that dies between tasks has no task to fail: without a listener the error would end the process.
    // Another thread replaces it.
    this.#threads.on('error', () => undefined)
  }

  /**
   * @returns the module's result
   * @throws WorkEnded, and what the task throws
   */
  async run(
    task: object,
    { signal, time, transferList, affinityKey, long }: Handing,
  ): Promise<unknown> {
    this.#running++
    // The thread says here which one it is, once it has begun.
    const thread = new Int32Array(new SharedArrayBuffer(4))
    const limit = new WorkLimit(time, () => cpuMsOfThread(thread[0]))
    const stop = new AbortController()
    let exceeded: WorkEnded | undefined
    const look = setInterval(() => {
      exceeded ??= limit.exceeded()
      if (exceeded !== undefined) stop.abort()
    }, LOOK_MS)
    try {
      const given = {
        ...task,
        thread,
        [queueOptionsSymbol]: { affinityKey, long } satisfies QueueHints,
      }
      const either = AbortSignal.any([signal, stop.signal])
      const order = { signal: either, transferList: [...transferList] }
      const answer = await this.#threads.run(given, order)
      await this.#noted((answer as { held?: Held }).held)
      return answer
    } catch (error) {
      throw exceeded ?? error
    } finally {
      clearInterval(look)
      this.#running--
    }
  }

  /**
   * Collects the garbage of all threads, each of which has run a task, and takes the remainder as their rest level.
   */
  async settle(_warmTask?: object): Promise<void> {
    const { length } = this.#threads.threads
    const held = await Promise.all(Array.from({ length }, () => this.#collect({})))
    this.#rest = Math.max(...held.map(({ bytes }) => bytes))
    this.#held.clear()
  }

  /** Stops the threads; running and queued tasks fail. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#threads.destroy()
  }

  async #noted(held: Held | undefined): Promise<void> {
    if (held === undefined) return
    this.#held.set(held.thread, held.bytes)
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => void this.#tidy(), IDLE_MS).unref()
    if (held.bytes <= this.#rest + AT_ONCE_BYTES) return
    // No other task may get this thread, and every task needs another one: the collection counts as running.
    this.#ending.add(held.thread)
    const left = await this.#collected(held.thread)
    if (left > this.#rest + RETAINED_BYTES) this.#replace(held.thread)
    else this.#ending.delete(held.thread)
  }

  async #tidy(): Promise<void> {
    for (const [thread, bytes] of [...this.#held]) {
      if (this.#running > 0) return
      if (bytes <= this.#rest + IDLE_BYTES) continue
      const left = await this.#collected(thread)
      // A task may have arrived meanwhile; its end leads here again.
      if (this.#running === 0 && left > this.#rest + RETAINED_BYTES) this.#replace(thread)
    }
  }

  /** Collects the garbage of an idle thread. */
  #collect(task: object): Promise<Held> {
    return this.#threads.run(task, { filename: GARBAGE })
  }

  /** Memory a thread holds after garbage collection. */
  async #collected(thread: number): Promise<number> {
    this.#held.delete(thread)
    const task = { [queueOptionsSymbol]: { thread } satisfies QueueHints }
    const held = await this.#collect(task).catch(
      () => undefined, // it ended meanwhile
    )
    return held?.thread === thread ? held.bytes : 0
  }

  #replace(thread: number): void {
    const worker = this.#threads.threads.find(({ threadId }) => threadId === thread)
    this.#ending.add(thread)
    void worker?.terminate().finally(() => this.#ending.delete(thread))
  }

  /** A free thread, preferably the one that had the last task about the same thing. */
  #choose<Thread extends { id: number; currentUsage: number }>(
    threads: readonly Thread[],
    { affinityKey, thread, long }: QueueHints,
  ): Thread | null {
    const free = threads.filter(
      ({ id, currentUsage }) => currentUsage === 0 && (id === thread || !this.#ending.has(id)),
    )
    const last = affinityKey === undefined ? thread : this.#lastThread.get(affinityKey)
    const chosen = free.find(({ id }) => id === last) ?? free.at(long ? -1 : 0) ?? null
    if (affinityKey !== undefined && chosen !== null) {
      if (this.#lastThread.size >= NAMES_MAX) this.#lastThread.clear()
      this.#lastThread.set(affinityKey, chosen.id)
    }
    return chosen
  }
}

/** Undefined: it has not begun, it is gone, or this is not Linux. */
function cpuMsOfThread(id = 0): number | undefined {
  if (id === 0) return undefined
  try {
    return cpuMsOf(`/proc/self/task/${id}/stat`)
  } catch {
    return undefined
  }
}

const hintsOf = (task: PiscinaTask): QueueHints =>
  (task[queueOptionsSymbol] as QueueHints | null) ?? {}
