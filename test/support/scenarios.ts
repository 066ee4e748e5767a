/** Invoices that break rules which need more than one thing wrong: VAT categories without registrations, reasons, mentions. */
import { writeCii } from '../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../src/facturx/complete/complete.ts'
import type { CompleteInvoice } from '../../src/facturx/model/complete-invoice.ts'
import type { Invoice, Profile } from '../../src/facturx/model/invoice.ts'
import { VAT_CATEGORIES, type VatCategory } from '../../src/facturx/model/invoice-lines.ts'
import { plainInvoice } from '../unit/facturx/sample-invoices.ts'
import type { Mutant } from './mutations.ts'

type Party = NonNullable<Invoice['seller']>

const without = (party: Party = {}, ...members: (keyof Party)[]): Party =>
  Object.fromEntries(
    Object.entries(party).filter(([name]) => !members.includes(name as keyof Party)),
  )

const LINE = { name: 'x', quantity: '1', netPrice: '100' }

/** An invoice whose lines, allowances and charges are all of one category. */
const ofCategory = (
  category: VatCategory,
  rate: string | undefined,
  exemption: Partial<Record<'exemptionReason', string>>,
): Partial<Invoice> => {
  const vat = { category, ...(rate === undefined ? {} : { rate }), ...exemption }
  return {
    lines: [{ ...LINE, vat }],
    allowances: [{ amount: '10', reason: 'a', vat }],
    charges: [{ amount: '5', reason: 'b', vat }],
    delivery: { date: '2026-11-04', address: { country: 'DE' } },
  }
}

const STRANGERS: Partial<Invoice> = {
  seller: without(plainInvoice.seller, 'vatId'),
  buyer: without(plainInvoice.buyer, 'vatId', 'siren', 'legalId'),
}

const ofVat: [string, Partial<Invoice>][] = VAT_CATEGORIES.flatMap((category) => {
  const name = `category ${category}`
  return [
    [
      `${name} without registrations`,
      { ...ofCategory(category, category === 'O' ? undefined : '0', {}), ...STRANGERS },
    ],
    [`${name} at 20 % with an exemption`, ofCategory(category, '20', { exemptionReason: 'why' })],
    [`${name} at a negative rate`, ofCategory(category, '-1', {})],
    [`${name} without a rate`, ofCategory(category, undefined, {})],
    [
      `${name} beside S`,
      {
        lines: [
          { ...LINE, vat: { category } },
          { ...LINE, vat: { category: 'S', rate: '20' } },
        ],
      },
    ],
  ] satisfies [string, Partial<Invoice>][]
})

const NOTES = plainInvoice.notes ?? []
const VAT = { category: 'S', rate: '20' } as const
const ADJUSTMENT = { amount: '1.234', base: '10.123', vat: VAT }

const ofFields: [string, Partial<Invoice>][] = [
  [
    'allowances and charges without reasons, with three decimals',
    {
      allowances: [ADJUSTMENT],
      charges: [ADJUSTMENT],
      lines: [
        {
          ...LINE,
          vat: VAT,
          allowances: [{ amount: '1.234', base: '10.123' }],
          charges: [{ amount: '2.345', base: '3.456' }],
        },
      ],
    },
  ],
  ['both a tax point and its code', { taxPointDate: '2026-11-05', taxPointDateCode: '5' }],
  [
    'a transfer to a name',
    { payment: { ...plainInvoice.payment, means: [{ code: '58', accountName: 'me' }] } },
  ],
  ['a negative price', { lines: [{ ...LINE, netPrice: '-1', grossPrice: '-1', vat: VAT }] }],
  ['an unknown transaction', { transactionType: 'QQ' }],
  [
    'two transactions',
    { notes: [...NOTES, { subjectCode: 'BAR', text: 'B2C' }, { subjectCode: 'BAR', text: 'B2B' }] },
  ],
  [
    'a mention twice',
    { notes: [...NOTES, { subjectCode: 'PMD', text: 'a' }, { subjectCode: 'PMD', text: 'b' }] },
  ],
  [
    'a member of a VAT group that does not say so',
    { seller: { ...plainInvoice.seller, ids: [{ value: '303265045', scheme: '0231' }] } },
  ],
  [
    'a routing code with spaces',
    { buyer: { ...plainInvoice.buyer, ids: [{ value: 'a b', scheme: '0224' }] } },
  ],
  [
    'a routing code without end',
    { buyer: { ...plainInvoice.buyer, ids: [{ value: 'a'.repeat(101), scheme: '0224' }] } },
  ],
  [
    'two identifiers of one scheme',
    {
      seller: {
        ...plainInvoice.seller,
        ids: [
          { value: '1', scheme: '0088' },
          { value: '2', scheme: '0088' },
        ],
      },
    },
  ],
  [
    'two readable copies',
    {
      attachments: [
        { id: '1', description: 'LISIBLE' },
        { id: '2', description: 'LISIBLE' },
      ],
    },
  ],
  ['a deposit after the deposit', { businessProcess: 'B4', typeCode: '386' }],
  ['paid, but nothing prepaid', { businessProcess: 'S2' }],
  [
    'self-billed to another address',
    {
      typeCode: '389',
      seller: { ...plainInvoice.seller, electronicAddress: { value: '1', scheme: '0088' } },
    },
  ],
  ['a rebate without contract', { typeCode: '262' }],
  [
    'a correction of two invoices',
    { typeCode: '384', precedingInvoices: [{ number: '1' }, { number: '2' }] },
  ],
  ['a reference without value', { references: { object: { scheme: 'AFL', value: ' ' } } }],
  ['a line that belongs to none', { lines: [{ ...LINE, vat: VAT, parentId: '9' }] }],
]

/** The scenarios as XML of a profile; they are not valid, so findings of the completion do not matter here. */
export const scenariosOf = (profile: Profile): Mutant[] =>
  [...ofVat, ...ofFields].map(([what, changes]) => {
    const invoice: CompleteInvoice = completeInvoice({
      ...plainInvoice,
      ...changes,
      profile,
    }).invoice
    return { what, xml: writeCii(invoice).xml }
  })
