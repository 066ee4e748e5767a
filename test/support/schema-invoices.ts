/**
 * Invoices generated from the published JSON Schema: a plausible invoice of every profile and VAT category, with any members
 * of the schema put in or replaced. Most are refused by the rules; what is accepted must satisfy every judge.
 */
import fc from 'fast-check'
import ADDRESS_SCHEMES from '../../src/facturx/codes/address-schemes.json' with { type: 'json' }
import ALLOWANCE_REASONS from '../../src/facturx/codes/allowance-reasons.json' with { type: 'json' }
import CHARGE_REASONS from '../../src/facturx/codes/charge-reasons.json' with { type: 'json' }
import PROCESSES from '../../src/facturx/codes/french-processes.json' with { type: 'json' }
import TRANSACTIONS from '../../src/facturx/codes/french-transactions.json' with { type: 'json' }
import ID_SCHEMES from '../../src/facturx/codes/identifier-schemes.json' with { type: 'json' }
import CLASSES from '../../src/facturx/codes/item-classifications.json' with { type: 'json' }
import MIME_TYPES from '../../src/facturx/codes/mime-types.json' with { type: 'json' }
import SUBJECTS from '../../src/facturx/codes/note-subjects.json' with { type: 'json' }
import QUALIFIERS from '../../src/facturx/codes/reference-qualifiers.json' with { type: 'json' }
import UNITS from '../../src/facturx/codes/units.json' with { type: 'json' }
import EXEMPTIONS from '../../src/facturx/codes/vat-exemptions.json' with { type: 'json' }
import { invoiceJsonSchema } from '../../src/facturx/complete/read-json.ts'
import { type Invoice, PROFILES } from '../../src/facturx/model/invoice.ts'
import { VAT_CATEGORIES, type VatCategory } from '../../src/facturx/model/invoice-lines.ts'
import { plainInvoice } from '../unit/facturx/sample-invoices.ts'

interface Node {
  type?: string
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
  enum?: string[]
  pattern?: string
}

const some = (...values: string[]) => fc.constantFrom(...values)
const IBANS = ['FR7630004000031234567890143', 'DE89370400440532013000', 'BE68539007547034']
const DAYS = ['2026-11-05', '2026-11-30', '2026-12-31', '2027-01-15']

/** What a member holds, by the end of its path; the first that fits. */
const VALUES: [at: RegExp, values: fc.Arbitrary<unknown>][] = [
  [/electronicAddress\/scheme$/, some('0225', '0009', '0002', 'EM', ...ADDRESS_SCHEMES.codes)],
  [/(references\/object|objectId)\/scheme$/, fc.constantFrom(...QUALIFIERS.codes)],
  [/classifications\/scheme$/, fc.constantFrom(...CLASSES.codes)],
  [/scheme$/, some('0002', '0009', '0224', '0060', '0088', '0160', ...ID_SCHEMES.codes)],
  [/country$|Country$/, some('FR', 'FR', 'DE', 'IT', 'ES', 'US', 'MQ')],
  [/axCurrency$/, some('EUR', 'CHF')],
  [/currency$/, some('EUR', 'EUR', 'USD', 'CHF')],
  [/nit$/, some('C62', 'HUR', 'KGM', ...UNITS.codes)],
  [/precedingInvoices?\/typeCode$/, some('380', '381', '386', '384')],
  [/typeCode$/, some('380', '380', '381', '384', '386', '389', '326', '751', '261')],
  [/means\/code$/, some('30', '58', '59', '49', '48', '54', '10', '20', '57', '97', '1', 'ZZZ')],
  [/taxPointDateCode$/, some('5', '29', '72')],
  [/charges\/reasonCode$/, fc.constantFrom(...CHARGE_REASONS.codes)],
  [/reasonCode$/, fc.constantFrom(...ALLOWANCE_REASONS.codes)],
  [/exemptionCode$/, fc.constantFrom(...EXEMPTIONS.codes)],
  [/category$/, fc.constantFrom(...VAT_CATEGORIES)],
  [/subjectCode$/, some('REG', 'AAI', 'PMT', 'PMD', 'AAB', 'BAR', 'TXD', ...SUBJECTS.codes)],
  [/mimeType$/, fc.constantFrom(...MIME_TYPES.codes)],
  [/content$/, some('SGVsbG8=', 'SGVs bG8=', 'SGVsbG8', '', '!!!', 'JVBERi0xLjQK')],
  [/filename$/, some('plan.pdf', 'a b.csv', '../../etc/passwd', 'é\u202etxt.pdf', 'C:\\x.pdf')],
  [/url$/, some('https://example.fr/a.pdf', 'example', 'ftp://example.fr/é')],
  [/businessProcess$/, fc.constantFrom(...PROCESSES.codes)],
  [/transactionType$/, fc.constantFrom(...TRANSACTIONS.codes)],
  [/siren$/, some('303265045', '732829320', '404833048')],
  [/siret$/, some('30326504500011', '73282932000074')],
  [/vatId$/, some('FR40303265045', 'FR44732829320', 'DE123456789', 'IT12345678901')],
  [/[iI]ban$/, fc.constantFrom(...IBANS)],
  [/bic$/, some('BNPAFRPP', 'AGRIFRPP882')],
  [/cardNumber$/, some('1234', '123456')],
  [/locationId\/value$|legalId\/value$|ids\/value$/, some('303265045', '73282932000074', 'X-1')],
  [/(parentId|lines\/id)$/, some('1', '2', 'G1')],
  [/profile$/, fc.constantFrom(...PROFILES)],
  [/percent$|rate$/, some('0', '5', '5.5', '10', '20', '33.333', '100')],
  [/exchangeRate$/, some('1', '0.9', '1.0653')],
  [/baseQuantity$/, some('1', '10', '100', '0', '-1')],
  [/quantity$/, some('0', '1', '-1', '12.5', '0.0001', '100000')],
  [/[pP]rice$|discount$/, some('0', '0.0001', '1', '85', '1234567.123456', '-5')],
]

const TEXTS = [
  'Texte',
  'A',
  'é & <b> "x" \u{1f600}',
  'Ligne 1\nLigne 2',
  'x'.repeat(300),
  '0225 #AB#',
  'Vis\u202e001 sel',
  'A\u200bB',
  '\u05d0\u05d1\u200f 12',
]

function scalar(node: Node, path: string): fc.Arbitrary<unknown> {
  if (node.enum !== undefined) return fc.constantFrom(...node.enum)
  const known = VALUES.find(([at]) => at.test(path))
  if (known !== undefined) return known[1]
  if (node.anyOf !== undefined)
    return fc.oneof(some('0', '-0.01', '15', '1000.00', '0.5'), fc.integer({ min: -9, max: 999 }))
  return node.pattern === undefined ? fc.constantFrom(...TEXTS) : fc.constantFrom(...DAYS)
}

function anyValueOf(node: Node, path: string): fc.Arbitrary<unknown> {
  if (node.properties !== undefined) {
    const members = Object.entries(node.properties).map(([name, member]) => [
      name,
      anyValueOf(member, `${path}/${name}`),
    ])
    return fc.record(Object.fromEntries(members), { requiredKeys: [] })
  }
  if (node.items !== undefined)
    return fc.array(anyValueOf(node.items, path), { minLength: 1, maxLength: 2 })
  return scalar(node, path)
}

/** A place of the schema, and what may stand there. */
interface Spot {
  keys: (string | number)[]
  value: fc.Arbitrary<unknown>
}

function spotsIn(node: Node, keys: (string | number)[], path: string): Spot[] {
  const here: Spot[] = keys.length === 0 ? [] : [{ keys, value: anyValueOf(node, path) }]
  const below = Object.entries(node.properties ?? {}).flatMap(([name, member]) =>
    name === 'page' || name === 'rules' ? [] : spotsIn(member, [...keys, name], `${path}/${name}`),
  )
  const items = node.items === undefined ? [] : spotsIn(node.items, [...keys, 0], path)
  return [...here, ...below, ...items]
}

const SPOTS = spotsIn(invoiceJsonSchema() as Node, [], '')

function put(target: Record<string, unknown>, keys: (string | number)[], value: unknown): void {
  let at = target
  for (const [index, key] of keys.slice(0, -1).entries()) {
    const next = at[key]
    if (typeof next !== 'object' || next === null)
      at[key] = typeof keys[index + 1] === 'number' ? [] : {}
    at = at[key] as Record<string, unknown>
  }
  at[keys.at(-1) as string] = value
}

const VAT: Record<VatCategory, object> = {
  S: { category: 'S', rate: '20' },
  Z: { category: 'Z' },
  E: { category: 'E', exemptionCode: 'VATEX-EU-132' },
  AE: { category: 'AE' },
  K: { category: 'K' },
  G: { category: 'G' },
  O: { category: 'O' },
  L: { category: 'L', rate: '7' },
  M: { category: 'M', rate: '0' },
  B: { category: 'B', rate: '22' },
}
const ITALY = { line1: 'Via Uno', postalCode: '00100', city: 'Roma', country: 'IT' }

/** The seller without what BASIC does not carry. */
function trimmed(seller: Invoice['seller'], profile: string): Invoice['seller'] {
  if (profile !== 'basic') return seller
  const { contact: _contact, legalInformation: _legal, ...rest } = seller ?? {}
  return rest
}

/** A plain invoice under one VAT category, with what the category asks of the parties. */
function underCategory(category: VatCategory, profile: string, french: boolean): Invoice {
  const { siret: _siret, vatId: _vat, ...plain } = plainInvoice.seller ?? {}
  const seller = trimmed(
    french ? plainInvoice.seller : { ...plain, vatId: 'IT12345678901', address: ITALY },
    profile,
  )
  const { vatId: _out, ...unregistered } = seller ?? {}
  const { vatId: _buyerVat, ...buyer } = plainInvoice.buyer ?? {}
  const vat = VAT[category]
  const lines = (plainInvoice.lines ?? []).map(
    ({ description: _description, sellerItemId: _item, ...line }) => ({ ...line, vat }),
  )
  const short = profile === 'minimum' || profile === 'basic-wl'
  const { lines: _lines, charges: _charges, payment, ...head } = plainInvoice
  const means = [{ code: '58', iban: 'FR7630004000031234567890143' }]
  return {
    ...head,
    payment: { ...payment, means },
    profile,
    ...(category === 'O' ? { seller: unregistered, buyer } : { seller }),
    ...(category === 'K' ? { delivery: { date: '2026-11-04', address: { country: 'DE' } } } : {}),
    ...(category === 'B' && !french ? { buyer: { ...plainInvoice.buyer, address: ITALY } } : {}),
    ...(short
      ? { totals: { withoutVat: '100' }, vatBreakdown: [vat] }
      : { lines, charges: [{ amount: '15', reason: 'Port', vat }] }),
  } as Invoice
}

/** Any invoice the schema can say, near enough to a right one that some are accepted. */
export const schemaInvoice: fc.Arbitrary<Invoice> = fc
  .tuple(
    fc.constantFrom(...VAT_CATEGORIES),
    fc.constantFrom(...PROFILES),
    fc.boolean(),
    fc.array(
      fc.constantFrom(...SPOTS).chain(({ keys, value }) => fc.tuple(fc.constant(keys), value)),
      { maxLength: 6 },
    ),
  )
  .map(([category, profile, french, changes]) => {
    const invoice = structuredClone(underCategory(category, profile, french))
    for (const [keys, value] of changes)
      put(invoice as Record<string, unknown>, keys, structuredClone(value))
    return invoice
  })
