/** Finding requests: search, filters, orders and their pages, tags. */
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

async function every(query: Record<string, string>, key: string): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await list({ ...query, limit: '2', ...(cursor && { cursor }) }, key)
    found.push(...page.documents.map(({ name }) => name))
    cursor = page.next_cursor
  }
  return found
}

describe('a search', () => {
  let key: string
  beforeAll(async () => {
    key = await account()
    await draft(key, 'Bail été 2026', { external_id: 'REF-É7' })
    await draft(
      key,
      'Contrat 100%_net',
      {},
      somebody({ first_name: 'Łucja', last_name: 'Müller-Straße' }),
    )
    await draft(
      key,
      'Contrat 100Xnet',
      {},
      somebody({ email: 'jane.doe+x@exämple.com'.replace('ä', 'a') }),
    )
  })

  test.each([
    ['ÉTÉ', ['Bail été 2026']],
    ['ete bail', ['Bail été 2026']],
    ['ref-e7', ['Bail été 2026']],
    ['lucja MULLER-STRASSE', ['Contrat 100%_net']],
    ['JANE.DOE+X@', ['Contrat 100Xnet']],
    ['contrat', ['Contrat 100Xnet', 'Contrat 100%_net']],
    ['100%_', ['Contrat 100%_net']],
    ['%', ['Contrat 100%_net']],
    ['bail contrat', []],
    [`'; DROP TABLE signers; --`, []],
  ])('for %s finds %j', async (q, found) => {
    expect(await names({ q }, key)).toEqual(found)
  })

  test('finds what was changed since, and a person by the new address only', async () => {
    const own = await account()
    const made = await draft(own, 'Changed', {}, somebody({ email: 'old.one@example.com' }))
    expect(await names({ q: 'old.one' }, own)).toEqual(['Changed'])
    const [signer] = made.signers
    await signing.act(
      'PATCH',
      made.id,
      `/signers/${signer?.id}`,
      { email: 'new.one@example.com' },
      own,
    )
    expect(await names({ q: 'old.one' }, own)).toEqual([])
    expect(await names({ q: 'new.one' }, own)).toEqual(['Changed'])
  })

  test('never finds documents of another account, nor those of keys of the other kind', async () => {
    const stranger = await account()
    for (const query of [
      { q: 'bail' },
      { q: 'e', sort: 'name' },
      { tag: 'x' },
      { 'metadata[a]': 'b' },
    ])
      expect(await names(query, stranger)).toEqual([])
    expect(await names({}, stranger)).toEqual([])
  })
})

describe('filters', () => {
  let key: string
  beforeAll(async () => {
    key = await account()
    const first = await draft(key, 'One', {
      metadata: '{"project":"Opale","a\\"b":"c"}',
      tags: '["Été","Bail"]',
    })
    await draft(key, 'Two', {
      metadata: '{"project":"Opale 2","x":"\\"project\\":\\"Opale\\""}',
      tags: '["bail"]',
    })
    signing.app.clock.move(3_600_000)
    await draft(key, 'Three', {
      expires_at: new Date(signing.app.clock.now() + 86_400_000).toISOString(),
    })
    await signing.act('POST', first.id, '/cancel', {}, key)
  })

  test.each<[string, Query, string[]]>([
    ['one state', { status: 'draft' }, ['Three', 'Two']],
    ['several by comma', { status: 'cancelled,draft' }, ['Three', 'Two', 'One']],
    [
      'several repeated',
      [
        ['status', 'cancelled'],
        ['status', 'pending'],
      ],
      ['One'],
    ],
    ['metadata in brackets', { 'metadata[project]': 'Opale' }, ['One']],
    ['metadata with a dot', { 'metadata.project': 'Opale 2' }, ['Two']],
    ['a name with a quotation mark', { 'metadata[a"b]': 'c' }, ['One']],
    ['a part of a value', { 'metadata[project]': 'Opa' }, []],
    ['a tag, whatever its accents', { tag: 'ete' }, ['One']],
    ['a tag that two have', { tag: 'BAIL' }, ['Two', 'One']],
    ['both tags', { tag: 'bail,été' }, ['One']],
    ['a later expiry', { expires_before: '2000-01-01T00:00:00Z' }, []],
    ['completed', { completed_after: '2000-01-01T00:00:00Z' }, []],
    ['completed drafts', { completed_after: '2000-01-01T00:00:00Z', status: 'draft' }, []],
  ])('by %s', async (_name, query, found) => {
    expect(await names(query, key)).toEqual(found)
  })

  test('by dates, each up to its end', async () => {
    const { documents } = await list({ sort: 'created_at' }, key)
    const last = (documents[2] as unknown as { created_at: string }).created_at
    expect(await names({ created_after: last }, key)).toEqual(['Three'])
    expect(await names({ created_before: last }, key)).toEqual(['Two', 'One'])
    const soon = new Date(signing.app.clock.now() + 2 * 86_400_000).toISOString()
    expect(await names({ expires_before: soon }, key)).toEqual(['Three'])
    const east = `${new Date(Date.parse(soon) + 7_200_000).toISOString().slice(0, -1)}+02:00`
    expect(await names({ expires_before: east }, key)).toEqual(['Three'])
  })

  test.each([
    [{ status: 'gone' }, '/status/0'],
    [{ sort: 'size' }, '/sort'],
    [{ cursor: 'doc_1' }, '/cursor'],
    [{ created_after: 'yesterday' }, '/created_after'],
    [{ metadata: 'x' }, '/metadata'],
    [{ unknown: 'x' }, ''],
  ])('that are wrong are named: %j', async (query, pointer) => {
    const answer = await call('GET', `/documents?${inQuery(query)}`, { key })
    const problem = answer.json<SeenProblem>()
    expect([answer.status, problem.code]).toEqual([422, 'validation_failed'])
    if (pointer !== '') expect(problem.errors?.[0]?.pointer).toBe(pointer)
  })
})

describe('orders', () => {
  test('each has its pages, whatever is made and changed in the meantime', async () => {
    const key = await account()
    const made: SeenDocument[] = []
    for (const [name, days] of [
      ['beta', 5],
      ['Émile', 3],
      ['alpha', 9],
      ['Zoé', 1],
      ['émile', 7],
    ] as const) {
      const expires_at = new Date(signing.app.clock.now() + days * 86_400_000).toISOString()
      made.push(await draft(key, name, { expires_at }))
      signing.app.clock.move(1_000)
    }
    expect(await every({ sort: 'created_at' }, key)).toEqual([
      'beta',
      'Émile',
      'alpha',
      'Zoé',
      'émile',
    ])
    expect(await every({}, key)).toEqual(['émile', 'Zoé', 'alpha', 'Émile', 'beta'])
    expect(await every({ sort: 'name' }, key)).toEqual(['alpha', 'beta', 'Émile', 'émile', 'Zoé'])
    expect(await every({ sort: '-name' }, key)).toEqual(['Zoé', 'émile', 'Émile', 'beta', 'alpha'])
    expect(await every({ sort: 'expires_at' }, key)).toEqual([
      'Zoé',
      'Émile',
      'beta',
      'émile',
      'alpha',
    ])
    expect(await every({ sort: 'name', q: 'mil' }, key)).toEqual(['Émile', 'émile'])
    expect(await every({ q: 'mil' }, key)).toEqual(['émile', 'Émile'])
    expect(await every({ sort: 'expires_at', q: 'mil' }, key)).toEqual(['Émile', 'émile'])
    expect(await every({ status: 'draft,pending' }, key)).toEqual([
      'émile',
      'Zoé',
      'alpha',
      'Émile',
      'beta',
    ])
    await signing.act('POST', made[1]?.id ?? '', '/cancel', {}, key)
    expect((await every({ sort: '-updated' }, key))[0]).toBe('Émile')

    const first = await list({ sort: 'name', limit: '2' }, key)
    await draft(key, 'aaa')
    await draft(key, 'carlo')
    const cursor = first.next_cursor ?? ''
    expect(await names({ sort: 'name', limit: '2', cursor }, key)).toEqual(['carlo', 'Émile'])
    const other = await call('GET', `/documents?${inQuery({ sort: '-name', cursor })}`, { key })
    expect(other.status).toBe(422)
  })
})

describe('tags', () => {
  test('are kept once each, listed with counts, set in any state, and nobody else’s', async () => {
    const key = await account()
    const { id } = await draft(key, 'Tagged', { tags: '["Bail","BAIL","été"]' })
    await draft(key, 'Other', { tags: '["bail"]' })
    expect((await list({ tag: 'bail' }, key)).documents.map(({ tags }) => tags)).toEqual([
      ['bail'],
      ['Bail', 'été'],
    ])
    const counts = async (of = key) =>
      (await call('GET', '/tags', { key: of })).json<{ tags: unknown }>().tags
    expect(await counts()).toEqual([
      { tag: 'bail', documents: 2 },
      { tag: 'été', documents: 1 },
    ])
    await signing.act('POST', id, '/cancel', {}, key)
    const set = await signing.act('PUT', id, '/tags', { tags: ['fini'] }, key)
    expect(set.json()).toMatchObject({ status: 'cancelled', tags: ['fini'] })
    expect(await counts()).toEqual([
      { tag: 'bail', documents: 1 },
      { tag: 'fini', documents: 1 },
    ])
    expect(await counts(await account())).toEqual([])
    expect((await signing.act('PUT', id, '/tags', { tags: ['x'] }, await account())).status).toBe(
      404,
    )
  })

  test.each([
    ['a comma', ['a,b'], '/tags/0'],
    ['a blank at the end', ['a '], '/tags/0'],
    ['51 characters', ['x'.repeat(51)], '/tags/0'],
    ['21 of them', Array.from({ length: 21 }, (_, n) => `t${n}`), '/tags'],
  ])('with %s are refused, and nothing is made', async (_name, tags, pointer) => {
    const key = await account()
    const answer = await signing.post([somebody()], {
      key,
      options: { send: 'false', tags: JSON.stringify(tags) },
    })
    expect([answer.status, answer.json<SeenProblem>().errors?.[0]?.pointer]).toEqual([422, pointer])
    expect(await names({}, key)).toEqual([])
  })
})
