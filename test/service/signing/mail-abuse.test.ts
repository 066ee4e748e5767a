/** What accounts have mailed in their name, to whom, and how many strangers. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  messagesOf,
  type SeenProblem,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp({
    PARAPH_STRANGERS_PER_DAY: '20',
    PARAPH_MAIL_FROM: 'Acme Sign <sign@acme.example>',
  })
})
afterAll(() => signing.close())

const DAY_MS = 24 * 60 * 60_000
const codeOf = (answer: { json<T>(): T }): string => answer.json<SeenProblem>().code

let accounts = 0
/** A new account with a key that may send very much. */
async function newAccount(mode: 'live' | 'test' = 'live') {
  accounts += 1
  const email = `sender${accounts}@example.com`
  const { id } = await signing.services.accounts.accounts.createAccount(email)
  const input = { accountId: id, plan: 'signature_business', name: 'one', mode }
  return { id, email, key: (await signing.services.accounts.keys.createKey(input)).secret }
}

const mailTo = async (email: string) => {
  await signing.work()
  return (await messagesOf(signing.app)).find(
    ({ channel, to }) => channel === 'mail' && to === email,
  )
}
const usedBy = async (key: string) =>
  (await signing.app.call('GET', '/usage', { key })).json<{
    monthly: { signatures: { used: number } }
  }>().monthly.signatures.used
const crowd = (size: number) => Array.from({ length: size }, () => ({ email: somebody().email }))

describe('From and Reply-To', () => {
  test('show the name with "via" the service, and answers go to the address of the account', async () => {
    const { key, email } = await newAccount()
    const who = somebody()
    await signing.create([who], { key, options: { sender: 'Ada Martin' } })
    expect(await mailTo(who.email)).toMatchObject({
      fromName: 'Ada Martin via Acme Sign',
      replyTo: email,
    })
  })

  test('show a name that the operator has verified by itself', async () => {
    const { id, key } = await newAccount()
    await signing.services.accounts.limits.set(id, { senderNames: ['Microsoft'] })
    const who = somebody()
    await signing.create([who], { key, options: { sender: 'Microsoft' } })
    expect(await mailTo(who.email)).toMatchObject({ fromName: 'Microsoft' })
  })

  test.each([
    ['sender', 'PayPal Support', 'sender_reserved'],
    ['sender', 'ceo@bank.example', 'sender_address'],
    ['sender', 'Acme Sign', 'sender_reserved'],
    ['name', 'Pay at https://evil.example', 'text_link'],
    ['message', 'Log in at https://evil.example', 'text_link'],
  ])('%s %j is refused, and costs nothing', async (field, value, code) => {
    const { key } = await newAccount()
    const answer = await signing.post([somebody()], { key, options: { [field]: value } })
    expect(codeOf(answer)).toBe('validation_failed')
    expect(answer.json<{ errors: object[] }>().errors).toMatchObject([
      { pointer: `/${field}`, code },
    ])
    expect(await usedBy(key)).toBe(0)
  })

  test('a bare domain in a message is no link that mail programs make', async () => {
    const { key } = await newAccount()
    const who = somebody()
    await signing.create([who], { key, options: { message: 'Ask evil.example or bail.pdf' } })
    const mail = await mailTo(who.email)
    expect(mail?.text).not.toContain('evil.example')
    expect(mail?.text).toContain('evil.\u2060example')
    expect(mail?.text).toContain('bail.pdf')
  })
})

describe('a test key', () => {
  test('mails only addresses of its own account; other mails are stored, and the sender gets the link', async () => {
    const { key, email } = await newAccount('test')
    await signing.services.pkiOf('test').authority.ready()
    const { authority } = signing.services.pkiOf('test')
    await vi.waitUntil(() => authority.state.status === 'ready', { timeout: 60_000 })
    const stranger = somebody()
    const own = { ...somebody(), email: email.replace('@', '+signer@') }
    const made = await signing.create([stranger, own], { key })
    await signing.work()
    const seen = (await signing.act('GET', made.id, '', undefined, key)).json<{
      signers: Array<{ id: string; email: string; kept_mail?: { kind: string } }>
    }>()
    const [kept, mailed] = seen.signers
    expect(kept?.kept_mail).toMatchObject({ kind: 'invitation' })
    expect(mailed?.kept_mail).toBeUndefined()
    const types = (await signing.services.trails.read(made.id))?.entries.map(
      ({ type, data }) => `${type} ${String((data as { signer_id?: string }).signer_id ?? '')}`,
    )
    expect(types).toContain(`message.kept ${kept?.id}`)
    expect(types).not.toContain(`message.sent ${kept?.id}`)
    expect(types).toContain(`message.sent ${mailed?.id}`)
    const link = await signing.act('GET', made.id, `/signers/${kept?.id}/test-link`, undefined, key)
    const { url } = link.json<{ url: string }>()
    expect((await mailTo(stranger.email))?.text).toContain(url)
  })

  test('reads no link of a live request', async () => {
    const { id, key } = await newAccount()
    const input = { accountId: id, plan: 'signature_business', name: 'two', mode: 'test' as const }
    const { secret } = await signing.services.accounts.keys.createKey(input)
    const made = await signing.create([somebody()], { key })
    const path = `/signers/${made.signers[0]?.id}/test-link`
    expect((await signing.act('GET', made.id, path, undefined, secret)).status).toBe(404)
    expect((await signing.act('GET', made.id, path, undefined, key)).status).toBe(409)
  })
})

describe('people whom an account has never mailed', () => {
  test('are 20 in a day for a new account; one more is refused before anything is sent or counted', async () => {
    const { key, email } = await newAccount()
    await signing.create(crowd(19), { key })
    const refused = await signing.post(crowd(2), { key })
    expect([refused.status, codeOf(refused)]).toEqual([429, 'recipient_limit_reached'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    expect(refused.json<SeenProblem>().detail).toMatch(
      /19 have been e-mailed, and this request adds 2/,
    )
    expect(await usedBy(key)).toBe(19)
    const list = (await signing.app.call('GET', '/api/v1/documents', { key })).json<{
      documents: object[]
    }>()
    expect(list.documents).toHaveLength(1)
    const [last] = crowd(1)
    await signing.create([last!, { email }], { key })
    // Whoever was mailed before, and the account itself, are no strangers.
    expect((await signing.post([last!], { key })).status).toBe(201)
    expect((await signing.post(crowd(1), { key })).status).toBe(429)
    signing.app.clock.move(DAY_MS)
    expect((await signing.post(crowd(20), { key })).status).toBe(201)
  })

  test('are known again by an address with capitals beyond ASCII, signers and copies alike', async () => {
    const { key } = await newAccount()
    const [signer, copied] = ['Élise.Ångström@example.com', 'Øyvind@example.com']
    const copies = JSON.stringify([{ email: copied }])
    await signing.create([...crowd(18), { email: signer }], { key, options: { copies } })
    const capitals = signer.replace('lise', 'LISE')
    const again = await signing.post([{ email: capitals }, { email: copied }], { key })
    expect([again.status, codeOf(again)]).toEqual([201, undefined])
    expect(codeOf(await signing.post(crowd(1), { key }))).toBe('recipient_limit_reached')
  })

  test('are counted when the address of a signer is changed again and again', async () => {
    const { key } = await newAccount()
    const { id, signers } = await signing.create(crowd(19), { key })
    const change = (email: string) =>
      signing.act('PATCH', id, `/signers/${signers[0]?.id}`, { email }, key)
    expect((await change(somebody().email)).status).toBe(200)
    expect(codeOf(await change(somebody().email))).toBe('recipient_limit_reached')
    const seen = (await signing.act('GET', id, '', undefined, key)).json<{
      signers: Array<{ email: string }>
    }>()
    expect(new Set(seen.signers.map(({ email }) => email)).size).toBe(19)
  })

  test('are counted when a signer names somebody else, who is written to only within the limit', async () => {
    const { key } = await newAccount()
    const who = somebody({ allow_delegation: true })
    const { id } = await signing.create([who, ...crowd(19)], { key })
    const { email } = somebody()
    const named = { email, first_name: 'Ada', last_name: 'Lovelace', reason: 'On leave' }
    const refused = await (await signing.person(who)).call('POST', '/delegation', named)
    expect([refused.status, codeOf(refused)]).toEqual([429, 'recipient_limit_reached'])
    const seen = await signing.act('GET', id, '', undefined, key)
    expect(String(seen.bytes)).toContain(who.email)
    expect(await mailTo(email)).toBeUndefined()
  })

  test('grow in number with every week of the account, and by the operator’s word', async () => {
    const { id, key } = await newAccount()
    expect((await signing.post(crowd(21), { key })).status).toBe(429)
    signing.app.clock.move(7 * DAY_MS)
    expect((await signing.post(crowd(21), { key })).status).toBe(201)
    await signing.services.accounts.limits.set(id, { newRecipientsPerDay: 22 })
    expect((await signing.post(crowd(2), { key })).status).toBe(429)
    expect((await signing.post(crowd(1), { key })).status).toBe(201)
    await signing.services.accounts.limits.set(id, { newRecipientsPerDay: 0 })
    expect((await signing.post(crowd(50), { key })).status).toBe(201)
  })
})
