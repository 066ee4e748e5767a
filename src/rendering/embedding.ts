/** POST /embed-facturx behind HTTP: a PDF of any program and its invoice become a Factur-X. */
import { type Caller, isTest } from '../accounts/caller.ts'
import type { Quota } from '../accounts/quota.ts'
import type { InvoicePool } from '../facturx/invoice-pool.ts'
import { safeFilename } from '../http/disposition.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Finding } from '../kernel/coded-error.ts'
import type { DocumentWarning } from '../kernel/document-warnings.ts'
import { AppError } from '../kernel/errors.ts'
import { isJsonObject, type JsonObject } from '../kernel/json.ts'
import type { PoolOf } from '../kernel/thread-tasks.ts'
import type { PdfPool } from '../pdf/pdf-worker.ts'
import { say } from '../translations/texts.ts'
import type { FacturxEmbedInput, InvoiceData, InvoiceFile } from './facturx-input.ts'
import { invoiceSource, type StepTimes, timed } from './pipeline.ts'
import { FORMATS } from './schemas.ts'
import type { RenderedInvoice } from './service.ts'

/** What embedding needs of others. */
export interface EmbeddingParts {
  invoices: Pick<InvoicePool, 'prepare' | 'open' | 'embed'>
  pdfs: Pick<PdfPool, 'run'>
  searchers: Pick<PoolOf<{ texts(task: { pdf: Uint8Array }): Promise<string> }>, 'run'>
}

type FacturxContent = Parameters<InvoicePool['embed']>[1]

/** The XML of an invoice, and what is said of it. */
interface Embedded extends Pick<FacturxContent, 'xml' | 'profile' | 'attachments'> {
  number: string
  totals: JsonObject
  currency: string
  warnings: readonly Finding[]
}

/** Totals that a page shows. */
const TOTALS = ['withoutVat', 'withVat'] as const
/** Fewer amounts than this: the page is a picture, or says them in another way. */
const AMOUNTS_MIN = 3
const AMOUNT = /\d[\d.,]*/g
/** Between the thousands of a number. */
const GROUPING = /(?<=\d)[\s'’\u00a0\u202f](?=\d{3}(?!\d))/g

/** Numbers with two decimals in a text, in cents, whichever way they are written. */
function amountsIn(text: string): Set<string> {
  const found = text.replaceAll(GROUPING, '').match(AMOUNT) ?? []
  return new Set(
    found.flatMap((each) => {
      const [, whole = '', cents] = /^(.*)[.,](\d\d)$/.exec(each.replace(/[.,]+$/, '')) ?? []
      return cents === undefined ? [] : `${Number(whole.replaceAll(/[.,]/g, ''))}.${cents}`
    }),
  )
}

/** The totals of the invoice that no page shows. */
export function unseenTotals(
  text: string,
  totals: JsonObject,
  currency: string,
): DocumentWarning[] {
  const seen = amountsIn(text)
  if (seen.size < AMOUNTS_MIN) return []
  const wanted = TOTALS.flatMap((name) => {
    const amount = Number(totals[name])
    return totals[name] === undefined || Number.isNaN(amount) ? [] : Math.abs(amount).toFixed(2)
  })
  return [...new Set(wanted)]
    .filter((amount) => !seen.has(amount))
    .map((amount) => ({ code: 'amount_not_on_page', text: `${amount} ${currency}`.trim() }))
}

/** Makes Factur-X of finished PDFs; nothing of them is kept. */
export class FacturxEmbeds {
  readonly #quota: Pick<Quota, 'spend'>
  readonly #parts: EmbeddingParts
  readonly #clock: Clock

  constructor(quota: Pick<Quota, 'spend'>, parts: EmbeddingParts, clock: Clock) {
    this.#quota = quota
    this.#parts = parts
    this.#clock = clock
  }

  /**
   * The Factur-X; counts as one document, and not at all when something is refused.
   * @throws facturx_invalid, data_invalid, pdf_invalid, pdf_encrypted, pdf_not_archivable, quota_exceeded
   */
  async embed(caller: Caller, input: FacturxEmbedInput): Promise<RenderedInvoice> {
    const times: StepTimes = {}
    const modifiedAt = new Date(this.#clock.now())
    return await this.#quota.spend(caller, 'documents', async () => {
      const { pdfs, invoices, searchers } = this.#parts
      const invoice = await timed(times, 'rules', () => this.#invoice(caller, input))
      const { pdf: given, password } = input
      const { pdf } = await timed(times, 'archive', () =>
        pdfs.run('archive', { pdf: given, password }),
      )
      const text = await timed(times, 'compare', () =>
        searchers.run('texts', { pdf }).catch(() => ''),
      )
      const page = isTest(caller) ? await pdfs.run('test', { pdf }) : pdf
      const bytes = await timed(times, 'embed', () =>
        invoices.embed(page, { ...invoice, modifiedAt }),
      )
      const { extension, mediaType } = FORMATS['pdfa-3b']
      return {
        bytes,
        times,
        mediaType,
        filename: safeFilename(input.filename ?? invoice.number, extension),
        documentWarnings: unseenTotals(text, invoice.totals, invoice.currency),
        profile: invoice.profile,
        warnings: invoice.warnings,
      }
    })
  }

  async #invoice(caller: Caller, { invoice }: FacturxEmbedInput): Promise<Embedded> {
    return invoice.kind === 'file' ? this.#read(caller, invoice) : this.#prepared(caller, invoice)
  }

  #prepared(caller: Caller, invoice: InvoiceData): Promise<Embedded> {
    return this.#parts.invoices.prepare(invoiceSource(invoice, isTest(caller)), undefined)
  }

  /** CII as it was sent, if it breaks no rule of its profile; UBL written as CII, which Factur-X asks for. */
  async #read(caller: Caller, { bytes, invoiceOptions }: InvoiceFile): Promise<Embedded> {
    const { report, xml, enclosed } = await this.#parts.invoices.open(bytes, invoiceOptions)
    const { profile, errors, warnings, counts, invoice } = report
    const unknown = warnings.filter(({ code }) => code === 'PROFILE-UNKNOWN')
    const found = [...errors, ...(profile === undefined ? unknown : [])]
    const [first] = found
    if (first !== undefined || profile === undefined || xml === undefined)
      throw new AppError(
        'facturx_invalid',
        say('rendering.xmlInvalid', { count: Math.max(counts.errors, 1), code: first?.code ?? '' }),
        { errors: found },
      )
    if (report.syntax === 'ubl')
      return this.#prepared(caller, {
        kind: 'data',
        data: invoice,
        invoiceOptions: { profile, rules: report.rules },
      })
    const { number, currency, totals } = invoice
    return {
      xml,
      profile,
      warnings,
      number: String(number ?? ''),
      currency: String(currency ?? ''),
      totals: isJsonObject(totals) ? totals : {},
      attachments: enclosed,
    }
  }
}
