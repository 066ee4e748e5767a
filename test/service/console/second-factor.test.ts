/** A stolen password opens nothing once there is a second factor; a stolen session gets no keys. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommandLine } from '../../../src/cli/run.ts'
import { CONFIRMED_MS } from '../../../src/identity/sessions.ts'
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

const SETTINGS = '/console/settings'
const FACTORS = `${SETTINGS}/factors`
const SECOND = '/console/log-in/second'
let app: ConsoleApp

beforeAll(async () => {
  app = await startConsoleApp()
})
afterAll(() => app.close())

const logIn = (visitor: Visitor, email: string, password = PASSWORD): Promise<Answer> =>
  visitor.submit('/console/log-in', '/console/log-in', { email, password })
const isIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.get(SETTINGS)).status === 200
const codesIn = (answer: Answer): string[] =>
  answer.bytes.toString().match(/\b[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}\b/g) ?? []

/** Somebody with an authenticator app; each code is of a later step than the one before. */
async function withApp() {
  const { visitor, email, accountId } = await member(app)
  const begun = await visitor.submit(SETTINGS, `${FACTORS}/app`)
  const key = /id="totp-key">([A-Z2-7 ]+)</.exec(begun.bytes.toString())?.[1] ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  const code = (): string => {
    app.clock.move(30_000)
    return totp.generate({ timestamp: app.clock.now() })
  }
  const csrf = await visitor.token(SETTINGS)
  const wrong = await visitor.post(`${FACTORS}/app/confirm`, { csrf, code: '000000' })
  const done = await visitor.post(`${FACTORS}/app/confirm`, { csrf, code: code() })
  return { visitor, email, accountId, code, wrong, done, codes: codesIn(done) }
}

describe('an authenticator app', () => {
  test('is asked for once it is confirmed, and each code works once', async () => {
    const { email, code, wrong, done, codes } = await withApp()
    expect([wrong.status, done.status, codes.length]).toEqual([422, 200, 10])
    const visitor = new Visitor(app)
    const first = await logIn(visitor, email)
    expect(first.headers.location).toBe(`${SECOND}?next=/console`)
    expect(await isIn(visitor)).toBe(false)
    const used = code()
    expect((await visitor.submit(SECOND, SECOND, { code: used })).headers.location).toBe('/console')
    expect(await isIn(visitor)).toBe(true)
    const thief = new Visitor(app)
    await logIn(thief, email)
    expect((await thief.submit(SECOND, SECOND, { code: used })).status).toBe(422)
    expect(await isIn(thief)).toBe(false)
  })

  test('turning it on ends the other sessions and is mailed to the owner', async () => {
    const { visitor: owner, email } = await member(app)
    const other = new Visitor(app)
    await logIn(other, email)
    expect(await isIn(other)).toBe(true)
    const begun = await owner.submit(SETTINGS, `${FACTORS}/app`)
    const key = /id="totp-key">([A-Z2-7 ]+)</.exec(begun.bytes.toString())?.[1] ?? ''
    const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
    const csrf = await owner.token(SETTINGS)
    const code = totp.generate({ timestamp: app.clock.now() })
    expect((await owner.post(`${FACTORS}/app/confirm`, { csrf, code })).status).toBe(200)
    expect([await isIn(owner), await isIn(other)]).toEqual([true, false])
    await expect
      .poll(async () => (await mailsTo(app, email))[0]?.subject)
      .toBe('The second factor of your Paraph account was changed')
  })

  test('a new password by mail does not go round it', async () => {
    const { email, code } = await withApp()
    const thief = new Visitor(app)
    await thief.submit('/console/forgot', '/console/forgot', { email })
    const path = await linkIn(app, email, 'reset')
    const set = await thief.submit(path, path, { password: 'twelve green boats row' })
    expect(set.headers.location).toBe(`${SECOND}?next=/console`)
    expect(await isIn(thief)).toBe(false)
    expect((await thief.submit(SECOND, SECOND, { code: code() })).status).toBe(303)
    expect(await isIn(thief)).toBe(true)
  })

  test('guessing ends after five codes, whatever the address, and is written down', async () => {
    const { email, visitor: owner, code } = await withApp()
    const statuses: number[] = []
    for (let tries = 0; tries < 7; tries += 1) {
      const guesser = new Visitor(app)
      await logIn(guesser, email)
      statuses.push((await guesser.submit(SECOND, SECOND, { code: '123456' })).status)
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
    expect(textOf(await owner.get(SETTINGS))).toContain('Wrong second factor')
    app.clock.move(16 * 60_000)
    const late = new Visitor(app)
    await logIn(late, email)
    expect((await late.submit(SECOND, SECOND, { code: code() })).status).toBe(303)
  })

  test('what was begun with the password is over after ten minutes and in another browser', async () => {
    const { email, code } = await withApp()
    const visitor = new Visitor(app)
    await logIn(visitor, email)
    const csrf = await visitor.token(SECOND)
    const other = new Visitor(app)
    const foreign = await other.submit('/console/log-in', SECOND, { code: code() })
    expect(foreign.headers.location).toBe('/console/log-in')
    app.clock.move(11 * 60_000)
    const late = await visitor.post(SECOND, { csrf, code: code() })
    expect(late.headers.location).toBe('/console/log-in')
    expect([await isIn(visitor), await isIn(other)]).toEqual([false, false])
  })

  test('its secret and the recovery codes are nowhere in the database as text', async () => {
    const { codes, accountId } = await withApp()
    const { secret } = await app.db
      .selectFrom('totp_secrets')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    expect(secret.toString('latin1')).not.toMatch(/[A-Z2-7]{32}/)
    const kept = await app.db.selectFrom('recovery_codes').selectAll().execute()
    const text = JSON.stringify(kept.map(({ hash }) => hash.toString('latin1')))
    for (const code of codes) expect(text).not.toContain(code.replaceAll('-', ''))
  })

  test('removed, only the password is asked for again', async () => {
    const { email, visitor } = await withApp()
    const gone = await visitor.submit(SETTINGS, `${FACTORS}/app/remove`)
    expect(gone.status).toBe(303)
    const again = new Visitor(app)
    expect((await logIn(again, email)).headers.location).toBe('/console')
    const left = await app.db.selectFrom('recovery_codes').selectAll().execute()
    const account = await app.accounts.accounts.findAccount(email)
    expect(left.filter(({ account_id }) => account_id === account?.id)).toEqual([])
  })
})

describe('recovery codes', () => {
  test('let in once each, and new ones end the old ones', async () => {
    const { email, visitor, codes, code } = await withApp()
    const [one = '', two = ''] = codes
    const enter = async (given: string) => {
      const who = new Visitor(app)
      await logIn(who, email)
      return (await who.submit(SECOND, SECOND, { code: given })).status
    }
    expect(await enter(one.toUpperCase().replaceAll('-', ' '))).toBe(303)
    expect(await enter(one)).toBe(422)
    const anew = codesIn(await visitor.submit(SETTINGS, `${FACTORS}/codes`))
    expect(anew.length).toBe(10)
    expect(await enter(two)).toBe(422)
    expect(await enter(anew[0] ?? '')).toBe(303)
    expect(await enter(code())).toBe(303)
    expect(textOf(await visitor.get(SETTINGS))).toContain('9 of 10 left.')
  })

  test('the operator can take the factors of somebody who lost everything', async () => {
    const { email, accountId } = await withApp()
    expect((await app.db.selectFrom('totp_secrets').selectAll().execute()).length).toBeGreaterThan(
      0,
    )
    const out: string[] = []
    const exit = await runCommandLine(['account', 'reset-second-factor', '--account', email], {
      out: (line) => out.push(line),
      note: (line) => out.push(line),
      config: () => app.config,
    })
    expect([exit, out.join(' ')]).toEqual([0, expect.stringContaining(accountId)])
    const again = new Visitor(app)
    expect((await logIn(again, email)).headers.location).toBe('/console')
  })
})

describe('some minutes after the password, it is asked for again', () => {
  const delicate: Array<[string, string, Record<string, string>]> = [
    ['a new key', '/console/keys', { name: 'late', place: 'free live' }],
    ['an export', `${SETTINGS}/export`, {}],
    ['an authenticator app', `${FACTORS}/app`, {}],
    ['a webhook', '/console/webhooks', { url: 'https://example.com/hook' }],
  ]

  test.each(delicate)('before %s', async (_what, action, fields) => {
    const { visitor, accountId } = await member(app)
    app.clock.move(CONFIRMED_MS + 1000)
    const page = action.startsWith(SETTINGS) ? SETTINGS : action
    const asked = await visitor.submit(page, action, fields)
    expect(asked.status).toBe(403)
    expect(textOf(asked)).toContain('Confirm it’s you')
    const csrf = await visitor.token(SETTINGS)
    const wrong = await visitor.post(action, { csrf, ...fields, confirm_password: 'not it at all' })
    expect(wrong.status).toBe(422)
    expect(await app.accounts.keys.listKeys(accountId)).toEqual([])
  })

  test('what was typed is done after the password, and for some minutes nothing is asked', async () => {
    const { visitor, accountId } = await member(app)
    app.clock.move(CONFIRMED_MS + 1000)
    const fields = { name: 'carried along', place: 'free live' }
    const asked = (await visitor.submit('/console/keys', '/console/keys', fields)).bytes.toString()
    const hidden = [...asked.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
    const carried = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
    expect(carried).toMatchObject(fields)
    const made = await visitor.post('/console/keys', { ...carried, confirm_password: PASSWORD })
    expect(made.status).toBe(200)
    expect((await app.accounts.keys.listKeys(accountId)).map(({ name }) => name)).toEqual([
      'carried along',
    ])
    expect((await visitor.submit(SETTINGS, `${SETTINGS}/export`)).status).toBe(200)
  })

  test('a stolen session cannot be used to guess the password there', async () => {
    const { visitor } = await member(app)
    app.clock.move(CONFIRMED_MS + 1000)
    const csrf = await visitor.token(SETTINGS)
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries += 1) {
      const guess = { csrf, confirm_password: `guess number ${tries}` }
      statuses.push((await visitor.post(`${SETTINGS}/export`, guess)).status)
    }
    expect(statuses.slice(-2)).toEqual([429, 429])
  })
})
