/** Bombs, large data and large templates never hold up the other callers of the same server. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FormParts, multipart } from '../support/app.ts'
import { docxOf, docxWith, paragraph } from '../support/docx-package.ts'
import { type GenerousFolder, generousFolder } from '../support/generous-folder.ts'
import { HOSTILE_DOCX, HOSTILE_TAGS } from '../support/hostile-docx.ts'
import { ProbedServer, STRETCH_MS_MAX } from '../support/loop-probe.ts'

let server: ProbedServer
let folder: GenerousFolder

beforeAll(async () => {
  folder = await generousFolder()
  server = await ProbedServer.start(folder.settings)
  // Code that runs for the first time is compiled then; that is not what is measured.
  for (let n = 0; n < 3; n++)
    await post('/render', [
      ['template', letter],
      ['data', '{"name":"x"}'],
    ])()
})
afterAll(async () => {
  await server.stop()
  await folder.remove()
})

const letter = { filename: 'a.docx', bytes: docxWith('Dear {name}') }

function post(path: string, parts: FormParts): () => Promise<Response> {
  const { body, contentType } = multipart(parts)
  return () => send(path, body, contentType)
}
const send = (path: string, body: Buffer | string, contentType: string): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': folder.key, 'content-type': contentType },
    body,
  })

const rows = (count: number): object[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    name: `Item ${id}`,
    price: id * 1.25,
    paid: id % 2 === 0,
  }))
const hostile = (name: string) => {
  const found = [...HOSTILE_DOCX, ...HOSTILE_TAGS].find((one) => one.name.includes(name))
  if (found === undefined) throw new Error(`no hostile document ${name}`)
  return { filename: 'bomb.docx', bytes: found.bytes() }
}

test.each([
  '10,000 nested tables',
  '20,000 nested tables',
  'a part of 200 MiB in 200 KB',
  '200,000 paragraphs',
  'a billion laughs',
  '400,000 elements in one paragraph',
  '{#a}{#a}{#a}',
])('the bomb %s does not hold up the event loop', async (name) => {
  const bomb = post('/render', [['template', hostile(name)]])
  const answers: number[] = []
  const longestMs = await server.longestMs(async () => answers.push((await bomb()).status))
  expect(new Set(answers)).toEqual(new Set([422]))
  expect(longestMs).toBeLessThanOrEqual(STRETCH_MS_MAX)
})

test('a loop of 10^6 turns does not hold up the event loop', async () => {
  const bomb = post('/render', [
    ['template', { filename: 'a.docx', bytes: docxWith('{#a}{#a}{#a}x{/a}{/a}{/a}') }],
    ['data', JSON.stringify({ a: rows(100) })],
  ])
  const answers: number[] = []
  const longestMs = await server.longestMs(async () => answers.push((await bomb()).status))
  expect(new Set(answers)).toEqual(new Set([422]))
  expect(longestMs).toBeLessThanOrEqual(STRETCH_MS_MAX)
})

const DATA = JSON.stringify({ name: 'Ada', rows: rows(60_000) })
const LARGE: Array<[string, () => Promise<Response>, number]> = [
  [
    `${DATA.length / 1e6} MB of data in a part`,
    post('/render', [
      ['template', letter],
      ['data', DATA],
    ]),
    200,
  ],
  [
    'data that are no JSON at the very end',
    post('/render', [
      ['template', letter],
      ['data', `${DATA.slice(0, -1)},}`],
    ]),
    400,
  ],
  [
    'a picture of 8 MB as base64 in the data',
    post('/render', [
      ['template', letter],
      ['data', JSON.stringify({ name: 'Ada', picture: Buffer.alloc(6e6, 1).toString('base64') })],
    ]),
    200,
  ],
  [
    'a document of 8,000 paragraphs',
    post('/render-document', [
      [
        'template',
        {
          filename: 'a.docx',
          bytes: docxOf({
            body: Array.from({ length: 8_000 }, (_, n) =>
              paragraph(`Line ${n} {name}`.replace('{name}', n % 100 ? '' : '{name}')),
            ).join(''),
          }),
        },
      ],
      ['data', '{"name":"x"}'],
      ['format', 'docx'],
    ]),
    200,
  ],
]
test.each(LARGE)('%s does not hold up the event loop', async (_name, request, status) => {
  const answers: number[] = []
  const longestMs = await server.longestMs(async () => answers.push((await request()).status))
  expect(new Set(answers)).toEqual(new Set([status]))
  expect(longestMs).toBeLessThanOrEqual(STRETCH_MS_MAX)
})

test('3 MB of data in a JSON body does not hold up the event loop', async () => {
  const { id } = (await (await post('/templates', [['template', letter]])()).json()) as {
    id: string
  }
  const body = JSON.stringify({ template_id: id, data: JSON.parse(DATA) })
  const answers: number[] = []
  const longestMs = await server.longestMs(async () =>
    answers.push((await send('/render', body, 'application/json')).status),
  )
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(longestMs).toBeLessThanOrEqual(STRETCH_MS_MAX)
})
