/** An owner chooses how long documents are kept: within bounds, announced before it erases, and only their own. */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  member,
  newMember,
  PASSWORD,
  type Person,
  textOf,
  Visitor,
} from '../../support/console-visitor.ts'
import {
  messagesOf,
  type SigningApp,
  somebody,
  startSigningApp,
  type WishedSigner,
} from '../../support/signing-app.ts'

const DAY_MS = 86_400_000
const PAGE = '/console/settings/retention'
const PLAN = 'signature_business'

let signing: SigningApp
let owner: Person
let key = ''
let otherKey = ''

const visited = () => ({
  app: signing.app.app,
  outbox: signing.services.outbox,
  accounts: signing.services.accounts,
})

beforeAll(async () => {
  signing = await startSigningApp({
    PARAPH_KEEP_COMPLETED_DAYS: '90',
    PARAPH_KEEP_LEAST_DAYS: '5',
    PARAPH_SIGNER_LINK_DAYS: '30',
  })
  await signing.services.jobs.start()
  owner = await member(visited())
  key = await signing.app.keyFor(owner.accountId, PLAN)
  otherKey = signing.key
})
afterAll(() => signing.close())

const round = () => signing.services.retention.run()
/** Sessions end after three days without use, and what is delicate asks for a recent log-in. */
async function logIn(): Promise<Visitor> {
  const [path, visitor] = ['/console/log-in', new Visitor(visited())]
  const entered = await visitor.submit(path, path, { email: owner.email, password: PASSWORD })
  expect(entered.status).toBe(303)
  return visitor
}
const submit = async (fields: Record<string, string>) => (await logIn()).submit(PAGE, PAGE, fields)
const look = async (path: string) => (await logIn()).get(path)
const statusOf = async (id: string, by = key) =>
  (await signing.act('GET', id, '', undefined, by)).status
const readByApi = async () =>
  (await signing.app.call('GET', '/api/v1/account/retention', { key })).json()
async function completed(by = key, who: WishedSigner = somebody()): Promise<string> {
  const { id } = await signing.create([who], { key: by })
  const invited = async () => (await messagesOf(signing.app)).some(({ to }) => to === who.email)
  for (let tries = 0; tries < 300 && !(await invited()); tries += 1) await setTimeout(100)
  await (await signing.person(who)).signWhole()
  // Jobs run by themselves here: the seal may be at work in another's hands.
  for (let tries = 0; tries < 300; tries += 1) {
    const seen = (await signing.act('GET', id, '', undefined, by)).json<{ status: string }>()
    if (seen.status === 'completed') return id
    await setTimeout(100)
  }
  throw new Error('not sealed')
}
async function cancelled(by = key): Promise<string> {
  const { id } = await signing.create([somebody()], { key: by })
  await signing.act('POST', id, '/cancel', {}, by)
  return id
}

test('without a choice, what the operator has set counts', async () => {
  expect(await readByApi()).toEqual({ completed_days: 90, unsigned_days: null, next: null })
  const page = textOf(await look(PAGE))
  expect(page).toContain('From 5 to 90. Empty: 90 days')
  expect(page).toContain('From 5 to 36500. Empty: kept without limit')
})

test.each([
  ['completed_days', '91'],
  ['completed_days', '4'],
  ['completed_days', '0'],
  ['unsigned_days', '-5'],
  ['unsigned_days', '1e3'],
  ['unsigned_days', '7.5'],
  ['unsigned_days', '36501'],
  ['unsigned_days', '<b>'],
])('%s=%s is refused at its field', async (name, value) => {
  const refused = await submit({ [name]: value, sure: 'yes' })
  expect(refused.status).toBe(422)
  expect(textOf(refused)).toContain('Enter a whole number from 5 to')
  expect(String(refused.bytes)).not.toContain('<b>')
  expect(await readByApi()).toMatchObject({ completed_days: 90, unsigned_days: null, next: null })
})

describe('fewer days', () => {
  let [old, young, foreign, withdrawn] = ['', '', '', '']
  let second: Person
  beforeAll(async () => {
    second = await newMember(visited(), owner, 'owner')
    await signing.services.console.identity.setLocale(second.accountId, 'fr')
    await newMember(visited(), owner, 'sender')
    old = await completed()
    foreign = await completed(otherKey)
    withdrawn = await cancelled()
    signing.app.clock.move(15 * DAY_MS)
    young = await completed()
  }, 120_000)

  test('are announced with what they erase and from when, and count only once that is confirmed', async () => {
    const asked = await submit({ completed_days: '20', unsigned_days: '10' })
    expect(asked.status).toBe(200)
    const text = textOf(asked)
    expect(text).toContain('Documents will be erased')
    expect(text).toContain('Every owner is told of it by e-mail')
    expect(text).toContain('Completed documents: 20 days. 1 completed document of today will be')
    expect(text).toContain('10 days. 1 other ended document of today will be erased')
    expect(await readByApi()).toMatchObject({ completed_days: 90, next: null })
    const confirmed = await submit({ completed_days: '20', unsigned_days: '10', sure: 'yes' })
    expect([confirmed.status, confirmed.headers.location]).toEqual([303, PAGE])
    const read = await readByApi()
    expect(read).toEqual({
      completed_days: 90,
      unsigned_days: null,
      next: { from: expect.any(String), completed_days: 20, unsigned_days: 10 },
    })
    const from = Date.parse((read as { next: { from: string } }).next.from)
    expect(Math.abs(from - signing.app.clock.now() - 7 * DAY_MS)).toBeLessThan(60_000)
    const list = textOf(await look('/console/requests'))
    expect(list).toContain('documents are kept for fewer days')
  })

  test('are told to every owner by e-mail, and to nobody else', async () => {
    const told = async () =>
      (await messagesOf(signing.app)).filter(({ subject }) =>
        /erased earlier|effacés plus tôt/.test(String(subject)),
      )
    await expect.poll(async () => (await told()).length).toBe(2)
    const [mail, french] = [owner, second].map(({ email }) => email)
    const textTo = async (who: string | undefined) =>
      (await told()).find(({ to }) => to === who)?.text.replaceAll(/\s+/g, ' ')
    const english = await textTo(mail)
    expect(english).toContain(`${mail} has shortened`)
    expect(english).toContain('20 days (until now: 90 days)')
    expect(english).toContain('10 days (until now: kept without limit)')
    expect(english).toContain('/console/settings/retention')
    const from = new Date(signing.app.clock.now() + 7 * DAY_MS)
    const day = new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    })
    expect(english).toContain(`From ${day.format(from)}`)
    expect(await textTo(french)).toContain('20 jours (jusqu’ici : 90 jours)')
  })

  test('erase nothing for a week', async () => {
    signing.app.clock.move(6.9 * DAY_MS)
    expect(await round()).toMatchObject({ completed: 0, unsigned: 0 })
    expect(await statusOf(old)).toBe(200)
  })

  test('then erase what is older, of this account only, once however often the run is repeated', async () => {
    signing.app.clock.move(0.2 * DAY_MS)
    expect(await round()).toMatchObject({ completed: 1, unsigned: 1 })
    expect(await round()).toMatchObject({ completed: 0, unsigned: 0 })
    expect([await statusOf(old), await statusOf(withdrawn)]).toEqual([410, 410])
    expect([await statusOf(young), await statusOf(foreign, otherKey)]).toEqual([200, 200])
    const trail = await signing.services.trails.read(old)
    expect(trail?.entries.at(-1)?.data).toMatchObject({ reason: 'retention', kept_days: 20 })
    expect(await readByApi()).toEqual({ completed_days: 20, unsigned_days: 10, next: null })
  })

  test('are the days that pages and mails give', async () => {
    const who = somebody({ locale: 'en' })
    const id = await completed(key, who)
    const endsMs = signing.app.clock.now() + 20 * DAY_MS
    const day = new Date(endsMs).toISOString().slice(0, 10)
    const page = String((await look(`/console/requests/${id}`)).bytes)
    const kept = /Kept until<\/dt>.{0,40}<time datetime="([^T"]+)/s.exec(page)?.[1]
    expect(kept).toBe(day)
    const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
    const newest = async () =>
      (await messagesOf(signing.app)).find(({ to }) => to === who.email)?.text
    await expect.poll(newest).toContain(inWords.format(endsMs))
  })
})

test('more days count at once, and what was announced can be taken back', async () => {
  expect((await submit({ completed_days: '10', sure: 'yes' })).status).toBe(303)
  expect(await readByApi()).toMatchObject({ completed_days: 20, next: { completed_days: 10 } })
  expect((await submit({ completed_days: '60' })).status).toBe(303)
  expect(await readByApi()).toEqual({ completed_days: 60, unsigned_days: null, next: null })
  signing.app.clock.move(8 * DAY_MS)
  expect(await readByApi()).toMatchObject({ completed_days: 60 })
})

test('a second change within the week does not bring the first one forward', async () => {
  await submit({ completed_days: '30', sure: 'yes' })
  signing.app.clock.move(5 * DAY_MS)
  await submit({ completed_days: '20', sure: 'yes' })
  signing.app.clock.move(3 * DAY_MS)
  expect(await readByApi()).toMatchObject({ completed_days: 60, next: { completed_days: 20 } })
  signing.app.clock.move(5 * DAY_MS)
  expect(await readByApi()).toEqual({ completed_days: 20, unsigned_days: null, next: null })
})

test('whoever may not change settings does not; an auditor may read them; the log says who did', async () => {
  owner.visitor = await logIn()
  const auditor = await newMember(visited(), owner, 'auditor')
  const seen = await auditor.visitor.get(PAGE)
  expect(seen.status).toBe(200)
  expect(String(seen.bytes)).not.toContain(`action="${PAGE}"`)
  const sender = await newMember(visited(), owner, 'sender')
  expect((await sender.visitor.get(PAGE)).status).toBe(403)
  for (const who of [auditor, sender])
    expect((await who.visitor.post(PAGE, { completed_days: '10', sure: 'yes' })).status).toBe(403)
  expect((await new Visitor(visited()).get(PAGE)).status).toBe(303)
  const events = await signing.services.console.identity.events.list(owner.accountId)
  expect(events.filter(({ type }) => type === 'retention.changed')[0]).toMatchObject({
    organisation_id: owner.accountId,
    subject: 'completed: 20, unsigned: –',
  })
})
