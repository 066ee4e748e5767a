/** POST /validate-facturx behind HTTP: checks an invoice in any form and reports on it. */
import type { Caller } from '../accounts/caller.ts'
import type { InvoicePool } from '../facturx/invoice-pool.ts'
import type { InvoiceReport } from '../facturx/invoice-report.ts'
import { FACTURX_VERSION } from '../facturx/model/profiles.ts'
import { toWire } from '../http/problem.ts'
import { isJsonObject } from '../kernel/json.ts'
import type { Locale } from '../kernel/languages.ts'
import { omitUndefined } from '../kernel/type-guards.ts'
import type { FacturxCheck } from './facturx-input.ts'
import type { FacturxReport } from './facturx-schemas.ts'
import { DEFAULT_LOCALE, DEFAULT_TIMEZONE } from './pipeline.ts'
import type { TemplateSource } from './ports.ts'

type ContainerFacts = NonNullable<InvoiceReport['container']>

const xmpFacts = (xmp: NonNullable<ContainerFacts['xmp']>) =>
  omitUndefined({
    part: xmp.part,
    conformance: xmp.conformance,
    document_type: xmp.documentType,
    document_file_name: xmp.documentFileName,
    version: xmp.version,
    conformance_level: xmp.conformanceLevel,
  })

const pdfFacts = ({ fileName, relationship, isAssociated, mimeType, xmp }: ContainerFacts) =>
  omitUndefined({
    file_name: fileName,
    relationship,
    is_associated: isAssociated,
    mime_type: mimeType,
    xmp: xmp && xmpFacts(xmp),
  })

function toReport(report: InvoiceReport, locale: Locale): FacturxReport {
  const { kind, profile, rules, guideline, errors, warnings, counts, invoice, container } = report
  return {
    valid: counts.errors === 0,
    kind,
    profile: profile ?? null,
    facturx_version: FACTURX_VERSION,
    rules,
    checked: report.checked,
    not_checked: report.notChecked,
    ...(guideline !== undefined && { guideline }),
    errors: errors.map(toWire(locale)),
    warnings: warnings.map(toWire(locale)),
    counts,
    totals: isJsonObject(invoice.totals) ? invoice.totals : {},
    ...(container !== undefined && { pdf: pdfFacts(container) as FacturxReport['pdf'] & object }),
    invoice,
  }
}

/** Checks invoices; does not count as a document. */
export class FacturxChecks {
  readonly #invoices: Pick<InvoicePool, 'report' | 'read'>
  readonly #templates: TemplateSource

  constructor(invoices: Pick<InvoicePool, 'report' | 'read'>, templates: TemplateSource) {
    this.#invoices = invoices
    this.#templates = templates
  }

  /** The report as sent, in a language. @throws as {@link report} */
  async check(caller: Caller, check: FacturxCheck, locale: Locale): Promise<FacturxReport> {
    return toReport(await this.report(caller, check), locale)
  }

  /** @throws data_invalid when a file contains no invoice; template_not_found, version_not_found */
  async report(caller: Caller, check: FacturxCheck): Promise<InvoiceReport> {
    if (check.kind === 'file') return await this.#invoices.read(check.bytes, check.invoiceOptions)
    const { data, invoiceOptions, template } = check
    const stored = template && (await this.#templates.open(caller, template.id, template.version))
    const mapping = check.mapping ?? stored?.mapping
    const context = { locale: DEFAULT_LOCALE, timezone: DEFAULT_TIMEZONE }
    return await this.#invoices.report({
      data,
      context,
      options: invoiceOptions,
      ...(mapping && { mapping }),
    })
  }
}
