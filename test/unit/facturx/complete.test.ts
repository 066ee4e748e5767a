import { describe, expect, test } from 'vitest'
import { completeInvoice } from '../../../src/facturx/complete/complete.ts'
import type { Invoice, Profile } from '../../../src/facturx/model/invoice.ts'
import type { Line, Vat } from '../../../src/facturx/model/invoice-lines.ts'
import { fullInvoice, plainInvoice } from './sample-invoices.ts'

const { charges: _charges, ...withoutCharges } = plainInvoice

/** The plain invoice with other lines, and whatever else. */
const withLines = (lines: Line[], more: Invoice = {}): Invoice => ({
  ...withoutCharges,
  lines,
  ...more,
})
const line = (vat: Vat, more: Line = {}): Line => ({
  name: 'Article',
  quantity: 2,
  netPrice: '50',
  vat,
  ...more,
})
const standard = { category: 'S', rate: 20 }
const findingsOf = (invoice: Invoice) =>
  completeInvoice(invoice).findings.map(({ code, pointer }) => [code, pointer])

describe('an invoice without amounts', () => {
  test('gets all of them, as computed by hand', () => {
    const { invoice, findings } = completeInvoice(plainInvoice)
    expect(findings).toEqual([])
    expect(invoice.lines.map(({ netAmount }) => netAmount)).toEqual([
      '1062.50', // 12.5 × 85
      '398.71', // 3 × (149.90 − 10) = 419.70, less 5 % = 20.985 → 20.99
      '56.67', // 2 × 28.3365 = 56.673
    ])
    expect(invoice.vatBreakdown).toEqual([
      { category: 'S', rate: '20.00', base: '1476.21', amount: '295.24' },
      { category: 'S', rate: '5.50', base: '56.67', amount: '3.12' },
    ])
    expect(invoice.totals).toEqual({
      lines: '1517.88',
      allowances: '0.00',
      charges: '15.00',
      withoutVat: '1532.88',
      vat: '298.36',
      withVat: '1831.24',
      due: '1831.24',
    })
  })

  test('gets the defaults a French user expects', () => {
    const { invoice } = completeInvoice(plainInvoice)
    expect(invoice).toMatchObject({
      profile: 'en16931',
      rules: 'fr',
      typeCode: '380',
      currency: 'EUR',
      seller: {
        siren: '303265045',
        legalId: { value: '303265045', scheme: '0002' },
        ids: [{ value: '30326504500011', scheme: '0009' }],
        electronicAddress: { value: '303265045', scheme: '0225' },
        vatId: 'FR40303265045',
      },
      buyer: { legalId: { value: '732829320', scheme: '0002' } },
    })
    expect(invoice.notes.map(({ subjectCode }) => subjectCode)).toEqual([
      'PMD',
      'PMT',
      'AAB',
      'BAR',
    ])
    expect(invoice.payment.means[0]?.iban).toBe('FR7630004000031234567890143')
    expect(invoice.lines.map(({ id, unit }) => `${id} ${unit}`)).toEqual([
      '1 HUR',
      '2 C62',
      '3 C62',
    ])
  })

  test('keeps a note the caller wrote instead of the short form', () => {
    const { invoice } = completeInvoice({
      ...plainInvoice,
      notes: [{ subjectCode: 'PMT', text: 'Frais : 40 €' }],
    })
    expect(invoice.notes.filter(({ subjectCode }) => subjectCode === 'PMT')).toEqual([
      { subjectCode: 'PMT', text: 'Frais : 40 €' },
    ])
  })

  test('of a foreign seller follows EN 16931 only', () => {
    const seller = { name: 'Kunde GmbH', address: { country: 'DE' } }
    const { invoice } = completeInvoice({ ...plainInvoice, seller })
    expect(invoice.rules).toBe('en16931')
    expect(invoice.seller).toEqual(seller)
  })

  test('takes a line that says only its amount as one piece at that price', () => {
    const lump = { name: 'Forfait', netAmount: '99.50', vat: standard }
    const { invoice, findings } = completeInvoice(withLines([lump]))
    expect(findings).toEqual([])
    expect(invoice.lines[0]).toMatchObject({ quantity: '1', unit: 'C62', netPrice: '99.50' })
    expect(invoice.totals.withoutVat).toBe('99.50')
    const two = completeInvoice(withLines([{ ...lump, quantity: 2 }])).invoice.lines[0]
    expect(two).not.toHaveProperty('netPrice')
  })

  test('counts sub-total lines once', () => {
    const { invoice } = completeInvoice(fullInvoice)
    const [group, detail] = invoice.lines
    expect(group?.netAmount).toBe(detail?.netAmount)
    expect(invoice.totals.lines).toBe('33642.99')
    expect(invoice.allowances[0]).toMatchObject({ base: '33242.99', amount: '664.86' })
  })

  test('is refused where a sub-total has no parent, or contains itself without an end', () => {
    expect(
      findingsOf(
        withLines([
          line(standard, { id: 'A', kind: 'GROUP', parentId: 'B' }),
          line(standard, { id: 'B', kind: 'GROUP', parentId: 'A' }),
          line(standard, { id: 'C', parentId: 'Z' }),
        ]),
      ),
    ).toEqual([
      ['BR-FXEXT-11', '/lines/2/parentId'],
      ['LINE-PARENT', '/lines/0/parentId'],
      ['LINE-PARENT', '/lines/1/parentId'],
    ])
  })
})

describe('VAT', () => {
  test('has a rate of zero where no other is possible, and none outside its scope', () => {
    const { invoice } = completeInvoice(
      withLines([line({ category: 'AE' }), line({ category: 'O', rate: 0 })]),
    )
    expect(invoice.vatBreakdown).toEqual([
      {
        category: 'AE',
        rate: '0.00',
        base: '100.00',
        amount: '0.00',
        exemptionCode: 'VATEX-EU-AE',
      },
      { category: 'O', base: '100.00', amount: '0.00', exemptionCode: 'VATEX-EU-O' },
    ])
  })

  test('takes the exemption from the line or from the row', () => {
    const franchise = { category: 'E', exemptionCode: 'VATEX-FR-FRANCHISE' }
    const fromLine = completeInvoice(withLines([line(franchise), line({ category: 'E' })]))
    expect(fromLine.invoice.vatBreakdown[0]).toMatchObject(franchise)
    const fromRow = completeInvoice(
      withLines([line({ category: 'E' })], { vatBreakdown: [franchise] }),
    )
    expect(fromRow.invoice.vatBreakdown[0]).toMatchObject({ ...franchise, base: '100.00' })
    expect(fromRow.findings).toEqual([])
  })

  test('is refused with two exemptions for one row', () => {
    expect(
      findingsOf(
        withLines([
          line({ category: 'E', exemptionCode: 'VATEX-EU-132-1I' }),
          line({ category: 'E', exemptionCode: 'VATEX-EU-79-C' }),
        ]),
      ),
    ).toEqual([['BR-E-01', '/lines/1/vat/exemptionCode']])
  })

  test('is refused with a row nothing belongs to', () => {
    const vatBreakdown = [{ category: 'S', rate: 10 }]
    expect(findingsOf(withLines([line(standard)], { vatBreakdown }))).toEqual([
      ['BR-S-01', '/vatBreakdown/0'],
    ])
  })

  test('treats 20, 20.0 and "20.00" as one rate', () => {
    const rates = [20, '20.0', '20.00']
    const { invoice } = completeInvoice(
      withLines(rates.map((rate) => line({ category: 'S', rate }))),
    )
    expect(invoice.vatBreakdown).toHaveLength(1)
  })

  test('of a document charge is that of the lines when they share one', () => {
    const charges = [{ amount: 10, reason: 'Port' }]
    const { invoice } = completeInvoice(withLines([line(standard)], { charges }))
    expect(invoice.charges[0]?.vat).toEqual({ category: 'S', rate: '20.00' })
    expect(invoice.totals.vat).toBe('22.00')
  })

  test('in another currency comes from the exchange rate and is checked', () => {
    const foreign = { currency: 'USD', taxCurrency: 'EUR', exchangeRate: '0.92345' }
    const { invoice } = completeInvoice(withLines([line(standard)], foreign))
    expect(invoice.totals.vatInTaxCurrency).toBe('18.47')
    const totals = { vatInTaxCurrency: '18.46' }
    expect(findingsOf(withLines([line(standard)], { ...foreign, totals }))).toEqual([
      ['VAT-TAX-CURRENCY', '/totals/vatInTaxCurrency'],
    ])
  })

  test('has no second currency when it is the same one', () => {
    const { invoice } = completeInvoice({ ...plainInvoice, taxCurrency: 'EUR', exchangeRate: 1 })
    expect(invoice).not.toHaveProperty('taxCurrency')
    expect(invoice).not.toHaveProperty('exchangeRate')
  })
})

describe('an amount that is wrong', () => {
  test('is reported once, in every language, with what it must be', () => {
    const { findings } = completeInvoice(withLines([line(standard, { netAmount: '100.01' })]))
    expect(findings).toMatchObject([
      {
        code: 'LINE-AMOUNT',
        pointer: '/lines/0/netAmount',
        detail:
          '100.01 is given, but quantity × net price ÷ base quantity − allowances + charges is 100.00.',
        fix: 'Correct the amount, or leave it out: it is then computed.',
        wording: {
          detail: {
            fr: '100.01 est indiqué, mais quantité × prix net ÷ quantité de base − remises + frais donne 100.00.',
            de: '100.01 ist angegeben, aber Menge × Nettopreis ÷ Basismenge − Abschläge + Zuschläge ergibt 100.00.',
          },
          fix: { fr: 'Corrigez ce montant, ou omettez-le : il sera alors calculé.' },
        },
      },
    ])
  })

  test.each([
    ['BR-CO-10', { totals: { lines: '99' } }, '/totals/lines'],
    ['BR-CO-11', { totals: { allowances: '1' } }, '/totals/allowances'],
    ['BR-CO-12', { totals: { charges: '1' } }, '/totals/charges'],
    ['BR-CO-13', { totals: { withoutVat: '99' } }, '/totals/withoutVat'],
    ['BR-CO-14', { totals: { vat: '19' } }, '/totals/vat'],
    ['BR-CO-15', { totals: { withVat: '119' } }, '/totals/withVat'],
    ['BR-CO-16', { totals: { prepaid: '20', due: '120' } }, '/totals/due'],
    [
      'BR-CO-17',
      { vatBreakdown: [{ ...standard, base: '100', amount: '20.01' }] },
      '/vatBreakdown/0/amount',
    ],
    ['BR-S-08', { vatBreakdown: [{ ...standard, base: '99.99' }] }, '/vatBreakdown/0/base'],
  ])('breaks %s', (code, more, pointer) => {
    expect(findingsOf(withLines([line(standard)], more))[0]).toEqual([code, pointer])
  })

  test('is refused in an allowance and in a unit price', () => {
    expect(
      findingsOf(
        withLines([
          line(standard, { allowances: [{ base: 100, percent: 10, amount: 9 }] }),
          line(standard, { grossPrice: 60, discount: 5, netPrice: 50 }),
        ]),
      ),
    ).toEqual([
      ['ADJUSTMENT-AMOUNT', '/lines/0/allowances/0/amount'],
      ['LINE-PRICE', '/lines/1/netPrice'],
    ])
  })

  test('may be off by a cent for each amount in a sum of EXTENDED, and by no more', () => {
    const three = (profile: Profile, lines: string, withoutVat: string) =>
      findingsOf(
        withLines([line(standard), line(standard), line(standard)], {
          profile,
          totals: { lines, withoutVat },
        }),
      )
    expect(three('extended', '300.03', '300.00')).toEqual([])
    expect(three('extended', '300.04', '300.04')).toEqual([['BR-CO-10', '/totals/lines']])
    expect(three('en16931', '300.01', '300.01')).toEqual([['BR-CO-10', '/totals/lines']])
  })

  test('may have other zeros, signs and kinds', () => {
    const totals = { due: 120, withVat: '120.0', vat: '20', rounding: '-0' }
    expect(findingsOf(withLines([line(standard)], { totals }))).toEqual([])
  })
})

describe('an invoice without lines', () => {
  const noLines = (more: Invoice): Invoice => ({
    ...withoutCharges,
    profile: 'basic-wl',
    lines: [],
    ...more,
  })

  test('has its totals from the VAT breakdown', () => {
    const { invoice, findings } = completeInvoice(
      noLines({
        vatBreakdown: [{ ...standard, base: 110 }],
        allowances: [{ amount: 10, reason: 'Remise' }],
      }),
    )
    expect(findings).toEqual([])
    expect(invoice.totals).toMatchObject({
      lines: '120.00',
      allowances: '10.00',
      withoutVat: '110.00',
      vat: '22.00',
      due: '132.00',
    })
  })

  test('takes the base of a single row from the total', () => {
    const { invoice, findings } = completeInvoice(
      noLines({ vatBreakdown: [standard], totals: { withoutVat: 50 } }),
    )
    expect(findings).toEqual([])
    expect(invoice.vatBreakdown[0]).toMatchObject({ base: '50.00', amount: '10.00' })
  })

  test('of profile MINIMUM needs two totals only', () => {
    const { invoice, findings } = completeInvoice(
      noLines({ profile: 'minimum', totals: { withoutVat: 50, withVat: 60 } }),
    )
    expect(findings).toEqual([])
    expect(invoice.totals).toMatchObject({ vat: '10.00', due: '60.00' })
  })

  test('is refused when nothing says what it is worth', () => {
    expect(findingsOf(noLines({}))).toEqual([
      ['BR-13', '/totals/withoutVat'],
      ['BR-CO-14', '/totals/vat'],
    ])
    expect(findingsOf(noLines({ vatBreakdown: [standard] }))).toEqual([
      ['BR-45', '/vatBreakdown/0/base'],
    ])
  })

  test('is refused when total and breakdown differ', () => {
    expect(
      findingsOf(
        noLines({ vatBreakdown: [{ ...standard, base: 50 }], totals: { withoutVat: 51 } }),
      ),
    ).toEqual([['BR-CO-13', '/totals/withoutVat']])
  })
})

describe('a profile', () => {
  test.each(['basic', 'basic-wl'] as const)('%s cannot carry a rounded amount due', (profile) => {
    expect(findingsOf({ ...plainInvoice, profile, totals: { rounding: '0.01' } })).toEqual([
      ['PROFILE-NEEDS', '/totals/rounding'],
    ])
  })

  test.each(['en16931', 'extended'] as const)('%s can', (profile) => {
    expect(findingsOf({ ...plainInvoice, profile, totals: { rounding: '0.01' } })).toEqual([])
  })
})

test('a SIREN that differs from the legal registration is refused', () => {
  const seller = { name: 'A', siren: '303265045', legalId: { value: '732829320', scheme: '0002' } }
  expect(findingsOf({ ...plainInvoice, seller })).toEqual([['FIELD-CONFLICT', '/seller/siren']])
})
