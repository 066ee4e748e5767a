/** Verifies PDFs of strangers where others are read too: hashes, certificates and comparisons take up to seconds of CPU. */
import type { TrailJson } from '../audit/trail-json.ts'
import type { TrailVerdict } from '../audit/verify-trail.ts'
import type { ThreadPool } from '../kernel/thread-pool.ts'
import type { Verdict } from './schemas.ts'
import type { TrustedRoots, VerifyResults, VerifyTask } from './verify-tasks.ts'

/** What runs the tasks. */
export type VerifyThreads = Pick<ThreadPool<VerifyTask, VerifyResults>, 'run'>

/** The way there. */
export class VerifyPool {
  readonly #threads: VerifyThreads
  readonly #timeoutMs: number

  /** @param timeoutMs for one file or trail */
  constructor(threads: VerifyThreads, { timeoutMs }: { timeoutMs: number }) {
    this.#threads = threads
    this.#timeoutMs = timeoutMs
  }

  /**
   * Verifies a file.
   * @throws pdf_invalid, pdf_encrypted, render_limit_exceeded, server_busy
   */
  verify(pdf: Uint8Array, trusted: TrustedRoots, nowMs: number): Promise<Verdict> {
    return this.#run('verify', { kind: 'verify', pdf, ...trusted, nowMs })
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
    return this.#run('trail', { kind: 'trail', trail, roots, others })
  }

  #run<Kind extends VerifyTask['kind']>(
    kind: Kind,
    task: VerifyTask,
  ): Promise<VerifyResults[Kind]> {
    return this.#threads.run(kind, task, { timeoutMs: this.#timeoutMs })
  }
}
