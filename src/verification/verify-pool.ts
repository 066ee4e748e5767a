/**
 * Verifies untrusted PDFs in the processes that read other untrusted files: hashes, certificates and comparisons take
 * up to seconds of CPU.
 */
import type { TrailJson, TrailVerdict } from '../audit/verify-trail.ts'
import type { Locale } from '../kernel/languages.ts'
import type { ThreadPool } from '../kernel/thread-pool.ts'
import type { ResultsOf, TasksOf } from '../kernel/thread-tasks.ts'
import type { Verdict } from './schemas.ts'
import type { TrustedRoots, verifyWork } from './verify-work.ts'

type Work = typeof verifyWork

/** What runs the tasks. */
type VerifyThreads = Pick<ThreadPool<TasksOf<Work>, ResultsOf<Work>>, 'run'>

/** The client of those processes. */
export class VerifyPool {
  readonly #threads: VerifyThreads
  readonly #bounds: { cpuMs: number }

  /** @param bounds limits for one file or trail */
  constructor(threads: VerifyThreads, bounds: { cpuMs: number }) {
    this.#threads = threads
    this.#bounds = bounds
  }

  /**
   * Verifies a file.
   * @param asked at what time, the language of the report, and the password of a locked file
   * @throws pdf_invalid, pdf_encrypted, render_limit_exceeded, server_busy
   */
  verify(
    pdf: Uint8Array,
    trusted: TrustedRoots,
    asked: { nowMs: number; locale: Locale; password?: string },
  ): Promise<Verdict> {
    return this.#threads.run('verify', { pdf, ...trusted, ...asked }, this.#bounds)
  }

  /**
   * Checks an audit trail; a long one takes seconds.
   * @param roots DER of the certificates that its time-stamps must chain to
   * @param others of possible intermediate certificates
   * @throws render_limit_exceeded, server_busy
   */
  trail(
    trail: TrailJson,
    roots: readonly Uint8Array[],
    others: readonly Uint8Array[],
  ): Promise<TrailVerdict> {
    return this.#threads.run('trail', { trail, roots, others }, this.#bounds)
  }
}
