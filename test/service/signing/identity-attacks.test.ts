/** Attacks on how signers prove who they are: by another account, another telephone, a copied device, another method. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PersonErasure } from '../../../src/retention/person-erasure.ts'
import {
  eraseUnused,
  forgetRegistered,
  registeredOf,
} from '../../../src/signing/authentication/registered-store.ts'
import { Authenticator, type Circumstances } from '../../support/authenticator.ts'
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
    PARAPH_SIGNER_AUTHENTICATION: 'sms,passkey,email',
    PARAPH_SIGN_URL: ORIGIN,
    PARAPH_UPLOADS_MAX: '200',
  })
})
afterAll(() => signing.close())
beforeEach(async () => {
  signing = new SigningApp(signing.app, await signing.app.newKey('signature_business'))
})

interface Options {
  challenge: string
  user: { id: string }
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
  ((await person.state()).signer as unknown as { passkey?: string }).passkey
const creation = async (person: Person) =>
  (await person.call('POST', '/passkey/creation', {})).json<Options>()
const registering = async (person: Person, device: Authenticator) =>
  await person.call('POST', '/passkey', { passkey: device.create(await creation(person), HERE) })

/** Somebody who has registered a passkey with a code to a number. */
async function known(who = signer(), number = who.phone) {
  const { id } = await signing.create([who])
  const person = await signing.person(who)
  await person.verify(number)
  const device = new Authenticator()
  expect((await registering(person, device)).status).toBe(200)
  signing.app.clock.move(60_000)
  return { who, device, id }
}
async function next(who: WishedSigner, key?: string): Promise<Person> {
  await signing.create([who], key === undefined ? {} : { key })
  const person = await signing.person(who)
  await person.open()
  return person
}

describe('a passkey', () => {
  test('of another account’s signer with the same address is not asked for, and does not sign', async () => {
    const { who, device } = await known()
    const key = await signing.app.newKey('signature_business')
    const person = await next(who, key)
    const refused = await asked(person)
    expect([refused.status, codeOf(refused)]).toEqual([403, 'verification_required'])
    await person.askCode()
    const answer = device.get({ challenge: 'AAAA' }, HERE)
    expect(codeOf(await person.call('POST', '/verify', { passkey: answer }))).toBe('otp_invalid')
    // Nor does the other account's reset touch it.
    const other = (await signing.app.call('GET', '/api/v1/documents', { key })).json<{
      documents: Array<{ id: string; signers: Array<{ id: string }> }>
    }>().documents[0]
    const path = `/signers/${other?.signers[0]?.id}`
    const reset = await signing.act('PATCH', other?.id ?? '', path, { reset_passkey: true }, key)
    expect(reset.status).toBe(200)
    expect(await stepOf(await next(who))).toBe('ask')
  })

  test('that was registered with a number of the person’s own does not replace a code to the sender’s number', async () => {
    const phone = somebody().phone ?? ''
    const own = signer({ phone: undefined as never })
    const { device } = await known({ ...own }, phone)
    const mail = { ...own }
    expect(await stepOf(await next(mail))).toBe('ask')
    const given = { ...own, phone: somebody().phone ?? '' }
    const person = await next(given)
    expect(await stepOf(person)).toBe('code')
    expect(codeOf(await asked(person))).toBe('verification_required')
    // After a code to that number another one is registered, which counts from then on.
    await person.verify()
    expect((await registering(person, new Authenticator())).status).toBe(200)
    signing.app.clock.move(60_000)
    const again = await next(given)
    const options = (await asked(again)).json<Options>()
    expect(options.allowCredentials).toHaveLength(1)
    const answer = device.get(options, HERE)
    expect(codeOf(await again.call('POST', '/verify', { passkey: answer }))).toBe('otp_invalid')
  })

  test('is no way round another method that the sender asks for', async () => {
    const { who, device } = await known()
    for (const authentication of ['sms', 'email'] as const) {
      const person = await next({ ...who, authentication })
      expect(codeOf(await asked(person))).toBe('verification_required')
      await person.askCode()
      const passkey = device.get({ challenge: 'AAAA' }, HERE)
      expect(codeOf(await person.call('POST', '/verify', { passkey }))).toBe('otp_expired')
      expect((await person.sign()).status).toBe(403)
      signing.app.clock.move(60_000)
    }
  })

  test('of a copied device is refused: its counter went back', async () => {
    const { who, device } = await known()
    const use = async (counter: number) => {
      const person = await next(who)
      const options = (await asked(person)).json<Options>()
      const passkey = device.get(options, { ...HERE, counter })
      return await person.call('POST', '/verify', { passkey })
    }
    expect((await use(9)).status).toBe(200)
    expect(codeOf(await use(9))).toBe('otp_invalid')
    expect(codeOf(await use(3))).toBe('otp_invalid')
    expect((await use(10)).status).toBe(200)
  })

  test('with the id of another person’s is not registered, and nothing fails', async () => {
    const { who, device } = await known()
    const other = signer()
    await signing.create([other])
    const thief = await signing.person(other)
    await thief.verify()
    const refused = await registering(thief, new Authenticator(device.id))
    expect([refused.status, codeOf(refused)]).toEqual([422, 'otp_invalid'])
    const person = await next(who)
    const passkey = device.get((await asked(person)).json<Options>(), HERE)
    expect((await person.call('POST', '/verify', { passkey })).status).toBe(200)
  })

  test('is filed on the device under a name that tells nobody anything', async () => {
    const who = signer()
    await signing.create([who])
    const person = await signing.person(who)
    await person.verify()
    const handle = Buffer.from((await creation(person)).user.id, 'base64url')
    expect(handle).toHaveLength(32)
    expect(handle.toString('latin1')).not.toContain(who.email.slice(0, 4))
  })

  test('is asked for, not registered again, when it was registered for another document meanwhile', async () => {
    const who = signer()
    const [first, second] = [await next(who), await next(who)]
    await first.verify()
    signing.app.clock.move(60_000)
    await second.verify()
    const options = await creation(second)
    expect((await registering(first, new Authenticator())).status).toBe(200)
    expect(await stepOf(second)).toBe('ask')
    const passkey = new Authenticator().create(options, HERE)
    expect((await second.call('POST', '/passkey', { passkey })).status).toBe(422)
  })

  test('goes with everything else of its person, with the account, or unused with the retention period', async () => {
    const { services } = signing
    const { db, trails, jobs } = services
    const { who, id } = await known()
    const outbox = { about: async () => [], remove: async () => 0 }
    const erasure = new PersonErasure({
      db,
      clock: signing.app.clock,
      trails,
      jobs,
      outbox,
    } as never)
    await signing.act('POST', id, '/cancel', {})
    await signing.work()
    expect((await erasure.find(who.email.toUpperCase(), { evidence: true })).rest.registered).toBe(
      1,
    )
    await erasure.erase(who.email.toUpperCase(), { evidence: true })
    expect((await erasure.find(who.email, { evidence: true })).rest.registered).toBe(0)

    const { who: other } = await known()
    const account = (await db.selectFrom('signer_passkeys').selectAll().execute()).find(
      ({ email }) => email === other.email,
    )?.account_id
    const left = async () => (await registeredOf(db, account ?? '')).map(({ email }) => email)
    expect(await left()).toEqual([other.email])
    await eraseUnused(db, new Date(signing.app.clock.now() - 3_600_000).toISOString(), 100)
    expect(await left()).toEqual([other.email])
    await eraseUnused(db, new Date(signing.app.clock.now()).toISOString(), 100)
    expect(await left()).toEqual([])
    const { who: third } = await known()
    await forgetRegistered(db, account ?? '')
    expect((await erasure.find(third.email, { evidence: true })).rest.registered).toBe(0)
  })
})

describe('a code by e-mail', () => {
  const mailed = () => signer({ authentication: 'email' })

  test('is over when the sender corrects the address, and the new person agrees anew', async () => {
    const who = mailed()
    const { id, signers } = await signing.create([who])
    const person = await signing.person(who)
    await person.open()
    await person.askCode()
    const code = await person.readMailedCode()
    const change = { email: mailed().email }
    const path = `/signers/${signers[0]?.id}`
    expect((await signing.act('PATCH', id, path, change)).status).toBe(200)
    expect((await person.enter(code)).status).toBe(404)
    const heir = await signing.person(change)
    await heir.open()
    expect(codeOf(await heir.enter(code))).toBe('otp_expired')
    expect((await heir.state()).code).toBeNull()
  })

  test('that was asked for and not sent yet goes to nobody once the address is corrected', async () => {
    const who = mailed()
    const { id, signers } = await signing.create([who])
    const person = await signing.person(who)
    await person.open()
    await person.askCode()
    const change = { email: mailed().email }
    await signing.act('PATCH', id, `/signers/${signers[0]?.id}`, change)
    await signing.work()
    for (const to of [who.email, change.email])
      await expect(
        signing.person({ email: to }).then((each) => each.readMailedCode()),
      ).rejects.toThrow('no code')
  })

  test('is limited per address over all documents and accounts, however it is spelled', async () => {
    const who = mailed()
    const statuses: string[] = []
    for (let n = 0; n < 7; n++) {
      const email = n % 2 ? who.email.toUpperCase() : who.email
      const key = await signing.app.newKey('signature_business')
      await signing.create([{ ...who, email }], { key })
      const person = await signing.person({ email })
      await person.open()
      const answer = await person.askCode()
      statuses.push(answer.status === 202 ? 'sent' : codeOf(answer))
      signing.app.clock.move(31_000)
    }
    expect(statuses).toEqual([...Array<string>(6).fill('sent'), 'otp_rate_limited'])
  })
})

test('nobody who gets a copy becomes a signer of the same document by a correction', async () => {
  const who = somebody()
  const copies = JSON.stringify([{ email: 'Copy@Example.com' }])
  const { id, signers } = await signing.create([who], { options: { copies } })
  const path = `/signers/${signers[0]?.id}`
  const refused = await signing.act('PATCH', id, path, { email: 'copy@example.com' })
  expect(refused.status).toBe(422)
  expect(refused.json<SeenProblem>().errors?.[0]?.pointer).toBe('/email')
})

test.each(['video\u202eident', 'eid\u200b', 'a\u2066b', '\u00ad', 'x\u0007'])(
  'what a sender states about an identity reads as it is: %j is refused',
  async (method) => {
    const stated = { method, source: 'Acme', verified_at: '2026-01-01T00:00:00Z' }
    const refused = await signing.post([somebody({ verified_identity: stated })])
    expect(refused.status).toBe(422)
  },
)
