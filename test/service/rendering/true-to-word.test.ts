/** What Word stored, and what Word would show, is what LibreOffice prints: through the whole service. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { type DocxParts, docx, p, run } from '../../support/docx-builder.ts'
import { docxOf } from '../../support/docx-package.ts'
import { pdfText } from '../../support/pdf-text.ts'
import {
  deleted,
  former,
  inserted,
  mark,
  paragraphWithMark,
  row,
  tableOf,
} from '../../support/tracked-changes.ts'
import { complexField, fieldPart, simpleField } from '../../support/word-fields.ts'

let service: TestApp
let key: string

beforeAll(async () => {
  service = await startTestApp()
  key = await service.newKey()
})
afterAll(() => service.close())

interface Order {
  data?: object
  options?: object
  format?: string
}

/** The text of each page of a template, uploaded as `secret-upload.docx`. */
async function rendered(
  bytes: Uint8Array,
  { data = {}, options = {}, format = 'pdf' }: Order,
): Promise<string[]> {
  const answer = await service.call('POST', '/render-document', {
    key,
    form: [
      ['template', { filename: 'secret-upload.docx', bytes }],
      ['data', JSON.stringify(data)],
      ['options', JSON.stringify(options)],
      ['format', format],
    ],
  })
  expect([answer.status, answer.status === 200 ? '' : answer.bytes.toString()]).toEqual([200, ''])
  return pdfText(answer.bytes)
}

/** The same of a body. */
const pages = (body: string[], parts: DocxParts = {}, order: Order = {}): Promise<string[]> =>
  rendered(docx(body, parts), order)

describe('fields about the file', () => {
  const header = [complexField('FILENAME \\p', 'K:\\offers\\mine.docx'), simpleField('TITLE', '')]
  const bound = `<w:sdt><w:sdtPr><w:dataBinding w:prefixMappings="xmlns:ns0='http://purl.org/dc/elements/1.1/' xmlns:ns1='http://schemas.openxmlformats.org/package/2006/metadata/core-properties' " w:xpath="/ns1:coreProperties[1]/ns0:title[1]" w:storeItemID="{6C3C8BC8-F283-45AE-878A-BAB7291924A1}"/><w:text/></w:sdtPr><w:sdtContent>${p('Bound')}</w:sdtContent></w:sdt>`
  const footer = [bound, complexField('PAGE', '9'), complexField('NUMPAGES', '9')]
  const body = [p('Body'), '<w:p><w:r><w:br w:type="page"/></w:r></w:p>', p('End')]

  test.each(['pdf', 'pdfua', 'pdfa-3b'])(
    'in a %s neither name our files nor the upload',
    async (format) => {
      const text = await pages(body, { header, footer }, { format })
      expect(text).toHaveLength(2)
      expect(text.map((page) => page.trim())).toEqual([
        'K:\\offers\\mine.docx Body Bound 1 2',
        'K:\\offers\\mine.docx End Bound 2 2',
      ])
    },
  )

  test('print the title that the order gives', async () => {
    const options = { metadata: { title: 'Offer 7' } }
    const [first = ''] = await pages(body, { header, footer }, { options })
    expect(first.trim()).toBe('K:\\offers\\mine.docx Offer 7 Body Offer 7 1 2')
  })
})

describe('tracked changes', () => {
  const body = [
    p('{#items}'),
    `<w:p>${run('{name} ')}${deleted('{price} old')}${inserted('new')}</w:p>`,
    p('{/items}'),
    paragraphWithMark('del', run('Joined ')),
    `<w:p><w:r><w:rPr><w:vanish/>${former('rPr', '')}</w:rPr><w:t>hidden</w:t></w:r>${run('up')}</w:p>`,
    tableOf(row('', ['row', '']), row(mark('del'), ['gone', ''])),
    p('End'),
  ]
  const data = {
    items: [
      { name: 'a', price: 1 },
      { name: 'b', price: 2 },
    ],
  }
  const text = async (changes?: string) =>
    (await pages(body, {}, { data, options: changes === undefined ? {} : { changes } }))
      .join(' ')
      .trim()

  test('are accepted, also inside loops', async () => {
    expect(await text()).toBe('a new b new Joined up row End')
    expect(await text('final')).toBe('a new b new Joined up row End')
  })
  test('are rejected with "original"', async () => {
    expect(await text('original')).toBe('a 1 old b 2 old Joined hiddenup row gone End')
  })
  test('are drawn with "markup"', async () => {
    expect(await text('markup')).toContain('{price} oldnew')
  })
  test('of another name are refused', async () => {
    const answer = await service.call('POST', '/render', {
      key,
      form: [
        ['template', { filename: 'a.docx', bytes: docx(body) }],
        ['options', '{"changes":"none"}'],
      ],
    })
    expect(answer.json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/options/changes' }],
    })
  })
})

test('comments are never drawn', async () => {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml'
  const commented = `<w:p><w:commentRangeStart w:id="0"/>${run('Text')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>`
  const template = docxOf({
    body: commented,
    rels: [{ id: 'rId1', type: 'comments', target: 'comments.xml' }],
    types: { 'word/comments.xml': type },
    files: {
      'word/comments.xml': `<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="0" w:author="Ada" w:initials="A"><w:p><w:r><w:t>Between us</w:t></w:r></w:p></w:comment></w:comments>`,
    },
  })
  expect((await rendered(template, {})).join().trim()).toBe('Text')
})

describe('tables of contents and cross-references', () => {
  const styles = ['TOC1', 'Heading1']
    .map(
      (id) =>
        `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id === 'TOC1' ? 'toc 1' : 'heading 1'}"/><w:pPr>${id === 'TOC1' ? '<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9000"/></w:tabs>' : '<w:outlineLvl w:val="0"/>'}</w:pPr></w:style>`,
    )
    .join('')
  const tab = '<w:r><w:tab/></w:r>'
  const entry = (text: string, page: string, before = '', after = '') =>
    `<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr>${before}${run(text)}${tab}${run(page)}${after}</w:p>`
  const heading = (text: string, mark = '') =>
    `<w:p><w:pPr><w:pStyle w:val="Heading1"/><w:pageBreakBefore/></w:pPr>${mark}${run(text)}</w:p>`
  const start = `${fieldPart('begin')}${fieldPart('text', ' TOC \\o "1-1" ')}${fieldPart('separate')}`
  const contents = [entry('Stored one', '7', start), entry('Stored two', '8', '', fieldPart('end'))]
  const reference = `<w:p>${run('See page ')}${fieldPart('begin')}${fieldPart('text', ' PAGEREF last \\h ')}${fieldPart('separate')}${run('9')}${fieldPart('end')}</w:p>`
  const looped = [
    ...contents,
    p('{#parts}'),
    heading('{name}'),
    p('{/parts}'),
    heading('Last', '<w:bookmarkStart w:id="1" w:name="last"/><w:bookmarkEnd w:id="1"/>'),
    reference,
  ]
  const data = { parts: [{ name: 'Alpha' }, { name: 'Beta' }, { name: 'Gamma' }] }
  const fresh = /^Alpha\W+2 Beta\W+3 Gamma\W+4 Last\W+5$/
  const stored = /^Stored one\W+7 Stored two\W+8$/

  test('list what a loop has made, with the right pages', async () => {
    const text = await pages(looped, { styles }, { data })
    expect(text[0]?.trim()).toMatch(fresh)
    expect(text[4]).toContain('See page 5')
  })
  test('stay as Word stored them with "keep", and a warning says so', async () => {
    const order = { data, options: { contents: 'keep' } }
    expect((await pages(looped, { styles }, order))[0]?.trim()).toMatch(stored)
    const strict = await service.call('POST', '/render', {
      key,
      form: [
        ['template', { filename: 'a.docx', bytes: docx(looped, { styles }) }],
        ['data', JSON.stringify(data)],
        ['options', '{"contents":"keep","strict":true}'],
      ],
    })
    expect(strict.json()).toMatchObject({ errors: [{ code: 'contents_not_refreshed' }] })
  })
  test('stay as Word stored them where the data change neither headings nor paragraphs', async () => {
    const plain = [...contents, heading('One'), p('{name}'), heading('Two')]
    const order = { data: { name: 'Ada' } }
    expect((await pages(plain, { styles }, order))[0]?.trim()).toMatch(stored)
    const refreshed = await pages(plain, { styles }, { ...order, options: { contents: 'refresh' } })
    expect(refreshed[0]?.trim()).toMatch(/^One\W+2 Two\W+3$/)
  })
})
