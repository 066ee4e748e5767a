import { describe, expect, test } from 'vitest'
import { checkInvoice } from '../../../src/facturx/check-invoice.ts'
import { writeCii } from '../../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../../src/facturx/complete/complete.ts'
import { readReport } from '../../../src/facturx/invoice-report.ts'
import FIELDS from '../../../src/facturx/model/fields.json' with { type: 'json' }
import { type Invoice, PROFILES, type RuleSet } from '../../../src/facturx/model/invoice.ts'
import { SHEETS, sheetSource } from '../../../src/facturx/official/validate.ts'
import WORDS from '../../../src/facturx/official/words.json' with { type: 'json' }
import { ruleOf, WORDED_IDS } from '../../../src/facturx/official/words.ts'
import type { Finding } from '../../../src/kernel/coded-error.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { LOCALES } from '../../../src/kernel/languages.ts'
import { misplacedMarks } from '../../support/typography.ts'
import { fullInvoice, plainInvoice } from './sample-invoices.ts'

const told = ({ code, pointer }: Finding): string => `${code} ${pointer}`
const checked = (changes: object, rules?: RuleSet) =>
  checkInvoice({ profile: 'en16931', ...plainInvoice, ...changes } as unknown as JsonObject, {
    ...(rules === undefined ? {} : { rules }),
  })
const broken = (changes: object, rules?: RuleSet): string[] =>
  checked(changes, rules).errors.map(told)

const plainXml = (): string =>
  writeCii(completeInvoice({ ...plainInvoice, profile: 'en16931' }).invoice).xml
const brokenIn = async (xml: string): Promise<Finding[]> =>
  (await readReport(Buffer.from(xml), {})).errors

describe('the table of words', () => {
  const texts = WORDS.texts as unknown as Record<string, [detail: string[], fix: string[]]>
  const names = [...Object.values(WORDS.terms), ...Object.values(FIELDS).map(([, ...each]) => each)]
  const rules = WORDS.rules as unknown as Record<string, [string, string | string[], string?]>

  test('has a text in every language, with a fix, for each of its rules', () => {
    expect(WORDED_IDS.length).toBeGreaterThan(290)
    for (const [id, [name]] of Object.entries(rules))
      for (const row of texts[name]?.slice(0, 2) ?? [[]]) {
        expect(new Set(row).size, id).toBe(LOCALES.length)
        for (const text of row) expect(text.length, id).toBeGreaterThan(8)
      }
  })

  test('fills in the same facts in every language, and sets its marks as the language does', () => {
    const facts = (text = '') =>
      [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name.toLowerCase()).sort()
    for (const row of Object.values(texts).flatMap((each) => each.slice(0, 2)))
      for (const text of row) expect(facts(text), text).toEqual(facts(row[0]))
    const rows = [...Object.values(texts).flatMap((each) => each.slice(0, 2)), ...names]
    expect(rows.flatMap(([en = '']) => misplacedMarks('en', en))).toEqual([])
    expect(rows.flatMap(([, , de = '']) => misplacedMarks('de', de))).toEqual([])
  })

  test('names each field and each VAT category in every language', () => {
    expect(names.length).toBeGreaterThan(130)
    for (const row of names) {
      expect(new Set(row).size, String(row)).toBe(LOCALES.length)
      for (const name of row) expect(name.length).toBeGreaterThan(5)
    }
  })

  test('has no text that no rule uses', () => {
    const used = new Set([...Object.values(rules).map(([name]) => name), 'once', 'value'])
    expect(Object.keys(texts).filter((name) => !used.has(name))).toEqual([])
  })

  test('has official ids only', () => {
    const ids = new Set(
      SHEETS.flatMap((name) =>
        sheetSource(name)
          .patterns.flat()
          .flatMap(({ asserts }) => asserts.map(({ id = '' }) => ruleOf(id))),
      ),
    )
    expect(WORDED_IDS.filter((id) => !ids.has(id))).toEqual([])
  })
})

describe('the official rules', () => {
  test.each(PROFILES)('hold for the sample invoices in %s', (profile) => {
    for (const sample of [plainInvoice, fullInvoice]) {
      const { errors } = checked({ ...sample, profile })
      expect(errors.filter(({ code }) => code?.startsWith('BR-'))).toEqual([])
    }
  })

  test('are told with what is wrong and what to do, in every language', () => {
    const { errors } = checked({ seller: {}, buyer: {}, lines: [{ vat: { category: 'S' } }] }, 'fr')
    expect(errors.length).toBeGreaterThan(15)
    for (const { code, detail, fix, wording } of errors) {
      expect(code).toMatch(/^(BR|PARAPH)-/)
      for (const said of [wording?.detail, wording?.fix]) {
        const texts = LOCALES.map((locale) => said?.[locale])
        expect(new Set(texts).size).toBe(LOCALES.length)
        for (const text of texts) expect(text?.length).toBeGreaterThan(10)
        for (const text of texts) expect(text).not.toMatch(/[{}]|undefined/)
      }
      expect([detail, fix]).toEqual([wording?.detail.en, wording?.fix?.en])
    }
  })

  test('are told together with the mistakes of shape and arithmetic, in one answer', () => {
    const found = broken({
      typeCode: 'QQ',
      nonsense: 1,
      totals: { due: '1.00' },
      payment: { ...plainInvoice.payment, means: [{ code: '30' }] },
    })
    for (const expected of [
      'FIELD-UNKNOWN /nonsense',
      'BR-CO-16 /totals/due',
      'BR-CL-01 /typeCode',
      'BR-FR-04 /typeCode',
      'CII-SR-470 /payment/means/0/iban',
    ])
      expect(found).toContain(expected)
  })

  test('say on a file which amount is given and which is expected', async () => {
    const [finding] = (
      await brokenIn(plainXml().replace(/(<ram:GrandTotalAmount>)[^<]+/, '$11000.00'))
    ).filter(({ code }) => code === 'BR-CO-15')
    expect(finding).toMatchObject({ pointer: '/totals/withVat' })
    expect(finding?.detail).toMatch(/Given: 1000\.00; expected: \d+\.\d\d\.$/)
    expect(finding?.wording?.detail.fr).toMatch(/Indiqué : 1000\.00 ; attendu : \d+\.\d\d\.$/)
    expect(finding?.wording?.detail.de).toMatch(/Angegeben: 1000\.00; erwartet: \d+\.\d\d\.$/)
  })

  test('expect no other amount than one that is right, when another is wrong', async () => {
    const errors = await brokenIn(plainXml().replace(/(<ram:TaxTotalAmount [^>]*>)[^<]+/, '$11.00'))
    const detailOf = (id: string) => errors.find(({ code }) => code === id)?.detail
    expect(detailOf('BR-CO-14')).toMatch(/Given: 1\.00; expected: \d+\.\d\d\.$/)
    expect(detailOf('BR-CO-15')).toMatch(/Given: "\d+\.\d\d"\.$/)
  })

  test('quote the code that is wrong, not the first of several that is right', async () => {
    const [line] = plainInvoice.lines ?? []
    const lines = [line, { ...line, vat: { category: 'S', rate: '10' } }] as Invoice['lines']
    const { xml } = writeCii(
      completeInvoice({ ...plainInvoice, profile: 'en16931', taxPointDateCode: '5', lines })
        .invoice,
    )
    const code = '<ram:DueDateTypeCode>5<'
    expect(xml.split(code)).toHaveLength(3)
    const at = xml.lastIndexOf(code)
    const spoilt = xml.slice(0, at) + xml.slice(at).replace(code, '<ram:DueDateTypeCode>9<')
    const finding = (await brokenIn(spoilt)).find((each) => each.code === 'BR-CL-06')
    expect(finding).toMatchObject({ pointer: '/taxPointDateCode' })
    expect(finding?.detail).toMatch(/ Given: "9"\.$/)
  })

  test('of France are left out when only EN 16931 is asked for', () => {
    expect(broken({ businessProcess: 'X9' }, 'en16931')).toEqual([])
    expect(broken({ businessProcess: 'X9' })).toEqual(['BR-FR-08 /businessProcess'])
  })

  test('are told at most 20 times each', () => {
    const line = { name: 'x', netPrice: '1', unit: 'QQQ', vat: { category: 'S', rate: '20' } }
    const places = broken({ lines: Array.from({ length: 500 }, () => line) })
    expect(places.filter((each) => each.startsWith('BR-CL-23 '))).toHaveLength(20)
  })

  test('have the ids of EXTENDED there, and its cent of tolerance for each amount', async () => {
    const { invoice } = completeInvoice({ ...plainInvoice, profile: 'extended' })
    const off = async (by: number) => {
      const lines = (Number(invoice.totals.lines) + by).toFixed(2)
      const { xml } = writeCii({ ...invoice, totals: { ...invoice.totals, lines } })
      return (await brokenIn(xml)).map(told)
    }
    expect(await off(0.03)).toEqual([])
    expect(await off(0.04)).toContain('BR-FXEXT-CO-10 /totals/lines')
  })
})

describe('a mistake in the JSON', () => {
  test.each<[string, Partial<Invoice>, string]>([
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
    ['no line', { lines: [], vatBreakdown: [] }, 'BR-16 /lines'],
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
    expect(broken(changes)).toContain(expected)
  })

  test('a missing seller is reported field by field', () => {
    const found = broken({ seller: {} }, 'fr')
    for (const expected of [
      'BR-06 /seller/name',
      'BR-08 /seller/address',
      'BR-CO-26 /seller/legalId',
      'BR-S-02 /seller/vatId',
      'BR-FR-10 /seller/siren',
    ])
      expect(found).toContain(expected)
  })

  test.each<[string, Partial<Invoice>, string]>([
    ['an earlier invoice', { precedingInvoices: [{}] }, 'BR-55 /precedingInvoices/0/number'],
    ['a means of payment', { payment: { means: [{}] } }, 'BR-49 /payment/means/0/code'],
    ['a period', { period: {} }, 'BR-CO-19 /period/start'],
    ['a payee', { payee: {} }, 'BR-17 /payee/name'],
  ])(
    '%s with nothing in it is told what it lacks, and does not vanish',
    (_what, changes, expected) => {
      expect(broken(changes)).toContain(expected)
    },
  )

  test('a place in the XML that is another in the JSON is told as the caller wrote it', () => {
    const ids = [
      { value: '1', scheme: '0088' },
      { value: 'A' },
      { value: 'ä', scheme: '0224' },
      { value: '2', scheme: 'QQQQ' },
    ]
    const found = broken({ profile: 'extended', seller: { ...plainInvoice.seller, ids } })
    expect(found).toContain('BR-FR-24 /seller/ids/2/value')
    expect(found).toContain('BR-CL-10 /seller/ids/3/scheme')
    const line = { name: 'x', netPrice: '1', vat: { category: 'S', rate: '20' } }
    const lines = [
      { ...line, kind: 'INFORMATION' },
      { ...line, unit: 'QQQ' },
    ]
    expect(broken({ lines })).toContain('BR-CL-23 /lines/1/unit')
  })

  test('what only the page of an extract shows is held to the code lists and the French rules', () => {
    const line = { name: 'x', unit: 'QQQ', netPrice: '1', vat: { category: 'S', rate: '19' } }
    for (const profile of ['minimum', 'basic-wl']) {
      const found = broken({ profile, lines: [line], charges: [] })
      expect(found).toContain('BR-CL-23 /lines/0/unit')
      expect(found).toContain('BR-FR-16 /lines/0/vat/rate')
    }
  })
})
