/** `steps` of POST /render-document: those of POST /pdf, done on what was rendered, in the same call. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FormParts, startTestApp, type TestApp } from '../../support/app.ts'
import { docx, p } from '../../support/docx-builder.ts'
import { plainDocument } from '../../support/pdf-samples.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { filesOf } from '../../support/zip-files.ts'

let service: TestApp
let key: string

beforeAll(async () => {
  service = await startTestApp()
  key = await service.newKey()
})
afterAll(() => service.close())

const TEMPLATE = { filename: 'letter.docx', bytes: docx([p('Dear {name}')]) }

async function terms() {
  const document = await plainDocument(2)
  document.getPages()[0]?.drawText('Terms', { x: 60, y: 400, size: 30 })
  return { filename: 'terms.pdf', bytes: await document.save(), type: 'application/pdf' }
}

async function render(more: FormParts, by = key, path = '/render-document', data = 'data') {
  service.clock.move(61_000)
  const values = data === 'data' ? '{"name":"Ada"}' : '[{"name":"Ada"},{"name":"Alan"}]'
  const form: FormParts = [['template', TEMPLATE], [data, values], ...more]
  return await service.call('POST', path, { key: by, form })
}
const used = async () => {
  const answer = await service.call('GET', '/usage', { key })
  return answer.json<{ monthly: { documents: { used: number } } }>().monthly.documents.used
}

const APPEND = JSON.stringify([{ type: 'append', file: 'terms.pdf' }, { type: 'page_numbers' }])

test('are done on the rendered PDF, with the files that come along, as one document', async () => {
  const before = await used()
  const answer = await render([
    ['steps', APPEND],
    ['files', await terms()],
    ['output_filename', 'Ada'],
  ])
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(answer.headers['content-disposition']).toContain('"Ada.pdf"')
  const pages = pdfText(answer.bytes)
  expect(pages[0]).toContain('Dear Ada')
  expect(pages[1]).toContain('Terms')
  expect(pages).toHaveLength(3)
  expect(await used()).toBe(before + 1)
})

test('split the document into an archive', async () => {
  const list = [{ type: 'append', file: 'terms.pdf' }, { type: 'split' }]
  const answer = await render([
    ['steps', JSON.stringify(list)],
    ['files', await terms()],
  ])
  expect(answer.headers['content-type']).toBe('application/zip')
  expect([...filesOf(answer.bytes).keys()]).toEqual([
    'letter-1.pdf',
    'letter-2.pdf',
    'letter-3.pdf',
  ])
})

test('come with a stored template as JSON, and keep a PDF/A what it is', async () => {
  const made = await service.call('POST', '/templates', { key, form: [['template', TEMPLATE]] })
  const { id } = made.json<{ id: string }>()
  service.clock.move(61_000)
  const json = {
    template_id: id,
    data: { name: 'Ada' },
    format: 'pdfa-2b',
    steps: [{ type: 'page_numbers' }],
  }
  const answer = await service.call('POST', '/render-document', { key, json })
  expect([answer.status, answer.status === 200 ? '' : answer.bytes.toString()]).toEqual([200, ''])
  expect(answer.bytes.toString('latin1')).toContain('pdfaid:part')
})

test('mark every page of a test key once, those of the files too', async () => {
  const trial = await service.newKey(undefined, undefined, 'test')
  const answer = await render(
    [
      ['steps', APPEND],
      ['files', await terms()],
    ],
    trial,
  )
  expect(pdfText(answer.bytes)).toHaveLength(3)
  expect(answer.status).toBe(200)
})

test('are done on each document of a batch', async () => {
  const more: FormParts = [
    ['steps', APPEND],
    ['files', await terms()],
    ['output', 'pdf'],
  ]
  const answer = await render(more, key, '/render-batch', 'rows')
  expect(answer.status).toBe(200)
  expect(pdfText(answer.bytes)).toHaveLength(6)
})

test.each<[string, FormParts, string]>([
  [
    'without a PDF',
    [
      ['steps', APPEND],
      ['format', 'docx'],
    ],
    '/steps',
  ],
  [
    'beside a password',
    [
      ['steps', APPEND],
      ['options', '{"password":"x"}'],
    ],
    '/options/password',
  ],
  ['that name a file which is missing', [['steps', APPEND]], '/steps/0/file'],
  ['of an unknown type', [['steps', '[{"type":"fold"}]']], '/steps/0'],
  ['that are missing beside files', [['files', { ...TEMPLATE, filename: 'a.pdf' }]], '/steps'],
])('%s are refused by name, and cost nothing', async (_what, more, pointer) => {
  const before = await used()
  const answer = await render(more)
  const { errors } = answer.json<{ errors: { pointer: string }[] }>()
  expect([answer.status, errors[0]?.pointer]).toEqual([422, pointer])
  expect(await used()).toBe(before)
})

test('that split are refused in a batch that is one PDF', async () => {
  const more: FormParts = [
    ['steps', '[{"type":"split"}]'],
    ['output', 'pdf'],
  ]
  const answer = await render(more, key, '/render-batch', 'rows')
  const { errors } = answer.json<{ errors: { pointer: string }[] }>()
  expect([answer.status, errors[0]?.pointer]).toEqual([422, '/steps'])
})

test('make a PDF/A of any PDF, or name what stands against it', async () => {
  const edit = async (list: object[], more: FormParts = []) => {
    service.clock.move(61_000)
    const rendered = await render([])
    const pdf = { filename: 'a.pdf', bytes: rendered.bytes, type: 'application/pdf' }
    const form: FormParts = [['files', pdf], ...more, ['steps', JSON.stringify(list)]]
    return await service.call('POST', '/pdf', { key, form })
  }
  for (const level of ['2b', '3b']) {
    const archive = await edit([{ type: 'archive', level }, { type: 'page_numbers' }])
    expect([level, archive.status]).toEqual([level, 200])
    const text = archive.bytes.toString('latin1')
    expect(text).toContain(`<pdfaid:part>${level[0]}</pdfaid:part>`)
    expect(pdfText(archive.bytes)[0]).toContain('Dear Ada')
  }
  const attached: FormParts = [['files', { ...TEMPLATE, filename: 'data.xml' }]]
  const attach = { type: 'attach', file: 'data.xml' }
  expect((await edit([{ type: 'archive' }, attach], attached)).status).toBe(200)
  expect((await edit([attach, { type: 'archive' }], attached)).status).toBe(200)
  const refused = await edit([attach, { type: 'archive', level: '2b' }], attached)
  expect(refused.json()).toMatchObject({
    code: 'pdf_not_archivable',
    errors: [{ pointer: '/steps/1' }],
  })
})
