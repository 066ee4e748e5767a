import { describe, expect, test } from 'vitest'
import { checkInvoice } from '../../../src/facturx/check-invoice.ts'
import { readReport } from '../../../src/facturx/invoice-report.ts'
import type { Invoice, References } from '../../../src/facturx/model/invoice.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { plainInvoice } from './sample-invoices.ts'

/** The town hall of Lyon, with all that Chorus Pro may ask for. */
const publicInvoice: Invoice = {
  ...plainInvoice,
  buyer: {
    name: 'Commune de Lyon',
    siret: '21690123100011',
    address: { line1: '1 place de la Comédie', postalCode: '69001', city: 'Lyon', country: 'FR' },
  },
  references: { buyer: 'SERVICE-VOIRIE', purchaseOrder: 'EJ-2026-1181' },
}

const chorus = (findings: readonly { code?: string; pointer?: string }[]): string[] =>
  findings
    .filter(({ code }) => code?.startsWith('BR-FR-CPRO-'))
    .map(({ code, pointer }) => `${code} ${pointer}`)

/** What Chorus Pro objects to: errors and warnings. */
function said(invoice: Invoice, rules?: Invoice['rules']) {
  const { errors, warnings } = checkInvoice(
    { ...invoice, ...(rules && { rules }) } as JsonObject,
    {},
  )
  return { errors: chorus(errors), warnings: chorus(warnings) }
}

const { buyer = {}, seller = {}, payment = {}, lines: [line] = [] } = publicInvoice
const { siret: _siret, ...nameless } = buyer
const { siret: _sellerSiret, ...unnumbered } = seller

describe('the rules of Chorus Pro', () => {
  test('hold for a complete invoice, which is accepted', () => {
    const { errors, warnings } = checkInvoice(
      { ...publicInvoice, rules: 'fr-public' } as JsonObject,
      {},
    )
    expect([errors, warnings]).toEqual([[], []])
  })

  test.each<[rule: string, pointer: string, changes: Partial<Invoice>]>([
    ['BR-FR-CPRO-02', '/number', { number: 'F2026-0042-0123456789' }],
    [
      'BR-FR-CPRO-02',
      '/precedingInvoices/0/number',
      { precedingInvoices: [{ number: 'F2026-0042-0123456789' }] },
    ],
    [
      'BR-FR-CPRO-03',
      '/seller/ids',
      { seller: { ...unnumbered, vatId: 'DE123456788', address: { country: 'DE' } } },
    ],
    ['BR-FR-CPRO-09', '/seller/siret', { seller: { ...unnumbered, siren: '303265045' } }],
    ['BR-FR-CPRO-10', '/buyer/siret', { buyer: { ...nameless, siren: '216901231' } }],
    ['BR-FR-CPRO-14', '/references/contract', { references: { contract: 'M'.repeat(51) } }],
    [
      'BR-FR-CPRO-15',
      '/references/purchaseOrder',
      { references: { purchaseOrder: 'E'.repeat(51) } },
    ],
    ['BR-FR-CPRO-17', '/payee/siret', { payee: { name: 'Affacturage SA', siren: '732829320' } }],
    [
      'BR-FR-CPRO-20',
      '/precedingInvoices/1',
      { precedingInvoices: [{ number: 'A' }, { number: 'B' }] },
    ],
    ['BR-FR-CPRO-24', '/businessProcess', { businessProcess: 'S5' }],
    [
      'BR-FR-CPRO-30',
      '/attachments/0/id',
      { attachments: [{ id: 'P'.repeat(51), url: 'https://example.fr/bon' }] },
    ],
    [
      'BR-FR-CPRO-31',
      '/lines/0/description',
      { lines: [{ ...line, description: 'd'.repeat(1025) }] },
    ],
    ['BR-FR-CPRO-34', '/buyer/tradingName', { buyer: { ...buyer, tradingName: 'N'.repeat(100) } }],
    ['BR-FR-CPRO-35', '/payment/terms', { payment: { ...payment, terms: 't'.repeat(1025) } }],
    [
      'BR-FR-CPRO-36',
      '/seller/tradingName',
      { seller: { ...seller, tradingName: 'N'.repeat(100) } },
    ],
    ['BR-FR-CPRO-37', '/payee/name', { payee: { name: 'N'.repeat(100) } }],
    [
      'BR-FR-CPRO-38',
      '/delivery/locationId/value',
      { delivery: { locationId: { value: 'L'.repeat(21), scheme: '0088' } } },
    ],
    [
      'BR-FR-CPRO-39',
      '/payment/means/0/accountId',
      { payment: { ...payment, means: [{ code: '30', accountId: '1'.repeat(28) }] } },
    ],
    [
      'BR-FR-CPRO-41',
      '/attachments/0/filename',
      {
        attachments: [
          {
            id: 'BL',
            filename: `${'f'.repeat(47)}.pdf`,
            mimeType: 'application/pdf',
            content: 'JVBERi0=',
          },
        ],
      },
    ],
    ['BR-FR-CPRO-42', '/notes/0/text', { notes: [{ text: 'n'.repeat(1025) }] }],
    ['BR-FR-CPRO-43', '/seller/name', { seller: { ...seller, name: 'N'.repeat(100) } }],
    ['BR-FR-CPRO-44', '/buyer/name', { buyer: { ...buyer, name: 'N'.repeat(100) } }],
  ])(
    '%s at %s: an error for a buyer said to be public, else a warning',
    (rule, pointer, changes) => {
      const invoice = { ...publicInvoice, ...changes }
      expect(said(invoice, 'fr-public').errors).toEqual([`${rule} ${pointer}`])
      const unsaid = said(invoice, 'fr')
      expect(unsaid.errors).toEqual([])
      expect(unsaid.warnings).toContain(`${rule} ${pointer}`)
    },
  )

  test.each<[rule: string, pointer: string, references: References]>([
    ['BR-FR-CPRO-11', '/references/buyer', { purchaseOrder: 'EJ-2026-1181' }],
    ['BR-FR-CPRO-11', '/references/buyer', { contract: 'M-17' }],
    ['BR-FR-CPRO-12', '/references/purchaseOrder', { buyer: 'SERVICE-VOIRIE' }],
  ])('%s at %s only warns: the directory says who asks for it', (rule, pointer, references) => {
    expect(said({ ...publicInvoice, references }, 'fr-public')).toEqual({
      errors: [],
      warnings: [`${rule} ${pointer}`],
    })
  })

  test('a service code may stand among the identifiers of the buyer in EXTENDED', () => {
    const ids = [{ value: 'SERVICE-VOIRIE', scheme: '0224' }]
    const references = { purchaseOrder: 'EJ-2026-1181' }
    const invoice: Invoice = {
      ...publicInvoice,
      profile: 'extended',
      buyer: { ...buyer, ids },
      references,
    }
    expect(said(invoice, 'fr-public')).toEqual({ errors: [], warnings: [] })
  })

  test('only concern buyers that are public', () => {
    expect(said({ ...plainInvoice, number: 'F2026-0042-0123456789' })).toEqual({
      errors: [],
      warnings: [],
    })
    const routed = { ...plainInvoice.buyer, ids: [{ value: 'ACHATS', scheme: '0224' }] }
    expect(said({ ...plainInvoice, buyer: routed }).warnings).toContain(
      'BR-FR-CPRO-10 /buyer/siret',
    )
  })

  test('are no part of the verdict on a file', async () => {
    const { xml } = checkInvoice(
      { ...publicInvoice, buyer: { ...nameless, siren: '216901231' } } as JsonObject,
      {},
    )
    for (const rules of [undefined, 'fr-public'] as const) {
      const { errors, warnings } = await readReport(
        Buffer.from(xml),
        rules === undefined ? {} : { rules },
      )
      expect(errors).toEqual([])
      expect(chorus(warnings)).toEqual(['BR-FR-CPRO-10 /buyer/siret'])
    }
  })
})
