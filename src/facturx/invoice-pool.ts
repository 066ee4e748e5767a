/** The worker pools that check invoices, embed their XML into PDFs and read them back. */
import type { JsonObject } from '../kernel/json.ts'
import { type ThreadLimits, ThreadPool } from '../kernel/thread-pool.ts'
import type { ResultsOf, TasksOf } from '../kernel/thread-tasks.ts'
import { workerEntry } from '../kernel/worker-url.ts'
import { poolWords } from '../translations/findings.ts'
import type { FacturxContent } from './cii/embed.ts'
import type { CreditSource } from './credit/credit-note.ts'
import type { InvoiceReport, OpenedInvoice } from './invoice-report.ts'
import type {
  InvoiceOptions,
  InvoicePage,
  InvoiceSource,
  PreparedInvoice,
} from './invoice-tasks.ts'
import type { InvoiceWork } from './invoice-worker.ts'

const WORDS = poolWords('invoices')

/** Tasks on untrusted files. */
export interface InvoiceReading {
  read(task: { file: Uint8Array; options: InvoiceOptions }): Promise<InvoiceReport>
  openInvoice(task: { file: Uint8Array; options: InvoiceOptions }): Promise<OpenedInvoice>
  credit(task: CreditSource): Promise<JsonObject>
}

/** The pool that reads untrusted files. */
type InvoiceReaders = Pick<ThreadPool<TasksOf<InvoiceReading>, ResultsOf<InvoiceReading>>, 'run'>

/** The worker pool. */
export class InvoicePool extends ThreadPool<TasksOf<InvoiceWork>, ResultsOf<InvoiceWork>> {
  readonly #readers: InvoiceReaders
  readonly #cpuMs: number

  constructor(limits: ThreadLimits, readers: InvoiceReaders) {
    super(workerEntry('facturx/invoice-worker'), limits, WORDS)
    this.#readers = readers
    this.#cpuMs = limits.cpuMs
  }

  /**
   * Checks an invoice and prepares everything that page and file are made from.
   * @param locale what the request names; otherwise the country of the seller decides
   * @throws facturx_invalid with every broken rule; render_limit_exceeded; server_busy
   */
  prepare(source: InvoiceSource, locale: string | undefined): Promise<PreparedInvoice> {
    return this.run('prepare', { source, locale })
  }

  /** The page of an invoice as a file has it. @throws data_invalid, render_limit_exceeded, server_busy */
  view(invoice: JsonObject, locale: string | undefined): Promise<InvoicePage> {
    return this.run('view', { invoice, locale })
  }

  /** See `embedFacturx`. @throws render_failed, render_limit_exceeded, server_busy */
  embed(pdf: Uint8Array, content: FacturxContent): Promise<Uint8Array> {
    return this.run('embed', { pdf, content })
  }

  /** The report on an invoice JSON. @throws render_limit_exceeded, server_busy */
  report(source: InvoiceSource): Promise<InvoiceReport> {
    return this.run('report', { source })
  }

  /**
   * The credit note of an invoice as invoice JSON.
   * @throws data_invalid when a file contains no invoice; validation_failed when it cannot be credited so
   */
  credit({ file, earlier, credit }: CreditSource): Promise<JsonObject> {
    const task = { file, earlier, credit }
    return this.#readers.run('credit', task, { cpuMs: this.#cpuMs })
  }

  /** The same for a PDF or XML file. @throws data_invalid when it contains no invoice */
  read(file: Uint8Array, options: InvoiceOptions): Promise<InvoiceReport> {
    return this.#readers.run('read', { file, options }, { cpuMs: this.#cpuMs })
  }

  /** The same with its XML and the other files in it. @throws data_invalid as {@link read} */
  open(file: Uint8Array, options: InvoiceOptions): Promise<OpenedInvoice> {
    return this.#readers.run('openInvoice', { file, options }, { cpuMs: this.#cpuMs })
  }
}
