/**
 * Every two operations that write, at once on one document: on two instances with one PostgreSQL database, where each
 * statement arrives after a pause of its own, so that they meet at any point of each other.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Trail } from '../../../src/audit/trail.ts'
import { trailJson, verifyTrail } from '../../../src/audit/verify-trail.ts'
import { isLong } from '../../support/long-tests.ts'
import { type Person, type SeenDocument, somebody } from '../../support/signing-app.ts'
import { startTwo, type TwoInstances } from '../../support/two-instances.ts'

const LAG_MS = 4
const SIGNERS = 2

let two: TwoInstances
beforeAll(async () => {
  two = await startTwo(
    { PARAPH_SIGNER_KEYS: 'ecdsa-p256', PARAPH_UPLOADS_MAX: '200' },
    { lagMs: LAG_MS },
  )
}, 180_000)
afterAll(() => two.close())

/** A document of which one person may sign now, and another was invited. */
interface Scene {
  id: string
  key: string
  account: string
  ready: Person
  invited: Person
  signers: SeenDocument['signers']
}

async function scene(): Promise<Scene> {
  const { accounts } = two.at(0).services.accounts
  const { id: account } = await accounts.createAccount(`${Math.random()}@example.com`)
  const key = await two.at(0).app.keyFor(account, 'signature_business')
  const [first, second] = [somebody({ order: 1, allow_delegation: true }), somebody({ order: 1 })]
  const { id, signers } = await two.at(0).create([first, second], {
    key,
    options: { allow_return: 'true' },
  })
  const [ready, invited] = [await two.at(0).person(first), await two.at(0).person(second)]
  await ready.verify()
  return { id, account, key, ready, invited, signers }
}

type Operation = (scene: Scene, index: number) => Promise<{ status: number; bytes: Buffer }>

const act =
  (method: string, path: (scene: Scene) => string, body?: object): Operation =>
  (at, index) =>
    two.at(index).act(method, at.id, path(at), body, at.key)
const OPERATIONS: Readonly<Record<string, Operation>> = {
  sign: ({ ready }, index) => two.via(ready, index).sign(),
  decline: ({ ready }, index) => two.via(ready, index).decline(),
  cancel: act('POST', () => '/cancel', {}),
  'correct the one who may sign': act('PATCH', ({ signers }) => `/signers/${signers[0]?.id}`, {
    first_name: 'Grace',
  }),
  'correct the other': act('PATCH', ({ signers }) => `/signers/${signers[1]?.id}`, {
    email: 'other@example.com',
  }),
  delegate: ({ ready }, index) =>
    two.via(ready, index).call('POST', '/delegation', {
      ...{ email: 'delegate@example.com', first_name: 'A', last_name: 'B', reason: 'On leave' },
    }),
  return: ({ ready }, index) =>
    two.via(ready, index).call('POST', '/return', { reason: 'The price is wrong' }),
  'ask for a code': ({ invited }, index) => two.via(invited, index).askCode(),
  'enter a wrong code': ({ ready }, index) => two.via(ready, index).enter('000000'),
  'issue a link': act('POST', ({ signers }) => `/signers/${signers[1]?.id}/signing-url`, {}),
  delete: act('DELETE', () => ''),
}
const FEW = new Set(['sign', 'cancel', 'correct the other', 'delegate', 'return'])

const names = Object.keys(OPERATIONS).filter((name) => isLong('write-pairs') || FEW.has(name))
const pairs = names.flatMap((one, at) => names.slice(at).map((other) => [one, other] as const))

test.each(pairs)('%s and %s', { timeout: 120_000 }, async (one, other) => {
  const at = await scene()
  const answers = await Promise.all(
    [one, other].map((name, index) => OPERATIONS[name]?.(at, index)),
  )
  // A deadlock is nobody's to see, nor a database that is away.
  for (const answer of answers)
    expect([answer?.status, answer?.bytes.toString()]).not.toEqual([
      expect.toSatisfy((status: number) => status >= 500),
      expect.anything(),
    ])
  const trail = (await two.at(1).services.trails.read(at.id)) as Trail
  expect(verifyTrail(trailJson(trail), []).findings).toEqual([])
  const { db } = two.at(0).services
  const request = await db
    .selectFrom('signature_requests')
    .select(['status'])
    .where('id', '=', at.id)
    .executeTakeFirst()
  const signers = await db
    .selectFrom('signers')
    .select(['id', 'status'])
    .where('request_id', '=', at.id)
    .execute()
  const usage = await db
    .selectFrom('quota_usage as usage')
    .innerJoin('api_keys as key', 'key.id', 'usage.key_id')
    .select('usage.used')
    .where('key.account_id', '=', at.account)
    .where('usage.metric', '=', 'signatures')
    .executeTakeFirst()
  const count = (type: string) => trail.entries.filter((entry) => entry.type === type).length
  const signed = signers.filter(({ status }) => status === 'signed').length
  // One signature for each who signed; and a request that ended gives back the others, once.
  expect(count('signer.signed')).toBe(signed)
  const hasEnded = request === undefined || request.status !== 'pending'
  expect(usage?.used).toBe(hasEnded ? count('signer.signed') : SIGNERS)
  const ends = ['document.cancelled', 'document.declined'].reduce(
    (sum, type) => sum + count(type),
    0,
  )
  expect(ends).toBe(hasEnded ? 1 : 0)
})
