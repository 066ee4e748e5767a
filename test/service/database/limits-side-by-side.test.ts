/**
 * What an account or an organisation relies on, while two instances with one PostgreSQL database change it at once and
 * each statement arrives after a pause of its own.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityOf } from '../../../src/app/identity.ts'
import { loadConfig } from '../../../src/config/config.ts'
import type { Identity } from '../../../src/identity/open.ts'
import { docx, p } from '../../support/docx-builder.ts'
import { startTwo, type TwoInstances } from '../../support/two-instances.ts'

const AT_ONCE = 6
const ORIGIN = { ip: '192.0.2.7', ua: 'Test' }

let two: TwoInstances
let people: Identity[]
beforeAll(async () => {
  two = await startTwo({}, { lagMs: 4 })
  const config = loadConfig({ PARAPH_DATA_DIR: '/tmp', PARAPH_SIGNUP: 'open' })
  people = [0, 1].map((index) => identityOf(two.at(index).services, config))
}, 180_000)
afterAll(() => two.close())

const newAccount = async () =>
  (await two.at(0).services.accounts.accounts.createAccount(`${Math.random()}@example.com`)).id

/** The same, six times at once on both instances; how many succeeded. */
async function atOnce(work: (index: number) => Promise<unknown>): Promise<number> {
  const all = await Promise.allSettled(Array.from({ length: AT_ONCE }, (_, n) => work(n)))
  for (const one of all)
    if (one.status === 'rejected')
      expect(one.reason).toEqual(expect.objectContaining({ code: expect.any(String) }))
  return all.filter(({ status }) => status === 'fulfilled').length
}

test('a plan’s number of keys is never exceeded', { timeout: 60_000 }, async () => {
  const accountId = await newAccount()
  const input = { accountId, plan: 'documents_starter', mode: 'live', name: 'key' } as const
  const made = await atOnce((n) => two.at(n).services.accounts.keys.createKey(input))
  expect(made).toBe(2)
})

test('a key that is rotated twice has one secret that lasts', { timeout: 60_000 }, async () => {
  const accountId = await newAccount()
  const input = { accountId, plan: 'documents_starter', mode: 'live', name: 'key' } as const
  const { id } = await two.at(0).services.accounts.keys.createKey(input)
  expect(await atOnce((n) => two.at(n).services.accounts.keys.rotateKey(id))).toBe(AT_ONCE)
  const lasting = await two
    .at(0)
    .services.db.selectFrom('api_key_secrets')
    .select('hash')
    .where('key_id', '=', id)
    .where('expires_at', 'is', null)
    .execute()
  expect(lasting).toHaveLength(1)
})

test('a plan’s number of templates is never exceeded', { timeout: 60_000 }, async () => {
  const accountId = await newAccount()
  const { keys } = two.at(0).services.accounts
  const name = 'key'
  const { id } = await keys.createKey({ accountId, plan: 'documents_free', mode: 'live', name })
  const caller = await keys.callerOf(id)
  const upload = { bytes: Buffer.from(docx([p('Hello')])), filename: 'letter.docx' }
  const made = await atOnce(async (n) => {
    if (caller !== undefined) await two.at(n).services.templates.create(caller, upload, name)
  })
  expect(made).toBe(2)
})

test('an organisation keeps an owner when both of its owners leave', {
  timeout: 60_000,
}, async () => {
  for (let round = 0; round < 3; round += 1) {
    const [accountId, other] = [await newAccount(), await newAccount()]
    const at = new Date().toISOString()
    const { db } = two.at(0).services
    await db
      .insertInto('organisations')
      .values({ account_id: accountId, name: null, contact_id: null, state: 'open' })
      .execute()
    for (const person_id of [accountId, other])
      await db
        .insertInto('members')
        .values({ account_id: accountId, person_id, role: 'owner', created_at: at })
        .execute()
    const left = await atOnce((n) => {
      const personId = n % 2 === 0 ? accountId : other
      const by = { accountId, personId, origin: ORIGIN }
      return people[n % 2]?.members.leave(by) ?? Promise.resolve()
    })
    expect(left).toBe(1)
    expect(await people[0]?.members.list(accountId)).toHaveLength(1)
  }
})

test('recovery codes are replaced as a whole', { timeout: 60_000 }, async () => {
  const accountId = await newAccount()
  await atOnce((n) => people[n % 2]?.factors.newRecoveryCodes(accountId) ?? Promise.resolve())
  const { db } = two.at(0).services
  const codes = await db
    .selectFrom('recovery_codes')
    .select('hash')
    .where('account_id', '=', accountId)
    .execute()
  expect(codes).toHaveLength(10)
})

test('an address gets so many links and no more', { timeout: 60_000 }, async () => {
  const email = `${Math.random()}@example.com`
  await atOnce((n) => people[n % 2]?.logins.askReset(email, 'en', ORIGIN) ?? Promise.resolve())
  const { db } = two.at(0).services
  const links = await db
    .selectFrom('password_resets')
    .select('id')
    .where('email', '=', email)
    .execute()
  expect(links).toHaveLength(4)
})
