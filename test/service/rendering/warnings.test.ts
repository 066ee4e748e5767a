/** What a document lacks is said on every way to make one, and refused where the caller wants it whole. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readWarningsField } from '../../../src/http/warnings-field.ts'
import { hasMath } from '../../../src/office/installation.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { docxOf, paragraph } from '../../support/docx-package.ts'
import { smartArtDocx } from '../../support/drawings.ts'
import { shippedInvoice } from '../../support/invoices.ts'
import { pdfText } from '../../support/pdf-text.ts'

let service: TestApp
let key: string
beforeAll(async () => {
  service = await startTestApp()
  key = await service.newKey()
})
afterAll(() => service.close())

const LINK = 'ftp://files.example/a.zip'
const linked = docxOf({
  body: '<w:p><w:hyperlink r:id="rId7"><w:r><w:t>the file</w:t></w:r></w:hyperlink></w:p>',
  rels: [{ id: 'rId7', type: 'hyperlink', target: LINK, mode: 'External' }],
})
const plain = docxOf({ body: paragraph('Nothing to say') })
const part = (bytes: Uint8Array) => ['template', { filename: 'letter.docx', bytes }] as const
const WARNING = `link_removed;text="${LINK}";part="word/document.xml"`

const post = (url: string, bytes: Uint8Array, form: Array<readonly [string, string]> = []) =>
  service.call('POST', url, { key, form: [part(bytes), ...form] })
const used = async () =>
  (await service.call('GET', '/usage', { key })).json<{
    monthly: { documents: { used: number } }
  }>().monthly.documents.used

describe('a document that lacks something', () => {
  test.each(['pdf', 'docx'])('comes with Paraph-Warnings, as %s', async (format) => {
    const answer = await post('/render-document', linked, [['format', format]])
    expect([answer.status, answer.headers['paraph-warnings']]).toEqual([200, WARNING])
  })

  test('says so from /render and /render-facturx as well', async () => {
    expect((await post('/render', linked)).headers['paraph-warnings']).toBe(WARNING)
    const data = JSON.stringify(shippedInvoice())
    const invoice = await post('/render-facturx', linked, [['data', data]])
    expect([invoice.status, invoice.headers['paraph-warnings']]).toEqual([200, WARNING])
  })

  test('is refused when strict, with every warning in both languages, and costs nothing', async () => {
    const before = await used()
    for (const format of ['pdf', 'docx']) {
      const answer = await post('/render-document', linked, [
        ['format', format],
        ['options', '{"strict":true}'],
      ])
      expect([answer.status, answer.json().code]).toEqual([422, 'document_has_warnings'])
      expect(answer.json().errors).toMatchObject([
        {
          code: 'link_removed',
          tag: LINK,
          part: 'word/document.xml',
          detail: expect.stringContaining(LINK),
          fix: expect.any(String),
        },
      ])
    }
    expect(await used()).toBe(before)
  })

  test('is known before: validate-template lists the same warnings', async () => {
    const answer = await post('/validate-template', linked)
    expect(answer.json()).toMatchObject({
      valid: true,
      errors: [],
      warnings: [{ code: 'link_removed', text: LINK, part: 'word/document.xml' }],
    })
  })
})

describe('SmartArt', () => {
  test('is shown by the drawing that Word stored, even if the data do not name it', async () => {
    const answer = await post('/render-document', smartArtDocx({ drawing: true, named: false }))
    expect([answer.status, answer.headers['paraph-warnings']]).toEqual([200, undefined])
    expect(pdfText(answer.bytes).join(' ')).toContain('Start')
  })

  test('without a drawing is told, in the check too; its .docx lacks nothing', async () => {
    const bare = smartArtDocx({ drawing: false, named: true })
    const warning = { code: 'content_removed', text: 'SmartArt (Sketch 1)' }
    const pdf = await post('/render-document', bare)
    expect(readWarningsField(String(pdf.headers['paraph-warnings']))).toMatchObject([warning])
    expect((await post('/validate-template', bare)).json().warnings).toMatchObject([warning])
    const word = await post('/render-document', bare, [['format', 'docx']])
    expect([word.status, word.headers['paraph-warnings']]).toEqual([200, undefined])
  })
})

test('equations are drawn or told, by whether LibreOffice can draw them', async () => {
  const math = 'http://schemas.openxmlformats.org/officeDocument/2006/math'
  const equation = `<m:oMath xmlns:m="${math}"><m:r><m:t>xyz</m:t></m:r></m:oMath>`
  const answer = await post('/render', docxOf({ body: `<w:p>${equation}</w:p>` }))
  const isTold = String(answer.headers['paraph-warnings']).includes('text="equation"')
  expect([answer.status, isTold]).toEqual([200, !(await hasMath())])
  expect(pdfText(answer.bytes).join('').includes('xyz')).toBe(!isTold)
})

describe('the fonts of the service', () => {
  /** CJK extension G: beyond what any font of a machine has. */
  const RARE = '\u{30000}'
  const inFont = (text: string): Buffer =>
    docxOf({
      body: `<w:p><w:r><w:rPr><w:rFonts w:ascii="No Such Font" w:hAnsi="No Such Font"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`,
    })
  const said = (headers: Record<string, unknown>) =>
    readWarningsField(String(headers['paraph-warnings'] ?? ''))

  test('lack a character of the data: said with the character, where it is a PDF that is made', async () => {
    const template = docxOf({ body: paragraph('Dear {name}') })
    const data: Array<readonly [string, string]> = [
      ['data', JSON.stringify({ name: `A${RARE}${RARE}` })],
    ]
    const pdf = await post('/render-document', template, data)
    expect(said(pdf.headers)).toEqual([
      { code: 'glyph_missing', text: RARE, count: 2, part: 'word/document.xml' },
    ])
    const word = await post('/render-document', template, [...data, ['format', 'docx']])
    expect([word.status, word.headers['paraph-warnings']]).toEqual([200, undefined])
    const strict = await post('/render', template, [...data, ['options', '{"strict":true}']])
    expect(strict.json().errors).toMatchObject([
      { code: 'glyph_missing', tag: RARE, paragraph: `Dear A${RARE}${RARE}` },
    ])
  })

  test('lack a font of the template: said with what is used instead, in the check too', async () => {
    const expected = { code: 'font_replaced', text: 'No Such Font', by: expect.any(String) }
    expect(said((await post('/render', inFont('Hello'))).headers)).toEqual([expected])
    const checked = await post('/validate-template', inFont(RARE))
    expect(checked.json().warnings).toMatchObject([{ code: 'glyph_missing', text: RARE }, expected])
  })
})

test('a document that lacks nothing has no such header, strict or not', async () => {
  for (const options of ['{}', '{"strict":true}']) {
    const answer = await post('/render', plain, [['options', options]])
    expect([answer.status, answer.headers['paraph-warnings']]).toEqual([200, undefined])
  }
  expect((await post('/validate-template', plain)).json().warnings).toEqual([])
})
