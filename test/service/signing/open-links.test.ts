/** Open links: anybody begins a request of their own, within limits, and nothing comes of those who only hammer. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { templateId } from '../../support/bulk.ts'
import { openLink, type SeenLink, solutionOf, Visitor } from '../../support/open-links.ts'
import {
  messagesOf,
  Person,
  type SeenDocument,
  type SeenProblem,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp()
  // In Chromium (test/system) a device computes as much as it does for visitors.
  signing.services.signing.parts.openLinks.workBits = 8
})
afterAll(() => signing.close())

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const codeOf = (answer: { json<T>(): T }): string => answer.json<SeenProblem>().code
const pointersOf = (answer: { json<T>(): T }) =>
  answer.json<SeenProblem>().errors?.map(({ pointer }) => pointer)
const links = (method: string, template: string, path = '', json?: unknown, key = signing.key) =>
  signing.app.call(method, `/api/v1/request-templates/${template}/links${path}`, {
    key,
    ...(json !== undefined && { json }),
  })
const startsHeld = () => signing.services.db.selectFrom('open_link_starts').selectAll().execute()
const tokenIn = (answer: { json<T>(): T }): string =>
  answer.json<{ url: string }>().url.split('/sign/')[1] ?? ''
const linksMailed = async (): Promise<number> =>
  (await messagesOf(signing.app)).filter(({ text }) => text.includes('/sign/')).length
const requests = async (): Promise<SeenDocument[]> =>
  (await signing.app.call('GET', '/api/v1/documents?limit=100', { key: signing.key })).json<{
    documents: SeenDocument[]
  }>().documents

test('a visitor confirms an address, gets a request of their own and signs it', async () => {
  const { phone: given } = somebody()
  const landlord = { role: 'landlord', email: 'landlord@own.example', phone: given, order: 2 }
  const template = await templateId(signing, {
    roles: [{ role: 'tenant' }, landlord],
  })
  const link = await openLink(signing, template, { metadata: { shop: 'Lyon' }, locale: 'fr' })
  expect(link).toMatchObject({ status: 'open', role: 'tenant', started: 0, completed: 0 })
  const visitor = new Visitor(signing, link)
  const page = await visitor.call('GET')
  expect(page.status).toBe(200)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.bytes.toString()).toContain('Signer « Lease »')
  const { email, phone } = somebody()
  const began = await visitor.begin(email)
  expect(began.status).toBe(200)
  const person = new Person(signing.app, { token: tokenIn(began), to: email })
  await person.verify(phone)
  expect((await person.sign()).status).toBe(200)
  await signing.work()
  const [document] = await requests()
  expect(document).toMatchObject({
    name: 'Lease',
    metadata: { shop: 'Lyon' },
    open_link_id: link.id,
  })
  const id = document?.id ?? ''
  const exported = async (of: string) => {
    const path = `/api/v1/documents/export?open_link_id=${of}`
    return (await signing.app.call('GET', path, { key: signing.key })).bytes.toString()
  }
  expect((await exported(link.id)).trimEnd().split('\r\n')).toEqual([
    expect.any(String),
    expect.stringContaining(id),
  ])
  const another = await openLink(signing, template)
  expect((await exported(another.id)).trimEnd().split('\r\n')).toHaveLength(1)
  const trail = await signing.services.trails.read(id)
  expect(trail?.entries[0]).toMatchObject({
    type: 'document.created',
    actor: `signer:${document?.signers[0]?.id}`,
    ip: visitor.ip,
    data: { open_link_id: link.id, begun_by: document?.signers[0]?.id },
  })
  expect(trail?.entries[0]?.data.email_confirmed_at).toMatch(/^20\d\d-/)
  expect(
    (await signing.finish(id, [{ ...somebody(), ...landlord, phone: given ?? '' }])).status,
  ).toBe('completed')
  const after = (await links('GET', template, `/${link.id}`)).json<SeenLink>()
  expect(after).toMatchObject({ started: 1, completed: 1 })
  // The code is nobody's key to anything else.
  expect(codeOf(await visitor.enter('000000'))).toBe('otp_expired')
})

test('a link that nobody could use is refused by name, and other accounts and modes see none', async () => {
  const free = await templateId(signing, { roles: [{ role: 'tenant' }, { role: 'guarantor' }] })
  const fixed = await templateId(signing, { roles: [{ role: 'boss', email: 'boss@own.example' }] })
  const refused = [
    await links('POST', free, '', { role: 'tenant' }),
    await links('POST', free, '', { role: 'agent' }),
    await links('POST', fixed, '', {}),
    await links('POST', fixed, '', { role: 'boss' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  expect(refused.map(pointersOf)).toEqual(Array(4).fill(['/role']))
  expect(refused[0]?.json<SeenProblem>().detail).toContain('guarantor')
  const template = await templateId(signing)
  const past = await links('POST', template, '', { expires_at: '2020-01-01T00:00:00Z' })
  expect(pointersOf(past)).toEqual(['/expires_at'])
  expect((await links('GET', template)).json()).toEqual({ links: [] })
  const link = await openLink(signing, template)
  const strangers = [
    await signing.app.newKey('signature_business'),
    await signing.app.newKey('signature_business', undefined, 'test'),
  ]
  for (const key of strangers) {
    expect((await links('GET', template, '', undefined, key)).status).toBe(404)
    expect((await links('PATCH', template, `/${link.id}`, { closed: true }, key)).status).toBe(404)
    expect((await links('DELETE', template, `/${link.id}`, undefined, key)).status).toBe(404)
  }
  const other = await templateId(signing)
  expect(codeOf(await links('GET', other, `/${link.id}`))).toBe('open_link_not_found')
  await signing.app.call('DELETE', `/api/v1/request-templates/${template}`, { key: signing.key })
  expect((await new Visitor(signing, link).call('GET')).status).toBe(404)
})

test('a challenge counts once, for its link, for ten minutes, solved', async () => {
  const template = await templateId(signing)
  const [link, other] = [await openLink(signing, template), await openLink(signing, template)]
  const visitor = new Visitor(signing, link)
  const before = (await messagesOf(signing.app)).length
  const work = await visitor.work()
  const held = await startsHeld()
  const { openLinks } = signing.services.signing.parts
  openLinks.workBits = 40
  const unsolved = await visitor.ask('ada@example.com', work)
  openLinks.workBits = 8
  const elsewhere = new Visitor(signing, other)
  const foreign = await elsewhere.ask('ada@example.com', work)
  const forged = {
    ...work,
    challenge: work.challenge.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  }
  const made = await visitor.ask('ada@example.com', {
    ...forged,
    solution: solutionOf({ ...forged, bits: 8 }),
  })
  const late = await visitor.work()
  signing.app.clock.move(11 * MINUTE_MS)
  const refused = [unsolved, foreign, made, await visitor.ask('ada@example.com', late)]
  expect(refused.map(pointersOf)).toEqual(Array(4).fill(['/solution']))
  expect(await startsHeld()).toEqual(held)
  const used = await visitor.work()
  expect((await visitor.ask('ada@example.com', used)).status).toBe(202)
  const again = await Promise.all([1, 2, 3].map((n) => visitor.ask(`ada${n}@example.com`, used)))
  expect(again.map(pointersOf)).toEqual(Array(3).fill(['/solution']))
  await signing.work()
  expect((await messagesOf(signing.app)).length - before).toBe(1)
})

test('codes have three attempts, ten minutes and six an hour, and the mail repeats nothing that was typed', async () => {
  const template = await templateId(signing)
  const link = await openLink(signing, template)
  const visitor = new Visitor(signing, link)
  const { email } = somebody()
  expect((await visitor.ask(email)).status).toBe(202)
  const code = await visitor.mailedCode(email)
  const [mail] = await messagesOf(signing.app)
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/Zo\u00e9|\u0141ukasz|http/)
  const wrong = code === '000000' ? '111111' : '000000'
  const outcomes = [wrong, wrong, wrong, code].map((each) => () => visitor.enter(each))
  const answers: string[] = []
  for (const enter of outcomes) answers.push(codeOf(await enter()))
  expect(answers).toEqual(['otp_invalid', 'otp_invalid', 'otp_locked', 'otp_locked'])
  expect(codeOf(await visitor.ask(email))).toBe('otp_rate_limited')
  signing.app.clock.move(MINUTE_MS)
  expect((await visitor.ask(email)).status).toBe(202)
  const late = await visitor.mailedCode(email)
  signing.app.clock.move(11 * MINUTE_MS)
  expect(codeOf(await visitor.enter(late))).toBe('otp_expired')
  for (let sent = 2; sent < 6; sent += 1) {
    signing.app.clock.move(MINUTE_MS)
    expect((await new Visitor(signing, link).ask(email)).status).toBe(202)
  }
  signing.app.clock.move(MINUTE_MS)
  const seventh = await new Visitor(signing, link).ask(email)
  expect([seventh.status, codeOf(seventh)]).toEqual([429, 'otp_rate_limited'])
  expect(Number(seventh.headers['retry-after'])).toBeGreaterThan(1800)
  // A code of one link opens no other, and once used it is over.
  const [one, other] = [
    new Visitor(signing, link),
    new Visitor(signing, await openLink(signing, template)),
  ]
  const { email: next } = somebody()
  await one.ask(next)
  const right = await one.mailedCode(next)
  other.start = one.start
  expect(codeOf(await other.enter(right))).toBe('otp_expired')
  const both = await Promise.all([one.enter(right), one.enter(right)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(pointersOf(await one.ask(next, { first_name: 'See http://evil.example' }))).toEqual([
    '/first_name',
  ])
  // What the hour needs is all that is kept.
  signing.app.clock.move(2 * HOUR_MS)
  await signing.work()
  expect(await startsHeld()).toEqual([])
})

test('the last unit of a link goes to one visitor, and those of a day and a network are counted', async () => {
  const template = await templateId(signing)
  const race = await openLink(signing, template, { max_total: 1 })
  const ready: Array<{ visitor: Visitor; code: string }> = []
  for (let one = 0; one < 3; one += 1) {
    const visitor = new Visitor(signing, race)
    const { email } = somebody()
    await visitor.ask(email)
    ready.push({ visitor, code: await visitor.mailedCode(email) })
  }
  const before = (await requests()).length
  const answers = await Promise.all(ready.map(({ visitor, code }) => visitor.enter(code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  expect((await requests()).length - before).toBe(1)
  const after = (await links('GET', template, `/${race.id}`)).json<SeenLink>()
  expect(after).toMatchObject({ status: 'exhausted', started: 1 })
  expect((await new Visitor(signing, race).call('GET')).status).toBe(410)

  const daily = await openLink(signing, template, { max_per_day: 2, max_per_network_per_day: 1 })
  const at = (ip: string) => new Visitor(signing, daily, ip)
  expect((await at('203.0.113.1').begin(somebody().email)).status).toBe(200)
  expect(codeOf(await at('203.0.113.1').ask(somebody().email))).toBe('open_link_unavailable')
  expect((await at('203.0.113.2').begin(somebody().email)).status).toBe(200)
  expect(codeOf(await at('203.0.113.3').ask(somebody().email))).toBe('open_link_unavailable')
  signing.app.clock.move(DAY_MS + MINUTE_MS)
  expect((await at('203.0.113.1').begin(somebody().email)).status).toBe(200)
  const kept = await signing.services.db.selectFrom('open_link_requests').selectAll().execute()
  expect(
    kept.filter(({ network, link_id }) => link_id === daily.id && network !== null),
  ).toHaveLength(1)
})

test('an address has one open request at a link, and no answer before the code depends on it', async () => {
  const template = await templateId(signing)
  const link = await openLink(signing, template)
  const { email } = somebody()
  expect((await new Visitor(signing, link).begin(email)).status).toBe(200)
  const before = (await requests()).length
  signing.app.clock.move(11 * MINUTE_MS)
  const [known, unknown] = [new Visitor(signing, link), new Visitor(signing, link)]
  const typed = email.replace('person', 'PERSON')
  const asked = await known.ask(typed)
  const first = await unknown.ask(somebody().email)
  expect([asked.status, Object.keys(asked.json())]).toEqual([
    first.status,
    Object.keys(first.json()),
  ])
  const code = await known.mailedCode(typed)
  const mails = await linksMailed()
  const again = await known.enter(code)
  expect(again.json()).toEqual({ continued: true })
  await signing.work()
  expect((await requests()).length).toBe(before)
  expect((await linksMailed()) - mails).toBe(1)
})

test('an invitation code, closing, expiry, an empty quota and the operator end what a link gives', async () => {
  const template = await templateId(signing)
  const link = await openLink(signing, template, { invitation_code: 'Rosebud 7' })
  expect(link.has_invitation_code).toBe(true)
  expect(JSON.stringify(link)).not.toContain('Rosebud')
  const visitor = new Visitor(signing, link)
  expect(pointersOf(await visitor.ask('ada@example.com'))).toEqual(['/invitation_code'])
  expect(pointersOf(await visitor.ask('ada@example.com', { invitation_code: 'rosebud' }))).toEqual([
    '/invitation_code',
  ])
  expect((await visitor.ask(somebody().email, { invitation_code: 'Rosebud 7' })).status).toBe(202)
  const change = (json: object) => links('PATCH', template, `/${link.id}`, json)
  expect((await change({ closed: true })).json()).toMatchObject({ status: 'closed' })
  expect((await visitor.call('GET')).status).toBe(410)
  expect(codeOf(await visitor.enter('123456'))).toBe('open_link_ended')
  const until = new Date(signing.app.clock.now() + HOUR_MS).toISOString()
  const opened = await change({ closed: false, expires_at: until, invitation_code: null })
  expect(opened.json()).toMatchObject({ status: 'open', has_invitation_code: false })
  expect((await visitor.call('GET')).status).toBe(200)
  signing.app.clock.move(2 * HOUR_MS)
  expect((await visitor.call('GET')).status).toBe(410)
  await change({ expires_at: null })

  const { openLinks } = signing.services.signing.parts
  openLinks.allowed = false
  expect((await visitor.call('GET')).status).toBe(410)
  expect(codeOf(await links('POST', template, '', {}))).toBe('open_links_forbidden')
  expect((await links('GET', template, `/${link.id}`)).json()).toMatchObject({
    status: 'forbidden',
  })
  openLinks.allowed = true

  const poor = await signing.app.newKey('signature_free')
  const own = await templateId(signing, { key: poor })
  const busy = await openLink(signing, own, {}, poor)
  const last = new Visitor(signing, busy)
  const { email } = somebody()
  await last.ask(email)
  const code = await last.mailedCode(email)
  const use = (row: number) =>
    signing.app.call('POST', `/api/v1/request-templates/${own}/documents`, {
      key: poor,
      json: { signers: [{ role: 'tenant', email: `own${row}@example.com` }] },
    })
  for (let row = 0; row < 10; row += 1) expect((await use(row)).status).toBe(201)
  const page = await last.call('GET')
  expect([page.status, page.bytes.toString().includes('not available')]).toEqual([409, true])
  expect(codeOf(await last.enter(code))).toBe('open_link_unavailable')
})

test('ten thousand starts without work leave nothing: no row, no mail, no request', async () => {
  const link = await openLink(signing, await templateId(signing))
  await signing.work()
  const [mails, made] = [(await messagesOf(signing.app)).length, (await requests()).length]
  const rows = (await startsHeld()).length
  const statuses = new Map<number, number>()
  signing.services.signing.parts.openLinks.workBits = 40
  const visitors = Array.from({ length: 25 }, () => new Visitor(signing, link))
  const { challenge } =
    (await visitors[0]?.call('GET', '/challenge'))?.json<{ challenge: string }>() ?? {}
  for (let round = 0; round < 400; round += 1)
    for (const answer of await Promise.all(
      visitors.map((visitor, index) =>
        visitor.call('POST', '/code', {
          email: `victim${index}@example.com`,
          challenge,
          solution: String(round),
        }),
      ),
    ))
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  expect([...statuses]).toEqual([[422, 10_000]])
  await signing.work()
  expect((await messagesOf(signing.app)).length).toBe(mails)
  expect((await requests()).length).toBe(made)
  expect((await startsHeld()).length).toBe(rows)
})

test('a network gets sixty codes an hour, a link six hundred, whatever the addresses; then both wait', async () => {
  const template = await templateId(signing)
  const { openLinks } = signing.services.signing.parts
  openLinks.workBits = 1
  const link = await openLink(signing, template)
  const ask = async (ip: string) =>
    (await new Visitor(signing, link, ip).ask(somebody().email)).status
  const statuses = new Map<number, number>()
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  for (let one = 0; one < 61; one += 1) count(await ask('203.0.113.77'))
  expect([...statuses]).toEqual([
    [202, 60],
    [429, 1],
  ])
  // Other networks do not wait for it, until the link has had its own.
  for (let one = 0; one < 540; one += 1) count(await ask(`198.51.${one >> 6}.${one & 63}`))
  expect(statuses.get(202)).toBe(600)
  const full = await new Visitor(signing, link, '198.51.200.1').ask(somebody().email)
  expect([full.status, codeOf(full)]).toEqual([429, 'rate_limited'])
  expect(Number(full.headers['retry-after'])).toBeGreaterThan(0)
  const other = await openLink(signing, template)
  expect((await new Visitor(signing, other, '198.51.200.1').ask(somebody().email)).status).toBe(202)
  signing.app.clock.move(HOUR_MS + MINUTE_MS)
  expect(await ask('203.0.113.77')).toBe(202)
  openLinks.workBits = 8
})

test('links are part of the data of an account, without codes, and end with it', async () => {
  const template = await templateId(signing)
  const link = await openLink(signing, template, { max_total: 3, invitation_code: 'Rosebud' })
  const { account_id } =
    (await signing.services.db
      .selectFrom('open_links')
      .select('account_id')
      .where('id', '=', link.id)
      .executeTakeFirst()) ?? {}
  const kinds = signing.services.console.parts.accountData
  const files = (await Promise.all(kinds.map((kind) => kind.export(account_id ?? '')))).flat()
  const exported = Buffer.from(files.find(({ path }) => path === 'open-links.json')?.bytes ?? [])
  expect(JSON.parse(String(exported))).toContainEqual(
    expect.objectContaining({ id: link.id, max_total: 3, has_invitation_code: true }),
  )
  expect(String(exported)).not.toContain('Rosebud')
  for (const kind of kinds) await kind.erase(account_id ?? '')
  expect((await new Visitor(signing, link).call('GET')).status).toBe(404)
})
