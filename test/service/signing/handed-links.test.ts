/** A link that the sender hands over: no mail goes to that person, and the proof says how they were identified. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfText } from '../../support/pdf-text.ts'
import {
  messagesOf,
  Person,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

interface Given {
  url: string
  expires_at: string
}

/** A live request to one person who gets no mail. */
async function request(more: Parameters<typeof somebody>[0] = {}) {
  const who = somebody({ delivery: 'none', locale: 'en', ...more })
  const { id, signers } = await signing.create([who])
  const path = `/signers/${signers[0]?.id}/signing-url`
  return { who, id, path }
}

const tokenIn = (url: string): string => /\/sign\/([\w-]+)$/.exec(url)?.[1] ?? ''

/** Opens a link as a browser does; answers the person that it leads to. */
async function follow(url: string, who: { email: string; phone?: string }): Promise<Person> {
  const answer = await signing.app.call('GET', `/sign/${tokenIn(url)}`)
  expect(answer.status).toBe(303)
  expect(answer.headers['cache-control']).toBe('no-store')
  const token = tokenIn(String(answer.headers.location))
  return new Person(signing.app, { token, to: who.email, phone: who.phone })
}

const mailsTo = async (email: string) =>
  (await messagesOf(signing.app)).filter(({ channel, to }) => channel === 'mail' && to === email)

test('a person who gets no mail signs by a link that the sender was given; mail, trail and proof say so', async () => {
  const { who, id, path } = await request()
  const answer = await signing.act('POST', id, path, {})
  expect(answer.headers['cache-control']).toBe('no-store')
  const { url, expires_at } = answer.json<Given>()
  const inMs = Date.parse(expires_at) - signing.app.clock.now()
  expect(inMs).toBeGreaterThan(898_000)
  expect(inMs).toBeLessThanOrEqual(900_000)
  const person = await follow(url, who)
  const { consent } = (await person.call('GET', '/state')).json<{ consent: { text: string } }>()
  expect(consent.text).toContain('who handed me the link')
  await person.signWhole()
  await signing.work()
  expect(await mailsTo(who.email)).toEqual([])
  const trail = String((await signing.act('GET', id, '/audit')).bytes)
  expect(trail).toContain('"signer.link_issued"')
  expect(trail).toContain('"channel":"none"')
  expect(trail).not.toContain(tokenIn(url))
  const proof = pdfText((await signing.act('GET', id, '/proof')).bytes).join(' ')
  expect(proof).toContain('Link from the sender and code by SMS')
  const page = String((await person.call('GET', '?lang=en')).bytes)
  expect(page).toContain('is complete')
  expect(page).not.toContain('by e-mail')
})

test('a link is for a short time, also one that was opened, and a forged time opens nothing', async () => {
  const { who, id, path } = await request()
  const { url } = (await signing.act('POST', id, path, { expires_in: 60 })).json<Given>()
  await follow(url, who)
  const again = await follow(url, who)
  signing.app.clock.move(61_000)
  const late = await signing.app.call('GET', `/sign/${tokenIn(url)}?lang=en`)
  expect(late.status).toBe(410)
  expect(String(late.bytes)).toContain('to get a new link')
  // Who came in time goes on.
  expect((await again.open()).next).toBe('sign')
  const [signer = '', until = '', mac = ''] = tokenIn(url).split('-')
  const later = (Number.parseInt(until, 36) + 86_400).toString(36)
  for (const token of [`${signer}-${later}-${mac}`, `${signer}-${mac}`])
    expect((await signing.app.call('GET', `/sign/${token}`)).status).toBe(404)
  // A link with a time is no key to anything behind the page.
  expect((await signing.app.call('GET', `/sign/${tokenIn(url)}/state`)).status).toBe(404)
  expect((await signing.act('POST', id, path, { expires_in: 59 })).status).toBe(422)
})

test('nobody is given the link of a person whom the mail identifies, or whose turn it is not', async () => {
  const mailed = await request({ delivery: 'email' })
  const refused = await signing.act('POST', mailed.id, mailed.path, {})
  expect([refused.status, refused.json<{ code: string }>().code]).toEqual([
    409,
    'document_state_conflict',
  ])
  const [first, second] = [somebody({ order: 1 }), somebody({ order: 2, delivery: 'none' })]
  const { id, signers } = await signing.create([first, second])
  const path = `/signers/${signers[1]?.id}/signing-url`
  expect((await signing.act('POST', id, path, {})).status).toBe(409)
  await (await signing.person(first)).signWhole()
  await signing.work()
  expect((await signing.act('POST', id, path, {})).status).toBe(200)
  expect((await signing.act('POST', id, '/remind')).status).toBe(409)
})

test('who gets no mail needs a phone that the sender gave, and counts as nobody whom the account has mailed', async () => {
  const { phone: _phone, ...who } = somebody({ delivery: 'none' })
  const answer = await signing.post([who])
  expect(answer.status).toBe(422)
  expect(answer.json<{ errors: { pointer: string }[] }>().errors[0]?.pointer).toBe(
    '/signers/0/phone',
  )
  const { accounts, db } = signing.services
  const { id } = await accounts.accounts.createAccount('handing@example.com')
  const key = await signing.app.keyFor(id, 'signature_business')
  await signing.create([somebody({ delivery: 'none' })], { key })
  const count = () =>
    db.selectFrom('first_mails').selectAll().where('account_id', '=', id).execute()
  expect(await count()).toHaveLength(0)
})

test('a delivery of the request is for all signers but those who have their own', async () => {
  const [handed, mailed] = [somebody(), somebody({ delivery: 'email' })]
  const options = { delivery: 'none' }
  const { signers } = await signing.create([handed, mailed], { options })
  expect(signers.map(({ delivery }) => delivery)).toEqual(['none', undefined])
  await signing.work()
  expect(await mailsTo(handed.email)).toEqual([])
  expect(await mailsTo(mailed.email)).not.toEqual([])
  const { phone: _phone, ...unknown } = somebody()
  const pointers = async (asked: Record<string, string>) =>
    (await signing.post([unknown], { options: asked }))
      .json<{ errors: { pointer: string }[] }>()
      .errors.map(({ pointer }) => pointer)
  expect(await pointers(options)).toEqual(['/signers/0/phone'])
  expect(await pointers({ delivery: 'pigeon' })).toEqual(['/delivery'])
})
