/** A request of a test key goes the whole way: signed under the TEST authority, no text message, no quota. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Verification } from '../../../src/verification/schemas.ts'
import {
  messagesOf,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp
let key = ''
let accountId = ''

beforeAll(async () => {
  signing = await startSigningApp()
  const { accounts } = signing.services
  accountId = (await accounts.accounts.createAccount('developer@example.com')).id
  const input = { accountId, plan: 'signature_business', name: 'try', mode: 'test' as const }
  key = (await accounts.keys.createKey(input)).secret
  // It makes its keys when it is first asked for.
  const { authority } = signing.services.pkiOf('test')
  await vi.waitUntil(() => authority.state.status === 'ready', { timeout: 60_000 })
})
afterAll(() => signing.close())

/** Signs as the developer does who has both the link and the key. */
async function signAs(id: string, who: { email: string; phone?: string }): Promise<void> {
  const person = await signing.person(who)
  await person.open()
  await person.askCode()
  const { signers } = (await signing.act('GET', id, '', undefined, key)).json<{
    signers: Array<{ id: string; email: string }>
  }>()
  const own = signers.find(({ email }) => email === who.email)?.id ?? ''
  const path = `/signers/${own}/test-code`
  const { code } = (await signing.act('GET', id, path, undefined, key)).json<{ code: string }>()
  const shown = (await person.call('GET', '/state')).json<{ code: { test_code?: string } }>()
  expect(shown.code.test_code, 'the page of a test request shows it').toBe(code)
  expect((await person.enter(code)).status).toBe(200)
  const signed = await person.sign()
  expect([signed.status, signed.bytes.toString()]).toEqual([200, expect.any(String)])
}

test('its events go to webhooks of test keys alone, those of live requests to live ones alone', async () => {
  const live = await signing.app.keyFor(accountId, 'signature_business')
  const hookOf = async (own: string) => {
    const json = { url: 'https://8.8.8.8/hooks' }
    const made = await signing.app.call('POST', '/api/v1/webhooks', { key: own, json })
    return made.json<{ id: string; test: boolean }>()
  }
  const [tried, real] = [await hookOf(key), await hookOf(live)]
  expect([tried.test, real.test]).toEqual([true, false])
  const ids = {
    test: (await signing.create([somebody()], { key })).id,
    live: (await signing.create([somebody()], { key: live })).id,
  }
  await signing.services.webhooks.dispatcher.runDue()
  const toldOf = async (hook: { id: string }, own: string) => {
    const path = `/api/v1/webhooks/${hook.id}/deliveries`
    const { deliveries } = (await signing.app.call('GET', path, { key: own })).json<{
      deliveries: Array<{ document_id: string }>
    }>()
    return [...new Set(deliveries.map(({ document_id }) => document_id))]
  }
  expect(await toldOf(tried, key)).toEqual([ids.test])
  expect(await toldOf(real, live)).toEqual([ids.live])
})

test('copies go to the account’s own address only; others are kept', async () => {
  const who = somebody()
  const [own, stranger] = ['developer+copy@example.com', 'stranger@partner.example']
  const copies = JSON.stringify([{ email: own }, { email: stranger }])
  const { id } = await signing.create([who], { key, options: { copies } })
  await signAs(id, who)
  await signing.work()
  const trail = (await signing.act('GET', id, '/audit', undefined, key)).json<{
    entries: Array<{ type: string; data: { copy?: string } }>
  }>()
  const told = trail.entries.flatMap(({ type, data }) =>
    data.copy === undefined ? [] : [[type, data.copy]],
  )
  expect(told).toEqual([
    ['message.sent', own],
    ['message.kept', stranger],
  ])
})

test('two people sign, the file is B-LTA under an authority named TEST, and nothing is counted', async () => {
  const people = [somebody({ order: 1 }), somebody({ order: 2 })]
  const { id } = await signing.create(people, { key })
  for (const who of people) await signAs(id, who)
  await signing.work()
  const done = (await signing.act('GET', id, '', undefined, key)).json()
  expect(done).toMatchObject({ status: 'completed', level: 'PAdES-BASELINE-LTA', test: true })

  const file = await signing.act('GET', id, '/signed', undefined, key)
  const form = [['file', { filename: 'signed.pdf', bytes: file.bytes }]] as const
  const verdict = await signing.app.call('POST', '/api/v1/verify', { key, form: [...form] })
  const { signatures } = verdict.json<Verification>()
  expect(signatures.filter(({ kind }) => kind === 'signature').length).toBeGreaterThan(2)
  expect(JSON.stringify(signatures)).toContain('TEST')

  const audit = (await signing.act('GET', id, '/audit', undefined, key)).json<{
    entries: Array<{ type: string }>
  }>()
  const types = audit.entries.map(({ type }) => type)
  expect(types.filter((type) => type === 'signer.signed')).toHaveLength(2)
  expect(types).not.toContain('signing.abandoned')
  for (const path of ['/proof', '/evidence'])
    expect((await signing.act('GET', id, path, undefined, key)).status, path).toBe(200)

  expect((await messagesOf(signing.app)).filter(({ channel }) => channel === 'sms')).toEqual([])
  const usage = (await signing.app.call('GET', '/usage', { key })).json<{
    monthly: { signatures: { used: number } }
  }>()
  expect(usage.monthly.signatures.used).toBe(0)
})
