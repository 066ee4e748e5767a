/** Every list that a caller can ask for is found through an index, however many documents an account has. */
import { type Compilable, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSqlite } from '../../../src/database/conditions.ts'
import { type RequestFilter, requestsQuery } from '../../../src/signing/store/listing.ts'
import { heldBy, unsentBy } from '../../../src/signing/store/requests.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

/** How the database would find the rows of a statement. */
async function planOf(query: Compilable): Promise<string> {
  const { db } = signing.services
  const { sql: text, parameters } = query.compile()
  const raw = (start: string) => ({
    ...sql.raw(start).compile(db),
    sql: `${start}${text}`,
    parameters,
  })
  if (isSqlite(db)) {
    const { rows } = await db.executeQuery<{ detail: string }>(raw('EXPLAIN QUERY PLAN '))
    return rows.map(({ detail }) => detail).join('\n')
  }
  return await db.transaction().execute(async (trx) => {
    // Of a table with two rows PostgreSQL reads all, unless it may not.
    await sql`SET LOCAL enable_seqscan = off`.execute(trx)
    const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>(raw('EXPLAIN '))
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

const all: RequestFilter = {
  accountId: 'acc_1',
  modes: ['live'],
  limit: 10,
  order: 'created_at',
  descending: true,
}
const after = { key: 'x', id: 'doc_1' }

test.each<[string, Partial<RequestFilter>, string]>([
  ['without a filter', {}, 'requests_listed'],
  ['by state', { states: ['failed'] }, 'requests_by_state'],
  ['by external_id', { externalId: 'A-1' }, 'requests_by_reference'],
  ['by email', { email: 'zoe@example.com' }, 'signers_by_address'],
  ['by words', { words: ['zoe'] }, 'request_search_listed'],
  ['by a tag', { tags: ['bail'] }, 'request_tags'],
  ['by name', { order: 'name', after }, 'request_search_names'],
  ['by the newest change', { order: 'updated', after }, 'request_search_updates'],
  ['by expiry', { order: 'expires_at', after }, 'requests_by_expiry'],
])('a list %s reads the index that is made for it', async (_name, filter, index) => {
  const branch = { mode: 'live', states: filter.states } as const
  const plan = await planOf(requestsQuery(signing.services.db, { ...all, ...filter }, branch))
  expect(plan).toContain(index)
  expect(plan).not.toMatch(
    /SCAN signature_requests|SCAN signers|SCAN request_files|SCAN request_search|Seq Scan/,
  )
})

test('an address is found in whatever case it was written, and nobody else’s documents are', async () => {
  const [one, other] = [somebody({ email: 'Zoe.Petit@Example.com' }), somebody()]
  const { id } = await signing.create([one])
  await signing.create([other])
  const list = async (email: string) => {
    const answer = await signing.app.call(
      'GET',
      `/api/v1/documents?email=${encodeURIComponent(email)}`,
      { key: signing.key },
    )
    return answer.json<{ documents: Array<{ id: string }> }>().documents.map((each) => each.id)
  }
  expect(await list('zoe.petit@example.com')).toEqual([id])
  expect(await list('ZOE.PETIT@EXAMPLE.COM')).toEqual([id])
  expect(await list('zoe.petit@example.org')).toEqual([])
  const stranger = await signing.app.newKey('signature_business')
  const seen = await signing.app.call('GET', '/api/v1/documents?email=zoe.petit@example.com', {
    key: stranger,
  })
  expect(seen.json<{ documents: unknown[] }>().documents).toEqual([])
})

test('what an account holds adds up, drafts and all', async () => {
  const { db } = signing.services
  const { account_id } = await db
    .selectFrom('signature_requests')
    .select('account_id')
    .executeTakeFirstOrThrow()
  const before = await heldBy(db, account_id, 'live')
  await signing.create([somebody()], { options: { send: 'false' } })
  const after = await heldBy(db, account_id, 'live')
  expect(after.drafts).toBe(before.drafts + 1)
  expect(after.bytes - before.bytes).toBe(after.unsentBytes - before.unsentBytes)
  expect(after.unsentBytes).toBeGreaterThan(before.unsentBytes)
  expect(await unsentBy(db, account_id, 'live')).toEqual({
    drafts: after.drafts,
    unsentBytes: after.unsentBytes,
  })
})
