/** Calls with `Prefer: respond-async`: answered at once with an address, worked off by a job, kept only until fetched. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BatchJson } from '../../../src/rendering/deferred-schemas.ts'
import { type Answer, startTestApp, type TestApp } from '../../support/app.ts'
import { docx, p } from '../../support/docx-builder.ts'
import { filesOf } from '../../support/zip-files.ts'

let service: TestApp
let key: string

beforeAll(async () => {
  service = await startTestApp()
  key = await service.newKey()
})
afterAll(() => service.close())

const TEMPLATE = { filename: 'letter.docx', bytes: docx([p('Dear {client.name}, no. {number}.')]) }
const ROWS = [
  { number: 1, client: { name: 'Ada' } },
  { number: 2 },
  { number: 3, client: { name: 'Łucja' } },
]

/** A call that prefers to be answered later. */
async function later(
  path: string,
  form: ReadonlyArray<readonly [string, string | typeof TEMPLATE]>,
  { prefer = 'respond-async', as = key } = {},
): Promise<Answer> {
  service.clock.move(61_000)
  return await service.call('POST', path, { key: as, form: [...form], headers: { prefer } })
}
const batch = (rows: unknown, more: readonly (readonly [string, string])[] = [], how = {}) =>
  later(
    '/render-batch',
    [
      ['template', TEMPLATE],
      ['rows', { ...TEMPLATE, filename: 'rows.json', bytes: Buffer.from(JSON.stringify(rows)) }],
      ...more,
    ],
    how,
  )

const get = (path: string, as = key) => {
  service.clock.move(10_000)
  return service.call('GET', path, { key: as })
}
const idOf = (answer: Answer) => answer.json<BatchJson>().id
const work = () => service.services.jobs.runDue()
const codeOf = (answer: Answer) => [answer.status, answer.json<{ code: string }>().code]
const used = async (as = key) =>
  (await get('/usage', as)).json<{ monthly: { documents: { used: number } } }>().monthly.documents
    .used

/** Every file that is kept of calls. */
function kept(): string[] {
  const folder = join(service.folder, 'deferred')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

describe('a batch', () => {
  test('is accepted, worked off with its bad row, fetched once, and gone', async () => {
    const before = await used()
    const accepted = await batch(ROWS)
    expect([accepted.status, accepted.headers['preference-applied']]).toEqual([
      202,
      'respond-async',
    ])
    const id = idOf(accepted)
    expect(accepted.headers.location).toBe(`/batches/${id}`)
    expect(accepted.json()).toMatchObject({
      operation: 'renderBatch',
      status: 'waiting',
      rows: { total: 3, waiting: 3, done: 0, failed: 0 },
    })
    expect(codeOf(await get(`/batches/${id}/result`))).toEqual([409, 'batch_state_conflict'])
    await work()
    const done = (await get(`/batches/${id}`)).json<BatchJson>()
    expect(done).toMatchObject({
      status: 'completed',
      rows: { total: 3, waiting: 0, done: 2, failed: 1 },
      errors: [{ row: 2, code: 'data_missing' }],
      result_url: expect.stringMatching(new RegExp(`/batches/${id}/result$`)),
    })
    expect(await used()).toBe(before + 2)
    const result = await get(`/batches/${id}/result`)
    expect([result.status, result.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(result.headers['paraph-failed-rows']).toBe('2')
    expect([...filesOf(result.bytes).keys()]).toEqual(['0001.pdf', '0003.pdf', 'errors.json'])
    await expect.poll(kept).toEqual([])
    expect(codeOf(await get(`/batches/${id}`))).toEqual([404, 'batch_not_found'])
  })

  test('is one PDF where that was asked for', async () => {
    const id = idOf(await batch([ROWS[0], ROWS[2]], [['output', 'pdf']]))
    await work()
    const result = await get(`/batches/${id}/result`)
    expect([result.status, result.headers['content-type']]).toEqual([200, 'application/pdf'])
  })

  test('of bad rows alone fails, and its rows say why', async () => {
    const id = idOf(await batch([{ number: 1 }, { number: 2 }]))
    await work()
    const failed = (await get(`/batches/${id}`)).json<BatchJson>()
    expect(failed).toMatchObject({ status: 'failed', rows: { done: 0, failed: 2 } })
    expect(failed.errors).toHaveLength(2)
    expect(codeOf(await get(`/batches/${id}/result`))).toEqual([409, 'batch_state_conflict'])
    await service.call('DELETE', `/batches/${id}`, { key })
  })

  test('that is cancelled leaves nothing and costs nothing, before and after it is done', async () => {
    const before = await used()
    for (const finish of [async () => 0, work]) {
      const id = idOf(await batch([ROWS[0]]))
      await finish()
      expect(kept()).not.toEqual([])
      expect((await service.call('DELETE', `/batches/${id}`, { key })).status).toBe(204)
      expect(kept()).toEqual([])
      await work()
      expect(codeOf(await service.call('DELETE', `/batches/${id}`, { key }))).toEqual([
        404,
        'batch_not_found',
      ])
    }
    expect(await used()).toBe(before + 1)
  })

  test('stays for the time that its caller sets, however often it is fetched', async () => {
    const id = idOf(await batch([ROWS[0]], [], { prefer: 'respond-async; keep=7200' }))
    await work()
    for (let times = 0; times < 2; times += 1)
      expect((await get(`/batches/${id}/result`)).status).toBe(200)
    service.clock.move(7_200_000)
    expect(codeOf(await get(`/batches/${id}`))).toEqual([404, 'batch_not_found'])
    await work()
    expect(kept()).toEqual([])
  })

  test('that is not finished in its time fails, with its event, and is erased', async () => {
    await batch([ROWS[0]], [], { prefer: 'respond-async, keep=60' })
    service.clock.move(61_000)
    await work()
    expect(kept()).toEqual([])
    const { events } = (await get('/api/v1/events?limit=1')).json<{ events: { body: string }[] }>()
    expect(JSON.parse(events[0]?.body ?? '{}')).toMatchObject({
      type: 'batch.failed',
      data: { problem: { code: 'render_limit_exceeded' } },
    })
  })

  test('without quota ends with that for each row, and counts nothing', async () => {
    const free = await service.newKey('documents_free')
    const rows = Array.from({ length: 60 }, () => ROWS[0])
    const id = idOf(await batch(rows, [], { as: free }))
    await work()
    const done = (await get(`/batches/${id}`, free)).json<BatchJson>()
    expect(done.rows.done).toBe(await used(free))
    expect(done.errors[0]).toMatchObject({ code: 'quota_exceeded' })
  })
})

describe('any other call', () => {
  test.each([
    ['/render', [], 'application/pdf', 'Ada.pdf'],
    ['/render-document', [['format', 'docx']], /wordprocessingml/, 'Ada.docx'],
  ] as const)('%s is answered later with its true type', async (path, more, type, filename) => {
    const before = await used()
    const accepted = await later(path, [
      ['template', TEMPLATE],
      ['data', JSON.stringify(ROWS[0])],
      ['output_filename', 'Ada'],
      ...more,
    ])
    expect(accepted.status).toBe(202)
    await work()
    const result = await get(`/batches/${idOf(accepted)}/result`)
    expect(result.headers['content-type']).toMatch(type)
    expect(result.headers['content-disposition']).toContain(filename)
    expect(await used()).toBe(before + 1)
  })

  test('fails later as it would have at once', async () => {
    const id = idOf(
      await later('/render', [
        ['template', TEMPLATE],
        ['data', '{'],
      ]),
    )
    await work()
    const failed = (await get(`/batches/${id}`)).json<BatchJson>()
    expect(failed).toMatchObject({ status: 'failed', errors: [{ row: 1, code: 'json_invalid' }] })
  })

  test('is answered at once where other things are preferred', async () => {
    const form = [
      ['template', TEMPLATE],
      ['data', JSON.stringify(ROWS[0])],
    ] as const
    const answer = await later('/render', form, { prefer: 'return=minimal, wait=10' })
    expect(answer.status).toBe(200)
  })
})

describe('what is refused', () => {
  test.each([
    ['a time above a day', 'respond-async, keep=86401'],
    ['no time at all', 'respond-async, keep=0'],
    ['a time that is no number', 'respond-async, keep=soon'],
  ])('%s names the preference and stores nothing', async (_what, prefer) => {
    const before = kept()
    const answer = await batch(ROWS, [], { prefer })
    expect(codeOf(answer)).toEqual([422, 'validation_failed'])
    expect(answer.json<{ detail: string }>().detail).toMatch(/"keep".*86400/)
    expect(kept()).toEqual(before)
  })

  test.each<[string, Uint8Array]>([
    ['10,000 rows', Buffer.from(JSON.stringify(Array.from({ length: 10_000 }, () => ROWS[0])))],
    ['a row of 5 MB', Buffer.from(JSON.stringify([{ number: 'x'.repeat(5_000_000) }]))],
    ['a CSV in Latin-1', Buffer.from('client.name;number\nJosé;1\n', 'latin1')],
  ])('%s at once, and nothing of it is stored', async (_what, bytes) => {
    const before = kept()
    const answer = await later('/render-batch', [
      ['template', TEMPLATE],
      ['rows', { ...TEMPLATE, filename: 'rows.csv', bytes }],
    ])
    expect(codeOf(answer)).toEqual([422, 'validation_failed'])
    expect(kept()).toEqual(before)
  })

  test("an unknown batch, and another account's, are the same", async () => {
    const other = await service.newKey()
    const id = idOf(await batch([ROWS[0]]))
    for (const [path, as] of [
      [`/batches/${id}`, other],
      [`/batches/${id}/result`, other],
      ['/batches/bat_01k00000000000000000000000', key],
    ] as const)
      expect(codeOf(await get(path, as))).toEqual([404, 'batch_not_found'])
    const erased = await service.call('DELETE', `/batches/${id}`, { key: other })
    expect(codeOf(erased)).toEqual([404, 'batch_not_found'])
    expect((await get(`/batches/${id}`)).status).toBe(200)
    await service.call('DELETE', `/batches/${id}`, { key })
  })
})

test('nothing that is stored of a batch can be read without its row', async () => {
  const id = idOf(await batch([{ number: 1, client: { name: 'Zebedee' } }]))
  const { db } = service.services
  const [call] = await db.selectFrom('deferred_calls').selectAll().where('id', '=', id).execute()
  expect(JSON.stringify(call)).not.toContain('Zebedee')
  const before = kept()
  await service.services.deferred.sweep()
  expect(kept()).toEqual(before)
  await work()
  expect((await get(`/batches/${id}/result`)).status).toBe(200)
})
