/** Everything of the list of bad inputs, sent to the running service: the exact answer, and nothing else happens. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AbusedApp, expectProblem, startAbusedApp } from '../../support/abuse.ts'
import type { FormParts } from '../../support/app.ts'
import { docxOf, docxWith, paragraph } from '../../support/docx-package.ts'
import { BROKEN_JSON, PLAIN_VALUES, REFUSED_DATA } from '../../support/hostile-data.ts'
import { CLEANED_DOCX, HOSTILE_DOCX, HOSTILE_TAGS } from '../../support/hostile-docx.ts'

let abused: AbusedApp
const GOOD = { filename: 'good.docx', bytes: docxWith('Hello {a}') }
const docx = (bytes: Uint8Array) => ({ filename: 'hostile.docx', bytes })

beforeAll(async () => {
  abused = await startAbusedApp()
})
afterAll(() => abused.close())

describe('hostile templates', () => {
  test.each(HOSTILE_DOCX)('$id $name: $code, $finding', async ({ bytes, code, finding }) => {
    const template = docx(bytes())
    for (const path of ['/render', '/templates', '/validate-template']) {
      expectProblem(await abused.sendForm(path, [['template', template]]), code, finding)
    }
    await abused.nothingHappened()
  })

  test.each(HOSTILE_TAGS)('$id $name: $code', async ({ bytes, code }) => {
    const template = docx(bytes())
    const render = await abused.sendForm('/render', [['template', template]])
    expectProblem(render, code)
    expectProblem(await abused.sendForm('/templates', [['template', template]]), code)
    const validation = await abused.sendForm('/validate-template', [['template', template]])
    if (code === 'template_invalid') {
      expect(validation.status).toBe(200)
      expect(validation.problem).toMatchObject({ valid: false, errors: render.problem.errors })
    } else expectProblem(validation, code)
    await abused.nothingHappened()
  })

  test('every unclosed and crossed tag is reported at once', async () => {
    const template = docx(
      docxOf({ body: ['{#a}', '{#b}{/c}', '{/d}', '{e'].map(paragraph).join('') }),
    )
    const { problem } = await abused.sendForm('/render', [['template', template]])
    expect(problem.code).toBe('template_invalid')
    for (const finding of problem.errors ?? []) {
      expect(finding).toMatchObject({
        tag: expect.any(String),
        part: 'word/document.xml',
        paragraph: expect.any(String),
        detail: expect.any(String),
        fix: expect.any(String),
      })
    }
    const said = JSON.stringify(problem.errors)
    for (const tag of ['{#a}', '{#b}', '{/c}', '{/d}', '{e']) expect(said).toContain(tag)
  })

  test.each(CLEANED_DOCX)('$name renders, and nothing is fetched', async ({ bytes }) => {
    const template = ['template', docx(bytes())] as const
    const answer = await abused.sendForm('/validate-template', [template])
    expect(answer.status).toBe(200)
    const made = await abused.sendForm('/render', [template, ['data', '{}']])
    expect([made.status, made.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    await abused.nothingHappened()
  })

  test('D7 a loop in a loop in a loop over a hundred items each is refused', async () => {
    const template = docx(docxWith('{#a}{#a}{#a}x{/a}{/a}{/a}'))
    const data = JSON.stringify({ a: Array.from({ length: 100 }, (_, n) => n) })
    const answer = await abused.sendForm('/render', [
      ['template', template],
      ['data', data],
    ])
    expectProblem(answer, 'render_limit_exceeded')
    await abused.nothingHappened('pdf')
  })
})

describe('tables and looks that the data cannot have', () => {
  const cell = (text: string): string => `<w:tc>${paragraph(text)}</w:tc>`
  const row = (...cells: string[]): string => `<w:tr>${cells.map(cell).join('')}</w:tr>`
  const grid = '<w:tblGrid><w:gridCol w:w="900"/><w:gridCol w:w="900"/></w:tblGrid>'
  const table = (...rows: string[]): string =>
    `<w:tbl><w:tblPr/>${grid}${rows.join('')}</w:tbl>${paragraph('end')}`
  const months = '{#months | columns}'
  const shade = '{~cell.shade: look.shade}'
  const span = '{~cell.colspan: span}'
  test.each([
    ['columns from an object', table(row('a', `${months}x{/}`)), months, '/months', 'an object'],
    ['a colour that is none', table(row(shade, '')), shade, '/look/shade', '"rouge" is no colour'],
    [
      'an unknown style',
      paragraph('{~paragraph.style: look.style}x'),
      '{~paragraph.style: look.style}',
      '/look/style',
      '"Fancy" is no paragraph style',
    ],
    [
      'spans that overlap',
      table(row('{~cell.rowspan: span}', ''), row(span, '')),
      span,
      '/span',
      'overlaps',
    ],
    ['a span that hides a text', table(row(span, 'secret')), span, '/span', '"secret"'],
  ])('%s: tag, pointer and value', async (_name, body, tag, pointer, words) => {
    const data = { months: { may: 1 }, look: { shade: 'rouge', style: 'Fancy' }, span: 2 }
    const answer = await abused.sendForm('/render', [
      ['template', docx(docxOf({ body }))],
      ['data', JSON.stringify(data)],
    ])
    expectProblem(answer, 'data_invalid', 'value_unusable')
    const found = { tag, pointer, detail: expect.stringContaining(words) }
    expect(answer.problem.errors).toContainEqual(expect.objectContaining(found))
    await abused.nothingHappened()
  })

  test('columns that begin in one row and end in another', async () => {
    const template = docx(docxOf({ body: table(row(months, ''), row('', '{/}')) }))
    const answer = await abused.sendForm('/render', [['template', template]])
    expectProblem(answer, 'template_invalid', 'section_misplaced')
    expect(answer.problem.errors?.[0]).toMatchObject({ tag: months })
    await abused.nothingHappened()
  })
})

describe('hostile data', () => {
  test.each(BROKEN_JSON)('$id $name: $code, in a part, a file and a body', async (hostile) => {
    for (const value of [
      hostile.text(),
      { filename: 'd.json', bytes: Buffer.from(hostile.text()) },
    ]) {
      const parts: FormParts = [
        ['template', GOOD],
        ['data', value],
      ]
      expectProblem(await abused.sendForm('/render', parts), hostile.code, hostile.finding)
    }
    const json = { 'content-type': 'application/json' }
    const body = await abused.send('/render', hostile.text(), json)
    expectProblem(body, hostile.code, hostile.text() === '' ? '' : hostile.finding)
    await abused.nothingHappened()
  })

  test.each(REFUSED_DATA)('$id $name: $code', async ({ text, code, finding, pointer }) => {
    const answer = await abused.sendForm('/render', [
      ['template', GOOD],
      ['data', text()],
    ])
    // 25 MiB of data and the quotes around it are more than the plan's 25 MiB file.
    const tooLarge = text().length > 25 * 1_048_576
    expectProblem(answer, tooLarge ? 'file_too_large' : code, tooLarge ? '' : finding)
    if (pointer !== undefined) {
      expect(answer.problem.errors?.map((one) => one.pointer)).toContain(pointer)
    }
    await abused.nothingHappened()
  })

  test('no value of the data is more than text', async () => {
    for (const value of PLAIN_VALUES) {
      const answer = await abused.sendForm('/render-document', [
        ['template', GOOD],
        ['data', JSON.stringify({ a: value })],
        ['format', 'docx'],
      ])
      expect([value, answer.status]).toEqual([value, 200])
    }
  })
})

/** A form written by hand. */
const raw = (...lines: string[]): string => lines.join('\r\n')
const FORM = { 'content-type': 'multipart/form-data; boundary=x' }
const field = (name: string, value: string): string =>
  raw('--x', `Content-Disposition: form-data; name="${name}"`, '', value, '')

describe('hostile forms', () => {
  test('two parts of the same name are both named in the refusal', async () => {
    const answer = await abused.sendForm('/render', [
      ['template', GOOD],
      ['template', GOOD],
      ['data', '{"a":1}'],
    ])
    expectProblem(answer, 'validation_failed', 'repeated')
    expect(answer.problem.errors).toMatchObject([{ pointer: '/template' }])
    await abused.nothingHappened()
  })

  test('unknown, missing and wrong parts are all listed, with the valid ones', async () => {
    const answer = await abused.sendForm('/render', [
      ['tempalte', GOOD],
      ['output_filename', { filename: 'x', bytes: Buffer.from('x') }],
      ['callback', 'http://127.0.0.1:9/'],
    ])
    expectProblem(answer, 'validation_failed', 'unknown')
    expect(answer.problem.errors?.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/tempalte', 'unknown'],
      ['/output_filename', 'kind'],
      ['/callback', 'unknown'],
    ])
    expect(answer.problem.detail).toContain('template, ')
    await abused.nothingHappened()
  })

  test.each([
    [
      'unknown fields',
      { template_id: 'tpl_01k00000000000000000000000', data: {}, url: 'x' },
      '/url',
    ],
    ['a wrong type', { template_id: 12, data: {} }, '/template_id'],
    ['a missing field', { data: {} }, '/template_id'],
    ['data that is a list', { template_id: 'tpl_01k00000000000000000000000', data: [] }, '/data'],
    [
      'an unknown option',
      { template_id: 'tpl_01k00000000000000000000000', options: { dpi: 1 } },
      '/options/dpi',
    ],
  ])('a JSON body with %s is refused by its pointer', async (_what, body, pointer) => {
    const json = { 'content-type': 'application/json' }
    const answer = await abused.send('/render', JSON.stringify(body), json)
    expectProblem(answer, 'validation_failed')
    expect(answer.problem.errors?.map((one) => one.pointer)).toContain(pointer)
    await abused.nothingHappened()
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/mixed; boundary=x',
    'application/json; charset=utf-16',
    'application/octet-stream',
    'no/such type',
  ])('the content type %s is refused', async (type) => {
    const answer = await abused.send('/render', '{"a":1}', { 'content-type': type })
    expectProblem(answer, 'unsupported_media_type')
    await abused.nothingHappened()
  })

  test('a compressed body is refused, not misread', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await abused.send('/render', Buffer.from('1f8b08', 'hex'), headers)
    expectProblem(answer, 'unsupported_media_type')
  })

  test.each([
    [
      'is cut off in a part',
      raw('--x', 'Content-Disposition: form-data; name="data"', '', '{"a":1'),
    ],
    ['is cut off in a header', raw('--x', 'Content-Disposition: form-da')],
    ['lacks its last boundary', field('data', '{"a":1}')],
    ['has another boundary', field('data', '{}').replaceAll('--x', '--y')],
    ['is empty of parts', '--x--\r\n'],
    ['is no form', 'hello'],
    [
      'has a part without a name',
      raw('--x', 'Content-Disposition: form-data', '', 'v', '--x--', ''),
    ],
    ['has a part without headers', raw('--x', '', 'v', '--x--', '')],
  ])('a form that %s is refused', async (_what, body) => {
    const answer = await abused.send('/render', body, FORM)
    expect([400, 422]).toContain(answer.status)
    expectProblem(answer, answer.status === 400 ? 'request_invalid' : 'validation_failed')
    await abused.nothingHappened()
  })

  test.each(['/render', '/render-document', '/templates', '/validate-template'])(
    'POST %s without a body is refused',
    async (path) => {
      const answer = await abused.send(path, Buffer.alloc(0), {})
      expectProblem(answer, 'request_invalid')
    },
  )

  test('a form without a boundary in its content type is refused', async () => {
    const answer = await abused.send('/render', field('data', '{}'), {
      'content-type': 'multipart/form-data',
    })
    expect([400, 415]).toContain(answer.status)
    await abused.nothingHappened()
  })

  test('10,000 fields are refused', async () => {
    const fields = Array.from({ length: 10_000 }, (_, n) => field(`f${n}`, 'v')).join('')
    expectProblem(await abused.send('/render', `${fields}--x--\r\n`, FORM), 'request_invalid')
    const same = field('data', '{}').repeat(10_000)
    expectProblem(await abused.send('/render', `${same}--x--\r\n`, FORM), 'request_invalid')
    await abused.nothingHappened()
  })

  test('1,000 files are refused', async () => {
    const file = { filename: 'a.png', bytes: Buffer.from('x') }
    const parts = Array.from({ length: 1_000 }, () => ['pictures', file] as const)
    expectProblem(await abused.sendForm('/render', parts), 'request_invalid')
    await abused.nothingHappened()
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'a part named %s pollutes nothing',
    async (name) => {
      const answer = await abused.send('/render', `${field(name, '{"polluted":1}')}--x--\r\n`, FORM)
      expectProblem(answer, 'validation_failed')
      await abused.nothingHappened()
    },
  )

  test.each([
    '../../../etc/passwd',
    '/etc/passwd',
    'a\u0000b.docx',
    'x'.repeat(5_000),
    'é"\\.docx',
  ])('a file named %j is only a name', async (filename) => {
    const answer = await abused.sendForm('/render-document', [
      ['template', { ...GOOD, filename: filename.replaceAll('"', '%22') }],
      ['data', '{"a":1}'],
      ['format', 'docx'],
    ])
    expect([200, 400]).toContain(answer.status)
    expect(answer.headers.get('content-disposition') ?? '').not.toMatch(/\.\.|[/\p{Cc}]/u)
  })
})

describe('hostile addresses and methods', () => {
  test.each([
    ['/nothing', 404],
    ['/templates/../../etc/passwd', 404],
    ['/templates/%2e%2e%2f', 422],
    ['/templates/%', 400],
    [`/templates/tpl_${'a'.repeat(3_000)}`, 422],
    ['/templates/tpl_x', 422],
    ['/templates?limit=0', 422],
    ['/templates?limit=1e9', 422],
    ['/templates?cursor=%00', 422],
    ['/templates?limit=1&limit=2', 422],
  ])('GET %s is answered %i', async (path, status) => {
    const answer = await abused.send(path, '', {}, 'GET')
    expect([answer.problem.detail, answer.status]).toEqual([answer.problem.detail, status])
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
  })

  test('an address that does not exist is refused before its body is looked at', async () => {
    expectProblem(await abused.send('/nothing', 'x', { 'content-type': 'text/plain' }), 'not_found')
  })

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    '%s /render is answered 405 with Allow',
    async (method) => {
      const answer = await abused.send('/render', '', {}, method)
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('POST')
    },
  )
})
