/** Reads a UBL invoice or credit note of EN 16931 (also XRechnung and Peppol BIS Billing) into our invoice model. */
import { omitUndefined } from '../../kernel/type-guards.ts'
import { type InvoiceReading, readCii } from '../cii/read-cii.ts'
import type { CheckedInvoice, CheckedLine } from '../model/complete-invoice.ts'
import { profileOf } from '../model/guidelines.ts'
import type { Note, PrecedingInvoice } from '../model/invoice-lines.ts'
import type { Party } from '../model/invoice-parties.ts'
import { readElements } from '../xml/read-structure.ts'
import type { Members } from '../xml/structure.ts'
import { parseXml, type XmlElement } from '../xml/xml-tree.ts'
import { NO_ORDER, SEPA, TAX_POINT_CODES, UBL_ELEMENTS, type UblDocument } from './ubl.ts'

const NOTE = /^#([A-Z]{3})#(.*)$/s
/** Peppol has one note, in which several may stand. */
const NEXT_NOTE = /\n(?=#[A-Z]{3}#)/
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

const isUbl = (name: string): name is UblDocument => Object.hasOwn(UBL_ELEMENTS, name)

const codeOf = (code: string): string =>
  Object.entries(TAX_POINT_CODES).find(([, ubl]) => ubl === code)?.[0] ?? code

/** A party without the SEPA creditor identifier, which is a member of the payment here. */
function withoutCreditor<P extends Party | undefined>(party: P): P {
  const ids = party?.ids?.filter(({ scheme }) => scheme !== SEPA)
  return party?.ids === undefined
    ? party
    : omitUndefined<Party & P>({ ...party, ids: ids?.length === 0 ? undefined : ids } as Party & P)
}

function paymentOf({ payment, payee, seller }: CheckedInvoice): CheckedInvoice['payment'] {
  const creditor = [...(payee?.ids ?? []), ...(seller?.ids ?? [])].find((id) => id.scheme === SEPA)
  if (payment === undefined && creditor === undefined) return undefined
  return omitUndefined<NonNullable<CheckedInvoice['payment']>>({
    ...payment,
    creditorId: creditor?.value,
    means: payment?.means?.map(({ iban, ...each }) => {
      const isIban = iban === undefined || IBAN.test(iban.replaceAll(/\s/g, ''))
      return omitUndefined<typeof each & { iban?: string; accountId?: string }>({
        ...each,
        iban: isIban ? iban : undefined,
        accountId: isIban ? undefined : iban,
      })
    }),
  })
}

/** The VAT total in a currency. */
const vatTotalIn = (root: XmlElement, currency: string | undefined): string | undefined =>
  root
    .all('TaxTotal/TaxAmount')
    .find((each) => currency !== undefined && each.attributes.currencyID === currency)?.text

function noteOf(text: string): Note {
  const [, subjectCode, rest = ''] = NOTE.exec(text) ?? []
  return subjectCode === undefined ? { text } : { subjectCode, text: rest }
}

function referencesOf({ references = {} }: CheckedInvoice): CheckedInvoice['references'] {
  const { purchaseOrder, ...rest } = references
  const isNone = purchaseOrder === NO_ORDER && rest.salesOrder !== undefined
  return isNone ? rest : references
}

/** A line, whose place among the lines is a reference to its own invoice. */
type ReadLine = CheckedLine & {
  billing?: (PrecedingInvoice & Pick<CheckedLine, 'kind' | 'parentId'>)[]
}

function lineOf({ billing = [], ...line }: ReadLine, number: string | undefined): CheckedLine {
  const own = billing.find((each) => each.number === number)
  return omitUndefined<CheckedLine>({
    ...line,
    kind: own?.kind,
    parentId: own?.parentId,
    precedingInvoice: billing.find((each) => each !== own),
  })
}

function invoiceOf(read: CheckedInvoice, root: XmlElement): CheckedInvoice {
  const { currency, taxCurrency, taxPointDateCode } = read
  return omitUndefined<CheckedInvoice>({
    ...read,
    references: referencesOf(read),
    lines: read.lines?.map((line) => lineOf(line, read.number)),
    notes: read.notes?.flatMap(({ text = '' }) => text.split(NEXT_NOTE).map(noteOf)),
    taxPointDateCode: taxPointDateCode && codeOf(taxPointDateCode),
    seller: withoutCreditor(read.seller),
    payee: withoutCreditor(read.payee),
    payment: paymentOf(read),
    totals:
      read.totals &&
      omitUndefined<NonNullable<CheckedInvoice['totals']>>({
        ...read.totals,
        vat: vatTotalIn(root, currency),
        vatInTaxCurrency: vatTotalIn(root, taxCurrency),
      }),
  })
}

/**
 * Reads an invoice in either syntax.
 * @throws FacturxError `data_invalid` when the bytes are no invoice (see also {@link parseXml}).
 */
export function readInvoiceXml(xml: Uint8Array): InvoiceReading {
  const root = parseXml(xml)
  if (!isUbl(root.name)) return readCii(root)
  const members: Members = {}
  const profile = profileOf(root.first('CustomizationID')?.value.trim())
  readElements(UBL_ELEMENTS[root.name], [root], members, { root: members, profile })
  const { guideline, ...read } = members as CheckedInvoice & { guideline?: string }
  const invoice = invoiceOf({ ...read, profile } as CheckedInvoice, root)
  return { invoice, guideline, unread: root.unread(), root }
}
