/** Entry point of an invoice worker: one task after the other, nothing shared with the main thread. */
import type { JsonObject } from '../kernel/json.ts'
import { type ResultsOf, serving, type TasksOf, whole } from '../kernel/thread-tasks.ts'
import { omitUndefined } from '../kernel/type-guards.ts'
import { type CheckedDocument, checkInvoice, throwIfInvalid } from './check-invoice.ts'
import { embedFacturx, type FacturxContent } from './cii/embed.ts'
import type { EnclosedFile } from './cii/read-facturx.ts'
import { reportOf } from './invoice-report.ts'
import type { InvoiceSource, PreparedInvoice } from './invoice-tasks.ts'
import { applyMapping, withSources } from './mapping/mapping.ts'
import type { CompleteInvoice } from './model/complete-invoice.ts'
import { includes } from './model/profiles.ts'
import { pageLocale } from './page/language.ts'
import { templateView } from './page/template-view.ts'

const address = { line1: '1 rue Un', postalCode: '75001', city: 'Paris', country: 'FR' }

/** Twenty lines at two rates, a charge and a SEPA transfer, from one French company to another. */
const SMALL_INVOICE: JsonObject = {
  number: '1',
  issueDate: '2026-01-31',
  businessProcess: 'M1',
  seller: { name: 'Un', siren: '404833048', vatId: 'FR83404833048', address },
  buyer: { name: 'Deux', siren: '732829320', vatId: 'FR44732829320', address },
  lines: Array.from({ length: 20 }, (_, index) => ({
    name: 'Article',
    quantity: '2.5',
    netPrice: '10.1234',
    allowances: [{ percent: 5, reason: 'Remise' }],
    vat: { category: 'S', rate: index % 2 === 0 ? 20 : '5.5' },
  })),
  charges: [{ amount: '15', reason: 'Port', vat: { category: 'S', rate: 20 } }],
  payment: { dueDate: '2026-03-01', means: [{ code: '58', iban: 'FR7630004000031234567890143' }] },
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
function supportingFiles({ attachments, profile }: CompleteInvoice): EnclosedFile[] {
  if (!includes(profile, 'en16931')) return []
  return attachments.flatMap(({ content, filename, mimeType, description, id }) =>
    content === undefined || filename === undefined || mimeType === undefined
      ? []
      : [
          {
            name: filename,
            mimeType,
            content: Buffer.from(content, 'base64'),
            ...omitUndefined({ description: description ?? id }),
          },
        ],
  )
}

function prepare(source: InvoiceSource, requested: string | undefined): PreparedInvoice {
  const { invoice, errors, warnings, xml, page } = checked(source)
  throwIfInvalid(errors, invoice.profile)
  const locale = pageLocale(requested, invoice.seller.address)
  const view = templateView(invoice, locale)
  const { number = '' } = invoice
  return {
    profile: invoice.profile,
    number,
    typeCode: invoice.typeCode,
    currency: invoice.currency,
    totals: invoice.totals as unknown as JsonObject,
    title: `${view.title} ${number}`,
    locale,
    xml,
    view: {
      ...(view as unknown as JsonObject),
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
