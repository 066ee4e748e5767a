/** Tags in content controls that are bound to custom XML: they work, and Word's binding stays. */
import { describe, expect, test } from 'vitest'
import { textAtPath } from '../../../src/docx/word-fields/custom-xml.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { edited } from '../../../src/xml/edits.ts'
import { p, paragraph, partXml, run, texts, type Xml } from '../../support/docx-builder.ts'
import { merge } from '../../support/merging.ts'

const ID = '{6F9619FF-8B86-D011-B42D-00CF4FC964FF}'
const STORE =
  '<?xml version="1.0"?><f:form xmlns:f="urn:form"><f:client kind="{kind}"><f:name>{name}</f:name><f:note/></f:client><f:client><f:name>other</f:name></f:client></f:form>'
const bound = (path: string, content: Xml): Xml =>
  `<w:sdt><w:sdtPr><w:alias w:val="x"/><w:dataBinding w:prefixMappings="xmlns:ns0='urn:form'" w:xpath="${path}" w:storeItemID="${ID}"/><w:text/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
const NAME = '/ns0:form[1]/ns0:client[1]/ns0:name[1]'
const rendered = (body: Xml[], data: JsonObject) =>
  merge(body, data, { customXml: { xml: STORE, id: ID.toLowerCase() } }).docx
const storeOf = (docx: Uint8Array) => partXml(docx, 'customXml/item1.xml')

describe('a tag in a bound content control', () => {
  test('is filled in the text and in the XML that the control is bound to', () => {
    const docx = rendered([paragraph(`${run('To ')}${bound(NAME, run('{name}'))}`)], {
      name: 'A & B',
    })
    expect(texts(docx)).toEqual(['To A & B'])
    expect(storeOf(docx)).toContain('<f:name>A &amp; B</f:name>')
    expect(storeOf(docx)).toContain('<f:name>other</f:name>')
    expect(partXml(docx)).toContain('<w:dataBinding ')
  })
  test('also around paragraphs, in empty elements, in attributes and twice', () => {
    const note = '/ns0:form[1]/ns0:client[1]/ns0:note[1]'
    const kind = '/ns0:form[1]/ns0:client[1]/@kind'
    const body = [
      bound(note, p('{note}')),
      paragraph(bound(kind, run('{kind}'))),
      paragraph(bound(NAME, run('{na') + run('me}'))),
      paragraph(bound(NAME, run('{name}'))),
    ]
    const docx = rendered(body, { note: 'one\ntwo', kind: 'a "b"', name: 'N' })
    expect(storeOf(docx)).toContain('<f:client kind="a &quot;b&quot;"><f:name>N</f:name>')
    expect(storeOf(docx)).toContain('<f:note>one\ntwo</f:note>')
    expect(partXml(docx).match(/<w:dataBinding /g)).toHaveLength(4)
  })
  test('in a loop: copies with texts of their own lose the binding, which holds one text only', () => {
    const body = [p('{#items}'), paragraph(bound(NAME, run('{name}'))), p('{/}')]
    const docx = rendered(body, { items: [{ name: 'A' }, { name: 'B' }] })
    expect(texts(docx)).toEqual(['A', 'B'])
    expect(partXml(docx)).not.toContain('dataBinding')
    const one = rendered(body, { items: [{ name: 'A' }] })
    expect(partXml(one)).toContain('dataBinding')
    expect(storeOf(one)).toContain('<f:name>A</f:name>')
  })
  test('leaves controls without tags, and bindings to nothing, as they are', () => {
    const body = [
      paragraph(bound('/ns0:form[1]/ns0:client[2]/ns0:name[1]', run('other'))),
      paragraph(bound('/ns0:form[1]/ns0:client[9]/ns0:name[1]', run('{name}'))),
      paragraph(bound('//count(*)', run('{name}'))),
    ]
    const docx = rendered(body, { name: 'N' })
    expect(texts(docx)).toEqual(['other', 'N', 'N'])
    expect(storeOf(docx)).toBe(STORE)
  })
})

test.each([
  ['/a/b[2]', '<a><b>1</b><b>2</b></a>', '<a><b>1</b><b>x</b></a>'],
  ['/a[1]/c[1]/b[1]', '<a><b>1</b><c><b/></c></a>', '<a><b>1</b><c><b>x</b></c></a>'],
  [
    '/a/c[2]/b',
    '<a><c><b>1</b></c><!-- <c> --><c><b>2</b></c></a>',
    '<a><c><b>1</b></c><!-- <c> --><c><b>x</b></c></a>',
  ],
  ['/q:a/@q:id', '<a z="1" p:id=\'2\'/>', '<a z="1" p:id="x"/>'],
  ['/a/b', '<a><b><c/></b></a>', undefined],
  ['/a/b[3]', '<a><b/><b/></a>', undefined],
  ['/a/text()', '<a>1</a>', undefined],
])('%s in %s', (path, xml, result) => {
  const edit = textAtPath(xml, path, 'x')
  expect(edit === undefined ? undefined : edited(xml, [edit])).toBe(result)
})
