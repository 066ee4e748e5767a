/** Headers and footers of sections that loops repeat, and charts in loops: each copy has a part with the data of its item. */
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { type DocxParts, p, paragraph, partXml, texts } from '../../support/docx-builder.ts'
import { findings, merge } from '../../support/merging.ts'

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const C = 'http://schemas.openxmlformats.org/drawingml/2006/chart'
const A = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const items = [{ name: 'Ada' }, { name: 'Bob & Co' }, { name: 'Cy' }]
const section = (references = '', start = ''): string =>
  `<w:sectPr>${references}<w:type w:val="nextPage"/><w:pgSz w:w="11906" w:h="16838"/>${start}</w:sectPr>`
const broken = (references = ''): string => paragraph('', section(references))
/** The footer of the builder is rId1. */
const FOOTER = '<w:footerReference w:type="default" r:id="rId1"/>'

/** What stands in the header and footer of each section, in their order. */
function footers(docx: Uint8Array): string[] {
  const rels = partXml(docx, 'word/_rels/document.xml.rels')
  const xml = partXml(docx)
  expect(xml).not.toContain('paraph-')
  let inherited = ''
  return [...xml.matchAll(/<w:sectPr.*?<\/w:sectPr>/gs)].map(([one]) => {
    const id = /Reference [^>]*r:id="([^"]*)"/.exec(one)?.[1]
    const target = new RegExp(`<Relationship Id="${id}"[^>]*Target="/?(?:word/)?([^"]*)"`).exec(
      rels,
    )?.[1]
    if (target !== undefined) inherited = texts(docx, `word/${target}`).join('|')
    return inherited
  })
}
const merged = (body: string[], data: JsonObject, parts: DocxParts = {}): string[] =>
  footers(merge(body, data, parts).docx)

describe('the footer of a section', () => {
  test('that ends in the loop has the data of its item', () => {
    const body = [p('{#items}'), p('Dear {name}'), broken(FOOTER), p('{/items}'), p('End')]
    const footer = [p('Letter to {name}{^name}nobody{/}')]
    expect(merged(body, { items, name: '' }, { footer })).toEqual([
      'Letter to Ada',
      'Letter to Bob & Co',
      'Letter to Cy',
      'Letter to nobody',
    ])
  })
  test('that begins in the loop has the data of its item, the last one too', () => {
    const body = [
      p('{#items}'),
      p('{#not $first}'),
      broken(FOOTER),
      p('{/}'),
      p('{name}'),
      p('{/items}'),
    ]
    expect(merged(body, { items }, { footer: [p('{name} {$number}')] })).toEqual([
      'Ada 1',
      'Bob & Co 2',
      'Cy 3',
    ])
  })
  test('has the item of the loop that repeats the section, not that of the loop it begins with', () => {
    const lines = [{ name: 'x' }, { name: 'y' }]
    const body = [
      p('{#items}'),
      p('{#lines}'),
      p('{name}'),
      p('{/lines}'),
      broken(FOOTER),
      p('{/items}'),
    ]
    const data = { items: items.map(({ name }) => ({ name, lines })), name: 'nobody' }
    expect(merged(body, data, { footer: [p('{name}')] }).slice(0, 3)).toEqual([
      'Ada',
      'Bob & Co',
      'Cy',
    ])
  })
  test('whose loop opens in its first line has the data of its item', () => {
    const body = [p('{#items}Dear {name}'), p('more'), broken(FOOTER), p('{/items}')]
    const { docx } = merge(body, { items }, { footer: [p('{name}')] })
    expect(footers(docx).slice(0, 3)).toEqual(['Ada', 'Bob & Co', 'Cy'])
    expect(texts(docx).filter((text) => text.startsWith('Dear'))).toHaveLength(3)
  })
  test('is one part for all where it shows the same, and keeps text boxes and loops of its own', () => {
    const box = `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox><w:txbxContent>${p('{title}')}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`
    const body = [p('{#items}'), p('{name}'), broken(FOOTER), p('{/items}')]
    const footer = [box, p('{#all}'), p('{.}'), p('{/all}')]
    const { docx } = merge(body, { items, title: 'T', all: ['a', 'b'] }, { footer })
    expect(partXml(docx, 'word/footer1.xml')).toContain('<w:t xml:space="preserve">T</w:t>')
    expect(texts(docx, 'word/footer1.xml').slice(-2)).toEqual(['a', 'b'])
    expect(partXml(docx, 'word/_rels/document.xml.rels')).not.toContain('rIdParaphPart')
  })
  test('without a value is an error that names the tag', () => {
    const body = [p('{#items}'), p('{name}'), broken(FOOTER), p('{/items}')]
    expect(
      findings('data_missing', () => merge(body, { items }, { footer: [p('{nobody}')] }))[0],
    ).toMatchObject({ tag: '{nobody}', pointer: '/items/0/nobody' })
  })
  test('of a loop within a page stays that of the document', () => {
    const body = [p('{#items}'), p('{name}'), p('{/items}')]
    expect(merged(body, { items, name: 'all' }, { footer: [p('{name}')] })).toEqual(['all'])
  })
})

describe('a chart in a loop', () => {
  const drawing = `<w:p><w:r><w:drawing><a:graphic xmlns:a="${A}"><a:graphicData uri="${C}"><c:chart xmlns:c="${C}" r:id="rIdChart"/></a:graphicData></a:graphic></w:drawing></w:r></w:p>`
  const chart = `<?xml version="1.0"?><c:chartSpace xmlns:c="${C}" xmlns:a="${A}" xmlns:w="${W}"><c:chart><c:title><a:p><a:r><a:t>Sales of {name}</a:t></a:r></a:p></c:title><c:v>{total}</c:v></c:chart></c:chartSpace>`
  const { docx } = merge(
    [p('{#items}'), drawing, p('{/items}')],
    { items: items.map((item, index) => ({ ...item, total: index })) },
    {
      extra: {
        'word/charts/chart1.xml': chart,
        'word/charts/_rels/chart1.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"/>`,
        'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rIdChart" Type="${R}/chart" Target="charts/chart1.xml"/></Relationships>`,
        '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/charts/chart1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawingml.chart+xml"/></Types>`,
      },
    },
  )
  test('is filled with the data of its item', () => {
    const shown = [1, 2, 3].map((number) => partXml(docx, `word/charts/chart${number}.xml`))
    expect(shown.map((xml) => /<a:t[^>]*>([^<]*)<.*<c:v>(\d)/s.exec(xml)?.slice(1))).toEqual([
      ['Sales of Ada', '0'],
      ['Sales of Bob &amp; Co', '1'],
      ['Sales of Cy', '2'],
    ])
    const ids = [...partXml(docx).matchAll(/<c:chart [^>]*r:id="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(3)
    expect(partXml(docx, '[Content_Types].xml').match(/drawingml\.chart\+xml/g)).toHaveLength(3)
    expect(partXml(docx)).not.toContain('paraph-')
  })
})
