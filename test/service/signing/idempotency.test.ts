import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type SeenDocument,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

const HOUR_MS = 3_600_000
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })

async function used(key: string): Promise<number> {
  const answer = await signing.app.call('GET', '/usage', { key })
  return answer.json<{ monthly: { signatures: { used: number } } }>().monthly.signatures.used
}

/** A PDF like no other. */
async function pdfTitled(title: string): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage([595, 842])
  document.setTitle(title)
  return await document.save()
}

const newKey = (plan = 'signature_business') => signing.app.newKey(plan)

describe('the same call twice', () => {
  test('gets the same answer and has one effect', async () => {
    const key = await newKey()
    const people = [somebody()]
    const first = await signing.post(people, { key, ...withKey('a') })
    const second = await signing.post(people, { key, ...withKey('a') })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(await used(key)).toBe(1)
  })

  test('another body under the same key is refused; another account has keys of its own', async () => {
    const key = await newKey()
    const people = [somebody()]
    const first = await signing.post(people, { key, ...withKey('b') })
    expect((await signing.post([somebody()], { key, ...withKey('b') })).json()).toMatchObject({
      code: 'idempotency_key_reused',
    })
    const other = await signing.post(people, { key: await newKey(), ...withKey('b') })
    expect(other.status).toBe(201)
    expect(other.json<SeenDocument>().id).not.toBe(first.json<SeenDocument>().id)
  })

  test('another file under the same key is refused too, first or further, and nothing is made of it', async () => {
    const key = await newKey()
    const people = [somebody()]
    const [pdf, other] = [await pdfTitled('One'), await pdfTitled('Another')]
    const files = [{ filename: 'annex.pdf', bytes: pdf }]
    const first = await signing.post(people, { key, pdf, files, ...withKey('file') })
    expect(first.status).toBe(201)
    const refused = [
      await signing.post(people, { key, pdf: other, files, ...withKey('file') }),
      await signing.post(people, {
        ...{ key, pdf, ...withKey('file') },
        files: [{ filename: 'annex.pdf', bytes: other }],
      }),
      await signing.post(people, { key, pdf, ...withKey('file') }),
    ]
    for (const answer of refused)
      expect([answer.status, answer.json<{ code: string }>().code]).toEqual([
        422,
        'idempotency_key_reused',
      ])
    expect(await used(key)).toBe(1)
  })

  test('ten at once: one runs, the others are refused or get its response', async () => {
    const key = await newKey()
    const people = [somebody()]
    const calls = Array.from({ length: 10 }, () => signing.post(people, { key, ...withKey('c') }))
    const answers = await Promise.all(calls)
    const made = answers.filter(({ status }) => status === 201)
    expect(new Set(made.map((answer) => answer.json<SeenDocument>().id)).size).toBe(1)
    const rest = answers.filter(({ status }) => status !== 201)
    expect(new Set(rest.map(({ status }) => status))).toEqual(new Set(rest.length ? [409] : []))
    expect(await used(key)).toBe(1)
  })

  test('a call that failed can be repeated, and after a day the key is free', async () => {
    const key = await newKey()
    const bad = await signing.post([{ email: 'nobody' }], { key, ...withKey('d') })
    expect(bad.status).toBe(422)
    const made = await signing.post([somebody()], { key, ...withKey('d') })
    expect(made.status).toBe(201)
    signing.app.clock.move(25 * HOUR_MS)
    const later = await signing.post([somebody()], { key, ...withKey('d') })
    expect(later.status).toBe(201)
    expect(later.json<SeenDocument>().id).not.toBe(made.json<SeenDocument>().id)
  })
})

describe('the month', () => {
  test('is charged when a document is sent and given back for whoever never signs', async () => {
    const key = await newKey()
    const people = [somebody(), somebody()]
    const draft = await signing.create(people, { key, options: { send: 'false' } })
    expect(await used(key)).toBe(0)
    await signing.act('POST', draft.id, '/send', undefined, key)
    expect(await used(key)).toBe(2)
    await (await signing.person(people[0]!)).signWhole()
    await signing.act('POST', draft.id, '/cancel', {}, key)
    expect(await used(key)).toBe(1)

    const refused = somebody()
    await signing.create([refused], { key })
    expect(await used(key)).toBe(2)
    await (await signing.person(refused)).decline()
    expect(await used(key)).toBe(1)
  })

  test('is the one in which it was charged, however late it ends', async () => {
    const key = await newKey()
    const { id } = await signing.create([somebody()], { key })
    signing.app.clock.move(31 * 24 * HOUR_MS)
    await signing.work()
    expect((await signing.act('GET', id, '', undefined, key)).json()).toMatchObject({
      status: 'expired',
    })
    const rows = await signing.services.db
      .selectFrom('quota_usage')
      .innerJoin('signature_requests as r', 'r.key_id', 'quota_usage.key_id')
      .select('used')
      .where('r.id', '=', id)
      .execute()
    expect(rows.map((row) => row.used)).toEqual([0])
  })

  test('a draft that another key sends is paid by that key, and given back to it', async () => {
    const account = await signing.services.accounts.accounts.createAccount('two@example.com')
    const [maker, sender] = [
      await signing.app.keyFor(account.id, 'signature_business'),
      await signing.app.keyFor(account.id, 'signature_business'),
    ]
    const { id } = await signing.create([somebody()], { key: maker, options: { send: 'false' } })
    await signing.act('POST', id, '/send', undefined, sender)
    expect([await used(maker), await used(sender)]).toEqual([0, 1])
    await signing.act('POST', id, '/cancel', {}, maker)
    expect([await used(maker), await used(sender)]).toEqual([0, 0])
  })

  test('fifteen calls at once on the last ten units: ten get through', async () => {
    const key = await newKey('free')
    const calls = Array.from({ length: 15 }, () => signing.post([somebody()], { key }))
    const answers = await Promise.all(calls)
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array<number>(10).fill(201), ...Array<number>(5).fill(429)])
    expect(await used(key)).toBe(10)
  })
})

describe('the plan', () => {
  test('bounds the size of the file, the calls per minute and the days', async () => {
    const key = await newKey('free')
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10 * 1024 * 1024 + 1, 32)])
    expect((await signing.post([somebody()], { key, pdf })).json()).toMatchObject({
      code: 'file_too_large',
    })
    const late = new Date(signing.app.clock.now() + 31 * 24 * HOUR_MS).toISOString()
    for (const expires_at of [late, '2020-01-01T00:00:00Z', '2099-12-01T10:00', 'tomorrow']) {
      const answer = await signing.post([somebody()], { key, options: { expires_at } })
      expect(answer.json()).toMatchObject({ code: 'validation_failed' })
    }
    const calls = Array.from({ length: 40 }, () => signing.post([], { key }))
    const limited = (await Promise.all(calls)).filter(({ status }) => status === 429)
    expect(limited.length).toBeGreaterThan(5)
    expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThan(0)
  })
})
