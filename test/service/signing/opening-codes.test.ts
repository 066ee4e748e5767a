/** A code before a document is opened: no byte of it, of its pages or of the signed file without one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SenderNotices } from '../../../src/signing/notifications/notice-store.ts'
import {
  messagesOf,
  type Person,
  type SeenProblem,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

const LOCKED = { code_to_open: 'true' }
const codeOf = (answer: { json<T>(): T }) => answer.json<SeenProblem>().code

async function enter(person: Person, code: string) {
  const answer = await person.call('POST', '/opening', { code })
  const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  if (answer.status === 204) person.cookie = [person.cookie, cookie].filter(Boolean).join('; ')
  return answer
}

/** From the link to the document. */
async function unlock(person: Person, mailed = false) {
  const asked = await person.call('POST', '/opening-code', {})
  expect(asked.status).toBe(202)
  const code = mailed ? await person.readMailedCode() : await person.readCode()
  expect((await enter(person, code)).status).toBe(204)
  return asked
}

const READ = ['/file', '/first-page.jpg', '/state', '/signed', '/values', '/files']

test('without the code every route behind the link is refused, and the page says only what is asked', async () => {
  const who = somebody({ locale: 'en' })
  const { id } = await signing.create([who], { options: LOCKED })
  expect(await signing.get(id)).toMatchObject({ code_to_open: true })
  const person = await signing.person(who)
  for (const path of READ) {
    const answer = await person.call('GET', path)
    expect([path, answer.status, codeOf(answer)]).toEqual([path, 403, 'opening_code_required'])
  }
  for (const path of ['/open', '/decline']) {
    const answer = await person.call('POST', path, path === '/decline' ? { reason: 'No' } : {})
    expect([path, codeOf(answer)]).toEqual([path, 'opening_code_required'])
  }
  const page = String((await person.call('GET', '')).bytes)
  expect(page).toContain('Enter a code to open')
  expect(page).not.toContain('sign-data')
  expect((await signing.get(id)).signers[0]?.status).toBe('invited')
  await unlock(person)
  expect((await person.call('GET', '/file')).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(String((await person.call('GET', '')).bytes)).toContain('sign-data')
})

test('the code to open signs nothing; the signed file asks again in another browser', async () => {
  const who = somebody({ locale: 'en' })
  const { id } = await signing.create([who], { options: LOCKED })
  const person = await signing.person(who)
  await unlock(person)
  const spent = await person.readCode()
  signing.app.clock.move(31_000)
  await person.open()
  expect((await person.askCode()).status).toBe(202)
  expect(codeOf(await person.enter(spent))).toMatch(/^otp_/)
  expect((await person.enter(await person.readCode())).status).toBe(200)
  expect((await person.sign()).status).toBe(200)
  await signing.work()
  expect((await signing.get(id)).status).toBe('completed')
  expect((await person.call('GET', '/signed')).status).toBe(200)
  person.cookie = ''
  expect(codeOf(await person.call('GET', '/signed'))).toBe('opening_code_required')
  signing.app.clock.move(31_000)
  await unlock(person)
  expect((await person.call('GET', '/signed')).status).toBe(200)
  signing.app.clock.move(12 * 3_600_000 + 1_000)
  expect(codeOf(await person.call('GET', '/signed'))).toBe('opening_code_required')
  const trail = String((await signing.act('GET', id, '/audit')).bytes)
  expect(trail).toContain('signer.access_verified')
})

test('a code to sign opens nothing in a browser that has none to open', async () => {
  const who = somebody()
  await signing.create([who], { options: LOCKED })
  const person = await signing.person(who)
  await unlock(person)
  const other = await signing.person(who)
  signing.app.clock.move(31_000)
  expect((await person.askCode()).status).toBe(202)
  expect(codeOf(await enter(other, await person.readCode()))).toBe('otp_expired')
  const forged = person.cookie.replace(/-[0-9a-f]{48}$/, `-${'0'.repeat(48)}`)
  other.cookie = forged
  expect(codeOf(await other.call('GET', '/file'))).toBe('opening_code_required')
})

test('without a phone the code comes by mail, and names no link', async () => {
  const { phone: _, ...who } = somebody({ locale: 'fr' })
  await signing.create([who], { options: LOCKED })
  const person = await signing.person(who)
  const asked = await unlock(person, true)
  expect(asked.json<{ channel: string }>().channel).toBe('email')
  const mail = (await messagesOf(signing.app)).find(({ to }) => to === who.email)
  expect(mail?.text).toContain('pour ouvrir')
  expect(mail?.text).not.toContain('/sign/')
})

test('hammered: three attempts a code, six codes an hour, ten wrong ones a day; the signer is not blocked', async () => {
  const who = somebody()
  const { id } = await signing.create([who], { options: LOCKED })
  const person = await signing.person(who)
  const outcomes: string[] = []
  for (let count = 0; count < 8; count += 1) {
    const asked = await person.call('POST', '/opening-code', {})
    outcomes.push(asked.status === 202 ? 'sent' : codeOf(asked))
    if (asked.status === 202)
      for (let tries = 0; tries < 4; tries += 1)
        outcomes.push(codeOf(await enter(person, await person.wrongCode())))
    signing.app.clock.move(31_000)
  }
  expect(outcomes.filter((one) => one === 'sent').length).toBeLessThanOrEqual(6)
  expect(outcomes.filter((one) => one === 'otp_invalid').length).toBeLessThanOrEqual(10)
  expect(outcomes.at(-1)).toMatch(/^otp_(?:locked|rate_limited)$/)
  expect(codeOf(await person.call('GET', '/file'))).toBe('opening_code_required')
  expect((await signing.get(id)).signers[0]?.status).toBe('invited')
  const failed = String((await signing.act('GET', id, '/audit')).bytes).match(/signer\.otp_failed/g)
  expect(failed?.length).toBeLessThanOrEqual(12)
})

test('an account may ask for it by default, and a request say otherwise', async () => {
  const account = await signing.services.accounts.accounts.createAccount('careful@example.com')
  const key = await signing.app.keyFor(account.id, 'signature_starter')
  const wish = { kinds: [], attach: false, codeToOpen: true }
  await new SenderNotices({ db: signing.services.db }).set(account.id, wish)
  const asked = await signing.create([somebody()], { key })
  expect(asked).toMatchObject({ code_to_open: true })
  const not = await signing.create([somebody()], { key, options: { code_to_open: 'false' } })
  expect(not).not.toHaveProperty('code_to_open')
})

test('a document without it asks for no code, and a wrong value is refused by name', async () => {
  const who = somebody()
  await signing.create([who])
  const person = await signing.person(who)
  expect(codeOf(await person.call('POST', '/opening-code', {}))).toBe('action_not_asked')
  const wrong = await signing.post([somebody()], { options: { code_to_open: 'yes' } })
  expect(wrong.json<{ errors: object[] }>().errors).toMatchObject([{ pointer: '/code_to_open' }])
})
