/** Signers' authenticator apps: registered after a code by SMS, then in its place; each code once, also on two instances. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bytesOf, checked, evidenceFiles } from '../../support/evidence.ts'
import { pdfText } from '../../support/pdf-text.ts'
import {
  messagesOf,
  type Person,
  type SeenProblem,
  SigningApp,
  somebody,
  startSigningApp,
  type WishedSigner,
} from '../../support/signing-app.ts'

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp({
    PARAPH_SIGNER_AUTHENTICATION: 'sms,totp',
    PARAPH_UPLOADS_MAX: '200',
  })
})
afterAll(() => signing.close())
beforeEach(async () => {
  // Sends are limited per key and minute, in PostgreSQL by the real clock.
  signing = new SigningApp(signing.app, await signing.app.newKey('signature_business'))
})

const codeOf = (answer: { json<T>(): T }): string => answer.json<SeenProblem>().code
const signer = (more: Partial<WishedSigner> = {}) =>
  somebody({ authentication: 'totp', locale: 'en', ...more })
const stepOf = async (person: Person) =>
  ((await person.state()).signer as unknown as { totp?: string }).totp

/** An app that was given a secret. */
class App {
  readonly #secret: string
  constructor(secret: string) {
    this.#secret = secret
  }
  /** @param steps later than now */
  code(steps = 0): string {
    const totp = new TOTP({ secret: Secret.fromBase32(this.#secret) })
    return totp.generate({ timestamp: signing.app.clock.now() + steps * 30_000 })
  }
  /** A code that is none of those taken now. */
  wrong(): string {
    const right = new Set([-1, 0, 1].map((steps) => this.code(steps)))
    return ['000000', '111111', '222222', '333333'].find((code) => !right.has(code)) ?? ''
  }
}

const creation = (person: Person) => person.call('POST', '/totp/creation', {})

async function register(person: Person): Promise<App> {
  await person.verify()
  expect(await stepOf(person)).toBe('register')
  const { secret, uri } = (await creation(person)).json<{ secret: string; uri: string }>()
  expect(uri).toContain(`secret=${secret}`)
  const app = new App(secret)
  const answer = await person.call('POST', '/totp', { code: app.code() })
  if (answer.status !== 200) throw new Error(`not registered: ${answer.bytes}`)
  return app
}

async function next(who: WishedSigner, key?: string) {
  const { id, signers } = await signing.create([who], key === undefined ? {} : { key })
  const person = await signing.person(who)
  await person.open()
  return { id, person, path: `/signers/${signers[0]?.id}` }
}

/** Somebody who has registered an app, and is asked to sign another document. */
async function known(who = signer()) {
  const first = await next(who)
  const app = await register(first.person)
  signing.app.clock.move(60_000)
  return { who, app, first, ...(await next(who)) }
}

describe('an authenticator app', () => {
  test('is registered after the code, and replaces it for the next document; trail, proof and evidence say so', async () => {
    const who = signer()
    const first = await next(who)
    expect(await stepOf(first.person)).toBe('code')
    const app = await register(first.person)
    expect((await first.person.sign()).status).toBe(200)
    await signing.services.stampTrail(first.id)
    await signing.work()
    expect((await checked(await evidenceFiles(signing, first.id))).said).toContain(
      'the code went to',
    )

    signing.app.clock.move(60_000)
    const second = await next(who)
    expect(await stepOf(second.person)).toBe('ask')
    const texts = (await messagesOf(signing.app)).filter(({ channel }) => channel === 'sms').length
    const asked = await second.person.askCode()
    expect([asked.status, asked.json<{ channel: string }>().channel]).toEqual([202, 'totp'])
    expect((await messagesOf(signing.app)).filter(({ channel }) => channel === 'sms')).toHaveLength(
      texts,
    )
    expect((await second.person.enter(app.code())).status).toBe(200)
    expect((await second.person.sign()).status).toBe(200)
    await signing.services.stampTrail(second.id)
    await signing.work()
    expect((await signing.get(second.id)).status).toBe('completed')
    const trail = String((await signing.act('GET', second.id, '/audit')).bytes)
    expect(trail).toContain('"method":"totp"')
    expect(trail).not.toContain('signer.otp_sent')
    const proof = pdfText((await signing.act('GET', second.id, '/proof')).bytes).join(' ')
    expect(proof).toContain('E-mail link and authenticator app')
    expect(proof).toMatch(/App \(TOTP\) registered \d{4}-\d\d-\d\d, code by SMS to/)
    expect(proof).toContain('a code of an authenticator app of the signer (TOTP, RFC 6238)')
    expect(proof).toContain('an advanced electronic signature (Article 26')
    const files = await evidenceFiles(signing, second.id)
    expect(bytesOf(files, 'README.txt').toString()).not.toContain('a code sent by SMS')
    const { status, said } = await checked(files)
    expect({ status, said }).toMatchObject({ status: 0 })
    expect(said).toContain('an authenticator app that was registered')
  })

  test('shows each code once: for another document, and for calls at the same time, it is refused', async () => {
    const { who, app, person } = await known()
    await person.askCode()
    const code = app.code()
    const other = await next(who)
    await other.person.askCode()
    const answers = await Promise.all(
      [person, other.person, person, other.person].map((each, n) =>
        each.enter(code, `10.1.1.${n}`),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // Nor is an earlier one taken afterwards.
    const third = await next(who)
    await third.person.askCode()
    expect(codeOf(await third.person.enter(app.code(-1)))).toBe('otp_invalid')
    expect((await third.person.enter(app.code(1))).status).toBe(200)
  })

  test('does not show the code of its registration twice', async () => {
    const who = signer()
    const app = await register((await next(who)).person)
    const { person } = await next(who)
    await person.askCode()
    expect(codeOf(await person.enter(app.code()))).toBe('otp_invalid')
  })

  test('has three tries, however many at once; wrong ones block, and an SMS is no way round', async () => {
    const { app, person } = await known()
    await person.askCode()
    const wrong = app.wrong()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => person.enter(wrong, `10.9.7.${n}`)),
    )
    expect(answers.map(codeOf).sort()).toEqual([
      ...Array<string>(2).fill('otp_invalid'),
      ...Array<string>(10).fill('otp_locked'),
    ])
    expect(codeOf(await person.enter(app.code()))).toBe('otp_locked')
    for (let round = 0; round < 2; round++) {
      expect((await person.askCode()).json<{ channel: string }>().channel).toBe('totp')
      for (let n = 0; n < 3; n++) await person.enter(wrong)
    }
    expect((await person.state()).next).toBe('blocked')
  })

  test('asks six times an hour, and its tries are over after ten minutes', async () => {
    const { app, person } = await known()
    const statuses = []
    for (let n = 0; n < 7; n++) {
      statuses.push((await person.askCode()).status)
      signing.app.clock.move(9.9 * 60_000)
      if (n === 5) break
      signing.app.clock.move(12_000)
      expect(codeOf(await person.enter(app.code()))).toBe('otp_expired')
    }
    expect(statuses).toEqual(Array(6).fill(202))
    signing.app.clock.move(-30 * 60_000)
  })

  test('is registered only in the browser that entered the code, with a right code, and only once', async () => {
    const who = signer()
    const { person } = await next(who)
    expect((await creation(person)).status).toBe(403)
    await person.verify()
    const elsewhere = await signing.person(who)
    expect((await creation(elsewhere)).status).toBe(403)
    const { secret } = (await creation(person)).json<{ secret: string }>()
    // The page may be loaded anew.
    expect((await creation(person)).json<{ secret: string }>().secret).toBe(secret)
    const app = new App(secret)
    expect((await elsewhere.call('POST', '/totp', { code: app.code() })).status).toBe(403)
    expect(codeOf(await person.call('POST', '/totp', { code: app.wrong() }))).toBe('otp_invalid')
    expect((await person.sign()).status).toBe(403)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => person.call('POST', '/totp', { code: app.code() })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await person.sign()).status).toBe(200)
  })

  test('cannot be registered any more after ten minutes, nor instead of one by a thief of the link', async () => {
    const { who, person } = await known()
    expect((await creation(person)).status).toBe(403)
    const fresh = await next(signer())
    await fresh.person.verify()
    signing.app.clock.move(10 * 60_000)
    expect((await creation(fresh.person)).status).toBe(403)
    expect(await stepOf(fresh.person)).toBe('code')
    expect(await stepOf((await next(who)).person)).toBe('ask')
  })

  test('is of one account, one address, one number and one kind of key', async () => {
    const { who, app } = await known()
    const key = await signing.app.newKey('signature_business')
    const stranger = await next(who, key)
    expect(await stepOf(stranger.person)).toBe('code')
    await stranger.person.askCode()
    expect(codeOf(await stranger.person.enter(app.code()))).toBe('otp_invalid')
    const moved = await next({ ...who, phone: somebody().phone ?? '' })
    expect(await stepOf(moved.person)).toBe('code')
    // Nobody gets round another method with it.
    signing.app.clock.move(60_000)
    const sms = await next({ ...who, authentication: 'sms' })
    await sms.person.askCode()
    expect(codeOf(await sms.person.enter(app.code()))).toBe('otp_invalid')
  })

  test('is forgotten when the sender resets it, for this account alone', async () => {
    const { id, path, person, app } = await known()
    expect((await signing.act('PATCH', id, path, { reset_totp: false })).status).toBe(200)
    expect(await stepOf(person)).toBe('ask')
    expect((await signing.act('PATCH', id, path, { reset_totp: true })).status).toBe(200)
    expect(await stepOf(person)).toBe('code')
    expect(codeOf(await person.enter(app.code()))).toBe('otp_expired')
    const trail = String((await signing.act('GET', id, '/audit')).bytes)
    expect(trail).toContain('"changed":["reset_totp"]')
  })

  test('leaves no secret in the database, the trail or the state', async () => {
    const { db } = signing.services
    const who = signer()
    const { id, person } = await next(who)
    await person.verify()
    const { secret } = (await creation(person)).json<{ secret: string }>()
    const pending = await db
      .selectFrom('signers')
      .selectAll()
      .where('email', '=', who.email)
      .execute()
    expect(pending[0]?.totp_secret).not.toBeNull()
    await person.call('POST', '/totp', { code: new App(secret).code() })
    const rows = await db.selectFrom('signer_totps').selectAll().execute()
    const after = await db
      .selectFrom('signers')
      .selectAll()
      .where('email', '=', who.email)
      .execute()
    expect(after[0]?.totp_secret).toBeNull()
    const all = [...pending, ...after, ...rows].flatMap((row) =>
      Object.values(row).map((value) =>
        Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
      ),
    )
    const trail = String((await signing.act('GET', id, '/audit')).bytes)
    const state = JSON.stringify(await person.state())
    for (const text of [...all, trail, state]) expect(text).not.toContain(secret)
  })
})

test('apps need codes by SMS, with which they are registered', async () => {
  const { loadConfig } = await import('../../../src/config/config.ts')
  expect(() => loadConfig({ PARAPH_SIGNER_AUTHENTICATION: 'totp,email' })).toThrow('sms')
})
