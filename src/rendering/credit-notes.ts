/** POST /facturx/credit-note behind HTTP: reads the invoice, and makes the credit note like any other invoice. */
import type { Caller } from '../accounts/caller.ts'
import type { InvoicePool } from '../facturx/invoice-pool.ts'
import type { Locale } from '../kernel/languages.ts'
import type { CreditRequest } from './credit-input.ts'
import type { FacturxChecks } from './facturx-check.ts'
import type { RenderFacturxInput } from './facturx-input.ts'
import type { FacturxReport } from './facturx-schemas.ts'
import { refuseConflicts } from './render-input.ts'
import type { RenderedInvoice, RenderService } from './service.ts'

/** Makes credit notes; nothing of them or of their invoices is kept. */
export class CreditNotes {
  readonly #invoices: Pick<InvoicePool, 'credit'>
  readonly #renders: Pick<RenderService, 'renderFacturx'>
  readonly #checks: Pick<FacturxChecks, 'check'>

  constructor(
    invoices: Pick<InvoicePool, 'credit'>,
    renders: Pick<RenderService, 'renderFacturx'>,
    checks: Pick<FacturxChecks, 'check'>,
  ) {
    this.#invoices = invoices
    this.#renders = renders
    this.#checks = checks
  }

  /**
   * The credit note as invoice JSON, with the report on it in a language; costs no document.
   * @throws data_invalid when a file contains no invoice; validation_failed when too much is credited
   */
  async report(caller: Caller, request: CreditRequest, locale: Locale): Promise<FacturxReport> {
    const data = await this.#invoices.credit(request)
    const { invoiceOptions } = request
    return await this.#checks.check(caller, { kind: 'data', data, invoiceOptions }, locale)
  }

  /**
   * The finished file; counts as one document.
   * @throws as {@link report}; facturx_invalid, quota_exceeded and every code of rendering
   */
  async render(
    caller: Caller,
    request: CreditRequest,
    signal: AbortSignal,
  ): Promise<RenderedInvoice> {
    const input: RenderFacturxInput = {
      ...request.page,
      template: request.template,
      data: await this.#invoices.credit(request),
      pictures: new Map(),
      format: 'pdfa-3b',
      invoiceOptions: request.invoiceOptions,
      // A mapping stored with the template is for the caller's own data; this is an invoice already.
      mapping: null,
    }
    refuseConflicts(input)
    return await this.#renders.renderFacturx(caller, input, signal)
  }
}
