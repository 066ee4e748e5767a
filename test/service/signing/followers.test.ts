/** People who follow a document from its start, and the code that opens it for people who get copies. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  messagesOf,
  type SeenProblem,
  SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp({ PARAPH_UPLOADS_MAX: '200' })
})
afterAll(() => signing.close())
beforeEach(async () => {
  signing = new SigningApp(signing.app, await signing.app.newKey('signature_business'))
})

let count = 0
const lawyer = (more: object = {}) => {
  count += 1
  return { email: `lawyer${count}@partner.example`, locale: 'en', from_start: true, ...more }
}
const withCopies = (copies: unknown, options: Record<string, string> = {}) => ({
  options: { copies: JSON.stringify(copies), ...options },
})
const mailsTo = async (email: string) => {
  await signing.work()
  return (await messagesOf(signing.app)).filter(
    ({ channel, to }) => channel === 'mail' && to === email,
  )
}
const linkTo = async (email: string): Promise<string> => {
  for (const { text } of await mailsTo(email)) {
    const found = /\/copy\/[a-z0-9-]+/.exec(text)?.[0]
    if (found !== undefined) return found
  }
  throw new Error(`no link came to ${email}`)
}
const get = (path: string, cookie = '') =>
  signing.app.call('GET', path, { headers: cookie === '' ? {} : { cookie } })
const post = (path: string, json: object) => signing.app.call('POST', path, { json })
const codeOf = (answer: { json<T>(): T }) => answer.json<SeenProblem>().code
const patch = (id: string, changes: object) => signing.act('PATCH', id, '', changes)
const trailOf = async (id: string) =>
  (await signing.act('GET', id, '/audit')).json<{
    entries: Array<{ type: string; data: Record<string, unknown> }>
  }>().entries

test('who follows from the start gets a link at once, sees how far it is and the file, then the signed one', async () => {
  const [one, two, follows] = [somebody({ order: 1 }), somebody({ order: 2 }), lawyer()]
  const { id } = await signing.create([one, two], withCopies([follows]))
  const [mail, ...others] = await mailsTo(follows.email)
  expect([mail?.subject, others]).toEqual([expect.stringContaining('For your information'), []])
  const link = await linkTo(follows.email)
  const page = String((await get(link)).bytes)
  expect(page).toContain('Waiting for signatures')
  for (const { first_name, last_name } of [one, two])
    expect(page).toContain(`${first_name} ${last_name}`)
  // No address, phone or link of a signer.
  for (const secret of [one.email, one.phone ?? '', '/sign/']) expect(page).not.toContain(secret)
  expect((await get(`${link}/file`)).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await get(`${link}/signed`)).status).toBe(409)
  const token = link.slice('/copy/'.length)
  expect((await get(`/sign/${token}/state`)).status).toBe(404)
  await signing.finish(id, [one, two])
  expect((await mailsTo(follows.email)).length).toBe(2)
  expect((await get(`${link}/signed`)).bytes.equals(await signing.signedFile(id))).toBe(true)
  expect((await get(`${link}/file`)).status).toBe(404)
})

test('is told of an end without signatures; a plain copy is not', async () => {
  const [who, follows, plain] = [somebody(), lawyer(), lawyer({ from_start: false })]
  await signing.create([who], withCopies([follows, plain]))
  const link = await linkTo(follows.email)
  await (await signing.person(who)).decline()
  const subjects = (await mailsTo(follows.email)).map(({ subject }) => subject).join('|')
  expect(subjects).toContain('Ended without being signed')
  expect(await mailsTo(plain.email)).toEqual([])
  expect(String((await get(link)).bytes)).toContain('declined')
  expect((await get(`${link}/file`)).status).toBe(404)
})

test('can be added and removed by an edit; the link of who is removed ends, and opens nobody else’s', async () => {
  const [who, first, second] = [somebody(), lawyer(), lawyer()]
  const { id } = await signing.create([who], withCopies([first]))
  const link = await linkTo(first.email)
  expect((await patch(id, { copies: [second] })).status).toBe(200)
  expect((await get(link)).status).toBe(404)
  const other = await linkTo(second.email)
  expect((await get(other)).status).toBe(200)
  // Put before another, each link stays that of its person.
  expect((await patch(id, { copies: [lawyer(), second] })).status).toBe(200)
  expect((await get(other)).status).toBe(200)
  expect((await mailsTo(second.email)).length).toBe(1)
  const stranger = await signing.app.newKey('signature_business')
  expect((await signing.act('PATCH', id, '', { copies: [] }, stranger)).status).toBe(404)
})

test('a stranger who is to follow 25 documents in an hour hears of twenty', async () => {
  const follows = lawyer()
  const statuses: number[] = []
  for (let sent = 0; sent < 25; sent += 1)
    statuses.push((await signing.post([somebody()], withCopies([follows]))).status)
  expect(statuses).toEqual([...Array(20).fill(201), ...Array(5).fill(429)])
  const last = await signing.post([somebody()], withCopies([follows]))
  expect([codeOf(last), last.json<SeenProblem>().detail]).toEqual([
    'recipient_limit_reached',
    expect.stringContaining(follows.email),
  ])
  expect((await mailsTo(follows.email)).length).toBe(20)
  signing.app.clock.move(3_601_000)
  expect((await signing.post([somebody()], withCopies([follows]))).status).toBe(201)
})

test('with code_to_open, a link for a copy shows nothing without a code to its address', async () => {
  const [who, follows, plain] = [somebody(), lawyer(), lawyer({ from_start: false })]
  const { id } = await signing.create([who], withCopies([follows, plain], { code_to_open: 'true' }))
  const link = await linkTo(follows.email)
  const locked = String((await get(link)).bytes)
  expect(locked).toContain('Enter a code to open')
  expect(locked).not.toContain(String(who.last_name))
  expect(codeOf(await get(`${link}/file`))).toBe('opening_code_required')
  const unlock = async (at: string, email: string) => {
    const asked = await post(`${at}/opening-code`, {})
    expect([asked.status, asked.json()]).toEqual([202, {}])
    const mail = (await mailsTo(email)).find(({ text }) => /^\d{6}$/m.test(text))
    expect(mail?.text).not.toContain('/copy/')
    const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? ''
    const entered = await post(`${at}/opening`, { code })
    expect(entered.status).toBe(204)
    return String(entered.headers['set-cookie']).split(';')[0] ?? ''
  }
  const cookie = await unlock(link, follows.email)
  expect(String((await get(link, cookie)).bytes)).toContain('Waiting for signatures')
  expect((await get(`${link}/file`, cookie)).status).toBe(200)
  const person = await signing.person(who)
  expect(codeOf(await person.call('GET', '/file'))).toBe('opening_code_required')
  const asked = await person.call('POST', '/opening-code', {})
  expect(asked.status).toBe(202)
  // The code to open is none to sign.
  const opened = await person.call('POST', '/opening', { code: await person.readCode() })
  person.cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
  signing.app.clock.move(31_000)
  await person.signWhole()
  await signing.work()
  expect((await signing.get(id)).status).toBe('completed')
  const copied = await linkTo(plain.email)
  expect(codeOf(await get(`${copied}/signed`))).toBe('opening_code_required')
  // Another person's cookie opens nothing.
  expect(codeOf(await get(`${copied}/signed`, cookie))).toBe('opening_code_required')
  const own = await unlock(copied, plain.email)
  expect((await get(`${copied}/signed`, own)).bytes.equals(await signing.signedFile(id))).toBe(true)
  signing.app.clock.move(12 * 3_600_000 + 1_000)
  expect(codeOf(await get(`${copied}/signed`, own))).toBe('opening_code_required')
  const types = (await trailOf(id)).filter(({ data }) => data.copy === plain.email)
  expect(types.map(({ type, data }) => [type, data.channel ?? data.method])).toEqual(
    expect.arrayContaining([
      ['copy.otp_sent', 'email'],
      ['copy.access_verified', 'email'],
    ]),
  )
})

test('the code of a copy, hammered: six an hour, ten wrong ones a day, and only for twenty minutes', async () => {
  const [who, follows] = [somebody(), lawyer()]
  const { id } = await signing.create([who], withCopies([follows], { code_to_open: 'true' }))
  const link = await linkTo(follows.email)
  const sent: number[] = []
  for (let tries = 0; tries < 8; tries += 1)
    sent.push((await post(`${link}/opening-code`, {})).status)
  expect(sent).toEqual([...Array(6).fill(202), 429, 429])
  const [mail] = (await mailsTo(follows.email)).filter(({ text }) => /^\d{6}$/m.test(text))
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? ''
  signing.app.clock.move(20 * 60_000)
  const wrong = code === '000000' ? '111111' : '000000'
  const outcomes = [codeOf(await post(`${link}/opening`, { code }))]
  for (let tries = 0; tries < 12; tries += 1)
    outcomes.push(codeOf(await post(`${link}/opening`, { code: wrong })))
  expect(outcomes).toEqual([...Array(10).fill('otp_invalid'), ...Array(3).fill('otp_locked')])
  expect((await trailOf(id)).filter(({ type }) => type === 'copy.otp_failed').length).toBe(10)
  for (const bad of ['12345', 'abcdef', 7])
    expect((await post(`${link}/opening`, { code: bad })).status).toBe(422)
})

test('a code to open is no code to sign on the page of a signer', async () => {
  const who = somebody()
  await signing.create([who], { options: { code_to_open: 'true' } })
  const person = await signing.person(who)
  await person.call('POST', '/opening-code', {})
  const opened = await person.call('POST', '/opening', { code: await person.readCode() })
  person.cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
  signing.app.clock.move(31_000)
  await person.call('POST', '/opening-code', {})
  expect((await person.state()).code).toBeNull()
  signing.app.clock.move(31_000)
  expect((await person.askCode()).status).toBe(202)
  expect((await person.state()).code).not.toBeNull()
})
