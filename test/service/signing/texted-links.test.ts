/** Invitations and reminders by text message: sent, counted, limited and reported like codes. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '../../../src/kernel/languages.ts'
import { segmentsOf } from '../../../src/messages/gsm.ts'
import { linkText } from '../../../src/signing/notifications/link-texts.ts'
import { pdfText } from '../../support/pdf-text.ts'
import {
  messagesOf,
  Person,
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

const sentTo = async (channel: 'sms' | 'mail', to: string | undefined) =>
  (await messagesOf(signing.app)).filter((one) => one.channel === channel && one.to === to)

const smsUsed = async (key: string) =>
  (await signing.app.call('GET', '/usage', { key })).json<{ monthly: { sms: { used: number } } }>()
    .monthly.sms.used

const trailOf = async (id: string) =>
  (await signing.act('GET', id, '/audit')).json<{
    entries: Array<{ type: string; data: Record<string, unknown> }>
  }>().entries

/** The person whom the newest text with a link leads to. */
async function follow(who: { email: string; phone?: string }): Promise<Person> {
  await signing.work()
  const texts = await sentTo('sms', who.phone)
  const token = /\/sign\/([\w-]+)/.exec(texts.map(({ text }) => text).join('\n'))?.[1] ?? ''
  return new Person(signing.app, { token, to: who.email, phone: who.phone })
}

const faultsOf = (answer: { json<T>(): T }) =>
  answer.json<{ errors: Array<{ pointer: string; code: string; detail: string }> }>().errors

test('a person who is invited by SMS signs by that link; only the news comes by mail', async () => {
  const who = somebody({ delivery: 'sms', locale: 'fr' })
  const { id, signers } = await signing.create([who], { options: { name: 'Bail n° 7' } })
  expect(signers[0]?.delivery).toBe('sms')
  const person = await follow(who)
  const [text] = await sentTo('sms', who.phone)
  expect(text?.text).toMatch(/vous demande de signer "Bail no 7" : https?:\/\/\S+$/)
  expect(await sentTo('mail', who.email)).toEqual([])
  const { consent } = (await person.call('GET', '/state')).json<{ consent: { text: string } }>()
  expect(consent.text).toContain('auquel le lien a été envoyé')
  await person.signWhole()
  await signing.work()
  expect((await signing.get(id)).status).toBe('completed')
  expect(await sentTo('mail', who.email)).toHaveLength(1)
  const entries = await trailOf(id)
  expect(entries.find(({ type }) => type === 'signer.invited')?.data).toMatchObject({
    channel: 'sms',
    phone: expect.stringMatching(/^\+33 •• •• \d\d$/),
  })
  expect(entries.find(({ type }) => type === 'message.sent')?.data).toMatchObject({
    channel: 'sms',
    kind: 'signing.invitation',
  })
  const proof = (await pdfText(await signing.signedFile(id))).join(' ')
  expect(proof).toContain('Lien et code par SMS')
})

test('both: a mail and a text, and a reminder by each; the second text of a signature is billed', async () => {
  const key = await signing.app.newKey('signature_business')
  const who = somebody({ delivery: 'email_and_sms', locale: 'en' })
  const { id } = await signing.create([who], { key })
  await signing.work()
  expect(await sentTo('mail', who.email)).toHaveLength(1)
  expect(await sentTo('sms', who.phone)).toHaveLength(1)
  expect(await smsUsed(key)).toBe(0)
  signing.app.clock.move(11 * 60_000)
  expect((await signing.act('POST', id, '/remind', {}, key)).status).toBe(200)
  await signing.work()
  const [reminder, ...others] = await sentTo('sms', who.phone)
  expect(reminder?.text).toMatch(/^Reminder: .* asks you to sign/)
  expect(others).toHaveLength(1)
  expect(await sentTo('mail', who.email)).toHaveLength(2)
  expect(await smsUsed(key)).toBe(1)
})

test.each([
  ['a landline', '+33123456789', 'phone_not_mobile'],
  ['a premium number', '+33899123456', 'phone_not_mobile'],
  ['a satellite', '+8816123456789', 'phone_not_mobile'],
  ['a country that the account sends nothing to', '+5355123456', 'phone_country'],
])('no link goes to %s: refused by name, nothing counted, nothing left', async (_, phone, code) => {
  const key = await signing.app.newKey('signature_business')
  const answer = await signing.post([somebody({ phone, delivery: 'sms' })], { key })
  expect(answer.status).toBe(422)
  expect(faultsOf(answer)).toMatchObject([{ pointer: '/signers/0/phone', code }])
  expect(await smsUsed(key)).toBe(0)
  const list = (await signing.app.call('GET', '/api/v1/documents', { key })).json<{
    documents: unknown[]
  }>()
  expect(list.documents).toEqual([])
})

test('a phone is needed, and a delegate can be reached', async () => {
  const { phone: _, ...nobody } = somebody({ delivery: 'email_and_sms' })
  expect(faultsOf(await signing.post([nobody]))).toMatchObject([
    { pointer: '/signers/0/phone', code: 'required' },
  ])
  const delegating = somebody({ delivery: 'sms', allow_delegation: true })
  expect(faultsOf(await signing.post([delegating]))).toMatchObject([
    { pointer: '/signers/0/allow_delegation' },
  ])
})

test('a landline is refused in a correction too, and another number gets the link anew', async () => {
  const who = somebody({ delivery: 'sms' })
  const { id, signers } = await signing.create([who])
  await signing.work()
  const path = `/signers/${signers[0]?.id}`
  const refused = await signing.act('PATCH', id, path, { phone: '+33123456789' })
  expect(faultsOf(refused)).toMatchObject([{ pointer: '/phone', code: 'phone_not_mobile' }])
  const other = somebody()
  expect((await signing.act('PATCH', id, path, { phone: other.phone })).status).toBe(200)
  await signing.work()
  expect(await sentTo('sms', other.phone)).toHaveLength(1)
})

test('a free key sends as many links as codes, then the refusal leaves no request', async () => {
  const account = await signing.services.accounts.accounts.createAccount('pump@example.com')
  const key = await signing.app.keyFor(account.id, 'signature_starter')
  const codes: string[] = []
  for (let count = 0; count < 30; count += 1) {
    const answer = await signing.post([somebody({ delivery: 'sms' })], { key })
    codes.push(answer.status === 201 ? 'sent' : answer.json<SeenProblem>().code)
    signing.app.clock.move(3_000)
  }
  expect(codes.filter((code) => code === 'sent')).toHaveLength(20)
  expect(codes.slice(20)).toEqual(Array.from({ length: 10 }, () => 'sms_limit_reached'))
  const { documents } = (
    await signing.app.call('GET', '/api/v1/documents?limit=100', { key })
  ).json<{
    documents: unknown[]
  }>()
  expect(documents).toHaveLength(20)
})

test('a number gets ten links a day, from whichever account', async () => {
  const phone = somebody().phone ?? ''
  const outcomes: number[] = []
  for (let count = 0; count < 11; count += 1) {
    const key = await signing.app.newKey('signature_business')
    const answer = await signing.post([somebody({ delivery: 'sms', phone })], { key })
    outcomes.push(answer.status)
    if (answer.status === 429)
      expect(answer.json<SeenProblem>()).toMatchObject({
        code: 'sms_limit_reached',
        errors: [{ pointer: '/phone', code: 'link_limit' }],
      })
  }
  expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 201), 429])
  signing.app.clock.move(24 * 3_600_000)
  expect((await signing.post([somebody({ delivery: 'sms', phone })])).status).toBe(201)
})

test('what a carrier reports is in the trail and on the signer, once', async () => {
  const who = somebody({ delivery: 'sms' })
  const { id } = await signing.create([who])
  await signing.work()
  const sent = (await trailOf(id)).find(({ type }) => type === 'message.sent')
  const report = { reference: String(sent?.data.message_id), reason: 'the phone is off' }
  const { texts } = signing.services.messages
  await texts.report({ ...report, outcome: 'failed' })
  await texts.report({ ...report, outcome: 'failed' })
  const failures = (await trailOf(id)).filter(({ type }) => type === 'signer.delivery_failed')
  expect(failures).toMatchObject([{ data: { channel: 'sms', reason: 'the phone is off' } }])
  expect((await signing.get(id)).signers[0]).toMatchObject({
    delivery_failure: { channel: 'sms', reason: 'the phone is off' },
  })
})

test('a test key sends no text, and says so', async () => {
  const key = await signing.app.newKey('signature_business', 'tester@example.org', 'test')
  const who = somebody({ delivery: 'sms' })
  const { id } = await signing.create([who], { key })
  await signing.work()
  expect(await sentTo('sms', who.phone)).toEqual([])
  const entries = (await signing.act('GET', id, '/audit', undefined, key)).json<{
    entries: Array<{ type: string; data: object }>
  }>().entries
  expect(entries.filter(({ type }) => type === 'message.kept')).toMatchObject([
    { data: { channel: 'sms', kind: 'signing.invitation' } },
  ])
})

test('the next person’s text waits where a limit is reached: the signature before it does not fail', async () => {
  const account = await signing.services.accounts.accounts.createAccount('later@example.com')
  const key = await signing.app.keyFor(account.id, 'signature_starter')
  const [one, two] = [somebody(), somebody({ delivery: 'sms', order: 2 })]
  const { id } = await signing.create([one, two], { key })
  const person = await signing.person(one)
  await person.verify()
  const { db } = signing.services
  const now = signing.app.clock.now()
  for (let count = 0; count < 40; count += 1)
    await sql`INSERT INTO text_messages (id, account_id, key_id, country, prefix, at, entered)
      VALUES (${`otp_full${count}`}, ${account.id}, 'key_other', 'FR', ${`x${count}`}, ${now}, 1)`.execute(
      db,
    )
  expect((await person.sign()).status).toBe(200)
  await signing.work()
  expect(await sentTo('sms', two.phone)).toEqual([])
  expect((await signing.act('GET', id, '', undefined, key)).json()).toMatchObject({
    signers: [{ status: 'signed' }, { status: 'invited' }],
  })
  signing.app.clock.move(24 * 3_600_000 + 60_000)
  await signing.work()
  expect(await sentTo('sms', two.phone)).toHaveLength(1)
})

test.each(LANGUAGES)(
  'in %s, a text holds two messages at most, whatever it is called',
  (locale) => {
    const url = `https://signatures.example-company.com/sign/${'x'.repeat(75)}`
    const texts = (name: string, sender: string) =>
      (['sign', 'approve', 'witness'] as const).flatMap((action) =>
        (['invitation', 'reminder'] as const).map((kind) =>
          linkText(kind, { name, sender }, { action, locale }, url),
        ),
      )
    for (const text of texts('Bail', 'Acme')) expect(segmentsOf(text)).toBeLessThanOrEqual(2)
    const long = [...texts('w'.repeat(200), 'm'.repeat(100)), ...texts('Σύμβαση μίσθωσης', 'Ωμέγα')]
    for (const text of long) {
      expect(text).toContain(url)
      expect(segmentsOf(text)).toBeLessThanOrEqual(2)
    }
  },
)
