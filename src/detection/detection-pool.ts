/** Threads that look into strangers' PDFs for places to sign. */
import { type PoolWords, type ThreadLimits, ThreadPool } from '../kernel/thread-pool.ts'
import { workerEntry } from '../kernel/worker-url.ts'
import type { Anchor, LocatedAnchors } from './anchors.ts'
import type { DetectionResults, DetectionTask } from './detection-tasks.ts'
import type { Detection } from './fields.ts'

const WORDS: PoolWords = {
  busy: 'Too many PDFs are being searched; send it again.',
  exceeded: (limits) =>
    `Searching the PDF took more than ${limits}. Send the part that is to be signed.`,
}

/** The threads. */
export class DetectionPool {
  readonly #threads: ThreadPool<DetectionTask, DetectionResults>

  constructor(limits: ThreadLimits) {
    this.#threads = new ThreadPool(workerEntry('detection/detection-worker'), limits, WORDS)
  }

  /** Runs the code once in every thread, so that the first caller does not wait for it. */
  warm(): Promise<void> {
    return this.#threads.warm({ kind: 'warm' })
  }

  /** See `detectFields`. @throws its codes; render_limit_exceeded, server_busy */
  detect(pdf: Uint8Array): Promise<Detection> {
    return this.#threads.run('detect', { kind: 'detect', pdf })
  }

  /** See `locateAnchors`. @throws its codes; render_limit_exceeded, server_busy */
  locate(pdf: Uint8Array, anchors: readonly Anchor[]): Promise<LocatedAnchors> {
    return this.#threads.run('locate', { kind: 'locate', pdf, anchors })
  }

  /** Ends the threads; tasks under way and waiting fail. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}
