/**
 * The threads of a pool. One that keeps much memory after a task collects its garbage, and is replaced when it still
 * keeps more than when it started: libraries remember names and references for as long as a thread lives.
 */
import { fileURLToPath } from 'node:url'
import { Piscina, type PiscinaTask, queueOptionsSymbol } from 'piscina'
import type { Held } from './held-bytes.ts'
import { type WorkerEntry, workerEntry } from './worker-url.ts'

/**
 * Of a heap, for what has just been made. V8 lets this part grow to its bound and keeps it: with 64 the
 * process grew by 110 MB over 1,000 letters, with 32 still somewhat, with this it stands still over
 * 3,000. A merge of 2,000 rows takes about 20 ms longer for it.
 */
const YOUNG_MB = 24
/** Names of which the thread is remembered; with one more, all are forgotten. */
const NAMES_MAX = 1_000
const GARBAGE = fileURLToPath(workerEntry('kernel/garbage-worker').url)
const MB = 1_000_000
/** Held beyond a thread's rest, garbage included: more is collected at once, or when nothing was to be done for long. */
const AT_ONCE_BYTES = 96 * MB
const IDLE_BYTES = 12 * MB
const IDLE_MS = 10_000
/** Held beyond its rest when the garbage is collected: the thread is replaced. */
const RETAINED_BYTES = 12 * MB

/** How a task is given to a thread. */
export interface Handing {
  signal: AbortSignal
  handedOver: readonly ArrayBuffer[]
  about: string | undefined
}

interface QueueHints {
  about?: string | undefined
  /** Its id, where it is free. */
  thread?: number
}

/** A number of threads that run one module, each one task at a time. */
export class TaskThreads {
  readonly #threads: Piscina
  /** By name of what tasks are about: the thread that had the last one. */
  readonly #lastThread = new Map<string, number>()
  /** What each thread held when it was heard of last. */
  readonly #held = new Map<number, number>()
  readonly #ending = new Set<number>()
  /** Held by a thread that has started and done nothing else; unknown before the first collection. */
  #rest = Number.POSITIVE_INFINITY
  #running = 0
  #idle: NodeJS.Timeout | undefined
  readonly #onRestart: () => void

  /** @param onRestart called for each thread that is being started in another one's place */
  constructor(
    entry: WorkerEntry,
    { workers, heapMb }: { workers: number; heapMb: number },
    onRestart: () => void,
  ) {
    this.#onRestart = onRestart
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
    // A thread that dies of what a task left behind has no task to fail any more: without a listener the error would
    // end the process. Another thread takes its place.
    this.#threads.on('error', onRestart)
  }

  /** @returns what the module answers */
  async run(task: object, { signal, handedOver, about }: Handing): Promise<unknown> {
    this.#running++
    try {
      const given = { ...task, [queueOptionsSymbol]: { about } satisfies QueueHints }
      const answer = await this.#threads.run(given, { signal, transferList: [...handedOver] })
      await this.#noted((answer as { held?: Held }).held)
      return answer
    } finally {
      this.#running--
    }
  }

  /** Collects the garbage of all threads, of which each has done a task, and takes what is left for their rest. */
  async settle(_warmTask?: object): Promise<void> {
    const { length } = this.#threads.threads
    const held = await Promise.all(
      Array.from({ length }, () => this.#threads.run({}, { filename: GARBAGE }) as Promise<Held>),
    )
    this.#rest = Math.max(...held.map(({ bytes }) => bytes))
    this.#held.clear()
  }

  /** Ends the threads; tasks under way and waiting fail. */
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
    // No other task may have the thread, and there is another one for each: this one counts as running.
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
      // A task may have come meanwhile; its end leads here again.
      if (this.#running === 0 && left > this.#rest + RETAINED_BYTES) this.#replace(thread)
    }
  }

  /** What a thread holds when its garbage is collected. */
  async #collected(thread: number): Promise<number> {
    this.#held.delete(thread)
    const task = { [queueOptionsSymbol]: { thread } satisfies QueueHints }
    const held = await (this.#threads.run(task, { filename: GARBAGE }) as Promise<Held>).catch(
      () => undefined, // it ended meanwhile
    )
    return held?.thread === thread ? held.bytes : 0
  }

  #replace(thread: number): void {
    const worker = this.#threads.threads.find(({ threadId }) => threadId === thread)
    this.#ending.add(thread)
    this.#onRestart()
    void worker?.terminate().finally(() => this.#ending.delete(thread))
  }

  /** A free thread; the one that had the last task about the same thing, if it is among them. */
  #choose<Thread extends { id: number; currentUsage: number }>(
    threads: readonly Thread[],
    { about, thread }: QueueHints,
  ): Thread | null {
    const free = threads.filter(
      ({ id, currentUsage }) => currentUsage === 0 && (id === thread || !this.#ending.has(id)),
    )
    const last = about === undefined ? thread : this.#lastThread.get(about)
    const chosen = free.find(({ id }) => id === last) ?? free[0] ?? null
    if (about !== undefined && chosen !== null) {
      if (this.#lastThread.size >= NAMES_MAX) this.#lastThread.clear()
      this.#lastThread.set(about, chosen.id)
    }
    return chosen
  }
}

const hintsOf = (task: PiscinaTask): QueueHints =>
  (task[queueOptionsSymbol] as QueueHints | null) ?? {}
