/** What others do wrong for an hour, clocks that jump, disks that are full: nothing is lost, nothing stays half. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainFindings } from '../../../src/audit/chain.ts'
import { AppError } from '../../../src/kernel/errors.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { namedBlobs } from '../../support/blob-refs.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import {
  Person,
  type SigningApp,
  smallPdf,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'
import { smtpError, startSmtpSink } from '../../support/smtp-sink.ts'
import { hashesIn } from '../../support/storage.ts'
import { startTwilio, type TwilioAnswer, twilioError } from '../../support/twilio-server.ts'

const SID = `AC${'0123456789abcdef'.repeat(2)}`
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let signing: SigningApp
let sink: Awaited<ReturnType<typeof startSmtpSink>>
let twilio: Awaited<ReturnType<typeof startTwilio>>
let receiver: Receiver
let mailRefusal: Error | null = null
let textAnswer: TwilioAnswer | 'silence' | undefined

beforeAll(async () => {
  receiver = await startReceiver()
  sink = await startSmtpSink({ onRcptTo: (_address, _session, done) => done(mailRefusal) })
  twilio = await startTwilio({ username: SID, password: 'token' }, () => textAnswer)
  signing = await startSigningApp({
    PARAPH_WEBHOOK_PRIVATE: 'on',
    PARAPH_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    PARAPH_SMTP_TLS: 'off',
    PARAPH_MAIL_FROM: 'Paraph <sign@example.com>',
    PARAPH_TWILIO_ACCOUNT_SID: SID,
    PARAPH_TWILIO_AUTH_TOKEN: 'token',
    PARAPH_TWILIO_FROM: '+33700000000',
    PARAPH_TWILIO_URL: twilio.url,
  })
  const body = { url: receiver.url }
  const made = await signing.app.call('POST', '/api/v1/webhooks', { key: signing.key, json: body })
  receiver.secrets.push(made.json<{ secret: string }>().secret)
})
afterAll(async () => {
  await signing.close()
  await Promise.all([sink.close(), twilio.close(), receiver.close()])
})
beforeEach(() => {
  mailRefusal = null
  textAnswer = undefined
})

/** Everything that is due: jobs, and what webhooks tell. */
async function work(): Promise<void> {
  await signing.work()
  await signing.services.webhooks.dispatcher.runDue()
}

/** Time passes, and the service works meanwhile. */
async function pass(ms: number, stepMs = 5 * MINUTE_MS): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    signing.app.clock.move(stepMs)
    await work()
  }
}

const mailsTo = (address: string) => sink.taken.filter(({ to }) => to.includes(address))

/** The person at the other end of the newest mail to an address. */
function invited(email: string, phone: string | undefined): Person {
  const raw = mailsTo(email).at(-1)?.raw ?? ''
  const token = /\/sign\/([a-z0-9-]+)/.exec(raw.replace(/=\r?\n/g, ''))?.[1] ?? ''
  const person = new Person(signing.app, { token, to: email, phone })
  person.readCode = async () => {
    const texts = twilio.requests.filter(({ form }) => form.To === phone)
    return /\b\d{6}\b/.exec(texts.at(-1)?.form.Body ?? '')?.[0] ?? ''
  }
  return person
}

async function trailOf(id: string) {
  const trail = (await signing.services.trails.read(id))!
  expect(chainFindings(trail.header, trail.entries)).toEqual([])
  return trail.entries
}

async function expectSealed(id: string, signers: number): Promise<void> {
  expect(await signing.get(id)).toMatchObject({
    status: 'completed',
    level: 'PAdES-BASELINE-LTA',
  })
  const roots = [(await signing.services.pki.authority.key('root')).facts.certificate]
  const verified = verifyPdf(await signing.signedFile(id), {
    roots,
    nowMs: signing.app.clock.now(),
  })
  expect(verified.problems).toEqual([])
  const own = verified.signatures.filter(({ field }) => field.includes('-signer-'))
  expect(own.map(({ level, problems }) => ({ level, problems }))).toEqual(
    Array.from({ length: signers }, () => ({ level: 'B-LTA', problems: [] })),
  )
}

describe('for an hour', () => {
  test('a mail server that takes nothing delays mails, and loses none', async () => {
    mailRefusal = smtpError(451, '4.7.1 try again later')
    const who = somebody()
    const { id } = await signing.create([who])
    await work()
    await pass(HOUR_MS)
    expect(mailsTo(who.email)).toEqual([])
    mailRefusal = null
    await pass(HOUR_MS)
    expect(mailsTo(who.email)).toHaveLength(1)
    await invited(who.email, who.phone).signWhole()
    await work()
    await expectSealed(id, 1)
    expect(mailsTo(who.email)).toHaveLength(2)
    const types = (await trailOf(id)).map(({ type }) => type)
    expect(types).not.toContain('signer.delivery_failed')
  })

  test('a receiver that is down gets every event later, in order', async () => {
    const who = somebody()
    receiver.received.length = 0
    receiver.answer = (_message, response) => void response.destroy()
    const { id } = await signing.create([who])
    await work()
    await invited(who.email, who.phone).signWhole()
    await work()
    await pass(HOUR_MS)
    expect((await signing.get(id)).status).toBe('completed')
    const before = receiver.received.length
    receiver.answer = (_message, response) => void response.writeHead(204).end()
    await pass(3 * HOUR_MS)
    const received = receiver.received
      .slice(before)
      .filter(({ data }) => data.document_id === id)
      .map(({ data }) => (data.trail as { seq: number }).seq)
    const events = (await trailOf(id)).filter(({ type }) =>
      /^(document\.(created|sent|completed)|signer\.(invited|opened|otp_sent|verified|signed))$/.test(
        type,
      ),
    )
    expect(received).toEqual(events.map(({ seq }) => seq))
  })

  test.each([
    ['429', twilioError(429, 20429, 'Too Many Requests'), 'sms_unavailable'],
    ['500', twilioError(500, 20500, 'Internal Server Error'), 'sms_unavailable'],
    ['nothing it can read', { status: 200, body: '<html>' }, 'sms_unavailable'],
  ])(
    'Twilio answers %s: the person can ask again, and nothing of it counts',
    async (_name, answer, code) => {
      const who = somebody()
      const { id } = await signing.create([who])
      await work()
      const person = invited(who.email, who.phone)
      textAnswer = answer
      for (let count = 0; count < 8; count++) {
        const refused = await person.askCode()
        expect([refused.status, refused.json()]).toMatchObject([503, { code }])
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
        signing.app.clock.move(7 * MINUTE_MS)
      }
      textAnswer = undefined
      await person.signWhole()
      await work()
      await expectSealed(id, 1)
    },
  )
})

describe('a clock', () => {
  test.each([
    ['back', -HOUR_MS],
    ['ahead', HOUR_MS],
  ])(
    'that jumps %s an hour between two people delays time-stamps at most by that, and mails not at all',
    async (_way, ms) => {
      const [first, second] = [somebody({ order: 1 }), somebody({ order: 2 })]
      const { id } = await signing.create([first, second])
      await work()
      await invited(first.email, first.phone).signWhole()
      signing.app.clock.move(ms)
      await work()
      expect(mailsTo(second.email)).toHaveLength(1)
      // Time-stamps wait until the clock is there again.
      await pass(HOUR_MS + 10 * MINUTE_MS)
      await invited(second.email, second.phone).signWhole()
      await pass(HOUR_MS)
      await expectSealed(id, 2)
      const times = (await trailOf(id)).map(({ at }) => at)
      expect(times).toEqual([...times].sort())
    },
  )

  test('that jumps back while a seal is waited for delays it, and no more', async () => {
    const who = somebody()
    const { id } = await signing.create([who])
    await work()
    await invited(who.email, who.phone).signWhole()
    signing.app.clock.move(-HOUR_MS)
    await pass(2 * HOUR_MS)
    await expectSealed(id, 1)
  })
})

describe('a disk that is full', () => {
  const full = new AppError('storage_unavailable', 'The disk is full.', { retryAfterSeconds: 30 })
  const left = async () => {
    const { blobs, db } = signing.services.signing.parts
    const [there, named] = [await hashesIn(blobs), await namedBlobs(db)]
    return there.filter((hash) => !named.has(hash))
  }
  /** Has the n-th file that is stored fail. */
  async function failingAt<Result>(n: number, act: () => Promise<Result>): Promise<Result> {
    const { blobs } = signing.services.signing.parts
    const real = { put: blobs.put.bind(blobs), begin: blobs.begin.bind(blobs) }
    let count = 0
    const failing =
      (put: typeof real.put): typeof real.put =>
      (...file) => {
        count += 1
        return count === n ? Promise.reject(full) : put(...file)
      }
    blobs.put = failing(real.put)
    blobs.begin = (from) => {
      const begun = real.begin(from)
      return { ...begun, put: failing(begun.put) }
    }
    try {
      return await act()
    } finally {
      Object.assign(blobs, real)
    }
  }
  const documents = async () =>
    (await signing.app.call('GET', '/api/v1/documents?limit=100', { key: signing.key })).json<{
      documents: object[]
    }>().documents.length

  test.each([1, 2])('at file %i of a new document: a clear answer, nothing half', async (n) => {
    const before = await documents()
    const answer = await failingAt(n, () => signing.post([somebody()]))
    expect([answer.status, answer.json()]).toMatchObject([503, { code: 'storage_unavailable' }])
    expect(answer.headers['retry-after']).toBe('30')
    expect([await documents(), await left()]).toEqual([before, []])
    expect((await signing.post([somebody()])).status).toBe(201)
  })

  test('at any file of a signature and its seal: it is made later, once', async () => {
    for (const n of [1, 2, 3]) {
      const who = somebody()
      const { id } = await signing.create([who])
      await work()
      const person = invited(who.email, who.phone)
      await person.verify()
      await failingAt(n, async () => {
        await person.sign()
        await work()
      })
      await pass(30 * MINUTE_MS)
      await expectSealed(id, 1)
      expect((await trailOf(id)).filter(({ type }) => type === 'signer.signed')).toHaveLength(1)
    }
  })

  test('calls that are refused after their file was stored leave none behind', async () => {
    const pdf = Buffer.concat([Buffer.from(await smallPdf()), Buffer.from('\n% mine alone\n')])
    const before = await left()
    const key = await signing.app.newKey('free')
    const eleven = Array.from({ length: 11 }, () => somebody())
    const refused = await signing.post(eleven, { key, pdf })
    expect(refused.json()).toMatchObject({ code: 'quota_exceeded' })
    expect(await left()).toEqual(before)
    const who = somebody()
    await signing.create([who])
    await work()
    const person = invited(who.email, who.phone)
    await person.verify()
    const image = `data:image/png;base64,${PIXELS}`
    const body = { document_sha256: 'a'.repeat(64), kind: 'image', image }
    expect((await person.call('POST', '/signature', body)).json()).toMatchObject({
      code: 'document_changed',
    })
    expect(await left()).toEqual(before)
  })

  test('the same file in a call that fails and in one that does not stays', async () => {
    const before = await left()
    const key = await signing.app.newKey('free')
    const pdf = Buffer.concat([Buffer.from(await smallPdf()), Buffer.from('\n% of two\n')])
    const eleven = Array.from({ length: 11 }, () => somebody())
    const calls = Array.from({ length: 6 }, (_, n) =>
      n % 2 === 0 ? signing.post(eleven, { key, pdf }) : signing.post([somebody()], { pdf }),
    )
    const answers = await Promise.all(calls)
    expect(answers.map(({ status }) => status)).toEqual([429, 201, 429, 201, 429, 201])
    for (const answer of answers.filter(({ status }) => status === 201)) {
      const { id } = answer.json<{ id: string }>()
      expect((await signing.act('GET', id, '/file')).bytes.equals(pdf)).toBe(true)
    }
    expect(await left()).toEqual(before)
  })
})

/** A dark rectangle, 20 × 10. */
const PIXELS =
  'iVBORw0KGgoAAAANSUhEUgAAABQAAAAKCAYAAAC0VX7mAAAAF0lEQVR4nGMQUDD4T03MMGrgqIHD0UAA0L4SSHSQl+AAAAAASUVORK5CYII='
