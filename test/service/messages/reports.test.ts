/** What Twilio and mail servers report about messages that did not arrive, and who is informed. */
import twilioPackage from 'twilio'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Person,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'
import { smtpError, startSmtpSink } from '../../support/smtp-sink.ts'
import { startTwilio } from '../../support/twilio-server.ts'

const SID = `AC${'0123456789abcdef'.repeat(2)}`
const TOKEN = 'auth-token-of-the-account'
const ORIGIN = 'https://sign.example.com'

interface Failure {
  channel: string
  reason: string
  at: string
}
interface Seen {
  status: string
  signers: Array<{ id: string; status: string; delivery_failure?: Failure }>
}
interface CodeState {
  code: { delivery: string } | null
  signer: { phone_changeable: boolean }
}

let twilio: Awaited<ReturnType<typeof startTwilio>>
let sink: Awaited<ReturnType<typeof startSmtpSink>>
let signing: SigningApp
let id: string
let person: Person
let phone: string

beforeAll(async () => {
  twilio = await startTwilio({ username: SID, password: TOKEN })
  sink = await startSmtpSink({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody') ? smtpError(550, '5.1.1 <nobody@x> no such user') : null),
  })
  signing = await startSigningApp({
    PARAPH_BASE_URL: ORIGIN,
    PARAPH_TWILIO_ACCOUNT_SID: SID,
    PARAPH_TWILIO_AUTH_TOKEN: TOKEN,
    PARAPH_TWILIO_FROM: '+33700000000',
    PARAPH_TWILIO_URL: twilio.url,
    PARAPH_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    PARAPH_SMTP_TLS: 'off',
    PARAPH_MAIL_FROM: 'Paraph <sign@example.com>',
  })
})
afterAll(async () => {
  await signing.close()
  await twilio.close()
  await sink.close()
})

/** The person at the other end of the newest mail to an address. */
async function invited(email: string): Promise<Person> {
  await signing.work()
  const raw = sink.taken.filter(({ to }) => to.includes(email)).at(-1)?.raw ?? ''
  const token = /\/sign\/([a-z0-9-]+)/.exec(raw.replace(/=\r?\n/g, ''))?.[1] ?? ''
  const { Person } = await import('../../support/signing-app.ts')
  return new Person(signing.app, { token, to: email })
}

const newestText = () => twilio.requests.at(-1)?.form ?? {}
const stateOf = async () => (await person.state()) as unknown as CodeState
const signer = async () => ((await signing.get(id)) as unknown as Seen).signers[0]
const failures = async () => {
  const trail = await signing.services.trails.read(id)
  return (trail?.entries ?? []).filter(({ type }) => type === 'signer.delivery_failed')
}

/** Posts a report as Twilio does; `more` changes what is sent after it was signed. */
async function report(
  form: Record<string, string>,
  more: { token?: string; url?: string; body?: Record<string, string>; signed?: boolean } = {},
) {
  const url = newestText().StatusCallback ?? ''
  const signature = twilioPackage.getExpectedTwilioSignature(more.token ?? TOKEN, url, form)
  return await signing.app.call('POST', (more.url ?? url).slice(ORIGIN.length), {
    body: new URLSearchParams(more.body ?? form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(more.signed !== false && { 'x-twilio-signature': signature }),
    },
  })
}

const said = (MessageStatus: string, more: Record<string, string> = {}) => ({
  MessageSid: 'SM0123456789abcdef0123456789abcdef',
  AccountSid: SID,
  MessageStatus,
  To: phone,
  ...more,
})

describe('reports of Twilio', () => {
  beforeEach(async () => {
    const who = somebody()
    phone = who.phone ?? ''
    id = (await signing.create([who])).id
    person = await invited(who.email)
    expect((await person.askCode()).status).toBe(202)
  })

  test('come to an address that names the message and opens nothing', () => {
    expect(newestText().StatusCallback).toMatch(
      /^https:\/\/sign\.example\.com\/messages\/twilio\/status\?message=otp_[0-9a-z]{26}$/,
    )
  })

  test('inform the sender and the signer that a code did not arrive, once', async () => {
    const undelivered = said('undelivered', { ErrorCode: '30003' })
    expect((await report(undelivered)).status).toBe(204)
    expect((await report(undelivered)).status).toBe(204)
    const reason =
      'the phone cannot be reached: it is switched off or has no network (Twilio, error 30003)'
    expect((await signer())?.delivery_failure).toMatchObject({ channel: 'sms', reason })
    expect(await stateOf()).toMatchObject({ code: { delivery: 'failed' } })
    const entries = await failures()
    expect(entries.map(({ actor, data }) => ({ actor, data }))).toEqual([
      {
        actor: 'service',
        data: expect.objectContaining({
          channel: 'sms',
          reason,
          phone: expect.stringMatching('•'),
        }),
      },
    ])
    expect(JSON.stringify(entries)).not.toContain(phone)
  })

  test('that are good are shown to the signer, and end what stood against the number', async () => {
    await report(said('failed', { ErrorCode: '30008' }))
    expect((await signer())?.delivery_failure?.reason).toBe(
      'the carrier could not deliver it (Twilio, error 30008)',
    )
    signing.app.clock.move(60_000)
    await person.askCode()
    expect(await stateOf()).toMatchObject({ code: { delivery: 'sent' } })
    for (const status of ['queued', 'sent']) await report(said(status))
    expect(await stateOf()).toMatchObject({ code: { delivery: 'sent' } })
    await report(said('delivered'))
    expect(await stateOf()).toMatchObject({ code: { delivery: 'delivered' } })
    expect((await signer())?.delivery_failure).toBeUndefined()
    expect(await failures()).toHaveLength(1)
  })

  test('mean nothing once the code was entered', async () => {
    const code = /\d{6}/.exec(newestText().Body ?? '')?.[0] ?? ''
    expect((await person.enter(code)).status).toBe(200)
    expect((await report(said('undelivered', { ErrorCode: '30003' }))).status).toBe(204)
    expect(await failures()).toEqual([])
    expect((await signer())?.delivery_failure).toBeUndefined()
  })

  test('of a number that the sender has corrected say nothing of the new one', async () => {
    await report(said('undelivered', { ErrorCode: '30005' }))
    const path = `/signers/${(await signer())?.id}`
    await signing.act('PATCH', id, path, { phone: somebody().phone })
    expect((await signer())?.delivery_failure).toBeUndefined()
    await report(said('failed', { ErrorCode: '30005' }))
    expect((await signer())?.delivery_failure).toBeUndefined()
  })

  test('that Twilio did not sign are answered as an address that is not there', async () => {
    const form = said('undelivered', { ErrorCode: '30003' })
    const other = (newestText().StatusCallback ?? '').replace(/.$/, (last) =>
      last === 'x' ? 'y' : 'x',
    )
    const answers = [
      await report(form, { signed: false }),
      await report(form, { token: 'another-token' }),
      await report(form, { url: other }),
      await report(form, { body: { ...form, MessageStatus: 'failed' } }),
      await report(form, { body: { ...form, Extra: '1' } }),
    ]
    for (const answer of answers)
      expect([answer.status, answer.json()]).toMatchObject([404, { code: 'not_found' }])
    expect(await failures()).toEqual([])
    expect((await report(form)).status).toBe(204)
  })

  test('of messages that nobody knows are taken and forgotten', async () => {
    twilio.requests.at(-1)!.form.StatusCallback = `${ORIGIN}/messages/twilio/status?message=otp_1`
    expect((await report(said('failed'))).status).toBe(204)
    twilio.requests.at(-1)!.form.StatusCallback = `${ORIGIN}/messages/twilio/status`
    expect((await report(said('failed'))).status).toBe(204)
    expect(await failures()).toEqual([])
  })
})

describe('an address that the mail server refuses for good', () => {
  test('is reported at once, without the address, and cleared when it is corrected', async () => {
    const who = somebody({ email: 'nobody@example.com' })
    id = (await signing.create([who])).id
    await signing.work()
    const failed = (await signer())?.delivery_failure
    expect(failed).toMatchObject({ channel: 'email' })
    expect(failed?.reason).toContain('refused the address')
    expect(failed?.reason).not.toContain('@')
    expect(await failures()).toMatchObject([{ data: { channel: 'email', reason: failed?.reason } }])
    const right = somebody()
    const path = `/signers/${(await signer())?.id}`
    await signing.act('PATCH', id, path, { email: right.email })
    expect((await signer())?.delivery_failure).toBeUndefined()
    await signing.work()
    expect(sink.taken.at(-1)?.to).toEqual([right.email])
    expect((await signer())?.delivery_failure).toBeUndefined()
  })
})

test('a text message that Twilio refuses is shown with the signer too, until a correct code is entered', async () => {
  const { texts } = signing.services.signing.parts
  const who = somebody()
  id = (await signing.create([who])).id
  person = await invited(who.email)
  const real = texts.send
  texts.send = () => Promise.reject(new Error(`no way to ${who.phone}`))
  await person.askCode()
  texts.send = real
  const failed = (await signer())?.delivery_failure
  expect(failed).toMatchObject({ channel: 'sms', reason: 'an error of the service' })
  expect((await person.askCode()).status).toBe(202)
  const code = /\d{6}/.exec(newestText().Body ?? '')?.[0] ?? ''
  expect((await person.enter(code)).status).toBe(200)
  expect((await signer())?.delivery_failure).toBeUndefined()
})
