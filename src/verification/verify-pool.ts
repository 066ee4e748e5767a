/** Threads that verify PDFs of strangers: hashes, certificates and comparisons take up to seconds of CPU. */
import type { TrailJson } from '../audit/trail-json.ts'
import type { TrailVerdict } from '../audit/verify-trail.ts'
import { type PoolWords, type ThreadLimits, ThreadPool } from '../kernel/thread-pool.ts'
import { workerEntry } from '../kernel/worker-url.ts'
import type { Verdict } from './schemas.ts'
import type { TrustedRoots, VerifyResults, VerifyTask } from './verify-tasks.ts'

const WORDS: PoolWords = {
  busy: 'Too many files are being verified; send it again.',
  exceeded: (limits) =>
    `Verifying the file took more than ${limits}: it has too many signatures or parts.`,
}

/** The threads. */
export class VerifyPool {
  readonly #threads: ThreadPool<VerifyTask, VerifyResults>

  constructor(limits: ThreadLimits) {
    this.#threads = new ThreadPool(workerEntry('verification/verify-worker'), limits, WORDS)
  }

  /** Starts the threads and runs their code once. */
  warm(): Promise<void> {
    return this.#threads.warm({ kind: 'warm' })
  }

  /**
   * Verifies a file.
   * @throws pdf_invalid, pdf_encrypted, render_limit_exceeded, server_busy
   */
  verify(pdf: Uint8Array, trusted: TrustedRoots, nowMs: number): Promise<Verdict> {
    return this.#threads.run('verify', { kind: 'verify', pdf, ...trusted, nowMs })
  }

  /**
   * Checks an audit trail: a long one takes seconds.
   * @param roots DER of the certificates that its time-stamps must lead to
   * @param others of those that may lie between
   * @throws render_limit_exceeded, server_busy
   */
  trail(
    trail: TrailJson,
    roots: readonly Uint8Array[],
    others: readonly Uint8Array[],
  ): Promise<TrailVerdict> {
    return this.#threads.run('trail', { kind: 'trail', trail, roots, others })
  }

  /** Ends the threads; tasks under way and waiting fail. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}
