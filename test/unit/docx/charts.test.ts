/** Charts filled from data: points, series, colours, the workbook inside. */
import PizZip from 'pizzip'
import { describe, expect, test } from 'vitest'
import type { ChartKind, Sheet } from '../../../scripts/language-docs/chart.ts'
import { chart, p, type WordDocument } from '../../../scripts/language-docs/example.ts'
import { wordFile } from '../../../scripts/language-docs/word.ts'
import { mergeDocx } from '../../../src/docx/merge.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { partXml } from '../../support/docx-builder.ts'
import { FRENCH, findings, refusal } from '../../support/merging.ts'

const rows = (sheet: Sheet, kind: ChartKind = 'column'): WordDocument => ({
  body: [chart(kind, '', ...sheet.map((row) => [...row]))],
})
const filled = (
  document: WordDocument,
  data: JsonObject,
  change = (zip: PizZip): unknown => zip,
) => {
  const zip = new PizZip(wordFile(document))
  change(zip)
  return mergeDocx({ template: zip.generate({ type: 'uint8array' }), data, ...FRENCH })
}
/** Names, categories and values of each series as Word has stored them. */
const cached = (docx: Uint8Array, number = 1) =>
  [...partXml(docx, `word/charts/chart${number}.xml`).matchAll(/<c:ser>.*?<\/c:ser>/gs)].map(
    ([xml]) =>
      ['tx', 'cat|xVal', 'val|yVal'].map((role) => {
        const range = new RegExp(`<c:(?:${role})>(.*?)</c:(?:${role})>`, 's').exec(xml)?.[1] ?? ''
        return [...range.matchAll(/<c:v>([^<]*)<\/c:v>/g)].map(([, text]) => text)
      }),
  )
const formulas = (docx: Uint8Array) =>
  [...partXml(docx, 'word/charts/chart1.xml').matchAll(/<c:f>([^<]*)<\/c:f>/g)].map(
    ([, text]) => text,
  )
/** The cells of the workbook inside. */
function book(docx: Uint8Array, name = 'Microsoft_Excel_Sheet1') {
  const bytes =
    new PizZip(docx).file(`word/embeddings/${name}.xlsx`)?.asUint8Array() ?? new Uint8Array()
  const zip = new PizZip(bytes)
  expect(Object.keys(zip.files).filter((part) => part.includes('table'))).toEqual([])
  const xml = zip.file('xl/worksheets/sheet1.xml')?.asText() ?? ''
  expect(xml).not.toContain('tablePart')
  return [...xml.matchAll(/<row.*?<\/row>/gs)].map(([row]) =>
    [...row.matchAll(/<c r="([A-Z]+\d+)"[^>]*>.*?<(?:v|t)[^>]*>([^<]*)</g)].map(
      ([, at, text]) => `${at}=${text}`,
    ),
  )
}

const MONTHS: Sheet = [
  ['', 'Sales', 'Costs {year}'],
  ['{#months}{name}', '{sales}', '{costs}{/months}'],
]
const PRODUCTS: Sheet = [
  ['', '{#products}{name}'],
  ['{#quarters}{.}{/}', '{#sold}{.}{/}{/products}'],
]
const months = [
  { name: 'Jan', sales: 1, costs: 2 },
  { name: 'Feb & co', sales: '3.50', costs: -4 },
]

describe('a loop over points', () => {
  test.each(['bar', 'column', 'line', 'area', 'pie', 'doughnut'] as const)(
    'makes a point of each item in a %s chart, and its workbook',
    (kind) => {
      const { docx, warnings } = filled(rows(MONTHS, kind), { months, year: 2026 })
      expect(warnings).toEqual([])
      expect(cached(docx)).toEqual([
        [['Sales'], ['Jan', 'Feb &amp; co'], ['1', '3.50']],
        [['Costs 2026'], ['Jan', 'Feb &amp; co'], ['2', '-4']],
      ])
      const range = 'Sheet1!$A$2:$A$3'
      expect(formulas(docx)).toEqual([
        'Sheet1!$B$1',
        range,
        'Sheet1!$B$2:$B$3',
        'Sheet1!$C$1',
        range,
        'Sheet1!$C$2:$C$3',
      ])
      expect(book(docx)).toEqual([
        ['B1=Sales', 'C1=Costs 2026'],
        ['A2=Jan', 'B2=1', 'C2=2'],
        ['A3=Feb &amp; co', 'B3=3.50', 'C3=-4'],
      ])
    },
  )
  test('fills both coordinates of a scatter chart', () => {
    const sheet = [
      ['X', 'Y'],
      ['{#points}{x}', '{y}{/}'],
    ]
    const { docx } = filled(rows(sheet, 'scatter'), {
      points: [
        { x: 1, y: 2 },
        { x: 2.5, y: 7 },
      ],
    })
    expect(cached(docx)).toEqual([[['Y'], ['1', '2.5'], ['2', '7']]])
  })
  test('keeps the rows before and after it, and leaves out what a condition says', () => {
    const sheet = [
      ['', 'S'],
      ['Start', 5],
      ['{#months}{name}', '{sales}{/}'],
      ['{#hasEnd}End', '{end}{/}'],
    ]
    expect(cached(filled(rows(sheet), { months, hasEnd: false }).docx)[0]?.slice(1)).toEqual([
      ['Start', 'Jan', 'Feb &amp; co'],
      ['5', '1', '3.50'],
    ])
    expect(cached(filled(rows(sheet), { months: [], hasEnd: true, end: 9 }).docx)[0]?.[1]).toEqual([
      'Start',
      'End',
    ])
  })
  test('without items leaves an empty chart', () => {
    expect(cached(filled(rows(MONTHS), { months: [], year: 1 }).docx)).toEqual([
      [['Sales'], [], []],
      [['Costs 1'], [], []],
    ])
  })
  test('leaves a gap for a value that may be missing', () => {
    const sheet = [
      ['', 'S'],
      ['{#months}{name}', '{sales | default:""}{/}'],
    ]
    const { docx } = filled(rows(sheet), { months: [{ name: 'a' }, { name: 'b', sales: 2 }] })
    expect(cached(docx)[0]?.[2]).toEqual(['2'])
    expect(partXml(docx, 'word/charts/chart1.xml')).toContain(
      '<c:ptCount val="2"/><c:pt idx="1"><c:v>2</c:v></c:pt>',
    )
  })
  test('gives the slices of a pie colours in turn', () => {
    const shares = Array.from({ length: 8 }, (_unused, at) => ({
      name: `n${at}`,
      sales: at,
      costs: 0,
    }))
    const { docx } = filled(
      rows(
        [
          ['', 'S'],
          ['{#shares}{name}', '{sales}{/}'],
        ],
        'pie',
      ),
      { shares },
    )
    const xml = partXml(docx, 'word/charts/chart1.xml')
    const colours = [...xml.matchAll(/<c:dPt><c:idx val="(\d)".*?accent(\d)/gs)].map(
      ([, at, accent]) => `${at}${accent}`,
    )
    expect(colours).toEqual(['01', '12', '23', '34', '45', '56', '61', '72'])
  })
})

describe('a loop over series', () => {
  const products = ['Lamp', 'Bulb', 'Hook'].map((name, at) => ({ name, sold: [at, at + 1] }))
  const { docx } = filled(rows(PRODUCTS, 'line'), { products, quarters: ['Q1', 'Q2'] })
  test('makes a series of each item', () => {
    expect(cached(docx)).toEqual(
      products.map(({ name, sold }) => [[name], ['Q1', 'Q2'], sold.map(String)]),
    )
    expect(book(docx)).toEqual([
      ['B1=Lamp', 'C1=Bulb', 'D1=Hook'],
      ['A2=Q1', 'B2=0', 'C2=1', 'D2=2'],
      ['A3=Q2', 'B3=1', 'C3=2', 'D3=3'],
    ])
  })
  test('counts them and gives each the next colour', () => {
    const xml = partXml(docx, 'word/charts/chart1.xml')
    expect([...xml.matchAll(/<c:(?:idx|order) val="(\d)"/g)].map(([, at]) => at).join('')).toBe(
      '001122',
    )
    expect([...xml.matchAll(/accent(\d)/g)].map(([, at]) => at).join('')).toBe('123')
  })
  test('with the points of each item', () => {
    const sheet = [
      ['', '{#products}{name}'],
      ['{#points}{month}', '{amount}{/points}{/products}'],
    ]
    const points = [
      { month: 'a', amount: 1 },
      { month: 'b', amount: 2 },
    ]
    const merged = filled(rows(sheet), {
      products: [
        { name: 'x', points },
        { name: 'y', points },
      ],
    })
    expect(cached(merged.docx)).toEqual(['x', 'y'].map((name) => [[name], ['a', 'b'], ['1', '2']]))
  })
})

describe('a chart in a loop', () => {
  const document: WordDocument = { body: [p('{#regions}'), ...rows(MONTHS).body, p('{/}')] }
  const regions = [{ months: months.slice(1) }, { months }]
  test('has a part and a workbook for each item', () => {
    const { docx } = filled(document, { regions, year: 1 })
    expect([1, 2].map((number) => cached(docx, number)[0]?.[2])).toEqual([['3.50'], ['1', '3.50']])
    expect(book(docx, 'paraph-chart1')).toHaveLength(3)
    expect(partXml(docx, 'word/charts/_rels/chart2.xml.rels')).toContain(
      '/word/embeddings/paraph-chart1.xlsx',
    )
  })
  test('leaves nothing of its tags where there are no items', () => {
    const { docx, warnings } = filled(document, { regions: [], year: 1 })
    expect(partXml(docx, 'word/charts/chart1.xml')).not.toMatch(/paraph|months/)
    expect(warnings).toEqual([])
  })
})

describe('what cannot be a chart is an error', () => {
  test('that names pointer and value where a number is needed', () => {
    const wrong = [months[0] ?? {}, { name: 'b', sales: '12 €', costs: 'x' }]
    const found = findings('data_invalid', () => filled(rows(MONTHS), { months: wrong, year: 1 }))
    expect(found).toMatchObject([
      { tag: '{sales}', pointer: '/months/1/sales', detail: expect.stringContaining('"12 €"') },
      { tag: '{costs}', pointer: '/months/1/costs', detail: expect.stringContaining('"x"') },
    ])
    expect(found[0]?.paragraph).toBe('{#months}{sales}{/}')
  })
  test('where a value is missing, with its place', () => {
    expect(
      findings('data_missing', () =>
        filled(rows(MONTHS), { months: [{ name: 'a', sales: 1 }], year: 1 }),
      ),
    ).toMatchObject([{ tag: '{costs}', pointer: '/months/0/costs' }])
  })
  test.each([
    [
      '1e6 points',
      MONTHS,
      { year: 1, months: Array<object>(1e6).fill({ name: 'a', sales: 1, costs: 1 }) },
    ],
    [
      '33,000 points',
      [
        ['', 'S'],
        ['{#a}{.}', '{.}{/}'],
      ],
      { a: Array<number>(33_000).fill(1) },
    ],
    [
      '256 series',
      PRODUCTS,
      { quarters: [1], products: Array<object>(256).fill({ name: 'a', sold: [1] }) },
    ],
  ] as ReadonlyArray<readonly [string, Sheet, JsonObject]>)('with %s', (_name, sheet, data) => {
    expect(refusal(() => filled(rows(sheet), data)).code).toBe('render_limit_exceeded')
  })
  test('where a loop is not closed in its row', () => {
    const sheet = [
      ['', 'S'],
      ['{#months}{name}', '{sales}'],
    ]
    expect(findings('template_invalid', () => filled(rows(sheet), { months }))[0]).toMatchObject({
      code: 'section_unclosed',
      part: 'word/charts/chart1.xml',
    })
  })
})

describe('a workbook', () => {
  const name = 'word/embeddings/Microsoft_Excel_Sheet1.xlsx'
  const sheet = [
    ['', '{title}'],
    ['{a}', 1],
  ]
  const data = { title: 'T', a: 'A', months, year: 1 }
  test.each([
    ['is missing', (zip: PizZip) => zip.remove(name)],
    ['is none', (zip: PizZip) => zip.file(name, 'PK\u0003\u0004 but no workbook')],
  ])('that %s is a warning, and the chart is filled', (_name, change) => {
    const { docx, warnings } = filled(rows(sheet), data, change)
    expect(cached(docx)).toEqual([[['T'], ['A'], ['1']]])
    expect(warnings).toEqual([{ code: 'chart_workbook_left', part: 'word/charts/chart1.xml' }])
  })
  test('has the single values too', () => {
    expect(book(filled(rows(sheet), data).docx)).toEqual([['B1=T'], ['A2=A', 'B2=1']])
  })
  test('of a chart without tags in its data stays as it is', () => {
    const document = rows([
      ['', 'S'],
      ['a', 1],
    ])
    const before = wordFile(document)
    const read = (docx: Uint8Array) => new PizZip(docx).file(name)?.asBinary()
    expect(read(filled(document, {}).docx)).toBe(read(before))
  })
})
