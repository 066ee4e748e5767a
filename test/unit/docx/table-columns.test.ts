/** Columns of tables from data, and columns under conditions: cells, grid, widths, what lies over them. */
import { expect, test } from 'vitest'
import { inspectTemplate } from '../../../src/docx/fields/inspect.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { cell, docx, p, partXml, rows, table, type Xml } from '../../support/docx-builder.ts'
import { findings, merge } from '../../support/merging.ts'

/** The table of a document: its cells, its grid, and what each cell spans. */
function tableOf(body: Xml[], data: JsonObject) {
  const { docx: merged } = merge(body, data)
  const xml = partXml(merged)
  expect(xml).not.toContain('paraph-')
  const spans = [...xml.matchAll(/<w:tr>(.*?)<\/w:tr>/gs)].map(([, row = '']) =>
    row
      .split('</w:tc>')
      .slice(0, -1)
      .map((one) => Number(/<w:gridSpan w:val="(\d+)"/.exec(one)?.[1] ?? 1)),
  )
  const grid = [...xml.matchAll(/<w:gridCol w:w="(\d+)"\/>/g)].map(([, width]) => Number(width))
  for (const row of spans) expect(row.reduce((sum, span) => sum + span, 0)).toBe(grid.length)
  return { texts: rows(merged), spans, grid, xml }
}
const over = (text: string, span: number): Xml =>
  `<w:tc><w:tcPr><w:tcW w:w="4800" w:type="dxa"/><w:gridSpan w:val="${span}"/></w:tcPr>${p(text)}</w:tc>`
const withRow = (xml: Xml, cells: Xml): Xml => xml.replace('<w:tr>', `<w:tr>${cells}</w:tr><w:tr>`)
const header = '{#months | columns}{name}{/months}'
const months = [{ name: 'May' }, { name: 'June' }, { name: 'July' }]

test('a column is repeated in each row that says so, and the table keeps its width', () => {
  const body = [
    table(['Item', header, 'Sum'], ['{#lines}{name}', '{#all | columns}{.}{/}', '{sum}{/lines}']),
  ]
  const lines = [
    { name: 'Lamp', all: [1, 2, 3], sum: 6 },
    { name: 'Bulb', all: [4, 5, 6], sum: 15 },
  ]
  const { texts, grid } = tableOf(body, { months, lines })
  expect(texts).toEqual([
    ['Item', 'May', 'June', 'July', 'Sum'],
    ['Lamp', '1', '2', '3', '6'],
    ['Bulb', '4', '5', '6', '15'],
  ])
  expect(grid).toEqual([1440, 1440, 1440, 1440, 1440])
})

test('the ends of a row loop may stand in the cells that are repeated', () => {
  const last = [table(['Item', header], ['{#lines}{name}', '{#all | columns}{.}{/all}{/lines}'])]
  const lines = [
    { name: 'Lamp', all: [1, 2, 3] },
    { name: 'Bulb', all: [4, 5, 6] },
  ]
  const expected = [
    ['Item', 'May', 'June', 'July'],
    ['Lamp', '1', '2', '3'],
    ['Bulb', '4', '5', '6'],
  ]
  expect(tableOf(last, { months, lines }).texts).toEqual(expected)
  const first = [table([header, 'Item'], ['{#lines}{#all | columns}{.}{/}', '{name}{/lines}'])]
  expect(tableOf(first, { months, lines }).texts[2]).toEqual(['4', '5', '6', 'Bulb'])
  const alone = [table([header], ['{#lines}{#all | columns}{.}{/}{/lines}'])]
  expect(tableOf(alone, { months, lines }).texts).toEqual([
    ['May', 'June', 'July'],
    ['1', '2', '3'],
    ['4', '5', '6'],
  ])
})

test('several cells are repeated together, loops over columns nest, and names reach outwards', () => {
  const pair = [table(['x', '{#months | columns}{name} net', '{name} gross{/}'])]
  expect(tableOf(pair, { months: months.slice(0, 2) }).texts).toEqual([
    ['x', 'May net', 'May gross', 'June net', 'June gross'],
  ])
  const nested = [table(['{#years | columns}{#parts | columns}{year}{.}{/}{/}', 'y'])]
  const years = [
    { year: 1, parts: ['a', 'b'] },
    { year: 2, parts: ['c'] },
  ]
  expect(tableOf(nested, { years }).texts).toEqual([['1a', '1b', '2c', 'y']])
})

test('cells over the columns grow with them, shrink, or go with the last', () => {
  const body = [
    withRow(table(['Item', header, 'Sum'], ['a', 'b', 'c']), cell('Title') + over('Both', 2)),
  ]
  const three = tableOf(body, { months })
  expect(three.spans).toEqual([
    [1, 4],
    [1, 1, 1, 1, 1],
    [1, 3, 1],
  ])
  expect(three.xml).toContain('<w:tcW w:w="5760" w:type="dxa"/><w:gridSpan w:val="4"/>')
  const none = tableOf(body, { months: [] })
  expect(none.texts).toEqual([
    ['Title', 'Both'],
    ['Item', 'Sum'],
    ['a', 'c'],
  ])
  expect(none.grid).toEqual([3600, 3600])
})

test('a condition keeps columns or leaves them out, with rows and tables that have no other', () => {
  const body = [
    table(['A', '{#show | columns}B{/}', '{^show | columns}C{/}'], ['{#lines}1', '2', '3{/}']),
    table(['{#show | columns}only{/}']),
    p('end'),
  ]
  expect(tableOf([body[0] ?? ''], { show: true, lines: [1, 2] }).texts).toEqual([
    ['A', 'B'],
    ['1', '2'],
    ['1', '2'],
  ])
  expect(tableOf([body[0] ?? ''], { lines: [1] }).texts).toEqual([
    ['A', 'C'],
    ['1', '3'],
  ])
  const xml = partXml(merge(body, { lines: [] }).docx)
  expect(xml.match(/<w:tbl>/g)).toHaveLength(1)
})

test('a table in a cell has columns of its own', () => {
  const inner = table([header, 'z'])
  const { docx: merged } = merge([table(['{#lines | columns}{#rooms}{.}{/}{/}', inner + p('')])], {
    months,
    lines: [{ rooms: ['a', 'b'] }, { rooms: ['c'] }],
  })
  const xml = partXml(merged)
  expect(xml).not.toContain('paraph-')
  expect(xml.match(/<w:gridCol /g)).toHaveLength(3 + 4)
})

test('what columns cannot be made of names the tag, the place in the data and the fix', () => {
  const object = findings('data_invalid', () =>
    merge([table(['a', header])], { months: { may: 1 } }),
  )
  expect(object).toMatchObject([
    { tag: '{#months | columns}', pointer: '/months', code: 'value_unusable' },
  ])
  expect(object[0]?.detail).toContain('| entries | columns')
  const uneven = [table(['Item', header], ['{#lines}{name}', '{#all | columns}{.}{/}{/lines}'])]
  const lines = [
    { name: 'Lamp', all: [1, 2, 3] },
    { name: 'Bulb', all: [4] },
  ]
  expect(findings('data_invalid', () => merge(uneven, { months, lines }))).toMatchObject([
    {
      tag: '{#all | columns}',
      detail: '{#all | columns} makes 1 columns, and {#months | columns} 3 in the same table.',
    },
  ])
  const many = { months: Array.from({ length: 63 }, () => ({ name: 'x' })) }
  const [fault] = findings('data_invalid', () => merge([table(['a', header])], many))
  expect(fault).toMatchObject({ tag: '{#months | columns}', pointer: '/months' })
  expect(fault?.detail).toContain('64 columns; Word has at most 63')
})

test('a section over columns stands in one row of a table, without else', () => {
  const refused = (...body: Xml[]) => findings('template_invalid', () => merge(body, {}))
  const [rowsFault] = refused(table(['{#months | columns}{name}'], ['{/months}']))
  expect(rowsFault).toMatchObject({ code: 'section_misplaced', tag: '{#months | columns}' })
  expect(rowsFault?.detail).toContain('begins in one row and ends in another')
  expect(refused(p(header))[0]?.detail).toContain('does not stand in the cells of a table')
  expect(refused(table(['{#a | columns}', '{:else}x{/}']))[0]?.detail).toContain('has {:else}')
})

test('the sample data of a template with columns renders', () => {
  const template = docx([
    table(
      ['Item', header, '{#showSum | columns}Sum{/}'],
      ['{#lines}{name}', '{#months | columns}{.}{/}', 'x{/lines}'],
    ),
    table(['{~cell.shade: colour}a', 'b']),
  ])
  const { sample, errors, tags } = inspectTemplate(template)
  expect(errors).toEqual([])
  expect(tags.map(({ kind }) => kind)).toEqual([
    'loop',
    'value',
    'condition',
    'loop',
    'value',
    'loop',
    'value',
    'value',
  ])
  expect(Array.isArray(sample.months)).toBe(true)
})
