/** How signers prove who they are besides a code by SMS: by e-mail; and what the sender states about their identity. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, checked, evidenceFiles } from '../../support/evidence.ts'
import { pdfText } from '../../support/pdf-text.ts'
import {
  messagesOf,
  Person,
  type SeenProblem,
  type SigningApp,
  somebody,
  startSigningApp,
  type WishedSigner,
} from '../../support/signing-app.ts'

let signing: SigningApp
let strict: SigningApp

beforeAll(async () => {
  signing = await startSigningApp({ PARAPH_SIGNER_AUTHENTICATION: 'sms,email' })
  strict = await startSigningApp()
})
afterAll(async () => {
  await signing.close()
  await strict.close()
})

const MINUTE_MS = 60_000
const mailed = (more: Partial<WishedSigner> = {}): WishedSigner => {
  const { phone: _phone, ...who } = somebody({ authentication: 'email', locale: 'en' })
  return { ...who, ...more }
}
const pointers = (answer: { json<T>(): T }) =>
  answer.json<SeenProblem>().errors?.map(({ pointer }) => pointer)

describe('the level that a request requires', () => {
  const requiring = (more: Record<string, string> = {}) => ({
    options: { required_level: 'advanced', ...more },
  })

  test('refuses methods below it, wherever they are named, with what to do', async () => {
    const own = await signing.post([somebody(), mailed()], requiring())
    expect([own.status, pointers(own)]).toEqual([422, ['/signers/1/authentication']])
    expect(String(own.bytes)).toContain('level_not_reached')
    expect(String(own.bytes)).toContain('Use one of \\"sms\\"')
    const all = await signing.post([somebody(), somebody()], requiring({ authentication: 'email' }))
    expect(pointers(all)).toEqual(['/signers/0/authentication', '/signers/1/authentication'])
    const unknown = await signing.post([somebody()], { options: { required_level: 'qualified' } })
    expect([unknown.status, pointers(unknown)]).toEqual([422, ['/required_level']])
  })

  test('stays when a draft is corrected, and is in the answer and the trail', async () => {
    const { id, signers } = await signing.create([somebody()], requiring({ send: 'false' }))
    const path = `/signers/${signers[0]?.id}`
    const refused = await signing.act('PATCH', id, path, { authentication: 'email' })
    expect([refused.status, pointers(refused)]).toEqual([422, ['/authentication']])
    expect((await signing.act('POST', id, '/send', {})).status).toBe(200)
    expect(await signing.get(id)).toMatchObject({ required_level: 'advanced' })
    expect(String((await signing.act('GET', id, '/audit')).bytes)).toContain(
      '"required_level":"advanced"',
    )
  })
})

describe('methods that the operator does not allow', () => {
  test.each([
    [[somebody(), mailed()], {}, ['/signers/1/authentication']],
    [[somebody()], { authentication: 'email' }, ['/authentication']],
  ] as const)('are refused with what to do: %#', async (signers, options, where) => {
    const answer = await strict.post(signers, { options })
    expect(answer.status).toBe(422)
    expect(pointers(answer)).toEqual(where)
    const text = String(answer.bytes)
    expect(text).toContain('authentication_not_allowed')
    expect(text).toContain('PARAPH_SIGNER_AUTHENTICATION')
  })

  test('are refused when a draft is corrected', async () => {
    const { id, signers } = await strict.create([somebody()], { options: { send: 'false' } })
    const path = `/signers/${signers[0]?.id}`
    const answer = await strict.act('PATCH', id, path, { authentication: 'email' })
    expect([answer.status, pointers(answer)]).toEqual([422, ['/authentication']])
  })

  test('a method that does not exist is refused too', async () => {
    const answer = await signing.post([somebody()], { options: { authentication: 'none' } })
    expect([answer.status, pointers(answer)]).toEqual([422, ['/authentication']])
  })
})

describe('a code by e-mail', () => {
  test('signs; mail, consent, trail, proof and evidence say that link and code went to one address', async () => {
    const who = mailed()
    const { id, signers } = await signing.create([who])
    expect(signers[0]).toMatchObject({ authentication: 'email' })
    const person = await signing.person(who)
    const invitation = (await messagesOf(signing.app)).find(({ to }) => to === who.email)?.text
    expect(invitation).toContain('with an electronic signature (eIDAS)')
    expect(invitation).toContain('a code by e-mail')
    const { consent } = (await person.open()) as unknown as { consent: { text: string } }
    expect(consent.text).toContain('sent to the same e-mail address')
    expect(consent.text).toContain('Article 3(10)')
    expect(consent.text).not.toMatch(/phone|This is an advanced/)
    expect((await person.askCode()).status).toBe(202)
    const code = await person.readMailedCode()
    expect((await person.enter(code === '000000' ? '111111' : '000000')).status).toBe(422)
    expect((await person.enter(code)).status).toBe(200)
    expect((await person.sign()).status).toBe(200)
    await signing.services.stampTrail(id)
    await signing.work()
    expect((await signing.get(id)).status).toBe('completed')
    const trail = String((await signing.act('GET', id, '/audit')).bytes)
    expect(trail).toContain('"method":"email"')
    expect(trail).toContain('"channel":"email"')
    expect(trail).not.toContain(code)
    const proof = pdfText((await signing.act('GET', id, '/proof')).bytes).join(' ')
    expect(proof).toContain('Link and code to the same e-mail address')
    expect(proof).toContain('an electronic signature (Article 3(10)')
    expect(proof).toContain('does not present as an advanced one')
    expect(proof).not.toMatch(/SMS|an advanced electronic signature \(/)
    const files = await evidenceFiles(signing, id)
    const readme = bytesOf(files, 'README.txt').toString()
    expect(readme).toContain('an electronic signature (Article 3(10)')
    expect(readme).not.toContain('a code sent by SMS')
    const { status, said } = await checked(files)
    expect({ status, said }).toMatchObject({ status: 0 })
    expect(said).toContain(`the code went to ${who.email}`)
  })

  test('beside one by SMS: the proof tells which signature is an advanced one', async () => {
    const [one, two] = [mailed(), somebody({ locale: 'en' })]
    const { id } = await signing.create([one, two])
    const first = await signing.person(one)
    await first.open()
    await first.askCode()
    expect((await first.enter(await first.readMailedCode())).status).toBe(200)
    await first.sign()
    await (await signing.person(two)).signWhole()
    await signing.work()
    const proof = pdfText((await signing.act('GET', id, '/proof')).bytes).join(' ')
    expect(proof).toContain('except where the code was sent by e-mail')
    expect(proof).toContain('E-mail link and code by SMS')
  })

  test('needs no telephone number of somebody who is handed the link', async () => {
    const who = mailed({ delivery: 'none' })
    const { id, signers } = await signing.create([who])
    const path = `/signers/${signers[0]?.id}/signing-url`
    const { url } = (await signing.act('POST', id, path, {})).json<{ url: string }>()
    const answer = await signing.app.call('GET', new URL(url).pathname)
    const token = String(answer.headers.location).split('/').at(-1) ?? ''
    const person = new Person(signing.app, { token, to: who.email })
    await person.open()
    await person.askCode()
    expect((await person.enter(await person.readMailedCode())).status).toBe(200)
    await person.sign()
    await signing.work()
    const proof = pdfText((await signing.act('GET', id, '/proof')).bytes).join(' ')
    expect(proof).toContain('Link from the sender, code by e-mail')
  })

  test('has the limits of a code by SMS: pause, six an hour per address, three tries, ten minutes', async () => {
    const who = mailed()
    await signing.create([who])
    const person = await signing.person(who)
    await person.open()
    await person.askCode()
    expect((await person.askCode()).status).toBe(429)
    const code = await person.readMailedCode()
    const wrong = code === '000000' ? '111111' : '000000'
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => person.enter(wrong, `10.9.8.${n}`)),
    )
    const codes = answers.map((answer) => answer.json<SeenProblem>().code).sort()
    expect(codes).toEqual([
      ...Array<string>(2).fill('otp_invalid'),
      ...Array<string>(18).fill('otp_locked'),
    ])
    expect((await person.enter(code)).status).toBe(423)
    for (let sent = 1; sent < 6; sent++) {
      signing.app.clock.move(MINUTE_MS)
      expect((await person.askCode()).status).toBe(202)
    }
    signing.app.clock.move(MINUTE_MS)
    // The same address in another request: the hour counts for both.
    const other = mailed({ email: who.email.toUpperCase() })
    await signing.create([other])
    const again = await signing.person(other)
    expect((await again.askCode()).status).toBe(429)
    const last = await person.readMailedCode()
    signing.app.clock.move(10 * MINUTE_MS)
    expect((await person.enter(last)).json<SeenProblem>().code).toBe('otp_expired')
  })

  test('of another person does nothing, and a late mail is not sent', async () => {
    const [one, two] = [mailed(), mailed()]
    await signing.create([one, two])
    const [first, second] = [await signing.person(one), await signing.person(two)]
    await first.askCode()
    await second.askCode()
    const code = await first.readMailedCode()
    if (code !== (await second.readMailedCode()))
      expect((await second.enter(code)).json<SeenProblem>().code).toBe('otp_invalid')
    signing.app.clock.move(MINUTE_MS)
    await second.askCode()
    const before = (await messagesOf(signing.app)).length
    signing.app.clock.move(11 * MINUTE_MS)
    await signing.work()
    expect((await messagesOf(signing.app)).length).toBe(before)
  })

  test('a test key shows the code and mails nothing', async () => {
    const key = await signing.app.newKey('signature_business', 'tester@example.com', 'test')
    const who = mailed()
    // The authority of test keys is made with the first of them.
    await expect
      .poll(async () => (await signing.post([who], { key })).status, { timeout: 60_000 })
      .toBe(201)
    const { id, signers } = await signing.create([who], { key })
    const { url } = (
      await signing.act('GET', id, `/signers/${signers[0]?.id}/test-link`, undefined, key)
    ).json<{ url: string }>()
    const person = new Person(signing.app, { token: url.split('/').at(-1) ?? '', to: who.email })
    await person.open()
    const shown = (await person.askCode()).json<{ test_code: string; channel: string }>()
    expect(shown).toMatchObject({ channel: 'email', test_code: expect.stringMatching(/^\d{6}$/) })
    await expect(person.readMailedCode()).rejects.toThrow('no code')
    expect((await person.enter(shown.test_code)).status).toBe(200)
  })

  test('can be asked of everybody at once, and is fixed once the document is sent', async () => {
    const { phone: _phone, ...who } = somebody()
    const options = { authentication: 'email', send: 'false' }
    const { id, signers } = await signing.create([who], { options })
    expect(signers[0]).toMatchObject({ authentication: 'email' })
    const path = `/signers/${signers[0]?.id}`
    expect((await signing.act('PATCH', id, path, { authentication: 'sms' })).status).toBe(200)
    expect((await signing.get(id)).signers[0]).toMatchObject({ authentication: 'sms' })
    await signing.act('POST', id, '/send')
    expect((await signing.act('PATCH', id, path, { authentication: 'email' })).status).toBe(409)
  })
})

describe('an identity that the sender has verified', () => {
  const identity = {
    method: 'video-ident',
    source: 'Banque Martin',
    reference: 'KYC-2026-118',
    verified_at: '2026-10-02T09:00:00Z',
  }

  test('is shown as the sender’s statement, never as the service’s', async () => {
    const who = somebody({ locale: 'en', verified_identity: identity })
    const { id, signers } = await signing.create([who])
    expect(signers[0]).toMatchObject({ verified_identity: identity })
    expect((await signing.finish(id, [who])).status).toBe('completed')
    const trail = String((await signing.act('GET', id, '/audit')).bytes)
    expect(trail).toContain('KYC-2026-118')
    const proof = pdfText((await signing.act('GET', id, '/proof')).bytes).join(' ')
    expect(proof).toContain('Sender states')
    expect(proof).toContain('identity verified 2026-10-02 (video-ident, Banque Martin,')
    expect(proof).toContain('KYC-2026-118)')
    expect(proof).toContain('nor the identities that the sender declares to have verified')
  })

  test.each([
    [{ ...identity, verified_at: '2999-01-01T00:00:00Z' }, '/verified_identity/verified_at'],
    [{ ...identity, verified_at: 'yesterday' }, '/verified_identity/verified_at'],
    [{ ...identity, method: ' ' }, '/verified_identity/method'],
    [{ ...identity, source: 'a\nb' }, '/verified_identity/source'],
    [{ ...identity, passport: 'X' }, '/verified_identity/passport'],
  ])('is checked: %#', async (verified_identity, at) => {
    const answer = await signing.post([somebody({ verified_identity })])
    expect([answer.status, pointers(answer)]).toEqual([422, [`/signers/0${at}`]])
  })
})
