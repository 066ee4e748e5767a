/** A person signs on the sender's device: said in trail and proof; nothing of theirs stays on it. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pdfText } from '../../support/pdf-text.ts'
import {
  Person,
  type SeenProblem,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp({ PARAPH_SIGNER_AUTHENTICATION: 'sms,totp' })
})
afterAll(() => signing.close())

const tokenIn = (url: string): string => /\/sign\/([\w-]+)$/.exec(url)?.[1] ?? ''

/** A request to one person, and their page on the sender's device. */
async function handed(host = 'Grace Host') {
  const who = somebody({ delivery: 'none', locale: 'en' })
  const { id, signers } = await signing.create([who])
  const path = `/signers/${signers[0]?.id}/signing-url`
  const { url } = (await signing.act('POST', id, path, { in_person: { host } })).json<{
    url: string
  }>()
  const answer = await signing.app.call('GET', `/sign/${tokenIn(url)}`)
  const token = tokenIn(String(answer.headers.location))
  return { id, path, person: new Person(signing.app, { token, to: who.email, phone: who.phone }) }
}

test('trail and proof name the host; afterwards the device shows nothing of the person', async () => {
  const { id, person } = await handed()
  const before = String((await person.call('GET', '?lang=en')).bytes)
  expect(before).toContain('in the presence of Grace Host')
  const signed = await person.signWhole()
  expect(String(signed.headers['set-cookie'])).toMatch(/^paraph-sgr_\w+=;.*Max-Age=0/)
  await signing.work()
  expect((await signing.get(id)).status).toBe('completed')
  const trail = (await signing.act('GET', id, '/audit')).json<{
    entries: Array<{ type: string; data: Record<string, unknown> }>
  }>()
  const hosts = trail.entries
    .filter(({ data }) => data.in_person_host === 'Grace Host')
    .map(({ type }) => type)
  expect(hosts).toEqual([
    'signer.link_issued',
    'signer.opened',
    'signer.consented',
    'signer.otp_sent',
    'signer.verified',
    'signer.signed',
  ])
  const proof = pdfText((await signing.act('GET', id, '/proof')).bytes).join(' ')
  expect(proof.replace(/\s+/g, ' ')).toContain(
    'In person on the sender’s device, in the presence of Grace Host',
  )
  const page = await person.call('GET', '?lang=en')
  expect(page.headers['clear-site-data']).toBe('"cache", "storage"')
  const text = String(page.bytes)
  expect(text).toContain('Please hand the device back')
  for (const secret of [person.to, 'Łukasz', id, '/signed', '/file'])
    expect(text).not.toContain(secret)
  for (const path of ['/state', '/signed'])
    expect((await person.call('GET', path)).json()).toMatchObject({ code: 'signing_link_ended' })
  expect((await person.call('GET', '/file')).json()).toMatchObject({ code: 'already_signed' })
})

test('the name of the host is part of the link: another one’s is not opened, nor one for no host', async () => {
  const { id, path, person } = await handed('One Host')
  await signing.act('POST', id, path, { in_person: { host: 'Other Host' } })
  expect((await person.call('GET', '/state')).json()).toMatchObject({
    code: 'signing_link_invalid',
  })
  const forged = new Person(signing.app, { token: person.token.replace('-p', '-'), to: person.to })
  expect((await forged.call('GET', '/state')).json()).toMatchObject({
    code: 'signing_link_invalid',
  })
})

test('a host has a name without tricks, there is none in a frame, and a link by e-mail is not the sender’s', async () => {
  const { id, path } = await handed()
  const refused = async (json: object) =>
    (await signing.act('POST', id, path, json)).json<SeenProblem>().errors
  expect(await refused({ in_person: { host: ' ' } })).toMatchObject([
    { pointer: '/in_person/host' },
  ])
  expect(await refused({ in_person: { host: 'see https://evil.example/x' } })).toMatchObject([
    { pointer: '/in_person/host' },
  ])
  expect(await refused({ in_person: {} })).toMatchObject([{ pointer: '/in_person/host' }])
  expect(
    await refused({ in_person: { host: 'Ada' }, embed_origin: 'https://app.example.com' }),
  ).toMatchObject([{ pointer: '/in_person' }])
  const mailed = await signing.create([somebody()])
  const other = `/signers/${mailed.signers[0]?.id}/signing-url`
  const answer = await signing.act('POST', mailed.id, other, { in_person: { host: 'Ada' } })
  expect(answer.json()).toMatchObject({ code: 'document_state_conflict' })
})

test('an app is never registered on the sender’s device, also where it was forgotten meanwhile', async () => {
  const who = somebody({ delivery: 'none', locale: 'en', authentication: 'totp' })
  const linkOf = async (id: string, sid: string | undefined, body: object) =>
    await signing.act('POST', id, `/signers/${sid}/signing-url`, body)
  const own = await signing.create([who])
  const refused = await linkOf(own.id, own.signers[0]?.id, { in_person: { host: 'Ada' } })
  expect(refused.json()).toMatchObject({
    code: 'document_state_conflict',
    detail: expect.stringContaining('has no totp yet'),
  })
  const opened = async (answer: { json<T>(): T }) => {
    const { url } = answer.json<{ url: string }>()
    const page = await signing.app.call('GET', `/sign/${tokenIn(url)}`)
    const token = tokenIn(String(page.headers.location))
    return new Person(signing.app, { token, to: who.email, phone: who.phone })
  }
  const atHome = await opened(await linkOf(own.id, own.signers[0]?.id, {}))
  await atHome.verify()
  const { secret } = (await atHome.call('POST', '/totp/creation', {})).json<{ secret: string }>()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: signing.app.clock.now(),
  })
  expect((await atHome.call('POST', '/totp', { code })).status).toBe(200)
  const { id, signers } = await signing.create([who])
  const person = await opened(await linkOf(id, signers[0]?.id, { in_person: { host: 'Ada' } }))
  await signing.act('PATCH', id, `/signers/${signers[0]?.id}`, { reset_totp: true })
  signing.app.clock.move(60_000)
  await person.verify()
  expect((await person.call('POST', '/totp/creation', {})).json()).toMatchObject({
    code: 'verification_required',
    detail: expect.stringContaining('sender’s device'),
  })
  expect((await person.sign()).json()).toMatchObject({ code: 'verification_required' })
})

test('nobody delegates on the sender’s device; a link handed over before the delegation leads nowhere', async () => {
  const key = await signing.app.newKey('signature_business', 'me@example.com', 'test')
  const { authority } = signing.services.pkiOf('test')
  await vi.waitUntil(() => authority.state.status === 'ready', { timeout: 60_000 })
  const who = somebody({ allow_delegation: true, locale: 'en' })
  const { id, signers } = await signing.create([who], { key })
  const { email, first_name, last_name } = somebody()
  const delegate = (person: Person) =>
    person.call('POST', '/delegation', { email, first_name, last_name, reason: 'On leave' })
  const codeOf = (answer: { json<T>(): T }) => answer.json<SeenProblem>().code
  const handed = async (json: object) => {
    const path = `/signers/${signers[0]?.id}/signing-url`
    const { url } = (await signing.act('POST', id, path, json, key)).json<{ url: string }>()
    const first = await signing.app.call('GET', new URL(url).pathname)
    const token = String(first.headers.location).split('/').at(-1) ?? ''
    return { url, person: new Person(signing.app, { token, to: who.email, phone: who.phone }) }
  }
  const device = await handed({ in_person: { host: 'Grace Host' } })
  expect(String((await device.person.call('GET', '?lang=en')).bytes)).not.toContain('delegate-form')
  expect(codeOf(await delegate(device.person))).toBe('delegation_not_allowed')
  const own = await handed({})
  expect((await delegate(own.person)).status).toBe(204)
  expect(codeOf(await device.person.call('GET', '/state'))).toBe('signing_link_invalid')
  expect(codeOf(await own.person.call('GET', '/state'))).toBe('signing_delegated')
  const late = await signing.app.call('GET', `${new URL(own.url).pathname}?lang=en`)
  expect([late.status, String(late.bytes).includes('You have delegated this')]).toEqual([410, true])
})
