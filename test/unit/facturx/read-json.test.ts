import { describe, expect, test } from 'vitest'
import { readInvoice } from '../../../src/facturx/complete/read-json.ts'
import { LINES_MAX } from '../../../src/facturx/model/invoice.ts'

const codesOf = (json: unknown) =>
  readInvoice(json).findings.map(({ code, pointer }) => [code, pointer])

describe('an invoice from outside', () => {
  test('is refused by name where a field is unknown, with the name that was meant', () => {
    const { findings } = readInvoice({
      seller: { vat_id: 'FR1' },
      lines: [{ quantiti: 1, 'colour/shade': 'red' }],
    })
    expect(findings).toMatchObject([
      { code: 'FIELD-UNKNOWN', pointer: '/seller/vat_id' },
      { code: 'FIELD-UNKNOWN', pointer: '/lines/0/quantiti' },
      { code: 'FIELD-UNKNOWN', pointer: '/lines/0/colour~1shade' },
    ])
    const [vat, quantity, colour] = findings
    expect(vat?.wording?.detail.fr).toBe('Il n’y a pas de champ « vat_id » ici.')
    expect(vat?.fix).toMatch(/^Did you mean "vatId"\? Valid: name, /)
    expect(quantity?.fix).toMatch(/^Did you mean "quantity"\?/)
    expect(colour?.fix).toMatch(/^Valid: id, note, name/)
  })

  test('is refused where a value is of the wrong kind', () => {
    expect(
      codesOf({ number: 12, seller: [], lines: {}, totals: { due: true }, notes: ['hello'] }),
    ).toEqual([
      ['FIELD-TYPE', '/number'],
      ['FIELD-TYPE', '/seller'],
      ['FIELD-TYPE', '/lines'],
      ['FIELD-TYPE', '/totals/due'],
      ['FIELD-TYPE', '/notes/0'],
    ])
    expect(codesOf('invoice')).toEqual([['FIELD-TYPE', '']])
  })

  test.each([
    [0.1 + 0.2],
    [1e21],
    [1e-7],
    ['1,50'],
    ['1 000.00'],
    ['1e3'],
    ['NaN'],
    ['123456789012345678.00'],
  ])('is refused where %s should be an exact decimal', (due) => {
    expect(codesOf({ totals: { due } })).toEqual([['DECIMAL', '/totals/due']])
  })

  test.each([['2026-02-30'], ['2025-02-29'], ['2026-13-01'], ['20261105'], ['05/11/2026']])(
    'is refused where %s should be a date',
    (issueDate) => {
      expect(codesOf({ issueDate })).toEqual([['DATE', '/issueDate']])
    },
  )

  test('is refused where a text cannot be in XML', () => {
    expect(codesOf({ number: 'F\u0000', seller: { name: '\ud800' } })).toEqual([
      ['TEXT-CHARACTERS', '/number'],
      ['TEXT-CHARACTERS', '/seller/name'],
    ])
    expect(codesOf({ seller: { name: 'Café 😀 & fils' } })).toEqual([])
  })

  test.each([
    ['\u202e', 'U+202E'],
    ['\u2066', 'U+2066'],
    ['\u200b', 'U+200B'],
    ['\ufeff', 'U+FEFF'],
    ['\u00ad', 'U+00AD'],
    ['\u200d', 'U+200D'],
    ['\u200e', 'U+200E'],
    ['\ufe0e', 'U+FE0E'],
    ['\u{e0041}', 'U+E0041'],
  ])('is refused where %j would show something else than the XML says', (hidden, number) => {
    const invoice = {
      number: `F-${hidden}1`,
      seller: { name: `Atelier${hidden}SARL` },
      lines: [{ name: `Vis${hidden} 100` }],
    }
    const { findings } = readInvoice(invoice)
    expect(findings.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['TEXT-HIDDEN', '/number'],
      ['TEXT-HIDDEN', '/seller/name'],
      ['TEXT-HIDDEN', '/lines/0/name'],
    ])
    expect(findings[0]?.detail).toContain(number)
    expect(findings[0]?.wording?.detail.fr).toContain(number)
  })

  test.each([
    ['می\u200cخواهم'],
    ['क्\u200dष'],
    ['👩\u200d👩\u200d👧'],
    ['👩🏽\u200d🔧 ❤\ufe0f\u200d🔥'],
    ['שלום\u200f, 12'],
    ['葛\u{e0100}城市'],
    ['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ])('accepts %j, where such a character is spelling', (name) => {
    expect(codesOf({ seller: { name } })).toEqual([])
  })

  test('is refused where a word is not one of the known ones', () => {
    const { findings } = readInvoice({ profile: 'EN16931' })
    expect(findings[0]?.detail).toContain('minimum, basic-wl, basic, en16931, extended')
  })

  test('is refused with more lines than anyone can read', () => {
    const lines = Array.from({ length: LINES_MAX + 1 }, () => ({}))
    expect(codesOf({ lines })).toEqual([['FIELD-VALUE', '/lines']])
    expect(codesOf({ lines: lines.slice(1) })).toEqual([])
  })

  test('is read without nulls, empty texts and edge spaces, with decimals as text', () => {
    const { invoice, findings } = readInvoice({
      number: ' F1 ',
      currency: null,
      seller: { name: 'A\r\nB', tradingName: '  ' },
      lines: [{ quantity: 2, netPrice: '10.50', netAmount: '' }],
    })
    expect(findings).toEqual([])
    expect(invoice).toEqual({
      number: 'F1',
      seller: { name: 'A\nB' },
      lines: [{ quantity: '2', netPrice: '10.50' }],
    })
  })

  test.each([['quantity'], ['baseQuantity']])(
    'is refused where %s is an empty text, which would count as 1',
    (name) => {
      expect(codesOf({ lines: [{ [name]: '' }] })).toEqual([['DECIMAL', `/lines/0/${name}`]])
    },
  )

  test.each([[-0], ['-0'], ['-0.00']])(
    'is refused where a number is a negative zero (%s)',
    (quantity) => {
      expect(codesOf({ lines: [{ quantity }] })).toEqual([['DECIMAL', '/lines/0/quantity']])
    },
  )

  test('repeats at most 60 characters of a wrong value', () => {
    const { findings } = readInvoice({
      totals: { due: '9'.repeat(10_000) },
      ['x'.repeat(10_000)]: 1,
    })
    expect(findings).toHaveLength(2)
    for (const { detail = '' } of findings) expect(detail.length).toBeLessThan(160)
  })

  test('cannot reach the prototype', () => {
    const json: unknown = JSON.parse('{"__proto__": {"number": "X"}, "constructor": {}}')
    expect(codesOf(json)).toEqual([
      ['FIELD-UNKNOWN', '/__proto__'],
      ['FIELD-UNKNOWN', '/constructor'],
    ])
  })
})
