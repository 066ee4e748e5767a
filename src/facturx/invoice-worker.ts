/** Entry point of an invoice worker: one task after the other, nothing shared with the main thread. */
import type { JsonObject } from '../kernel/json.ts'
import { type ResultsOf, serving, type TasksOf, whole } from '../kernel/thread-tasks.ts'
import { type CheckedDocument, checkInvoice, throwIfInvalid } from './check-invoice.ts'
import { embedFacturx, type FacturxContent } from './cii/embed.ts'
import type { EnclosedFile } from './cii/read-facturx.ts'
import { completeNormal } from './complete/complete.ts'
import { readInvoice } from './complete/read-json.ts'
import { FacturxError } from './facturx-error.ts'
import { heldIn, reportOf } from './invoice-report.ts'
import type { InvoicePage, InvoiceSource, PreparedInvoice } from './invoice-tasks.ts'
import { applyMapping, withSources } from './mapping/mapping.ts'
import type { CompleteInvoice, CompleteVat } from './model/complete-invoice.ts'
import { includes } from './model/profiles.ts'
import { pageLocale } from './page/language.ts'
import { templateView } from './page/template-view.ts'
import WARM from './warm-invoice.json' with { type: 'json' }

/** Twenty lines at two rates, a charge and a SEPA transfer, from one French company to another. */
const SMALL_INVOICE: JsonObject = {
  ...WARM,
  lines: Array.from({ length: 10 }, () => WARM.lines).flat(),
}

/** Maps and checks; findings then also point into the caller's own data. */
function checked({ data, mapping, context, options, test }: InvoiceSource): CheckedDocument {
  if (mapping === undefined) return checkInvoice(data, options, test)
  const mapped = applyMapping(mapping, data, context)
  const document = checkInvoice(mapped.invoice, options, test)
  return {
    ...document,
    errors: [...mapped.findings, ...withSources(document.errors, mapped.sources)],
    warnings: withSources(document.warnings, mapped.sources),
  }
}

/** The files of BG-24 as the PDF takes them; profiles without BG-24 have none. */
const supportingFiles = ({ attachments, profile }: CompleteInvoice): EnclosedFile[] =>
  includes(profile, 'en16931') ? attachments.flatMap(heldIn) : []

function pageOf(invoice: CompleteInvoice, requested: string | undefined): InvoicePage {
  const locale = pageLocale(requested, invoice.seller.address)
  const view = templateView(invoice, locale)
  const { number = '' } = invoice
  return { number, locale, title: `${view.title} ${number}`, view: view as unknown as JsonObject }
}

/**
 * The page of an invoice as its file has it: given amounts are shown, right or wrong, and absent ones computed.
 * @throws data_invalid with more lines than a page can have
 */
function viewed(json: JsonObject, requested: string | undefined): InvoicePage {
  const { invoice: given, findings } = readInvoice(json)
  const unread = findings.find(({ pointer }) => pointer === '/lines')
  if (unread !== undefined)
    throw new FacturxError('data_invalid', unread.wording?.detail ?? '', { errors: [unread] })
  const { vatBreakdown: rows = [] } = given
  const isRow = (row: (typeof rows)[number]): row is CompleteVat =>
    row.base !== undefined && row.amount !== undefined
  const { invoice } = completeNormal(given)
  const own = rows.length > 0 && rows.every(isRow) ? { vatBreakdown: rows } : {}
  return pageOf({ ...invoice, ...own }, requested)
}

function prepare(source: InvoiceSource, requested: string | undefined): PreparedInvoice {
  const { invoice, errors, warnings, xml, page } = checked(source)
  throwIfInvalid(errors, invoice.profile)
  const { view, ...shown } = pageOf(invoice, requested)
  return {
    ...shown,
    profile: invoice.profile,
    typeCode: invoice.typeCode,
    currency: invoice.currency,
    totals: invoice.totals as unknown as JsonObject,
    xml,
    view: {
      ...view,
      ...(page !== undefined && { page }),
      ...(source.mapping !== undefined && { data: source.data }),
    },
    warnings,
    attachments: supportingFiles(invoice),
  }
}

const work = {
  prepare: ({ source, locale }: { source: InvoiceSource; locale: string | undefined }) =>
    prepare(source, locale),
  embed: ({ pdf, content }: { pdf: Uint8Array; content: FacturxContent }) =>
    embedFacturx(pdf, content),
  report: ({ source }: { source: InvoiceSource }) => reportOf(checked(source)),
  view: ({ invoice, locale }: { invoice: JsonObject; locale: string | undefined }) =>
    viewed(invoice, locale),
}

/** Its tasks. */
export type InvoiceWork = typeof work

/** Rounds needed until the hot functions of the rules are compiled. */
const WARM_ROUNDS = 5

function warmUp(): void {
  const context = { locale: 'fr-FR', timezone: 'Europe/Paris' }
  for (let round = 0; round < WARM_ROUNDS; round++) {
    const { invoice } = checked({ data: SMALL_INVOICE, context, options: {} })
    templateView(invoice, round % 2 === 0 ? 'fr-FR' : 'en-GB')
  }
}

// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default serving<TasksOf<InvoiceWork>, ResultsOf<InvoiceWork>>(work, {
  warm: warmUp,
  transferList: { embed: whole },
})
