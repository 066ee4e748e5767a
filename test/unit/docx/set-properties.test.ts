/** Tags that print nothing: colours, shading and styles by data, and cells that the data merge. */
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/kernel/json.ts'
import {
  p,
  paragraph,
  partXml,
  rows,
  run,
  table,
  texts,
  type Xml,
} from '../../support/docx-builder.ts'
import { findings, merge } from '../../support/merging.ts'

const STYLES =
  '<w:style w:type="paragraph" w:styleId="Titre1"><w:name w:val="heading 1"/></w:style>' +
  '<w:style w:type="character" w:styleId="Fort"><w:name w:val="Strong"/></w:style>' +
  '<w:style w:type="table" w:styleId="Grille"><w:name w:val="Table Grid"/></w:style>'

function merged(body: Xml[], data: JsonObject = {}) {
  const { docx } = merge(body, data, { styles: STYLES })
  const xml = partXml(docx)
  expect(xml).not.toContain('paraph-')
  return { xml, texts: texts(docx), rows: rows(docx) }
}
const refused = (body: Xml[], data: JsonObject = {}) =>
  findings('data_invalid', () => merge(body, data, { styles: STYLES }))

test('the text after a tag has its colour, up to the next one', () => {
  const { xml, texts: shown } = merged(
    [p('Due: {~text.color: late ? "#c00" : ""}{days} days{~text.color: ""} from now', ', really')],
    { late: true, days: 3 },
  )
  expect(shown).toEqual(['Due: 3 days from now, really'])
  expect(xml).toContain(
    '<w:t xml:space="preserve">Due: </w:t></w:r><w:r><w:rPr><w:color w:val="CC0000"/></w:rPr><w:t xml:space="preserve">3 days</w:t></w:r><w:r><w:t xml:space="preserve"> from now</w:t>',
  )
  expect(
    merged([p('{~text.color: late ? "red" : ""}{days}')], { late: false, days: 3 }).xml,
  ).not.toContain('w:color')
  const style = merged([p('{~text.style: "strong"}{~text.shade: "yellow"}a', 'b'), p('c')]).xml
  const look =
    '<w:rPr><w:rStyle w:val="Fort"/><w:shd w:val="clear" w:color="auto" w:fill="FFFF00"/></w:rPr>'
  expect(style.split(look)).toHaveLength(3)
  expect(style.indexOf('>c<')).toBeGreaterThan(style.lastIndexOf(look))
})

test('paragraphs, cells, rows and tables get colours and styles; the smaller thing wins', () => {
  const body = [
    paragraph(
      run('{~paragraph.style: "Heading 1"}{~paragraph.shade: "FFEEDD"}x', '<w:b/>'),
      '<w:jc w:val="center"/>',
    ),
    table(
      [
        '{~table.style: "table grid"}{~row.shade: "#010203"}{~row.color: "white"}a',
        '{~cell.shade: "red"}{~cell.color: "blue"}b',
      ],
      ['c', 'd'],
    ),
  ]
  const { xml } = merged(body)
  expect(xml).toContain(
    '<w:pPr><w:pStyle w:val="Titre1"/><w:shd w:val="clear" w:color="auto" w:fill="FFEEDD"/><w:jc w:val="center"/></w:pPr>',
  )
  expect(xml).toContain('<w:tblPr><w:tblStyle w:val="Grille"/>')
  const [, first = '', second = '', third = ''] = xml.split('<w:tc>')
  expect(first).toContain('w:fill="010203"')
  expect(first).toContain('<w:color w:val="FFFFFF"/>')
  expect(second).toContain('w:fill="FF0000"')
  expect(second).toContain('<w:color w:val="0000FF"/>')
  expect(third).not.toMatch(/w:fill|w:color /)
})

test('a row of a loop has the shade of its item, in a header as well', () => {
  const body = table(['{#lines}{~row.shade: bad ? "#FFC7CE" : ""}{name}', 'x{/lines}'])
  const lines = [{ name: 'a', bad: true }, { name: 'b' }]
  const { docx } = merge([p('x')], { lines }, { header: [body, p('')] })
  const [first = '', second = ''] = partXml(docx, 'word/header1.xml').split('</w:tr>')
  expect(first.match(/FFC7CE/g)).toHaveLength(2)
  expect(second).not.toContain('FFC7CE')
})

test('equal neighbours are merged, down and across', () => {
  const cities = [
    ['FR', 'Lyon'],
    ['FR', 'Nice'],
    ['ES', 'Vigo'],
    ['FR', 'Metz'],
  ]
  const lines = cities.map(([country = '', city = '']) => ({ country, city }))
  const { xml, rows: shown } = merged(
    [table(['{#lines}{~cell.merge_down: country}{country}', '{city}{/lines}'])],
    { lines },
  )
  expect(shown).toEqual([
    ['FR', 'Lyon'],
    ['', 'Nice'],
    ['ES', 'Vigo'],
    ['FR', 'Metz'],
  ])
  expect(xml.match(/<w:vMerge[^>]*>/g)).toEqual(['<w:vMerge w:val="restart"/>', '<w:vMerge/>'])
  const across = merged([table(['{#years | columns}{~cell.merge_right: year}{year}{/}', 'x'])], {
    years: [{ year: 1 }, { year: 1 }, { year: 2 }],
  })
  expect(across.rows).toEqual([['1', '2', 'x']])
  expect(across.xml).toContain('<w:gridSpan w:val="2"/>')
})

test('a cell is over as many cells as the data say, to the right and below', () => {
  const { xml, rows: shown } = merged(
    [table(['{~cell.colspan: n}{~cell.rowspan: 2}T', '', 'c'], ['', '', 'f'], ['g', 'h', 'i'])],
    { n: 2 },
  )
  expect(shown).toEqual([
    ['T', 'c'],
    ['', 'f'],
    ['g', 'h', 'i'],
  ])
  expect(
    xml.match(/<w:tcW w:w="4800" w:type="dxa"\/><w:gridSpan w:val="2"\/><w:vMerge[^>]*>/g),
  ).toHaveLength(2)
  expect(merged([table(['{~cell.colspan: n}T', 'b'])], { n: 1 }).rows).toEqual([['T', 'b']])
})

test('a value that cannot be used names tag, pointer and value', () => {
  const tag = '{~cell.shade: look.color}'
  expect(refused([table([tag])], { look: { color: 'rouge' } })).toMatchObject([
    {
      tag,
      pointer: '/look/color',
      code: 'value_unusable',
      detail: expect.stringContaining('"rouge" is no colour'),
    },
  ])
  expect(refused([p('{~text.color: list}x')], { list: [1] })[0]?.detail).toContain('a list')
  const [style] = refused([p('{~paragraph.style: name}x')], { name: 'Headin 1' })
  expect(style).toMatchObject({ pointer: '/name' })
  expect(style?.detail).toContain(
    '"Headin 1" is no paragraph style of the document; did you mean "heading 1"?',
  )
  expect(refused([p('{~text.style: "heading 1"}x')])[0]?.detail).toContain('no character style')
})

test('spans that overlap, reach too far, or hide text are refused', () => {
  const detail = (...cells: string[][]) => refused([table(...cells)], { n: 'two' })[0]?.detail
  expect(detail(['{~cell.colspan: 2}', '{~cell.colspan: 2}', ''])).toContain(
    'overlaps the cells of {~cell.colspan: 2}',
  )
  expect(detail(['{~cell.rowspan: 2}', ''], ['{~cell.colspan: 2}', ''])).toContain(
    'overlaps the cells of {~cell.rowspan: 2}',
  )
  expect(detail(['a', '{~cell.rowspan: 2}'], ['{~cell.colspan: 2}', ''])).toContain('overlaps')
  expect(detail(['{~cell.colspan: 3}', ''])).toContain(
    '"3" is more than there are cells in line: 2',
  )
  expect(detail(['{~cell.rowspan: 2}', ''])).toContain(
    '"2" is more than there are cells in line: 1',
  )
  expect(detail(['{~cell.colspan: n}', ''])).toContain('"two" is no number of cells')
  expect(detail(['{~cell.colspan: 2}a', 'secret'])).toContain('would hide another text: "secret"')
})

test('a tag that sets nothing known, or stands elsewhere, is a mistake of the template', () => {
  const wrong = (...body: Xml[]) => findings('template_invalid', () => merge(body, { a: 1 }))
  expect(wrong(table(['{~cell.shad: a}']))).toMatchObject([
    { code: 'property_misplaced', fix: 'Did you mean cell.shade?' },
  ])
  expect(wrong(p('{~row.shade: a}'))[0]?.detail).toContain('does not stand in one')
  expect(wrong(p('{~text.color:}'))[0]?.code).toBe('expression_empty')
  expect(wrong(p('{~text.color: a | uper}'))[0]?.code).toBe('filter_unknown')
})

test('a value that is missing is missing', () => {
  expect(findings('data_missing', () => merge([table(['{~cell.shade: none}'])], {}))).toMatchObject(
    [{ pointer: '/none' }],
  )
})
