/** The worker pool that rewrites finished PDFs, which takes 5 to 10 ms of CPU per page. */

import { type ThreadLimits, ThreadPool } from '../kernel/thread-pool.ts'
import type { ResultsOf, TasksOf } from '../kernel/thread-tasks.ts'
import { workerEntry } from '../kernel/worker-url.ts'
import { poolWords } from '../translations/findings.ts'
import type { ArchivedPdf } from './archive/archive.ts'
import type { PdfWork } from './pdf-worker.ts'
import type { MarkedDocument } from './signature-marks.ts'

const WORDS = poolWords('finishing')

/** The worker pool. */
export class PdfPool extends ThreadPool<TasksOf<PdfWork>, ResultsOf<PdfWork>> {
  constructor(limits: ThreadLimits) {
    super(workerEntry('pdf/pdf-worker'), limits, WORDS)
  }

  /** See `makeAccessible`. @throws render_failed, render_limit_exceeded, server_busy */
  makeAccessible(pdf: Uint8Array, language: string): Promise<Uint8Array> {
    return this.run('accessible', { pdf, language })
  }

  /** See `takeSignatureMarks`. @throws render_failed, render_limit_exceeded, server_busy */
  takeSignatureMarks(pdf: Uint8Array): Promise<MarkedDocument> {
    return this.run('marks', { pdf })
  }

  /** See `toArchive`. @throws pdf_invalid, pdf_encrypted, pdf_not_archivable, render_limit_exceeded, server_busy */
  toArchive(pdf: Uint8Array, password?: string): Promise<ArchivedPdf> {
    return this.run('archive', { pdf, password })
  }

  /** See `markTest`. @throws render_failed, render_limit_exceeded, server_busy */
  markTest(pdf: Uint8Array): Promise<Uint8Array> {
    return this.run('test', { pdf })
  }

  /** See `protectPdf`. @throws render_limit_exceeded, server_busy */
  protect(pdf: Uint8Array, password: string): Promise<Uint8Array> {
    return this.run('protect', { pdf, password })
  }
}
