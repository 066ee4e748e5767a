/** A clock that jumps an hour, either way: nobody is locked out by it, and nothing holds longer. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/kernel/clock.ts'
import { type ConsoleApp, startConsoleApp } from '../../support/console-app.ts'
import { linkIn, mailsTo, member, PASSWORD, Visitor } from '../../support/console-visitor.ts'
import {
  messagesOf,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

const SETTINGS = '/console/settings'

describe('for callers and signers', () => {
  let signing: SigningApp
  beforeAll(async () => {
    signing = await startSigningApp()
  })
  afterAll(() => signing.close())
  const jump = (ms: number) => signing.app.clock.move(ms)

  test.each([
    ['back', -HOUR_MS],
    ['ahead', HOUR_MS],
  ])('%s: a key at its rate waits a minute at most, and its plan is the same', async (_way, ms) => {
    const key = await signing.app.newKey('free')
    const ask = () => signing.app.call('POST', '/render', { key, json: {} })
    const answers: number[] = []
    for (let count = 0; count < 40; count++) answers.push((await ask()).status)
    expect(answers.at(-1)).toBe(429)
    jump(ms)
    expect((await ask()).status).not.toBe(429)
    const usage = await signing.app.call('GET', '/usage', { key })
    expect(usage.json()).toMatchObject({ monthly: { documents: { used: 0, reserved: 0 } } })
    jump(-ms)
  })

  test('back: a code of before is none any more, and another can be had at once', async () => {
    const who = somebody()
    await signing.create([who])
    const person = await signing.person(who)
    await person.open()
    await person.askCode()
    const code = await person.readCode()
    jump(-HOUR_MS)
    expect((await person.enter(code)).json()).toMatchObject({ code: 'otp_expired' })
    const asked = await person.askCode()
    expect(asked.status, String(asked.bytes)).toBe(202)
    const texts = (await messagesOf(signing.app)).filter(({ to }) => to === who.phone)
    const codes = texts.flatMap(({ text }) => text.match(/\b\d{6}\b/) ?? [])
    const fresh = codes.find((one) => one !== code) ?? ''
    expect((await person.enter(fresh)).status).toBe(200)
    expect((await person.sign()).status).toBe(200)
    jump(HOUR_MS)
  })

  test('back: who was let in to sign for half an hour has no hour and a half', async () => {
    const who = somebody()
    await signing.create([who])
    const person = await signing.person(who)
    await person.verify()
    jump(-HOUR_MS)
    expect((await person.sign()).json()).toMatchObject({ code: 'verification_required' })
    jump(HOUR_MS)
  })

  test('ahead: a code has run out, its page says so, and another is sent', async () => {
    const who = somebody()
    await signing.create([who])
    const person = await signing.person(who)
    await person.open()
    await person.askCode()
    const code = await person.readCode()
    jump(HOUR_MS)
    expect((await person.enter(code)).json()).toMatchObject({ code: 'otp_expired' })
    expect((await person.askCode()).status).toBe(202)
    jump(-HOUR_MS)
  })
})

describe('for people who log in', () => {
  let app: ConsoleApp
  beforeAll(async () => {
    app = await startConsoleApp()
  })
  afterAll(() => app.close())
  const jump = (ms: number) => app.clock.move(ms)
  const linksTo = async (email: string) =>
    (await mailsTo(app, email)).flatMap(({ text }) => text.match(/\/console\/reset\/[\w-]+/) ?? [])
  const opens = async (visitor: Visitor) => (await visitor.get(SETTINGS)).status

  test.each([
    ['back', -HOUR_MS],
    ['ahead', HOUR_MS],
  ])('%s: a session continues, and a new one can be started', async (_way, ms) => {
    const { visitor, email } = await member(app)
    jump(ms)
    expect(await opens(visitor)).toBe(200)
    const other = new Visitor(app)
    await other.submit('/console/log-in', '/console/log-in', { email, password: PASSWORD })
    expect(await opens(other)).toBe(200)
    jump(-ms)
  })

  test('back: ten minutes after the password do not become seventy', async () => {
    const { visitor } = await member(app)
    jump(-HOUR_MS)
    expect((await visitor.submit(SETTINGS, `${SETTINGS}/export`)).status).toBe(403)
    jump(HOUR_MS)
  })

  test('back: the link for a new password holds no longer, and another can be had', async () => {
    const { email } = await member(app)
    const visitor = new Visitor(app)
    const ask = () => visitor.submit('/console/forgot', '/console/forgot', { email })
    await ask()
    const first = await linkIn(app, email, 'reset')
    jump(-HOUR_MS)
    expect((await visitor.get(first)).status).toBe(410)
    await ask()
    await expect.poll(async () => (await linksTo(email)).length).toBe(2)
    const fresh = (await linksTo(email)).find((link) => link !== first)
    expect((await visitor.get(fresh ?? '')).status).toBe(200)
    jump(HOUR_MS)
  })
})
