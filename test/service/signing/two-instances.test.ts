/** What would go wrong if an instance decided from its own memory: two whole services, one database, one bucket. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Trail } from '../../../src/audit/trail.ts'
import { trailJson, verifyTrail } from '../../../src/audit/verify-trail.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { OTP } from '../../../src/signing/authentication/otp.ts'
import { Authenticator } from '../../support/authenticator.ts'
import { bulkOf, listOf, type SeenBulk, sendList, templateId } from '../../support/bulk.ts'
import { docxWith } from '../../support/docx-package.ts'
import {
  messagesOf,
  Person,
  type SeenDocument,
  type SeenProblem,
  somebody,
} from '../../support/signing-app.ts'
import { startTwo, type TwoInstances } from '../../support/two-instances.ts'

const ORIGIN = 'https://sign.example.com'
const HOME = 'https://app.example.com'
/** Texts of one key in an hour. */
const TEXTS_MAX = 4

let two: TwoInstances
let account = ''
let key = ''

beforeAll(async () => {
  two = await startTwo({
    PARAPH_SIGNER_AUTHENTICATION: 'sms,passkey,email',
    PARAPH_SIGN_URL: ORIGIN,
    PARAPH_SMS_PER_KEY: `${TEXTS_MAX}/1000`,
    PARAPH_UPLOADS_MAX: '200',
  })
}, 180_000)
afterAll(() => two.close())
beforeEach(async () => {
  // Sends and texts are limited per key.
  const { accounts } = two.at(0).services.accounts
  account = (await accounts.createAccount(`${Math.random()}@example.com`)).id
  key = await two.at(0).app.keyFor(account, 'signature_business')
})

const codeOf = (answer: { json<T>(): T }): string => answer.json<SeenProblem>().code
const create = (index: number, signers: Parameters<TwoInstances['both'][0]['create']>[0]) =>
  two.at(index).create(signers, { key })
const atOnce = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
/** Of one address only so many are read at the same time. */
const addressOf = (index: number): string => `198.51.100.${index + 1}`
async function entries(id: string, type: string): Promise<number> {
  const trail = await two.at(1).services.trails.read(id)
  return trail?.entries.filter((entry) => entry.type === type).length ?? 0
}
const wrongOf = (code: string): string => (code === '000000' ? '111111' : '000000')

describe('a code', () => {
  test.each(['sms', 'email'] as const)(
    'by %s, asked of one instance, has three tries under 100 guesses at both, and then none',
    async (authentication) => {
      const who = somebody({ authentication })
      const { id } = await create(0, [who])
      const person = await two.at(0).person(who)
      await person.open()
      expect((await two.via(person, 1).askCode()).status).toBe(202)
      const read = authentication === 'sms' ? person.readCode() : person.readMailedCode()
      const code = await read
      const answers = await atOnce(100, (index) =>
        two.via(person, index).enter(wrongOf(code), addressOf(index)),
      )
      expect(answers.filter(({ status }) => status === 200)).toEqual([])
      expect(await entries(id, 'signer.otp_failed')).toBe(OTP.attempts)
      expect((await two.via(person, 0).enter(code)).status).not.toBe(200)
      expect((await two.via(person, 1).enter(code)).status).not.toBe(200)
    },
  )

  test('that is right opens one session, whichever instance is asked, and the other knows it', async () => {
    const who = somebody()
    await create(1, [who])
    const person = await two.at(1).person(who)
    await person.open()
    await person.askCode()
    const code = await person.readCode()
    const answers = await atOnce(10, (index) => two.via(person, index).enter(code))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const cookie = answers.map(({ headers }) => headers['set-cookie']).find(Boolean)
    person.cookie = String(cookie).split(';')[0] ?? ''
    expect((await two.via(person, 0).sign()).status).toBe(200)
  })

  test('by SMS: of eight that are asked for at once on both, as many are sent as the key may', async () => {
    // A large plan may send more.
    const small = await two.at(0).app.keyFor(account, 'free')
    const people = Array.from({ length: 2 * TEXTS_MAX }, () => somebody())
    for (const [index, who] of people.entries()) await two.at(index).create([who], { key: small })
    const persons: Person[] = []
    for (const who of people) persons.push(await two.at(0).person(who))
    for (const person of persons) await person.open()
    const answers = await Promise.all(
      persons.map((person, index) => two.via(person, index).askCode()),
    )
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(TEXTS_MAX)
    const sent = (await messagesOf(two.at(0).app)).filter(
      ({ channel, to }) => channel === 'sms' && people.some(({ phone }) => phone === to),
    )
    expect(sent).toHaveLength(TEXTS_MAX)
  })
})

describe('a passkey', () => {
  type Options = { challenge: string; rpId?: string }
  const ask = async (person: Person): Promise<Options> => {
    const { version, sha256 } = (await person.state()).consent
    const body = { consent: { version, sha256 } }
    return (await person.call('POST', '/passkey/request', body)).json()
  }

  test('registered over both is asked for by either, and its answer is taken once', async () => {
    const who = somebody({ authentication: 'passkey', locale: 'en' })
    await create(0, [who])
    const person = await two.at(0).person(who)
    await person.verify()
    const device = new Authenticator()
    const creation = await two.via(person, 1).call('POST', '/passkey/creation', {})
    const passkey = device.create(creation.json<Options>(), { origin: ORIGIN })
    expect((await two.via(person, 0).call('POST', '/passkey', { passkey })).status).toBe(200)
    two.at(0).app.clock.move(60_000)
    const { id } = await create(1, [who])
    const again = await two.at(1).person(who)
    await again.open()
    const answer = device.get(await ask(two.via(again, 0)), { origin: ORIGIN })
    const taken = await atOnce(6, (index) =>
      two.via(again, index).call('POST', '/verify', { passkey: answer }),
    )
    expect(taken.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await entries(id, 'signer.verified')).toBe(1)
  })
})

describe('a document', () => {
  test('that two sign at once, each on another instance, has both signatures, once each', async () => {
    const people = [somebody({ order: 1 }), somebody({ order: 1 })]
    const { id } = await create(0, people)
    const persons: Person[] = []
    for (const who of people) persons.push(await two.at(0).person(who))
    for (const person of persons) await person.verify()
    // Each presses twice.
    const answers = await atOnce(4, (index) =>
      two.via(persons[index % 2] as Person, (index + (index >> 1)) % 2).sign(),
    )
    for (const person of persons) expect((await person.state()).signer.status).toBe('signed')
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2)
    await Promise.all(two.both.map((each) => each.work()))
    const seen = await two.at(1).act('GET', id, '', undefined, key)
    expect(seen.json<SeenDocument>().status).toBe('completed')
    const pdf = (await two.at(1).act('GET', id, '/signed', undefined, key)).bytes
    const { certificate } = (await two.at(0).services.pki.authority.key('root')).facts
    const verified = verifyPdf(pdf, {
      roots: [certificate],
      nowMs: two.at(0).app.clock.now() + 60_000,
    })
    expect(verified.problems).toEqual([])
    const fields = verified.signatures.map(({ field }) => field)
    expect(fields.filter((field) => field.includes('-signer-'))).toHaveLength(2)
    expect(new Set(fields).size).toBe(fields.length)
    expect(await entries(id, 'signer.signed')).toBe(2)
    const trail = await two.at(0).services.trails.read(id)
    expect(verifyTrail(trailJson(trail as Trail), []).findings).toEqual([])
  })

  test('made under one idempotency key on both at once is one, and both then answer with it', async () => {
    const people = [somebody()]
    const headers = { 'idempotency-key': 'once' }
    const post = (index: number) => two.at(index).post(people, { key, headers })
    const answers = await atOnce(10, post)
    const made = answers.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThan(0)
    const rest = answers.filter(({ status }) => status !== 201)
    expect(rest.every((answer) => codeOf(answer) === 'idempotency_key_in_use')).toBe(true)
    const replayed = await atOnce(2, post)
    const ids = [...made, ...replayed].map((answer) => answer.json<SeenDocument>().id)
    expect(new Set(ids).size).toBe(1)
    expect(replayed.map(({ headers: got }) => got['idempotent-replayed'])).toEqual(['true', 'true'])
    const list = await two.at(1).app.call('GET', '/api/v1/documents', { key })
    expect(list.json<{ documents: unknown[] }>().documents).toHaveLength(1)
  })

  test('for the last unit of the month: one of twelve that ask both at once gets it', async () => {
    const starter = await two.at(0).app.keyFor(account, 'free')
    const { db } = two.at(0).services
    const letter = { filename: 'a.docx', bytes: docxWith('Dear {name}') }
    const merge = (index: number) =>
      two.at(index).app.call('POST', '/render-document', {
        key: starter,
        form: [
          ['template', letter],
          ['data', '{"name":"Ada"}'],
          ['format', 'docx'],
        ],
      })
    expect((await merge(0)).status).toBe(200)
    await db
      .updateTable('quota_usage')
      .set({ used: 19 })
      .where('metric', '=', 'documents')
      .where('used', '=', 1)
      .execute()
    const answers = await atOnce(12, merge)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const after = await merge(1)
    expect(['quota_exceeded', 'rate_limited']).toContain(codeOf(after))
  })

  test('may be embedded until its account says otherwise, on either instance', async () => {
    const set = (index: number, origins: readonly string[]) =>
      two.at(index).services.signing.parts.embedding.set(account, origins, 'key:test')
    await set(0, [HOME])
    const { id, signers } = await create(0, [somebody({ delivery: 'none', locale: 'en' })])
    const url = `/signers/${signers[0]?.id}/signing-url`
    const asked = await two.at(1).act('POST', id, url, { embed_origin: HOME }, key)
    expect(asked.status).toBe(200)
    const tokenIn = (link: unknown): string => /\/sign\/([\w-]+)$/.exec(String(link))?.[1] ?? ''
    const get = (index: number, token: string) =>
      two.at(index).app.call('GET', `/sign/${token}`, { headers: { 'sec-fetch-dest': 'iframe' } })
    // The link that is handed over leads to the page, which has no time.
    const opened = await get(0, tokenIn(asked.json<{ url: string }>().url))
    const token = tokenIn(opened.headers.location)
    const statuses = () => atOnce(2, async (index) => (await get(index, token)).status)
    expect(await statuses()).toEqual([200, 200])
    await set(1, [])
    expect(await statuses()).toEqual([404, 404])
  })
})

describe('a bulk send', () => {
  test('is started once, and each of its rows is sent once, whichever instance does it', async () => {
    const template = await templateId(two.at(0), { key })
    const made = await sendList(two.at(1), template, listOf(16), { key, parts: { send: 'false' } })
    const { id } = made.json<SeenBulk>()
    const url = `/api/v1/bulk-sends/${id}/start`
    const started = await atOnce(4, (index) =>
      two.at(index).app.call('POST', url, { key, json: {} }),
    )
    expect(started.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    while ((await bulkOf(two.at(0), id, key)).status === 'running')
      await Promise.all(two.both.map((each) => each.work()))
    expect(await bulkOf(two.at(1), id, key)).toMatchObject({
      status: 'completed',
      rows: { total: 16, sent: 16, failed: 0 },
    })
    const { documents } = (
      await two.at(0).app.call('GET', '/api/v1/documents?limit=100', { key })
    ).json<{ documents: Array<{ external_id?: string }> }>()
    expect(documents.map((one) => one.external_id).sort()).toEqual(
      Array.from({ length: 16 }, (_, at) => `L-${at + 1}`).sort(),
    )
  })
})

describe('a place in a document', () => {
  test('that is delegated at both instances at once goes to one person, who is written to once', async () => {
    const who = somebody({ allow_delegation: true })
    const { id } = await create(0, [who])
    const { token } = await two.at(0).person(who)
    const answers = await atOnce(6, (index) =>
      new Person(two.at(index).app, { token, to: who.email }).call(
        'POST',
        '/delegation',
        { email: somebody().email, first_name: 'A', last_name: `B ${index}`, reason: 'On leave' },
        addressOf(index),
      ),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(5)
    expect(await entries(id, 'signer.delegated')).toBe(1)
    expect(await entries(id, 'signer.invited')).toBe(2)
  })
})
