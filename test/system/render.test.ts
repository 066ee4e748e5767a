import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCX_TYPE, type FilePart, startTestApp, type TestApp } from '../support/app.ts'
import { docxOf, docxWith, paragraph } from '../support/docx-package.ts'
import { pdfFacts } from '../support/pdf-facts.ts'

let service: TestApp
let key: string
const letter: FilePart = {
  filename: 'letter.docx',
  bytes: docxWith('Dear {name}, you owe {amount | currency:"EUR"}.'),
}
const data = JSON.stringify({ name: 'Ada', amount: 1234.5 })
const commentMark = (kind: string): string => `<w:comment${kind} w:id="0"/>`

beforeAll(async () => {
  service = await startTestApp()
  key = await service.newKey()
})
afterAll(() => service.close())

describe('POST /render', () => {
  test('answers a PDF with the data in it, a file name and the time of each step', async () => {
    const answer = await service.call('POST', '/render', {
      key,
      form: [
        ['template', letter],
        ['data', data],
        ['output_filename', 'Lettre à Ada'],
      ],
    })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="Lettre a Ada.pdf"; filename*=UTF-8''Lettre%20%C3%A0%20Ada.pdf`,
    )
    expect(answer.headers['server-timing']).toMatch(
      /merge;dur=[\d.]+, queue;dur=[\d.]+, convert;dur=[\d.]+/,
    )
    const { text, pages } = await pdfFacts(answer.bytes)
    expect(pages).toBe(1)
    expect(text).toMatch(/Dear Ada, you owe 1\s234,50\s€\./u)
  })

  test('renders the sample invoice on one page', async () => {
    const [template, json] = await Promise.all(
      ['invoice.docx', 'invoice.json'].map((name) => readFile(resolve('templates', name))),
    )
    const answer = await service.call('POST', '/render', {
      key,
      form: [
        ['template', { filename: 'invoice.docx', bytes: template! }],
        ['data', { filename: 'invoice.json', bytes: json!, type: 'application/json' }],
      ],
    })
    expect(answer.status).toBe(200)
    expect((await pdfFacts(answer.bytes)).pages).toBe(1)
  })

  test('takes the locale, the watermark and the properties of the document', async () => {
    const options = {
      locale: 'en-GB',
      watermark: 'DRAFT',
      metadata: { title: 'A letter', author: 'Paraph' },
    }
    const answer = await service.call('POST', '/render', {
      key,
      form: [
        ['template', letter],
        ['data', data],
        ['options', JSON.stringify(options)],
      ],
    })
    const { text, info } = await pdfFacts(answer.bytes)
    expect(text).toContain('€1,234.50')
    expect(info).toMatchObject({ Title: 'A letter', Author: 'Paraph' })
  })

  test('a template with a comment becomes a PDF without it', async () => {
    const marked = `${commentMark('RangeStart')}<w:r><w:t>Dear {name}</w:t></w:r>${commentMark('RangeEnd')}<w:r>${commentMark('Reference')}</w:r>`
    const bytes = docxOf({
      body: `<w:p>${marked}</w:p>`,
      rels: [{ id: 'rId1', type: 'comments', target: 'comments.xml' }],
      files: {
        'word/comments.xml': `<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="0" w:author="A">${paragraph('check this')}</w:comment></w:comments>`,
      },
      types: {
        'word/comments.xml':
          'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml',
      },
    })
    const answer = await service.call('POST', '/render', {
      key,
      form: [
        ['template', { filename: 'commented.docx', bytes }],
        ['data', data],
      ],
    })
    expect(answer.status).toBe(200)
    expect((await pdfFacts(answer.bytes)).text.trim()).toBe('Dear Ada')
  })

  test('a password closes the file, and opens it', async () => {
    const answer = await service.call('POST', '/render', {
      key,
      form: [
        ['template', letter],
        ['data', data],
        ['options', '{"password":"s3cret"}'],
      ],
    })
    expect(answer.status).toBe(200)
    await expect(pdfFacts(answer.bytes)).rejects.toThrow(/password/i)
    expect((await pdfFacts(answer.bytes, 's3cret')).text).toContain('Dear Ada')
  })

  test('a missing value is refused by default and shown when asked', async () => {
    const form = (missing?: string) => ({
      key,
      form: [
        ['template', letter],
        ['data', '{"name":"Ada"}'],
        ...(missing ? [['options', JSON.stringify({ missing })] as const] : []),
      ] as never,
    })
    const refused = await service.call('POST', '/render', form())
    expect(refused.status).toBe(422)
    expect(refused.json()).toMatchObject({ code: 'data_missing', errors: [{ pointer: '/amount' }] })
    const blank = await service.call('POST', '/render', form('blank'))
    expect((await pdfFacts(blank.bytes)).text).toContain('you owe .')
    const marked = await service.call('POST', '/render', form('mark'))
    expect((await pdfFacts(marked.bytes)).text).toContain('{amount')
  })
})

describe('POST /render-document', () => {
  test.each([
    ['pdf', 'application/pdf'],
    ['pdfa-2b', 'application/pdf'],
    ['pdfa-3b', 'application/pdf'],
    ['pdfua', 'application/pdf'],
    ['docx', DOCX_TYPE],
  ])('answers %s', async (format, type) => {
    const answer = await service.call('POST', '/render-document', {
      key,
      form: [
        ['template', letter],
        ['data', data],
        ['format', format],
      ],
    })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe(type)
    expect(answer.bytes.subarray(0, 4).toString('latin1')).toBe(
      format === 'docx' ? 'PK\u0003\u0004' : '%PDF',
    )
  })

  test('refuses what a format cannot carry', async () => {
    const answer = await service.call('POST', '/render-document', {
      key,
      form: [
        ['template', letter],
        ['data', data],
        ['format', 'pdfa-3b'],
        ['options', '{"password":"x"}'],
      ],
    })
    expect(answer.json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/options/password' }],
    })
  })
})

describe('stored templates', () => {
  test('a stored template renders by its id, from a form and from a JSON body', async () => {
    const stored = await service.call('POST', '/templates', { key, form: [['template', letter]] })
    expect(stored.status).toBe(201)
    const { id } = stored.json<{ id: string }>()
    const byForm = await service.call('POST', '/render', {
      key,
      form: [
        ['template_id', id],
        ['json_data', data],
      ],
    })
    const byJson = await service.call('POST', '/render', {
      key,
      json: { template_id: id, data: JSON.parse(data) },
    })
    for (const answer of [byForm, byJson])
      expect((await pdfFacts(answer.bytes)).text).toContain('Dear Ada')
    expect(byJson.headers['content-disposition']).toContain('letter.pdf')
  })
})
