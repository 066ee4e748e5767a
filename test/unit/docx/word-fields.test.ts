import { describe, expect, test } from 'vitest'
import { openTemplate } from '../../../src/docx/engine/template-cache.ts'
import type { MergeInput } from '../../../src/docx/merge.ts'
import { type DocxParts, docx, p, partXml, texts } from '../../support/docx-builder.ts'
import { merge } from '../../support/merging.ts'
import { complexField, fieldPart, simpleField } from '../../support/word-fields.ts'

const converted = (
  body: string[],
  parts: DocxParts = {},
  options: Partial<MergeInput> = {},
  data = {},
) => merge(body, data, parts, { converts: true, ...options })

const lines = (body: string[], parts?: DocxParts, options?: Partial<MergeInput>, data = {}) =>
  texts(converted(body, parts, options, data).docx)

const BOOKMARK = '<w:p><w:bookmarkStart w:id="1" w:name="a"/><w:bookmarkEnd w:id="1"/></w:p>'

const ABOUT_THE_FILE = [
  ['FILENAME \\p', 'C:\\Users\\ada\\offer.docx'],
  ['TITLE', 'Offer'],
  ['AUTHOR  \\* Upper', 'ADA'],
  ['SUBJECT', 's'],
  ['KEYWORDS', 'k'],
  ['COMMENTS', 'c'],
  ['DOCPROPERTY "Client name" \\* MERGEFORMAT', 'Durand'],
  ['INFO Title', 'Offer'],
  ['DOCVARIABLE v', 'x'],
  ['SAVEDATE \\@ "d MMMM yyyy"', '4 May 2024'],
  ['PRINTDATE', '5 May 2024'],
  ['CREATEDATE', '3 May 2024'],
  ['LASTSAVEDBY', 'Bob'],
  ['NUMWORDS', '1 234'],
  ['NUMCHARS', '9 876'],
  ['EDITTIME', '17'],
  ['REVNUM', '3'],
  ['FILESIZE', '12345'],
  ['TEMPLATE', 'Normal'],
  ['USERNAME', 'Ada'],
] as const

describe('fields about the file print what Word stored', () => {
  test.each(ABOUT_THE_FILE)('%s', (command, stored) => {
    const made = converted([complexField(command, stored), simpleField(command, stored)])
    expect(texts(made.docx)).toEqual([stored, stored])
    expect(partXml(made.docx)).not.toMatch(/fldChar|fldSimple|instrText/)
    expect(made.warnings).toMatchObject([
      { code: 'field_frozen', part: 'word/document.xml', count: 2 },
    ])
  })

  test.each([
    'PAGE',
    'NUMPAGES',
    'REF a',
    'PAGEREF a',
    'TOC \\o',
    'SEQ Figure',
    'STYLEREF 1',
    'DATE',
  ])('%s stays a field', (command) => {
    const body = [BOOKMARK, complexField(command, '1'), simpleField(command, '1')]
    const made = converted(body)
    expect(partXml(made.docx)).toBe(partXml(docx(body)))
    expect(made.warnings).toEqual([])
  })

  test('the pages of a section are counted where there is one, else as Word stored them', () => {
    const fields = [complexField('SECTIONPAGES', '9'), simpleField('SECTIONPAGES', '9')]
    const one = converted(fields)
    expect(partXml(one.docx)).not.toContain('SECTIONPAGES')
    expect(partXml(one.docx).match(/NUMPAGES/g)).toHaveLength(2)
    expect(one.warnings).toEqual([])
    const end = '<w:p><w:pPr><w:sectPr/></w:pPr></w:p><w:sectPr/>'
    const two = converted([...fields, end])
    expect(texts(two.docx).join()).toContain('9,9')
    expect(two.warnings).toMatchObject([{ code: 'field_frozen', text: 'SECTIONPAGES', count: 2 }])
  })

  test.each([
    ['an IF', 'IF 5 > 3 "many" "few"'],
    ['the number of a record', 'MERGEREC'],
    ['a reference without its bookmark', 'REF _Ref1 \\h'],
    ['the page of a bookmark that is not there', 'PAGEREF "b" \\h'],
    ['one of another name in another letter case', 'REF É'],
  ])('what LibreOffice would lose: %s', (_, command) => {
    const made = converted([BOOKMARK, complexField(command, '7')])
    expect(texts(made.docx).at(-1)).toBe('7')
    expect(partXml(made.docx)).not.toMatch(/fldChar|instrText/)
    expect(made.warnings).toMatchObject([{ code: 'field_frozen', part: 'word/document.xml' }])
  })

  test('a reference whose bookmark the data leave out, and no other', () => {
    const body = [p('{#shown}'), BOOKMARK, p('{/shown}'), complexField('PAGEREF A', '7')]
    const pageOf = (shown: boolean) => partXml(converted(body, {}, {}, { shown }).docx)
    expect(pageOf(true)).toContain('PAGEREF A')
    expect(pageOf(false)).not.toContain('PAGEREF')
    expect(pageOf(false)).toContain('>7<')
  })

  test('a reference to what SET or ASK names stays a field', () => {
    const body = [complexField('SET v "x"', ''), complexField('REF v', 'x')]
    expect(partXml(converted(body).docx)).toContain('REF v')
  })

  test('in headers, footers, text boxes and footnotes too', () => {
    const box = `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox><w:txbxContent>${complexField('FILENAME', 'box.docx')}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`
    const made = converted([box], {
      header: [simpleField('TITLE', 'Head')],
      footer: [complexField('FILENAME', 'foot.docx')],
      footnote: [complexField('AUTHOR', 'Ada')],
    })
    expect(texts(made.docx).join()).toContain('box.docx')
    expect(texts(made.docx, 'word/header1.xml')).toEqual(['Head'])
    expect(texts(made.docx, 'word/footer1.xml')).toEqual(['foot.docx'])
    expect(texts(made.docx, 'word/footnotes.xml')).toContain('Ada')
    expect(made.warnings).toContainEqual({
      code: 'field_frozen',
      text: 'TITLE',
      part: 'word/header1.xml',
    })
  })

  test('nested: the command with its fields goes, the result with its fields stays', () => {
    const inner = `${fieldPart('begin')}${fieldPart('text', 'DOCPROPERTY N')}${fieldPart('separate')}<w:r><w:t>Name</w:t></w:r>${fieldPart('end')}`
    const page = `${fieldPart('begin')}${fieldPart('text', 'PAGE')}${fieldPart('separate')}<w:r><w:t>7</w:t></w:r>${fieldPart('end')}`
    const field = `<w:p>${fieldPart('begin')}${fieldPart('text', 'DOCPROPERTY ')}${inner}${fieldPart('separate')}<w:r><w:t>Durand p. </w:t></w:r>${page}${fieldPart('end')}</w:p>`
    const made = converted([field])
    expect(partXml(made.docx)).toContain('<w:instrText xml:space="preserve">PAGE</w:instrText>')
    expect(partXml(made.docx)).not.toContain('DOCPROPERTY')
    expect(texts(made.docx)).toEqual(['Durand p. PAGE7'])
  })

  test('a command cut into several runs is one command', () => {
    const field = `<w:p>${fieldPart('begin')}${fieldPart('text', ' FILE')}${fieldPart('text', 'NAME ')}${fieldPart('separate')}<w:r><w:t>a.docx</w:t></w:r>${fieldPart('end')}</w:p>`
    expect(lines([field])).toEqual(['a.docx'])
  })

  test('an empty title stays empty, whatever the upload is called', () => {
    const body = [p('x'), complexField('TITLE', ''), simpleField('TITLE', '')]
    expect(lines(body, { title: '' }, { metadata: { untitled: 'upload' } })).toEqual(['x', '', ''])
  })

  test('one that was never computed prints the property that the file has, where Word computes on opening', () => {
    const never = `<w:p>${fieldPart('begin')}${fieldPart('text', 'TITLE')}${fieldPart('end')}</w:p>`
    const both = converted([never], { title: 'Stored', header: [never] }).docx
    expect([texts(both), texts(both, 'word/header1.xml')]).toEqual([[''], ['Stored']])
    const bare = '<w:p><w:fldSimple w:instr="TITLE"/></w:p>'
    expect(lines([never, bare], { title: 'Stored & kept' })).toEqual(['', 'Stored & kept'])
    expect(lines([never, bare], { title: '' })).toEqual(['', ''])
  })

  test('and warn, unless they print what the properties say anyway', () => {
    const warned = (title: string) =>
      converted([complexField('TITLE \\* Upper', 'OFFER')], { title }).warnings
    expect(warned('Offer')).toEqual([])
    expect(warned('Other')).toMatchObject([{ code: 'field_frozen', text: 'TITLE' }])
  })

  test('a document that goes out as .docx keeps its fields', () => {
    const body = [complexField('TITLE', 'Old')]
    expect(partXml(merge(body, {}).docx)).toBe(partXml(docx(body)))
  })
})

describe('data fill them', () => {
  const title = [complexField('TITLE', 'Old'), simpleField('DOCPROPERTY Title', 'Old')]

  test('through the properties that the caller sets', () => {
    const made = converted(title, { title: 'Old' }, { metadata: { title: 'Für <Ada> & co' } })
    expect(texts(made.docx)).toEqual(['Für <Ada> & co', 'Für <Ada> & co'])
    expect(made.warnings).toEqual([])
  })

  test('through a tag in the property', () => {
    expect(lines(title, { title: 'Offer {n}' }, {}, { n: 7 })).toEqual(['Offer 7', 'Offer 7'])
  })

  test('through a tag in the stored text', () => {
    expect(lines([complexField('TITLE', 'Offer {n}')], {}, {}, { n: 7 })).toEqual(['Offer 7'])
  })

  test('in the letter case that the field asks for, and where it never had a result', () => {
    const never = `<w:p>${fieldPart('begin')}${fieldPart('text', 'TITLE \\* Upper')}${fieldPart('end')}</w:p>`
    expect(lines([never], {}, { metadata: { title: 'été' } })).toEqual(['ÉTÉ'])
  })

  test('with an empty property nothing is printed', () => {
    expect(lines(title, { title: 'Old' }, { metadata: { title: '' } })).toEqual(['', ''])
  })

  test('and a result of several runs is replaced as a whole, in the format of the first', () => {
    const field = `<w:p>${fieldPart('begin')}${fieldPart('text', 'TITLE')}${fieldPart('separate')}<w:r><w:rPr><w:b/></w:rPr><w:t>Old</w:t></w:r><w:r><w:br/><w:t> title</w:t></w:r>${fieldPart('end')}</w:p>`
    const { docx: made } = converted([field], {}, { metadata: { title: 'New' } })
    expect(texts(made)).toEqual(['New'])
    expect(partXml(made)).toContain('<w:rPr><w:b/></w:rPr><w:t xml:space="preserve">New</w:t>')
  })
})

describe('content controls bound to a property', () => {
  const control = (property: string, content = p('Stored')) =>
    `<w:sdt><w:sdtPr><w:dataBinding w:prefixMappings="xmlns:ns0='http://purl.org/dc/elements/1.1/'" w:xpath="/ns1:coreProperties[1]/ns0:${property}[1]" w:storeItemID="{6C3C8BC8-F283-45AE-878A-BAB7291924A1}"/><w:text/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`

  test('print what they hold, and what the data say once they say something', () => {
    const body = [control('title')]
    const kept = converted(body, { title: 'Other' }, { metadata: { untitled: 'upload' } })
    expect(texts(kept.docx)).toEqual(['Stored'])
    expect(partXml(kept.docx)).not.toContain('dataBinding')
    const filled = converted(body, { title: 'Other' }, { metadata: { title: 'New' } })
    expect(texts(filled.docx)).toEqual(['New'])
    const empty = converted([control('title', '<w:p/>')], {}, { metadata: { untitled: 'upload' } })
    expect(partXml(empty.docx)).not.toContain('dataBinding')
    expect(partXml(filled.docx)).not.toContain('dataBinding')
  })
})

describe('a field that data complete', () => {
  const nested = (name: string) =>
    `<w:p>${fieldPart('begin')}${fieldPart('begin')}${fieldPart('text', 'QUOTE')}${fieldPart('separate')}<w:r><w:t>${name}</w:t></w:r>${fieldPart('end')}${fieldPart('text', ' "http://127.0.0.1:9/a.png" \\d')}${fieldPart('separate')}<w:r><w:t>stored</w:t></w:r>${fieldPart('end')}</w:p>`

  test.each(['INCLUDEPICTURE', 'INCLUDETEXT', 'DDEAUTO', 'LINK'])(
    'into %s reads nothing: what is stored is printed',
    (name) => {
      const made = converted([nested('{kind}')], {}, {}, { kind: name })
      expect(texts(made.docx)).toEqual(['stored'])
      expect(partXml(made.docx)).not.toMatch(/instrText|fldChar/)
      expect(made.warnings).toEqual([
        { code: 'field_frozen', text: name, part: 'word/document.xml' },
      ])
    },
  )
})

test('the file as it is, converted without data, keeps its stored fields as well', () => {
  const template = docx([complexField('FILENAME', 'mine.docx'), p('{not a tag')])
  expect(texts(openTemplate(template).cleaned().docx)).toEqual(['mine.docx', '{not a tag'])
})
