import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TrailJson } from '../../../src/audit/verify-trail.ts'
import { readPicture } from '../../../src/images/pixels.ts'
import type { Answer } from '../../support/app.ts'
import {
  messagesOf,
  Person,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

const SHA = 'a'.repeat(64)
/** Every call behind a link that acts, with a body that is well formed. */
const ACTS: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
  ['GET', '/file'],
  ['POST', '/code', { consent: { version: 'x', sha256: SHA } }],
  ['POST', '/verify', { code: '123456' }],
  ['POST', '/signature', { document_sha256: SHA, kind: 'typed', text: 'Zoé' }],
  ['POST', '/decline', { reason: 'Non' }],
  ['POST', '/delegation', { email: 'a@example.com', first_name: 'A', last_name: 'B', reason: 'C' }],
]
const CALLS = [...ACTS, ['GET', '/state'], ['POST', '/open', {}], ['GET', '/signed']] as const

/** What a stranger can tell answers apart by. */
function shapeOf(answer: Answer) {
  const { 'x-request-id': _id, date: _date, ratelimit: _left, ...headers } = answer.headers
  const { request_id: _request, ...body } = answer.json()
  return { status: answer.status, headers, body }
}

const personWith = (token: string) => new Person(signing.app, { token, to: '' })

describe('links', () => {
  test('that lead nowhere are answered alike, whatever is wrong with them', async () => {
    const [who, other] = [somebody(), somebody()]
    const { id, signers } = await signing.create([who, other])
    const good = await signing.person(who)
    const foreign = await signing.person(other)
    const moved = { email: somebody().email }
    await signing.act('PATCH', id, `/signers/${signers[0]?.id}`, moved)
    const [head = '', mac = ''] = good.token.split('-')
    const [otherHead = ''] = foreign.token.split('-')
    const bad = [
      good.token,
      `${otherHead}-${mac}`,
      `${head}-${'0'.repeat(48)}`,
      `${head.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))}-${mac}`,
      'x',
      'sgr_1-%00',
    ]
    for (const [method, path, body] of CALLS) {
      const shapes = await Promise.all(
        bad.map(async (token) => shapeOf(await personWith(token).call(method, path, body))),
      )
      expect(shapes[0]).toMatchObject({ status: 404, body: { code: 'signing_link_invalid' } })
      for (const shape of shapes) expect(shape).toEqual(shapes[0])
    }
  })

  test.each([
    ['cancelled', 'signing_cancelled', 410],
    ['declined', 'signing_declined', 410],
    ['expired', 'signing_expired', 410],
    ['signed', 'already_signed', 409],
    ['waiting', 'not_your_turn', 409],
  ])('that are over (%s) let nobody act, and say why', async (how, code, status) => {
    const [first, second] = [somebody(), somebody({ order: 2 })]
    const { id } = await signing.create([first, second])
    let person = await signing.person(first)
    if (how === 'cancelled') await signing.act('POST', id, '/cancel', {})
    if (how === 'declined') await person.decline()
    if (how === 'expired') signing.app.clock.move(31 * 86_400_000)
    if (how === 'signed') await person.signWhole()
    if (how === 'waiting') {
      const row = await signing.services.db
        .selectFrom('signers')
        .selectAll()
        .where('email', '=', second.email)
        .executeTakeFirstOrThrow()
      person = personWith(signing.services.signing.parts.links.token(row))
    }
    for (const [method, path, body] of ACTS) {
      const answer = await person.call(method, path, body)
      expect([path, answer.status, answer.json()]).toMatchObject([path, status, { code }])
    }
    expect((await person.call('GET', '/signed')).status).toBe(409)
    expect((await person.call('GET', '/state')).status).toBe(200)
    if (how === 'expired') signing.app.clock.move(-31 * 86_400_000)
  })

  test('a cookie of another person, or one made up, does not let anybody sign', async () => {
    const [who, other] = [somebody(), somebody()]
    await signing.create([who, other])
    const [mine, theirs] = [await signing.person(who), await signing.person(other)]
    await mine.verify()
    await theirs.verify()
    const secret = theirs.cookie.split('=')[1]
    const name = mine.cookie.split('=')[0]
    for (const cookie of ['', theirs.cookie, `${name}=${secret}`, `${name}=`, `${name}=x; a=b`]) {
      mine.cookie = cookie
      expect((await mine.sign()).json()).toMatchObject({ code: 'verification_required' })
    }
  })
})

test("another account's documents and signers are not there, on every call", async () => {
  const { id, signers } = await signing.create([somebody()])
  const foreign = await signing.app.newKey('signature_business')
  const own = await signing.create([somebody()], { key: foreign })
  const signer = `/signers/${signers[0]?.id}`
  const calls: ReadonlyArray<readonly [string, string, unknown?]> = [
    ['GET', ''],
    ['GET', '/file'],
    ['GET', '/signed'],
    ['GET', '/audit'],
    ['POST', '/send'],
    ['POST', '/remind'],
    ['POST', '/cancel', {}],
    ['PATCH', signer, { first_name: 'Eve' }],
    ['POST', `${signer}/unblock`],
    ['GET', `${signer}/test-code`],
  ]
  const unknown = `doc_${'0'.repeat(26)}`
  for (const [method, path, body] of calls) {
    const seen = shapeOf(await signing.act(method, id, path, body, foreign))
    const none = shapeOf(await signing.act(method, unknown, path, body, foreign))
    expect(seen).toMatchObject({ status: 404, body: { code: 'document_not_found' } })
    expect(JSON.stringify(seen).replaceAll(id, '')).toBe(
      JSON.stringify(none).replaceAll(unknown, ''),
    )
  }
  const mixed = await signing.act('PATCH', own.id, signer, { first_name: 'Eve' }, foreign)
  expect(mixed.json()).toMatchObject({ code: 'signer_not_found' })
  expect((await signing.get(id)).status).toBe('pending')
})

describe('a new address', () => {
  test('is another person: old link, code, cookie and the phone they gave are dead', async () => {
    const wrong = { email: somebody().email }
    const { id, signers } = await signing.create([wrong])
    const before = await signing.person(wrong)
    await before.verify('+33755555555')
    const right = somebody()
    const changes = { email: right.email }
    const path = `/signers/${signers[0]?.id}`
    const changed = await signing.act('PATCH', id, path, changes)
    expect(changed.json<{ signers: object[] }>().signers[0]).toMatchObject({ status: 'invited' })
    expect(JSON.stringify(changed.json())).not.toContain('+33755555555')
    expect((await before.call('GET', '/state')).status).toBe(404)
    const after = await signing.person({ email: right.email })
    expect(await after.state()).toMatchObject({ next: 'open', signer: { phone_masked: null } })
    after.cookie = before.cookie
    expect((await after.sign()).json()).toMatchObject({ code: 'verification_required' })
    signing.app.clock.move(60_000)
    await after.verify(right.phone)
    expect((await after.sign()).status).toBe(200)
  })

  test('of somebody who is asked already is refused', async () => {
    const people = [somebody(), somebody()]
    const { id, signers } = await signing.create(people)
    const path = `/signers/${signers[0]?.id}`
    const answer = await signing.act('PATCH', id, path, { email: people[1]!.email })
    expect(answer.json()).toMatchObject({ code: 'validation_failed' })
  })
})

test('trail and problems hold no token, no code and no whole phone', async () => {
  const who = somebody()
  const { id } = await signing.create([who])
  const person = await signing.person(who)
  await person.verify()
  const code = await person.readCode()
  await person.sign()
  await signing.work()
  const trail = (await signing.act('GET', id, '/audit')).bytes.toString()
  expect(trail).toContain('signer.verified')
  const jobs = JSON.stringify(
    await signing.services.db.selectFrom('jobs').select('payload').execute(),
  )
  for (const text of [trail, jobs]) {
    expect(text).not.toContain(person.token)
    expect(text).not.toContain(person.token.split('-')[1])
    expect(text).not.toContain(`"${code}"`)
    expect(text).not.toContain(who.phone)
  }
  expect((await messagesOf(signing.app)).some(({ text }) => text.includes(person.token))).toBe(true)
})

test('a picture that cannot be drawn is refused while the person is there', async () => {
  const who = somebody()
  await signing.create([who])
  const person = await signing.person(who)
  await person.verify()
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  const image = `data:image/png;base64,${magic.toString('base64')}`
  expect((await person.sign({ kind: 'drawn', image })).json()).toMatchObject({
    code: 'image_invalid',
  })
  for (const body of [
    { kind: 'typed', text: '  ' },
    { kind: 'drawn' },
    { kind: 'image', image: 'x' },
  ])
    expect((await person.sign(body)).json()).toMatchObject({ code: 'validation_failed' })
  const huge = { kind: 'image', image: `data:image/png;base64,${'A'.repeat(800_000)}` }
  expect([413, 422]).toContain((await person.sign(huge)).status)
  expect((await person.sign()).status).toBe(200)
})

test('no other text is consented to than one that is in force: its version and its hash both count', async () => {
  const who = somebody()
  const { id } = await signing.create([who])
  const person = await signing.person(who)
  await person.open()
  const { version, sha256 } = (await person.state()).consent
  const forged = sha256.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  for (const consent of [
    { version, sha256: forged },
    { version: `${version}x`, sha256 },
  ])
    expect((await person.call('POST', '/code', { consent })).json()).toMatchObject({
      code: 'consent_required',
    })
  const trail = (await signing.act('GET', id, '/audit')).json<{ entries: { type: string }[] }>()
  expect(trail.entries.map(({ type }) => type)).not.toContain('signer.consented')
  expect((await person.askCode()).status).toBe(202)
})

test('the first page comes as a picture to people whose link is valid', async () => {
  const who = somebody()
  await signing.create([who])
  const person = await signing.person(who)
  const { status, headers, bytes } = await person.call('GET', '/first-page.jpg')
  expect([status, headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(headers['cache-control']).toBe('private, no-store')
  const { width, height, rgba } = readPicture(bytes)
  expect(height / width).toBeCloseTo(842 / 595, 2)
  // Black letters on white.
  expect(rgba[0]).toBeGreaterThan(250)
  expect(rgba.some((level) => level < 60)).toBe(true)
  const unknown = await signing.app.call('GET', '/sign/unknown/first-page.jpg')
  expect(unknown.status).toBe(404)
})

test('the trail says which pages were on the screen before the consent, and since when', async () => {
  const who = somebody()
  const { id } = await signing.create([who])
  const person = await signing.person(who)
  const { version, sha256 } = (await person.state()).consent
  const shown = (file_number: number, page: number) => ({ file_number, page, seconds_ago: 30 })
  // Pages that there are not, such as those of the proof, are left out.
  const pages_shown = [shown(1, 1), shown(1, 99), shown(2, 1)]
  const body = { consent: { version, sha256, pages_shown } }
  expect((await person.call('POST', '/code', body)).status).toBe(202)
  const { entries } = (await signing.act('GET', id, '/audit')).json<TrailJson>()
  const { at, data } = entries.find(({ type }) => type === 'signer.consented') ?? {}
  const pages = data?.pages_shown as { at: string }[]
  expect(pages).toMatchObject([{ file_number: 1, page: 1 }])
  // Whole seconds are known, and reading the clock twice takes a moment.
  expect((Date.parse(at ?? '') - Date.parse(pages[0]?.at ?? '')) / 1000).toBeCloseTo(30, 0)
  const tooMany = { version, sha256, pages_shown: Array(1001).fill(shown(1, 1)) }
  expect((await person.call('POST', '/code', { consent: tooMany })).status).toBe(422)
})
