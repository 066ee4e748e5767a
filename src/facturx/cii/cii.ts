/**
 * Writes a complete invoice as UN/CEFACT Cross Industry Invoice (D22B, namespaces :100) for a Factur-X profile: what
 * the profile does not carry is omitted, and reported.
 */
import type { Finding } from '../../kernel/coded-error.ts'
import { escapeXml } from '../../xml/escape.ts'
import type { CompleteInvoice, Normalised } from '../model/complete-invoice.ts'
import type { Profile } from '../model/invoice.ts'
import type { Vat } from '../model/invoice-lines.ts'
import { vatKey } from '../model/line-amounts.ts'
import { includes, PROFILE_FACTS, ProfileFilter } from '../model/profiles.ts'
import { always, branch, leaf } from '../xml/xml.ts'
import { agreement, delivery } from './cii-agreement.ts'
import { tradeLine } from './cii-lines.ts'
import { dateTime } from './cii-parts.ts'
import { settlement } from './cii-settlement.ts'

const UNECE = 'urn:un:unece:uncefact:data:standard'
const NAMESPACES = {
  rsm: `${UNECE}:CrossIndustryInvoice:100`,
  qdt: `${UNECE}:QualifiedDataType:100`,
  ram: `${UNECE}:ReusableAggregateBusinessInformationEntity:100`,
  udt: `${UNECE}:UnqualifiedDataType:100`,
}

const context = (invoice: CompleteInvoice, profile: Profile): string =>
  branch(
    'rsm:ExchangedDocumentContext',
    branch(
      'ram:BusinessProcessSpecifiedDocumentContextParameter',
      leaf('ram:ID', invoice.businessProcess),
    ),
    branch(
      'ram:GuidelineSpecifiedDocumentContextParameter',
      leaf('ram:ID', PROFILE_FACTS[profile].guideline),
    ),
  )

const document = (invoice: CompleteInvoice, filter: ProfileFilter): string =>
  branch(
    'rsm:ExchangedDocument',
    leaf('ram:ID', invoice.number),
    leaf('ram:TypeCode', invoice.typeCode),
    dateTime('ram:IssueDateTime', invoice.issueDate),
    ...filter
      .list('basic-wl', '/notes', invoice.notes)
      .map((note) =>
        always(
          'ram:IncludedNote',
          leaf('ram:Content', note.text),
          leaf('ram:SubjectCode', note.subjectCode),
        ),
      ),
  )

/**
 * EXTENDED repeats the exemption of the breakdown on each line, allowance and charge (BR-FXEXT-E-08); the other
 * profiles have it in the breakdown only.
 */
function withExemptions(invoice: CompleteInvoice): CompleteInvoice {
  const rows = new Map(invoice.vatBreakdown.map((row) => [vatKey(row), row]))
  const extended = includes(invoice.profile, 'extended')
  const repeat = <T extends { vat?: Normalised<Vat> }>(each: T): T => {
    if (each.vat === undefined) return each
    const { exemptionCode: _code, exemptionReason: _reason, ...vat } = each.vat
    const row = extended ? rows.get(vatKey(vat)) : undefined
    const { exemptionCode, exemptionReason } = row ?? {}
    return {
      ...each,
      vat: {
        ...vat,
        ...(exemptionCode === undefined ? {} : { exemptionCode }),
        ...(exemptionReason === undefined ? {} : { exemptionReason }),
      },
    }
  }
  return {
    ...invoice,
    lines: invoice.lines.map(repeat),
    allowances: invoice.allowances.map(repeat),
    charges: invoice.charges.map(repeat),
  }
}

/** The XML, and what the profile omits from it. */
interface CiiDocument {
  xml: string
  dropped: Finding[]
}

/** @returns the invoice as CII XML of its profile, as text with a UTF-8 declaration */
export function writeCii(complete: CompleteInvoice): CiiDocument {
  const { profile } = complete
  const invoice = withExemptions(complete)
  const filter = new ProfileFilter(profile)
  const declared = Object.entries(NAMESPACES)
    .map(([prefix, uri]) => ` xmlns:${prefix}="${escapeXml(uri)}"`)
    .join('')
  const lines = filter
    .list('basic', '/lines', invoice.lines)
    .map((line, index) => tradeLine(line, index, filter))
  const body = [
    context(invoice, profile),
    document(invoice, filter),
    branch(
      'rsm:SupplyChainTradeTransaction',
      ...lines,
      agreement(invoice, filter),
      delivery(invoice, filter),
      settlement(invoice, filter),
    ),
  ].join('')
  const root = 'rsm:CrossIndustryInvoice'
  return {
    xml: `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${declared}>${body}</${root}>\n`,
    dropped: filter.dropped,
  }
}
