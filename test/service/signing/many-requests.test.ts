/** Many requests at once: actions, the list as a file, archives of signed files. */
import PizZip from 'pizzip'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type SeenDocument,
  type SeenProblem,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp({
    PARAPH_CHANGES_PER_MINUTE: '1000',
    PARAPH_CHECKS_PER_MINUTE: '1000',
  })
})
afterAll(() => signing.close())

interface Page {
  documents: Array<SeenDocument & { name: string; tags: string[] }>
  next_cursor?: string
}
type Query = Record<string, string> | ReadonlyArray<readonly [string, string]>

const call = (method: string, path: string, more: { key?: string; json?: unknown } = {}) =>
  signing.app.call(method, `/api/v1${path}`, { key: signing.key, ...more })
const inQuery = (query: Query): string =>
  new URLSearchParams(query as Record<string, string>).toString()
async function list(query: Query, key = signing.key): Promise<Page> {
  const answer = await call('GET', `/documents?${inQuery(query)}`, { key })
  expect([answer.status, answer.status === 200 ? '' : answer.bytes.toString()]).toEqual([200, ''])
  return answer.json<Page>()
}
const names = async (query: Query, key = signing.key): Promise<string[]> =>
  (await list(query, key)).documents.map(({ name }) => name)
/** An account of its own, so that tests do not find each other's documents. */
const account = () => signing.app.newKey('signature_business')

const draft = (key: string, name: string, options: Record<string, string> = {}, who = somebody()) =>
  signing.create([who], { key, options: { name, send: 'false', ...options } })

const readZip = (bytes: Uint8Array): Map<string, Buffer> =>
  new Map(
    Object.values(new PizZip(bytes).files).map((file) => [
      file.name,
      Buffer.from(file.asUint8Array()),
    ]),
  )

describe('an action on many', () => {
  interface Outcome {
    results: Array<{ id: string; result: string; status?: string; code?: string; detail?: string }>
    next_cursor?: string
  }
  const act = async (json: object, key: string) => {
    const answer = await call('POST', '/documents/bulk-actions', { key, json })
    return { status: answer.status, ...answer.json<Outcome & SeenProblem>() }
  }

  test('does what it can, says what failed, and changes nothing the second time', async () => {
    const key = await account()
    const [one, two] = [await draft(key, 'One'), await signing.create([somebody()], { key })]
    const foreign = await draft(await account(), 'Foreign')
    const gone = `doc_${'0'.repeat(26)}`
    const ids = [one.id, foreign.id, two.id, gone]
    const order = { action: 'cancel', ids, reason: 'Doppelt' }
    expect((await act(order, key)).results).toMatchObject([
      { id: one.id, result: 'done', status: 'cancelled' },
      { id: foreign.id, result: 'failed', code: 'document_not_found' },
      { id: two.id, result: 'done', status: 'cancelled' },
      { id: gone, result: 'failed', code: 'document_not_found' },
    ])
    expect((await act(order, key)).results.map(({ result }) => result)).toEqual([
      ...['unchanged', 'failed', 'unchanged', 'failed'],
    ])
    const trail = await signing.act('GET', two.id, '/audit', undefined, key)
    expect(trail.bytes.toString().split('"document.cancelled"')).toHaveLength(2)
  })

  test('reminds each whose turn it is once in ten minutes', async () => {
    const key = await account()
    const { id } = await signing.create([somebody()], { key })
    const ended = await draft(key, 'Draft')
    signing.app.clock.move(11 * 60_000)
    const order = { action: 'remind', ids: [id, ended.id] }
    expect((await act(order, key)).results.map(({ result, code }) => [result, code])).toEqual([
      ['done', undefined],
      ['failed', 'document_state_conflict'],
    ])
    expect((await act(order, key)).results[0]?.result).toBe('unchanged')
  })

  test('takes a filter instead of ids, a hundred at a time', async () => {
    const key = await account()
    for (const name of ['anton', 'berta', 'caesar'])
      await draft(key, name, name === 'berta' ? {} : { tags: '["x"]' })
    const tagged = await act({ action: 'tag', filter: { tag: ['x'] }, tags: ['X', 'new'] }, key)
    expect(tagged.results.map(({ result }) => result)).toEqual(['done', 'done'])
    expect(await names({ tag: 'new' }, key)).toEqual(['caesar', 'anton'])
    await act({ action: 'untag', filter: { q: 'anton' }, tags: ['NEW'] }, key)
    expect(await names({ tag: 'new' }, key)).toEqual(['caesar'])
    const many = Array.from({ length: 20 }, (_, n) => `t${n}`)
    const full = await act({ action: 'tag', filter: { tag: ['new'] }, tags: many }, key)
    expect(full.results).toMatchObject([{ result: 'failed', code: 'validation_failed' }])
  })

  test.each([
    [{ action: 'cancel' }, '/ids'],
    [{ action: 'cancel', ids: ['doc_1'] }, '/ids/0'],
    [{ action: 'tag', filter: {} }, '/tags'],
    [{ action: 'erase', filter: {} }, '/action'],
    [{ action: 'cancel', filter: { sort: 'name' } }, '/filter/sort'],
  ])('that is wrong is refused: %j', async (json, pointer) => {
    const answer = await act(json, signing.key)
    expect([answer.status, answer.errors?.[0]?.pointer]).toEqual([422, pointer])
  })
})

describe('the list as a file', () => {
  test('is CSV that no spreadsheet runs, of what the filter finds', async () => {
    const key = await account()
    await draft(
      key,
      '=cmd|"/c calc"!A1',
      { external_id: '+1', tags: '["@x"]', metadata: '{"a":"b"}' },
      somebody({ email: 'z@example.com' }),
    )
    await draft(key, 'Left out', { tags: '["other"]' })
    await draft(key, 'Straße; "Łódź"', { tags: '["@x"]' })
    const answer = await call(
      'GET',
      `/documents/export?${inQuery({ tag: '@x', sort: 'created_at' })}`,
      { key },
    )
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = answer.bytes.toString().split('\r\n')
    expect(lines[0]?.startsWith('\ufeffid,name,status,test,')).toBe(true)
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain(`,"'=cmd|""/c calc""!A1",draft,false,'+1,'@x,z@example.com,0,1,`)
    expect(lines[2]).toContain(',"Straße; ""Łódź""",draft,')
  })

  test('is complete beyond one page of the database', async () => {
    const key = await account()
    const made = await draft(key, 'Many')
    const { db } = signing.services
    const [row] = await db
      .selectFrom('signature_requests')
      .selectAll()
      .where('id', '=', made.id)
      .execute()
    const rows = Array.from({ length: 1_100 }, (_, n) => ({
      ...row!,
      id: `doc_${String(n).padStart(26, '0')}`,
    }))
    for (let at = 0; at < rows.length; at += 100)
      await db
        .insertInto('signature_requests')
        .values(rows.slice(at, at + 100))
        .execute()
    const answer = await call('GET', '/documents/export', { key })
    const ids = answer.bytes
      .toString()
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(0, 30))
    expect(new Set(ids).size).toBe(1_101)
    await db
      .deleteFrom('signature_requests')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
  })
})

describe('an archive', () => {
  test('has the signed files under names of their own, and an index of what was left out', async () => {
    const key = await account()
    const who = somebody()
    const { id } = await signing.create([who], { key, options: { name: '../Bail/été' } })
    await (await signing.person(who)).signWhole()
    await signing.work()
    const open = await draft(key, 'Open')
    const answer = await call('POST', '/documents/archive', { key, json: { ids: [id, open.id] } })
    expect(answer.headers['content-type']).toBe('application/zip')
    const files = readZip(answer.bytes)
    const signed = `.._Bail_été ${id}.pdf`.replace(/^\.+/, '')
    expect([...files.keys()]).toEqual([signed, 'index.csv'])
    const pdf = (await signing.act('GET', id, '/signed', undefined, key)).bytes
    expect(files.get(signed)?.equals(pdf)).toBe(true)
    expect(files.get('index.csv')?.toString()).toContain(`${open.id},Open,draft,\r\n`)

    const evidence = await call('POST', '/documents/archive', {
      key,
      json: { filter: { q: 'bail' }, file: 'evidence' },
    })
    expect(readZip(evidence.bytes).size).toBe(2)
    const stranger = await account()
    const theirs = await call('POST', '/documents/archive', { key: stranger, json: { ids: [id] } })
    expect(theirs.json<SeenProblem>().code).toBe('document_not_found')
    const none = await call('POST', '/documents/archive', { key, json: { ids: [open.id] } })
    expect(none.json<SeenProblem>().code).toBe('document_state_conflict')
  })
})
