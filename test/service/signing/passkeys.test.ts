/** Signers' passkeys: registered after a code by SMS, then in its place; and everything that is no passkey of theirs. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Authenticator, type Circumstances } from '../../support/authenticator.ts'
import { bytesOf, checked, evidenceFiles } from '../../support/evidence.ts'
import { pdfText } from '../../support/pdf-text.ts'
import {
  type Person,
  type SeenProblem,
  SigningApp,
  somebody,
  startSigningApp,
  type WishedSigner,
} from '../../support/signing-app.ts'

const ORIGIN = 'https://sign.example.com'
const HERE: Circumstances = { origin: ORIGIN }
let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp({
    PARAPH_SIGNER_AUTHENTICATION: 'sms,passkey',
    PARAPH_SIGN_URL: ORIGIN,
    PARAPH_UPLOADS_MAX: '200',
  })
})
afterAll(() => signing.close())
beforeEach(async () => {
  // Sends are limited per key and minute, in PostgreSQL by the real clock.
  signing = new SigningApp(signing.app, await signing.app.newKey('signature_business'))
})

interface Options {
  challenge: string
  rp?: { id: string }
  rpId?: string
  userVerification?: string
  authenticatorSelection?: { userVerification: string }
  allowCredentials?: Array<{ id: string }>
}
const codeOf = (answer: { json<T>(): T }): string => answer.json<SeenProblem>().code
const signer = (more: Partial<WishedSigner> = {}) =>
  somebody({ authentication: 'passkey', locale: 'en', ...more })

async function asked(person: Person) {
  const { version, sha256 } = (await person.state()).consent
  return await person.call('POST', '/passkey/request', { consent: { version, sha256 } })
}
const stepOf = async (person: Person) =>
  ((await person.state()).signer as unknown as { passkey: string }).passkey

/** Enters the code that comes first, and registers a passkey. */
async function register(person: Person, device = new Authenticator()): Promise<Authenticator> {
  await person.verify()
  expect(await stepOf(person)).toBe('register')
  const options = (await person.call('POST', '/passkey/creation', {})).json<Options>()
  const answer = await person.call('POST', '/passkey', { passkey: device.create(options, HERE) })
  if (answer.status !== 200) throw new Error(`not registered: ${answer.bytes}`)
  return device
}

/** Somebody who has registered a passkey, and is asked to sign another document. */
async function known() {
  const who = signer()
  await signing.create([who])
  const device = await register(await signing.person(who))
  signing.app.clock.move(60_000)
  const { id } = await signing.create([who])
  const person = await signing.person(who)
  await person.open()
  return { who, id, person, device }
}

async function use(person: Person, passkey: unknown) {
  const answer = await person.call('POST', '/verify', { passkey })
  const cookie = String(answer.headers['set-cookie'] ?? '')
  if (cookie !== '') person.cookie = cookie.split(';')[0] ?? ''
  return answer
}

describe('a passkey', () => {
  test('is registered after the code, and replaces it for the next document; trail, proof and evidence say so', async () => {
    const who = signer()
    const first = await signing.create([who])
    const person = await signing.person(who)
    expect(await stepOf(person)).toBe('code')
    await person.verify()
    expect((await person.sign()).status).toBe(403)
    const options = (await person.call('POST', '/passkey/creation', {})).json<Options>()
    expect(options.rp?.id).toBe('sign.example.com')
    expect(options.authenticatorSelection?.userVerification).toBe('required')
    const device = new Authenticator()
    await person.call('POST', '/passkey', { passkey: device.create(options, HERE) })
    expect((await person.sign()).status).toBe(200)
    await signing.services.stampTrail(first.id)
    await signing.work()
    expect((await checked(await evidenceFiles(signing, first.id))).said).toContain(
      'the code went to',
    )

    const second = await signing.create([who])
    const again = await signing.person(who)
    await again.open()
    expect(await stepOf(again)).toBe('ask')
    // Nobody gets round the passkey by a code.
    expect([(await again.askCode()).status, codeOf(await again.askCode())]).toEqual([
      403,
      'verification_required',
    ])
    const request = (await asked(again)).json<Options>()
    expect(request).toMatchObject({ rpId: 'sign.example.com', userVerification: 'required' })
    expect((await use(again, device.get(request, HERE))).status).toBe(200)
    expect((await again.sign()).status).toBe(200)
    await signing.services.stampTrail(second.id)
    await signing.work()
    expect((await signing.get(second.id)).status).toBe('completed')
    const trail = String((await signing.act('GET', second.id, '/audit')).bytes)
    expect(trail).toContain('"method":"passkey"')
    expect(trail).not.toContain('signer.otp_sent')
    const proof = pdfText((await signing.act('GET', second.id, '/proof')).bytes).join(' ')
    expect(proof).toContain('E-mail link and passkey')
    expect(proof).toMatch(/registered \d{4}-\d\d-\d\d, code by SMS to/)
    expect(proof).toContain('an advanced electronic signature (Article 26')
    const files = await evidenceFiles(signing, second.id)
    expect(bytesOf(files, 'README.txt').toString()).not.toContain('a code sent by SMS')
    const { status, said } = await checked(files)
    expect({ status, said }).toMatchObject({ status: 0 })
    expect(said).toContain('a passkey that was registered')
  })

  test('works once: the same answer again, and one to an earlier challenge, do nothing', async () => {
    const { person, device, who } = await known()
    const request = (await asked(person)).json<Options>()
    const answer = device.get(request, HERE)
    expect((await use(person, answer)).status).toBe(200)
    expect(codeOf(await use(person, answer))).toBe('otp_expired')
    await signing.create([who])
    const next = await signing.person(who)
    await asked(next)
    expect(codeOf(await use(next, answer))).toBe('otp_invalid')
  })

  test.each<[string, Circumstances]>([
    ['of another host', { origin: 'https://sign.example.org' }],
    [
      'asked for by a page of another host',
      { origin: 'https://evil.example', host: 'sign.example.com' },
    ],
    ['of another host, asked for here', { origin: ORIGIN, host: 'example.com' }],
    ['over plain HTTP', { origin: 'http://sign.example.com' }],
    ['without user verification', { ...HERE, verified: false }],
    ['in a frame of a stranger', { ...HERE, topOrigin: 'https://evil.example' }],
  ])('%s is refused, when it is registered and when it is used', async (_name, where) => {
    const { person, device } = await known()
    const request = (await asked(person)).json<Options>()
    expect(codeOf(await use(person, device.get(request, where)))).toBe('otp_invalid')
    const other = signer()
    await signing.create([other])
    const fresh = await signing.person(other)
    await fresh.verify()
    const options = (await fresh.call('POST', '/passkey/creation', {})).json<Options>()
    const made = new Authenticator().create(options, where)
    const refused = await fresh.call('POST', '/passkey', { passkey: made })
    expect(codeOf(refused)).toBe('otp_invalid')
    expect((await fresh.sign()).status).toBe(403)
  })

  test('of another person, or of an unknown device, is refused', async () => {
    const [one, two] = [await known(), await known()]
    const request = (await asked(one.person)).json<Options>()
    expect(codeOf(await use(one.person, two.device.get(request, HERE)))).toBe('otp_invalid')
    expect(codeOf(await use(one.person, new Authenticator().get(request, HERE)))).toBe(
      'otp_invalid',
    )
    expect(codeOf(await use(one.person, { id: 'x' }))).toBe('otp_locked')
  })

  test('has three tries, however many at once; and a code is none', async () => {
    const { person, device } = await known()
    const request = (await asked(person)).json<Options>()
    const wrong = new Authenticator().get(request, HERE)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        person.call(
          'POST',
          '/verify',
          n % 2 ? { passkey: wrong } : { code: '123456' },
          `10.9.8.${n}`,
        ),
      ),
    )
    expect(answers.map(codeOf).sort()).toEqual([
      ...Array<string>(2).fill('otp_invalid'),
      ...Array<string>(18).fill('otp_locked'),
    ])
    expect(codeOf(await use(person, device.get(request, HERE)))).toBe('otp_locked')
    // Until another is asked for; after three of these the person is blocked.
    for (let round = 0; round < 2; round++) {
      const more = (await asked(person)).json<Options>()
      for (let n = 0; n < 3; n++) await use(person, new Authenticator().get(more, HERE))
    }
    expect((await person.state()).next).toBe('blocked')
  })

  test('is registered only in the browser that entered the code, and only once', async () => {
    const who = signer()
    await signing.create([who])
    const person = await signing.person(who)
    await person.open()
    expect((await person.call('POST', '/passkey/creation', {})).status).toBe(403)
    await person.verify()
    const options = (await person.call('POST', '/passkey/creation', {})).json<Options>()
    const elsewhere = await signing.person(who)
    expect((await elsewhere.call('POST', '/passkey/creation', {})).status).toBe(403)
    const passkey = new Authenticator().create(options, HERE)
    expect((await elsewhere.call('POST', '/passkey', { passkey })).status).toBe(403)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        person.call('POST', '/passkey', { passkey: new Authenticator().create(options, HERE) }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is over after ten minutes, also to be registered', async () => {
    const { person, device } = await known()
    const request = (await asked(person)).json<Options>()
    const who = signer()
    await signing.create([who])
    const fresh = await signing.person(who)
    await fresh.verify()
    signing.app.clock.move(10 * 60_000)
    expect(codeOf(await use(person, device.get(request, HERE)))).toBe('otp_expired')
    expect((await fresh.call('POST', '/passkey/creation', {})).status).toBe(403)
    expect(await stepOf(fresh)).toBe('code')
  })

  test('is of one account and one address: another sender starts with a code', async () => {
    const { who } = await known()
    const key = await signing.app.newKey('signature_business')
    const { id } = await signing.create([who], { key })
    const person = await signing.person(who)
    expect((await person.state()).document.id).toBe(id)
    expect(await stepOf(person)).toBe('code')
  })

  test('is forgotten when the sender resets it', async () => {
    const { id, person } = await known()
    const { signers } = await signing.get(id)
    const path = `/signers/${signers[0]?.id}`
    expect((await signing.act('PATCH', id, path, { reset_passkey: true })).status).toBe(200)
    expect(await stepOf(person)).toBe('code')
    const trail = String((await signing.act('GET', id, '/audit')).bytes)
    expect(trail).toContain('"changed":["reset_passkey"]')
  })
})

test('passkeys need a host name with TLS', async () => {
  const { loadConfig } = await import('../../../src/config/config.ts')
  const set = { PARAPH_SIGNER_AUTHENTICATION: 'sms,passkey' }
  for (const url of ['http://127.0.0.1:3000', 'https://192.0.2.1', 'http://sign.example.com'])
    expect(() => loadConfig({ ...set, PARAPH_SIGN_URL: url })).toThrow('PARAPH_SIGN_URL')
  expect(() => loadConfig({ PARAPH_SIGNER_AUTHENTICATION: 'passkey' })).toThrow('sms')
  expect(loadConfig({ ...set, PARAPH_SIGN_URL: ORIGIN }).sending.authentication).toEqual([
    'sms',
    'passkey',
  ])
})
