/** Tags in attributes, addresses and stored values: they are filled, or an error names them. */
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { type DocxParts, p, paragraph, partXml, run } from '../../support/docx-builder.ts'
import { findings, merge } from '../../support/merging.ts'

const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const WP = 'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
const W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
const picture = (descr: string): string =>
  paragraph(
    `<w:r><w:drawing><wp:inline ${WP}><wp:docPr id="4" name="Pic" descr="${descr}"/></wp:inline></w:drawing></w:r>`,
  )
const control = (kind: string, shown = 'choose'): string =>
  paragraph(
    `<w:sdt><w:sdtPr><w:tag w:val="{value}"/>${kind}</w:sdtPr><w:sdtContent>${run(shown)}</w:sdtContent></w:sdt>`,
  )
const BOX = `<w14:checkbox ${W14}><w14:checked w14:val="0"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/><w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox>`
const LIST =
  '<w:dropDownList><w:listItem w:displayText="Paid in full" w:value="paid"/><w:listItem w:displayText="Open" w:value="open"/></w:dropDownList>'

const bodyOf = (body: string[], data: JsonObject, extra: DocxParts = {}): string =>
  partXml(merge(body, data, extra).docx)
const inBody = (
  body: string[],
  data: JsonObject,
  pattern: RegExp,
  extra: DocxParts = {},
): string[] => [...bodyOf(body, data, extra).matchAll(pattern)].map(([, found = '']) => found)

describe('alternative texts', () => {
  test('are filled with the data of their place, also in loops and beside text', () => {
    const body = [
      p('{#items}'),
      picture('Photo of {name} &quot;{kind | upper}&quot;'),
      p('{name}'),
      p('{/}'),
    ]
    const data = { kind: 'a<b', items: [{ name: 'A & B' }, { name: 'C' }] }
    expect(inBody(body, data, /descr="([^"]*)"/g)).toEqual([
      'Photo of A &amp; B &quot;A&lt;B&quot;',
      'Photo of C &quot;A&lt;B&quot;',
    ])
  })
  test('without a value are an error that names the tag', () => {
    expect(findings('data_missing', () => merge([picture('{nobody}')], { a: 1 }))).toMatchObject([
      { tag: '{nobody}', pointer: '/nobody', paragraph: '{nobody}' },
    ])
  })
  test('cannot hold a section', () => {
    const codes = findings('template_invalid', () => merge([picture('{#a}x{/a}')], {})).map(
      ({ code }) => code,
    )
    expect(new Set(codes)).toEqual(new Set(['section_misplaced']))
  })
  test('keep braces that are text', () => {
    expect(inBody([picture('{1, 2} {a}'), p('{a}')], { a: 'x' }, /descr="([^"]*)"/g)).toEqual([
      '&#123;1, 2&#125; x',
    ])
  })
  test('of tables are filled', () => {
    const table =
      '<w:tbl><w:tblPr><w:tblCaption w:val="{a}"/></w:tblPr><w:tblGrid/><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>'
    expect(inBody([table], { a: 'x' }, /<w:tblCaption([^/]*)/g)).toEqual([' w:val="x"'])
  })
})

describe('addresses of links', () => {
  const linked = (target: string): DocxParts => ({
    extra: {
      'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId9" Type="${R}/hyperlink" Target="${target}" TargetMode="External"/></Relationships>`,
    },
  })
  const link = `<w:p><w:hyperlink r:id="rId9">${run('Open')}</w:hyperlink></w:p>`
  const targets = (body: string[], data: JsonObject, target: string): string[] => {
    const { docx } = merge(body, data, linked(target))
    const rels = partXml(docx, 'word/_rels/document.xml.rels')
    const ids = [...partXml(docx).matchAll(/<w:hyperlink r:id="([^"]*)"/g)].map(([, id]) => id)
    return ids.map((id) => new RegExp(`Id="${id}"[^>]*Target="([^"]*)"`).exec(rels)?.[1] ?? 'none')
  }
  test.each([
    ['https://example.org/{id}', 'https://example.org/42'],
    ['https://example.org/%7Bid%7D', 'https://example.org/42'],
    ['mailto:{mail}', 'mailto:a@b.fr'],
    ['http://{url}', 'https://x.org/?a=1&amp;b=2'],
    ['https://example.org/{id%20%7C%20pad:5}', 'https://example.org/00042'],
  ])('%s leads to %s', (target, wanted) => {
    const data = { id: 42, mail: 'a@b.fr', url: 'https://x.org/?a=1&b=2' }
    expect(targets([link], data, target)).toEqual([wanted])
  })
  test('in a loop each copy has its own', () => {
    const body = [p('{#items}'), link, p('{/}')]
    expect(targets(body, { items: [{ id: 1 }, { id: 2 }] }, 'https://example.org/{id}')).toEqual([
      'https://example.org/1',
      'https://example.org/2',
    ])
  })
  test('that nobody may follow are an error that names the tag', () => {
    expect(
      findings('data_invalid', () =>
        merge([link], { url: 'javascript:alert(1)' }, linked('http://{url}')),
      ),
    ).toMatchObject([{ tag: '{url}', detail: expect.stringContaining('address of the link') }])
  })
  test('of HYPERLINK fields are filled', () => {
    const field = paragraph(
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://x.org/{id}" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>x</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
    )
    expect(inBody([field], { id: 7 }, /<w:instrText[^>]*>([^<]*)/g)).toEqual([
      ' HYPERLINK "https://x.org/7" ',
    ])
  })
})

describe('controls', () => {
  test.each([
    [true, '1', '☒'],
    [false, '0', '☐'],
    ['no', '0', '☐'],
    ['yes', '1', '☒'],
  ])('a check box for %s has %s and shows %s', (value, on, shown) => {
    const xml = bodyOf([control(BOX, '☐'), p('{value}')], { value })
    expect(/w14:checked w14:val="(\d)"/.exec(xml)?.[1]).toBe(on)
    expect(/<w:sdtContent>.*?<w:t[^>]*>([^<]*)/.exec(xml)?.[1]).toBe(shown)
  })
  test('a drop-down shows the text of its item, by value or text', () => {
    const shown = (value: string) =>
      inBody([control(LIST)], { value }, /<w:sdtContent>.*?<w:t[^>]*>([^<]*)/g)
    expect([shown('paid'), shown('Open')]).toEqual([['Paid in full'], ['Open']])
  })
  test('a value that is not in the list is an error that names the list', () => {
    expect(findings('data_invalid', () => merge([control(LIST)], { value: 'late' }))).toMatchObject(
      [
        {
          tag: '{value}',
          detail: 'The value is not in the list of the drop-down: Paid in full, Open.',
        },
      ],
    )
  })
  test('a combo box and a date show any text', () => {
    const data = { value: 'late' }
    for (const kind of ['<w:comboBox/>', '<w:date w:fullDate="2020-01-01T00:00:00Z"/>']) {
      expect(inBody([control(kind)], data, /<w:sdtContent>.*?<w:t[^>]*>([^<]*)/g)).toEqual(['late'])
    }
  })
})

describe('other parts', () => {
  test('WordArt and watermarks in headers', () => {
    const art = paragraph(
      '<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textpath on="t" string="{status}"/></v:shape></w:pict></w:r>',
    )
    const { docx } = merge([p('x')], { status: 'DRAFT "1"' }, { header: [art] })
    expect(partXml(docx, 'word/header1.xml')).toContain('string="DRAFT &quot;1&quot;"')
  })
  test('company and further properties are filled', () => {
    const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
    const app = `<Properties xmlns="${OFFICE}/extended-properties"><Company>{name}</Company></Properties>`
    const { docx } = merge(
      [p('x')],
      { name: 'Ada' },
      { extra: { 'docProps/app.xml': app, '[Content_Types].xml': types(), '_rels/.rels': rels() } },
    )
    expect(partXml(docx, 'docProps/app.xml')).toContain('<Company>Ada</Company>')
  })
})

/** The content types of a small document with extended properties. */
function types(): string {
  const main = 'application/vnd.openxmlformats-officedocument'
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}.wordprocessingml.document.main+xml"/><Override PartName="/docProps/app.xml" ContentType="${main}.extended-properties+xml"/></Types>`
}

const rels = (): string =>
  `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${R}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${R}/extended-properties" Target="docProps/app.xml"/></Relationships>`
