/** Threads that check invoices, put their XML into PDFs and read them back. */
import { type PoolWords, type ThreadLimits, ThreadPool } from '../kernel/thread-pool.ts'
import { workerEntry } from '../kernel/worker-url.ts'
import type { InvoiceOptions } from './check-invoice.ts'
import type { FacturxContent } from './embed.ts'
import type { InvoiceReport } from './invoice-report.ts'
import type {
  InvoiceResults,
  InvoiceSource,
  InvoiceTask,
  PreparedInvoice,
  ReadInvoiceResults,
  ReadInvoiceTask,
} from './invoice-tasks.ts'
import type { Language } from './words.ts'

const WORDS: PoolWords = {
  busy: 'Too many invoices are being checked; send it again.',
  exceeded: (limits) => `Checking the invoice took more than ${limits}. Send a smaller file.`,
}

/** What reads strangers' files. */
export type InvoiceReaders = Pick<ThreadPool<ReadInvoiceTask, ReadInvoiceResults>, 'run'>

/** The threads. */
export class InvoicePool {
  readonly #threads: ThreadPool<InvoiceTask, InvoiceResults>
  readonly #readers: InvoiceReaders
  readonly #timeoutMs: number

  constructor(limits: ThreadLimits, readers: InvoiceReaders) {
    this.#readers = readers
    this.#timeoutMs = limits.timeoutMs
    this.#threads = new ThreadPool(workerEntry('facturx/invoice-worker'), limits, WORDS)
  }

  /** Runs the code once in every thread, so that the first caller does not wait for it. */
  warm(): Promise<void> {
    return this.#threads.warm({ kind: 'warm' })
  }

  /**
   * Checks an invoice and makes what page and file are made from.
   * @throws facturx_invalid with every broken rule; render_limit_exceeded; server_busy
   */
  prepare(source: InvoiceSource, language: Language): Promise<PreparedInvoice> {
    return this.#threads.run('prepare', { kind: 'prepare', source, language })
  }

  /** See `embedFacturx`. @throws render_failed, render_limit_exceeded, server_busy */
  embed(pdf: Uint8Array, content: FacturxContent): Promise<Uint8Array> {
    return this.#threads.run('embed', { kind: 'embed', pdf, content })
  }

  /** What is right and wrong with an invoice JSON. @throws render_limit_exceeded, server_busy */
  report(source: InvoiceSource): Promise<InvoiceReport> {
    return this.#threads.run('report', { kind: 'report', source })
  }

  /** The same for a PDF or XML file. @throws data_invalid when it holds no invoice */
  read(file: Uint8Array, options: InvoiceOptions): Promise<InvoiceReport> {
    return this.#readers.run(
      'read',
      { kind: 'read', file, options },
      { timeoutMs: this.#timeoutMs },
    )
  }

  /** Ends the threads; tasks under way and waiting fail. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}
