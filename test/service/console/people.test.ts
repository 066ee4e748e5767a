import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ATTEMPTS_PER_ACCOUNT } from '../../../src/identity/logins.ts'
import { ABSOLUTE_MS, IDLE_MS } from '../../../src/identity/sessions.ts'
import { LINKS_PER_EMAIL, SIGNUPS_PER_NETWORK } from '../../../src/identity/signup.ts'
import { type ConsoleApp, startConsoleApp } from '../../support/console-app.ts'
import {
  type Answer,
  linkIn,
  mailsTo,
  member,
  PASSWORD,
  textOf,
  Visitor,
} from '../../support/console-visitor.ts'

let app: ConsoleApp

beforeAll(async () => {
  app = await startConsoleApp()
})
afterAll(() => app.close())

const HOUR = 3_600_000
const signUp = (visitor: Visitor, email: string, password = PASSWORD): Promise<Answer> =>
  visitor.submit('/console/sign-up', '/console/sign-up', { email, password })
const logIn = (visitor: Visitor, email: string, password = PASSWORD, next = ''): Promise<Answer> =>
  visitor.submit('/console/log-in', '/console/log-in', { email, password, next })
const account = (email: string) => app.accounts.accounts.findAccount(email)
/** What two answers to strangers must have in common. */
const shape = ({ status, bytes, headers }: Answer, email: string) => ({
  status,
  page: bytes
    .toString()
    .replaceAll(email, 'EMAIL')
    .replace(/name="csrf" value="[^"]+"/g, ''),
  cookies: [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split('=')[0])
    .sort(),
})

describe('signing up', () => {
  test('continues in the language that was chosen on the public pages', async () => {
    const visitor = new Visitor(app, { headers: { 'accept-language': 'en-GB' } })
    expect(textOf(await visitor.get('/console/sign-up?lang=fr'))).toContain('Créez votre compte')
    expect(textOf(await visitor.get('/console/log-in'))).toContain('Se connecter')
    expect(textOf(await visitor.get('/console/log-in?lang=xx'))).toContain('Se connecter')
  })

  test('makes no account before the link is confirmed, then one on the free plan without a key', async () => {
    const visitor = new Visitor(app)
    expect((await signUp(visitor, 'New@Example.com ')).status).toBe(200)
    expect(await account('new@example.com')).toBeUndefined()
    const path = await linkIn(app, 'new@example.com', 'confirm')
    // A program that looks into mails opens links: nothing happens.
    expect((await new Visitor(app).get(path)).status).toBe(200)
    expect(await account('new@example.com')).toBeUndefined()
    const confirmed = await visitor.submit(path, path)
    expect(confirmed.headers.location).toBe('/console')
    const made = await account('new@example.com')
    expect(await app.accounts.keys.listKeys(made?.id)).toEqual([])
    expect((await visitor.get('/console')).status).toBe(200)
    expect((await new Visitor(app).get(path)).status, 'the link works once').toBe(410)
  })

  test('in another browser the link asks for the password that was chosen', async () => {
    await signUp(new Visitor(app), 'phone@example.com')
    const path = await linkIn(app, 'phone@example.com', 'confirm')
    const other = new Visitor(app)
    expect(textOf(await other.get(path))).toContain('different browser')
    expect((await other.submit(path, path, { password: 'not the password' })).status).toBe(422)
    expect(await account('phone@example.com')).toBeUndefined()
    expect((await other.submit(path, path, { password: PASSWORD })).status).toBe(303)
    expect(await account('phone@example.com')).toBeDefined()
  })

  test('somebody else who signs up with my address gains nothing by my confirming', async () => {
    await signUp(new Visitor(app), 'victim@example.com', 'the stranger chose this')
    const path = await linkIn(app, 'victim@example.com', 'confirm')
    const victim = new Visitor(app)
    for (let tries = 0; tries < 5; tries += 1)
      expect((await victim.submit(path, path, { password: PASSWORD })).status).toBe(422)
    expect((await victim.submit(path, path, { password: PASSWORD })).status).toBe(429)
    expect(await account('victim@example.com')).toBeUndefined()
  })

  test('says the same for an address that has an account; only its owner is notified', async () => {
    const { email } = await member(app)
    const [known, unknown] = [
      await signUp(new Visitor(app), email),
      await signUp(new Visitor(app), 'unknown@example.com'),
    ]
    expect(shape(known, email)).toEqual(shape(unknown, 'unknown@example.com'))
    await expect
      .poll(async () => (await mailsTo(app, email))[0]?.subject)
      .toBe('You already have a Paraph account')
  })

  test('refuses invalid addresses and passwords at their field and preserves what was typed', async () => {
    const bad = await signUp(new Visitor(app), 'nobody')
    expect(bad.status).toBe(422)
    expect(textOf(bad)).toContain('Enter an e-mail address')
    const common = await signUp(new Visitor(app), 'typed@example.com', 'Password123')
    expect(common.status).toBe(422)
    expect(common.bytes.toString()).toContain('value="typed@example.com"')
    expect(common.bytes.toString()).not.toContain('Password123')
    expect(common.bytes.toString()).toMatch(/id="password"[^>]*aria-invalid="true"/)
  })

  test('is limited per network address, and mails per mailbox', async () => {
    const ip = '203.0.113.9'
    const visitor = new Visitor(app, { ip })
    const statuses: number[] = []
    for (let count = 0; count <= SIGNUPS_PER_NETWORK; count += 1)
      statuses.push((await signUp(visitor, 'flooded@example.com')).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.filter((status) => status === 200).length).toBe(SIGNUPS_PER_NETWORK)
    await linkIn(app, 'flooded@example.com', 'confirm')
    const rows = await app.db
      .selectFrom('signups')
      .selectAll()
      .where('email', '=', 'flooded@example.com')
      .execute()
    expect(rows.length, 'links to one mailbox in an hour').toBe(LINKS_PER_EMAIL)
    expect((await signUp(new Visitor(app), 'flooded@example.com')).status, 'quietly').toBe(200)
  })
})

test('signing up again and again with the address of somebody else does not stop their mail for a new password', async () => {
  const email = 'victim@example.com'
  await app.accounts.accounts.createAccount(email)
  for (let count = 0; count < 2 * LINKS_PER_EMAIL; count += 1)
    await signUp(new Visitor(app, { ip: `203.0.113.${100 + count}` }), email)
  await app.identity.logins.askReset(email, 'en', { ip: '198.51.100.7', ua: undefined })
  const rows = await app.db
    .selectFrom('password_resets')
    .select('id')
    .where('email', '=', email)
    .execute()
  expect(rows).toHaveLength(1)
})

describe('logging in', () => {
  test('begins a new session whatever cookie came along, and ends it on logging out', async () => {
    const { email } = await member(app)
    const fixed = new Visitor(app)
    fixed.cookies.set('paraph-session', 'A'.repeat(43))
    await logIn(fixed, email)
    const first = fixed.cookies.get('paraph-session')
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(first).not.toBe('A'.repeat(43))
    const copy = new Visitor(app)
    copy.cookies.set('paraph-session', first ?? '')
    expect((await copy.get('/console')).status).toBe(200)
    await fixed.submit('/console', '/console/log-out')
    expect((await copy.get('/console')).status, 'the old token is dead').toBe(303)
  })

  test('keeps the token out of the database and of every page', async () => {
    const { visitor } = await member(app)
    const token = visitor.cookies.get('paraph-session') ?? ''
    const rows = await app.db.selectFrom('user_sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    for (const path of ['/console', '/console/settings'])
      expect((await visitor.get(path)).bytes.toString()).not.toContain(token)
  })

  test('says the same for a wrong password, an unknown address, and a disabled account', async () => {
    const { email, accountId } = await member(app)
    const wrong = await logIn(new Visitor(app), email, 'not the password')
    const unknown = await logIn(new Visitor(app), 'nobody@example.net', 'not the password')
    expect(shape(wrong, email)).toEqual(shape(unknown, 'nobody@example.net'))
    await app.accounts.accounts.setDisabled(accountId, true)
    const disabled = await logIn(new Visitor(app), email)
    expect(shape(disabled, email)).toEqual(shape(unknown, 'nobody@example.net'))
  })

  test('takes as much work for an unknown address as for a wrong password', async () => {
    const { email } = await member(app)
    const logIn = (address: string, count: number) =>
      app.identity.logins.logIn({
        email: address,
        password: 'not the password',
        device: undefined,
        origin: { ip: `192.0.2.${count}`, ua: undefined },
      })
    // Of the processor, and the least of several: whatever else runs in this process only ever adds to it. So further
    // rounds bring both nearer to what they are, never together what is not.
    const least = { [email]: Infinity, 'nobody2@example.net': Infinity }
    const difference = () => {
      const [known = 0, unknown = 0] = Object.values(least)
      return Math.abs(known - unknown) / Math.max(known, unknown)
    }
    for (let round = 0; round < 7 || (round < 60 && difference() >= 0.5); round += 1) {
      // Wrong passwords are limited, of an account and of an address of the network.
      app.clock.move(HOUR)
      for (const address of Object.keys(least)) {
        const before = process.cpuUsage()
        await expect(logIn(address, round)).rejects.toThrow()
        const { user, system } = process.cpuUsage(before)
        least[address] = Math.min(least[address] ?? Infinity, user + system)
      }
    }
    expect(difference()).toBeLessThan(0.5)
  })

  test('slows guessing from everywhere, and lets the owner in from a browser that was in before', async () => {
    const { visitor, email } = await member(app)
    await visitor.submit('/console', '/console/log-out')
    const statuses = await Promise.all(
      Array.from(
        { length: ATTEMPTS_PER_ACCOUNT.max + 5 },
        async () => (await logIn(new Visitor(app), email, 'a guess of many')).status,
      ),
    )
    expect(statuses.filter((status) => status === 422).length).toBe(ATTEMPTS_PER_ACCOUNT.max)
    expect(statuses.filter((status) => status === 429).length).toBe(5)
    expect((await logIn(new Visitor(app), email)).status, 'right, but a stranger’s browser').toBe(
      429,
    )
    expect((await logIn(visitor, email)).status, 'the owner').toBe(303)
    app.clock.move(ATTEMPTS_PER_ACCOUNT.windowMs)
    expect((await logIn(new Visitor(app), email)).status).toBe(303)
  })

  test('an unknown address is slowed in the same way', async () => {
    const statuses: number[] = []
    for (let count = 0; count <= ATTEMPTS_PER_ACCOUNT.max; count += 1)
      statuses.push((await logIn(new Visitor(app), 'ghost@example.net', 'a guess')).status)
    expect(statuses.at(-1)).toBe(429)
  })

  test('leads back to the page that was wanted, and never to another site', async () => {
    const { email } = await member(app)
    const asked = await new Visitor(app).get('/console/keys')
    expect(asked.headers.location).toBe('/console/log-in?next=/console/keys')
    expect((await logIn(new Visitor(app), email, PASSWORD, '/console/keys')).headers.location).toBe(
      '/console/keys',
    )
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/console//evil.example',
      '/console/../../evil',
      'javascript:alert(1)',
      '/sign/x',
    ]) {
      const answer = await logIn(new Visitor(app), email, PASSWORD, next)
      expect(answer.headers.location, next).toBe('/console')
    }
  })
})

describe('a session', () => {
  test('ends when it is not used, and at the latest after thirty days', async () => {
    const { email } = await member(app)
    const idle = new Visitor(app)
    await logIn(idle, email)
    app.clock.move(IDLE_MS + 1_000)
    expect((await idle.get('/console')).status).toBe(303)
    const busy = new Visitor(app)
    await logIn(busy, email)
    for (let passed = 0; passed < ABSOLUTE_MS - IDLE_MS; passed += IDLE_MS - HOUR) {
      app.clock.move(IDLE_MS - HOUR)
      expect((await busy.get('/console')).status).toBe(200)
    }
    app.clock.move(IDLE_MS - HOUR)
    app.clock.move(HOUR)
    expect((await busy.get('/console')).status).toBe(303)
  })

  test('can be ended from another browser, one or all, and only by its own account', async () => {
    const { visitor, email, accountId } = await member(app)
    const [one, two] = [new Visitor(app), new Visitor(app)]
    await logIn(one, email)
    await logIn(two, email)
    const sessions = await app.identity.sessions.list(accountId)
    const target = sessions[0]?.id ?? ''
    const stranger = await member(app)
    const action = `/console/settings/sessions/${target}/end`
    expect((await stranger.visitor.submit('/console/settings', action)).status).toBe(404)
    expect((await visitor.submit('/console/settings', action)).status).toBe(303)
    const alive = await Promise.all(
      [one, two].map(async (who) => (await who.get('/console')).status),
    )
    expect(alive.sort()).toEqual([200, 303])
    await visitor.submit('/console/settings', '/console/settings/sessions/end-others')
    expect((await one.get('/console')).status + (await two.get('/console')).status).toBe(606)
    expect((await visitor.get('/console')).status).toBe(200)
  })

  test('of a disabled account is over at once', async () => {
    const { visitor, accountId } = await member(app)
    await app.accounts.accounts.setDisabled(accountId, true)
    expect((await visitor.get('/console')).status).toBe(303)
  })
})

describe('a password', () => {
  test('is reset by a link that works once, ends every session, and notifies the owner', async () => {
    const { visitor, email } = await member(app)
    const other = new Visitor(app)
    const asked = await other.submit('/console/forgot', '/console/forgot', { email })
    const unknown = await new Visitor(app).submit('/console/forgot', '/console/forgot', {
      email: 'nobody@example.net',
    })
    expect(shape(asked, email).page).toBe(shape(unknown, 'nobody@example.net').page)
    const path = await linkIn(app, email, 'reset')
    const weak = await other.submit(path, path, { password: 'short' })
    expect(weak.status).toBe(422)
    const done = await other.submit(path, path, { password: 'seven green doors hum' })
    expect(done.status).toBe(303)
    expect((await visitor.get('/console')).status, 'the old session').toBe(303)
    expect((await other.get('/console')).status, 'the new one').toBe(200)
    expect((await new Visitor(app).get(path)).status).toBe(410)
    expect((await logIn(new Visitor(app), email)).status, 'the old password').toBe(422)
    await expect
      .poll(async () => (await mailsTo(app, email)).map(({ subject }) => subject))
      .toContain('Your Paraph password was changed')
    expect(await mailsTo(app, 'nobody@example.net')).toEqual([])
  })

  test('an account of the command line gets its first one by the same link', async () => {
    await app.accounts.accounts.createAccount('cli@example.com')
    expect((await logIn(new Visitor(app), 'cli@example.com', '')).status).toBe(422)
    const visitor = new Visitor(app)
    await visitor.submit('/console/forgot', '/console/forgot', { email: 'cli@example.com' })
    const path = await linkIn(app, 'cli@example.com', 'reset')
    await visitor.submit(path, path, { password: PASSWORD })
    expect((await logIn(new Visitor(app), 'cli@example.com')).status).toBe(303)
  })

  test('a link is over after its hour', async () => {
    const { email } = await member(app)
    await new Visitor(app).submit('/console/forgot', '/console/forgot', { email })
    const path = await linkIn(app, email, 'reset')
    app.clock.move(HOUR + 1_000)
    expect((await new Visitor(app).get(path)).status).toBe(410)
  })

  test('is changed only by somebody who knows it, whose other sessions end', async () => {
    const { visitor, email } = await member(app)
    const other = new Visitor(app)
    await logIn(other, email)
    const change = (current: string, password: string) =>
      visitor.submit('/console/settings', '/console/settings/password', { current, password })
    expect((await change('a guess', 'seven green doors hum')).status).toBe(422)
    expect((await change(PASSWORD, 'password123')).status).toBe(422)
    expect((await change(PASSWORD, 'seven green doors hum')).status).toBe(303)
    expect((await visitor.get('/console')).status).toBe(200)
    expect((await other.get('/console')).status).toBe(303)
    const page = textOf(await visitor.get('/console/settings'))
    for (const words of ['Password changed', 'Account created', 'Logged in'])
      expect(page).toContain(words)
  })
})
