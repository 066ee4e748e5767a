/** POST /validate-facturx and /read-facturx behind HTTP: an invoice in any form checked, a file read. */
import type { Caller } from '../accounts/caller.ts'
import type { InvoicePool } from '../facturx/invoice-pool.ts'
import type { InvoiceReport, OpenedInvoice } from '../facturx/invoice-report.ts'
import type { InvoiceOptions } from '../facturx/invoice-tasks.ts'
import { FACTURX_VERSION } from '../facturx/model/profiles.ts'
import { toWire } from '../http/problem.ts'
import { AppError } from '../kernel/errors.ts'
import { isJsonObject } from '../kernel/json.ts'
import type { Locale } from '../kernel/languages.ts'
import { omitUndefined } from '../kernel/type-guards.ts'
import type { FacturxCheck } from './facturx-input.ts'
import type { FacturxReading, FacturxReport } from './facturx-schemas.ts'
import { invoiceSource } from './pipeline.ts'
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

function toReading(opened: OpenedInvoice, locale: Locale): FacturxReading {
  const { report, text, enclosed, notCarried } = opened
  return {
    ...toReport(report, locale),
    ...(text !== undefined && { xml: text }),
    not_carried: notCarried,
    attachments: enclosed.map(({ name, mimeType, description, content }) =>
      omitUndefined<FacturxReading['attachments'][number]>({
        name,
        mime_type: mimeType,
        description,
        size: content?.length,
        content: content && Buffer.from(content).toString('base64'),
      }),
    ),
  }
}

/** Checks invoices; does not count as a document. */
export class FacturxChecks {
  readonly #invoices: Pick<InvoicePool, 'report' | 'read' | 'open'>
  readonly #templates: TemplateSource

  constructor(invoices: Pick<InvoicePool, 'report' | 'read' | 'open'>, templates: TemplateSource) {
    this.#invoices = invoices
    this.#templates = templates
  }

  /** The report as sent, in a language. @throws as {@link report} */
  async check(caller: Caller, check: FacturxCheck, locale: Locale): Promise<FacturxReport> {
    return toReport(await this.report(caller, check), locale)
  }

  /** What a file holds, in a language. @throws data_invalid when it is no invoice */
  async open(file: Uint8Array, options: InvoiceOptions, locale: Locale): Promise<FacturxReading> {
    return toReading(await this.#invoices.open(file, options), locale)
  }

  /** A file with its XML, as it is in the file. @throws data_invalid when there is none */
  async invoiceIn(file: Uint8Array, options: InvoiceOptions) {
    const { report, xml, notCarried } = await this.#invoices.open(file, options)
    if (xml !== undefined) return { report, xml, notCarried }
    const { errors } = report
    throw new AppError('data_invalid', errors[0]?.wording?.detail ?? '', { errors })
  }

  /** @throws data_invalid when a file contains no invoice; template_not_found, version_not_found */
  async report(caller: Caller, check: FacturxCheck): Promise<InvoiceReport> {
    if (check.kind === 'file') return await this.#invoices.read(check.bytes, check.invoiceOptions)
    const { template } = check
    const stored = template && (await this.#templates.open(caller, template.id, template.version))
    const mapping = check.mapping ?? stored?.mapping
    return await this.#invoices.report(invoiceSource({ ...check, mapping }))
  }
}
