import { describe, expect, test } from 'vitest'
import { writeCii } from '../../../src/facturx/cii/cii.ts'
import { readCii } from '../../../src/facturx/cii/read-cii.ts'
import { completeInvoice } from '../../../src/facturx/complete/complete.ts'
import type { CheckedInvoice } from '../../../src/facturx/model/complete-invoice.ts'
import {
  type Invoice,
  PROFILES,
  type Profile,
  type RuleSet,
} from '../../../src/facturx/model/invoice.ts'
import { checkRules, RULE_IDS } from '../../../src/facturx/rules/check-rules.ts'
import { fullInvoice, plainInvoice } from './sample-invoices.ts'

const complete = (changes: Partial<Invoice> = {}) =>
  completeInvoice({ ...plainInvoice, ...changes }).invoice

const broken = (
  invoice: CheckedInvoice,
  profile: Profile = 'en16931',
  rules: RuleSet = 'fr',
): string[] =>
  checkRules(invoice, { profile, rules }).map(({ code, pointer }) => `${code} ${pointer}`)

describe('the rules', () => {
  test.each(PROFILES)('hold for the sample invoices in %s', (profile) => {
    for (const sample of [plainInvoice, fullInvoice]) {
      const { invoice } = completeInvoice({ ...sample, profile })
      const errors = checkRules(invoice, { profile, rules: 'fr' }).filter(
        ({ level }) => level === 'error',
      )
      expect(errors).toEqual([])
    }
  })

  test('each say what is wrong and what to do, in English and French', () => {
    const findings = checkRules(
      { seller: {}, buyer: {}, lines: [{ vat: { category: 'S' } }] },
      { profile: 'en16931', rules: 'fr' },
    )
    expect(findings.length).toBeGreaterThan(30)
    for (const { code, detail, detailFr, fix, fixFr } of findings) {
      expect(code).toMatch(/^(BR|PARAPH)-/)
      for (const text of [detail, detailFr, fix, fixFr]) expect(text?.length).toBeGreaterThan(10)
      expect(detailFr).not.toBe(detail)
    }
  })

  test('are known by more than 300 ids, each once', () => {
    expect(RULE_IDS.length).toBeGreaterThan(300)
    expect(new Set(RULE_IDS).size).toBe(RULE_IDS.length)
  })

  test('name both amounts when two do not agree', () => {
    const invoice = complete()
    const [finding] = checkRules(
      { ...invoice, totals: { ...invoice.totals, withVat: '1000.00' } },
      { profile: 'en16931', rules: 'en16931' },
    )
    expect(finding).toMatchObject({ code: 'BR-CO-15', pointer: '/totals/withVat', level: 'error' })
    expect(finding?.detail).toMatch(/Given: 1000; expected: \d+\.\d\d\.$/)
    expect(finding?.detailFr).toMatch(/Indiqué : 1000 ; attendu : \d+\.\d\d\.$/)
  })

  test('of France are left out when only EN 16931 is asked for', () => {
    const foreign = complete({ businessProcess: 'X9' })
    expect(broken(foreign, 'en16931', 'en16931')).toEqual([])
    expect(broken(foreign)).toEqual(['BR-FR-08 /businessProcess'])
  })

  test('report at most 20 places of one mistake', () => {
    const lines = Array.from({ length: 10_000 }, () => ({
      name: 'x',
      vat: { category: 'QQ' as 'S' },
    }))
    const places = checkRules({ ...complete(), lines }, { profile: 'en16931', rules: 'fr' }).filter(
      ({ code }) => code === 'BR-CL-18',
    )
    expect(places).toHaveLength(20)
  })

  test('take the ids EXTENDED has for them there, and its cent of tolerance for each amount', () => {
    const invoice = complete()
    const off = (by: number) => ({
      ...invoice,
      totals: { ...invoice.totals, lines: (Number(invoice.totals.lines) + by).toFixed(2) },
    })
    expect(broken(off(0.03), 'extended')).toEqual([])
    expect(broken(off(0.03), 'en16931')).toContain('BR-CO-10 /totals/lines')
    expect(broken(off(0.04), 'extended')).toContain('BR-FXEXT-CO-10 /totals/lines')
  })
})

describe('bad input', () => {
  test.each<[string, Partial<Invoice>, string]>([
    [
      'a wrong SIREN',
      { buyer: { ...plainInvoice.buyer, siren: '732829321', vatId: 'FR44732829320' } },
      'PARAPH-SIREN /buyer/legalId/value',
    ],
    [
      'wrong VAT check digits',
      { buyer: { ...plainInvoice.buyer, vatId: 'FR45732829320' } },
      'PARAPH-VAT-ID /buyer/vatId',
    ],
    [
      'a wrong IBAN',
      {
        payment: {
          ...plainInvoice.payment,
          means: [{ code: '58', iban: 'FR7630004000031234567890144' }],
        },
      },
      'PARAPH-IBAN /payment/means/0/iban',
    ],
    [
      'an unknown unit',
      { lines: [{ name: 'x', unit: 'PIECE', netPrice: '1', vat: { category: 'S', rate: '20' } }] },
      'BR-CL-23 /lines/0/unit',
    ],
    [
      'a rate that is not French',
      { lines: [{ name: 'x', netPrice: '1', vat: { category: 'S', rate: '19' } }] },
      'BR-FR-16 /lines/0/vat/rate',
    ],
    [
      'a line without a name',
      { lines: [{ netPrice: '1', vat: { category: 'S', rate: '20' } }] },
      'BR-25 /lines/0/name',
    ],
    ['no line', { lines: [] }, 'BR-16 /lines'],
    ['a credit note that corrects nothing', { typeCode: '381' }, 'BR-FR-CO-05 /precedingInvoices'],
    [
      'a due date before the issue date',
      { payment: { ...plainInvoice.payment, dueDate: '2026-10-01' } },
      'BR-FR-CO-07 /payment/dueDate',
    ],
    [
      'a missing mention',
      { payment: { latePenalties: 'a', earlyDiscount: 'b' } },
      'BR-FR-05 /payment/recoveryFee',
    ],
    [
      'an intra-community supply to nowhere',
      {
        lines: [{ name: 'x', netPrice: '1', vat: { category: 'K', exemptionCode: 'VATEX-EU-IC' } }],
      },
      'BR-IC-12 /delivery/address/country',
    ],
    [
      'an exemption without a reason',
      { lines: [{ name: 'x', netPrice: '1', vat: { category: 'E' } }] },
      'BR-E-10 /vatBreakdown/0/exemptionCode',
    ],
    ['several sellers', { businessProcess: 'B8' }, 'PARAPH-FR-PROCESS /businessProcess'],
    ['dollars without VAT in euros', { currency: 'USD' }, 'BR-FR-CO-12 /totals/vatInTaxCurrency'],
  ])('%s is named', (_what, changes, expected) => {
    expect(broken(complete(changes))).toContain(expected)
  })

  test('a day that does not exist is named', () => {
    const invoice = { ...complete(), delivery: { date: '2026-02-30' } }
    expect(broken(invoice)).toEqual(['PARAPH-DATE /delivery/date', 'BR-FR-03 /delivery/date'])
  })

  test('a missing seller is reported field by field', () => {
    const found = broken(complete({ seller: {} }))
    for (const expected of [
      'BR-06 /seller/name',
      'BR-08 /seller/address',
      'BR-CO-26 /seller/legalId',
      'BR-S-02 /seller/vatId',
      'BR-FR-10 /seller/siren',
    ])
      expect(found).toContain(expected)
  })
})

describe('an invoice written and read back', () => {
  test.each(['en16931', 'extended'] as const)('breaks the same rules in %s', (profile) => {
    const { invoice } = completeInvoice({ ...fullInvoice, profile })
    const spoiled = {
      ...invoice,
      typeCode: 'QQ',
      number: 'ä 1',
      totals: { ...invoice.totals, due: '1.00' },
    }
    const { invoice: read } = readCii(Buffer.from(writeCii(spoiled).xml))
    const ids = (checked: CheckedInvoice) => [
      ...new Set(broken(checked, profile).map((each) => each.split(' ')[0])),
    ]
    expect(ids(read)).toEqual(ids(spoiled))
    expect(ids(read)).toContain('BR-CL-01')
  })
})
