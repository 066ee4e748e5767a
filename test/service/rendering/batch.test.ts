/** POST /render-batch: a document for each row, bad rows by their number, and nothing for a list that cannot be read. */
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { docx, p } from '../../support/docx-builder.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { filesOf } from '../../support/zip-files.ts'

let service: TestApp
let key: string

beforeAll(async () => {
  service = await startTestApp()
  key = await service.newKey()
})
afterAll(() => service.close())

const TEMPLATE = { filename: 'letter.docx', bytes: docx([p('Dear {client.name}, no. {number}.')]) }

async function batch(rows: string | Uint8Array, more: readonly (readonly [string, string])[] = []) {
  service.clock.move(61_000)
  const list = typeof rows === 'string' ? Buffer.from(rows) : rows
  return await service.call('POST', '/render-batch', {
    key,
    form: [['template', TEMPLATE], ['rows', { filename: 'rows.csv', bytes: list }], ...more],
  })
}

const used = async () => {
  const answer = await service.call('GET', '/usage', { key })
  return answer.json<{ monthly: { documents: { used: number } } }>().monthly.documents.used
}

const ROWS = [
  { number: 1, client: { name: 'Ada' } },
  { number: 2, client: { name: 'Alan' } },
  { number: 3, client: { name: 'Łucja' } },
]

describe('rows', () => {
  test.each([
    ['a JSON array', JSON.stringify(ROWS)],
    ['JSON lines', ROWS.map((row) => JSON.stringify(row)).join('\n')],
    [
      'CSV',
      `client.name;number\n${ROWS.map((row) => `"${row.client.name}";${row.number}`).join('\n')}\n`,
    ],
  ])('as %s are documents in an archive, in their order', async (_what, rows) => {
    const answer = await batch(rows, [['name_from', 'client.name']])
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(answer.headers['paraph-failed-rows']).toBeUndefined()
    const files = filesOf(answer.bytes)
    expect([...files.keys()]).toEqual(['Ada.pdf', 'Alan.pdf', 'Łucja.pdf'])
    expect(pdfText(files.get('Łucja.pdf') ?? Buffer.alloc(0))[0]).toContain('Dear Łucja, no. 3.')
  })

  test('are one PDF with a bookmark for each', async () => {
    const answer = await batch(JSON.stringify(ROWS), [
      ['output', 'pdf'],
      ['output_filename', 'all.pdf'],
    ])
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(pdfText(answer.bytes).map((text) => /no\. \d/.exec(text)?.[0])).toEqual([
      'no. 1',
      'no. 2',
      'no. 3',
    ])
    const document = await PDFDocument.load(answer.bytes)
    expect(document.catalog.toString()).toContain('/Outlines')
  })

  test('that are bad are reported by their number, cost nothing, and the rest is done', async () => {
    const before = await used()
    const answer = await batch(JSON.stringify([ROWS[0], { number: 2 }, ROWS[2]]))
    expect([answer.status, answer.headers['paraph-failed-rows']]).toEqual([200, '2'])
    const files = filesOf(answer.bytes)
    expect([...files.keys()]).toEqual(['0001.pdf', '0003.pdf', 'errors.json'])
    const [error] = JSON.parse((files.get('errors.json') ?? '').toString())
    expect(error).toMatchObject({ row: 2, code: 'data_missing' })
    expect(await used()).toBe(before + 2)
  })
})

describe('what is refused makes no document and costs none', () => {
  test.each<[string, string | Uint8Array, number, RegExp]>([
    ['a list without rows', '[]', 422, /no rows/],
    ['a CSV in Latin-1', Buffer.from('client.name;number\nJosé;1\n', 'latin1'), 422, /UTF-8/],
    ['a row that is no object', '[1]', 422, /Row 1 is not a JSON object/],
    ['a row of 5 MB', JSON.stringify([{ number: 'x'.repeat(5_000_000) }]), 422, /Row 1 has/],
    [
      '10,000 rows',
      JSON.stringify(Array.from({ length: 10_000 }, () => ROWS[0])),
      422,
      /more than 1000 rows/,
    ],
    ['broken JSON', '[{"number":1}', 400, /./],
    ['only bad rows', '[{"number":1},{"number":2}]', 422, /Row 1: .*Row 2: /],
  ])('%s', async (_what, rows, status, detail) => {
    const before = await used()
    const answer = await batch(rows)
    expect(answer.json<{ detail: string }>().detail).toMatch(detail)
    expect(answer.status).toBe(status)
    expect(await used()).toEqual(before)
  })

  test('one PDF of Word files', async () => {
    const answer = await batch(JSON.stringify(ROWS), [
      ['output', 'pdf'],
      ['format', 'docx'],
    ])
    expect([
      answer.status,
      answer.json<{ errors: { pointer: string }[] }>().errors[0]?.pointer,
    ]).toEqual([422, '/output'])
  })
})
