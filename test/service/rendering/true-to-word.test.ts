/** What Word stored, and what Word would show, is what LibreOffice prints: through the whole service. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { type DocxParts, docx, p } from '../../support/docx-builder.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { complexField, simpleField } from '../../support/word-fields.ts'

let service: TestApp
let key: string

beforeAll(async () => {
  service = await startTestApp()
  key = await service.newKey()
})
afterAll(() => service.close())

/** Renders a body; the upload is called `secret-upload.docx`. */
async function pages(
  body: string[],
  parts: DocxParts = {},
  {
    data = {},
    options = {},
    format = 'pdf',
  }: { data?: object; options?: object; format?: string } = {},
): Promise<string[]> {
  const answer = await service.call('POST', '/render-document', {
    key,
    form: [
      ['template', { filename: 'secret-upload.docx', bytes: docx(body, parts) }],
      ['data', JSON.stringify(data)],
      ['options', JSON.stringify(options)],
      ['format', format],
    ],
  })
  expect([answer.status, answer.status === 200 ? '' : answer.bytes.toString()]).toEqual([200, ''])
  return pdfText(answer.bytes)
}

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
