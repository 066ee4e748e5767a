/** Text messages through an HTTP gateway of the operator's, alone and beside Twilio. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/config.ts'
import { AppError } from '../../../src/kernel/errors.ts'
import { Metrics } from '../../../src/kernel/metrics.ts'
import { MessageCounters } from '../../../src/messages/counters.ts'
import { examineMessages } from '../../../src/messages/doctor.ts'
import { FailOver } from '../../../src/messages/fail-over.ts'
import { GatewayTexts } from '../../../src/messages/gateway.ts'
import {
  PermanentFailure,
  type PermanentReason,
  type SmsDriver,
  TemporaryFailure,
} from '../../../src/messages/ports.ts'
import { Texts } from '../../../src/messages/texts.ts'
import { freePort } from '../../support/server-process.ts'

const TEXT = {
  to: '+33612345678',
  text: '483920 est votre code pour "Bail & annexes" {to} <é>',
  reference: 'otp_1',
}
const SECRET = 'gateway-secret-3f9a'

interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}
type Answer = { status: number; body?: string; headers?: Record<string, string> } | 'silence'

const open: Array<() => unknown> = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function startGateway(answer: (received: Received) => Answer = () => ({ status: 202 })) {
  const received: Received[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = incoming
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() }
    received.push(one)
    const given = answer(one)
    if (given === 'silence') return
    response.writeHead(given.status, given.headers)
    response.end(given.body ?? '')
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  open.push(() => {
    server.closeAllConnections()
    return new Promise((done) => server.close(done))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { received, url: `http://127.0.0.1:${address.port}/send` }
}

const gatewayOf = (settings: Record<string, string>) => {
  const { gateway } = loadConfig(settings).messages
  if (gateway === undefined) throw new Error('no gateway is set up')
  return gateway
}

function textsOver(driver: SmsDriver) {
  const logged: unknown[] = []
  const log = { warn: (...facts: unknown[]) => void logged.push(facts) }
  const counters = new MessageCounters(new Metrics())
  return { logged, counters, log, texts: new Texts({ driver, counters, log }) }
}

const refusal = async (sending: Promise<unknown>): Promise<AppError> => {
  const error = await sending.catch((thrown: unknown) => thrown)
  if (error instanceof AppError) return error
  throw new Error('it was not refused', { cause: error })
}

describe('a gateway is asked as the operator describes it', () => {
  test('with JSON by default, and a secret in a header', async () => {
    const { url, received } = await startGateway()
    const gateway = gatewayOf({
      PARAPH_SMS_GATEWAY_URL: url,
      PARAPH_SMS_GATEWAY_HEADERS: `{"Authorization":"Bearer ${SECRET}"}`,
    })
    const { texts } = textsOver(new GatewayTexts(gateway))
    expect(await texts.send(TEXT)).toEqual({ providerId: 'otp_1' })
    const [one] = received
    expect(one).toMatchObject({ method: 'POST', url: '/send' })
    expect(one?.headers).toMatchObject({
      authorization: `Bearer ${SECRET}`,
      'content-type': 'application/json',
    })
    // What is in the text stays as it is, also where it looks like a placeholder.
    expect(JSON.parse(one?.body ?? '')).toEqual({ to: TEXT.to, text: TEXT.text })
  })

  test('with a form, as Vonage and Clickatell take it', async () => {
    const { url, received } = await startGateway()
    const gateway = gatewayOf({
      PARAPH_SMS_GATEWAY_URL: url,
      PARAPH_SMS_GATEWAY_HEADERS: '{"content-type":"application/x-www-form-urlencoded"}',
      PARAPH_SMS_GATEWAY_BODY: `api_key=a&api_secret=${SECRET}&to={digits}&text={text}&ref={reference}`,
    })
    await textsOver(new GatewayTexts(gateway)).texts.send(TEXT)
    expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
      api_key: 'a',
      api_secret: SECRET,
      to: '33612345678',
      text: TEXT.text,
      ref: 'otp_1',
    })
  })

  test('with XML', async () => {
    const { url, received } = await startGateway()
    const gateway = gatewayOf({
      PARAPH_SMS_GATEWAY_URL: url,
      PARAPH_SMS_GATEWAY_HEADERS: '{"Content-Type":"application/xml"}',
      PARAPH_SMS_GATEWAY_BODY: '<sms><to>{to}</to><text>{text}</text></sms>',
    })
    await textsOver(new GatewayTexts(gateway)).texts.send(TEXT)
    expect(received[0]?.body).toContain('Bail &amp; annexes')
    expect(received[0]?.body).toContain('{to} &lt;é')
  })

  test('with GET and its query', async () => {
    const { url, received } = await startGateway()
    const gateway = gatewayOf({
      PARAPH_SMS_GATEWAY_URL: `${url}?login=a&password=${SECRET}&to={to}&message={text}`,
      PARAPH_SMS_GATEWAY_METHOD: 'GET',
    })
    await textsOver(new GatewayTexts(gateway)).texts.send(TEXT)
    const [one] = received
    expect(one).toMatchObject({ method: 'GET', body: '' })
    const asked = new URL(one?.url ?? '', 'http://x').searchParams
    expect([asked.get('to'), asked.get('message')]).toEqual([TEXT.to, TEXT.text])
  })
})

describe('what the gateway answers', () => {
  const ACCEPTED = { PARAPH_SMS_GATEWAY_ACCEPTED: '^200 .*"status"\\s*:\\s*"0"' }
  const REFUSED = { PARAPH_SMS_GATEWAY_REFUSED: '"status"\\s*:\\s*"(3|6)"' }
  const status = (code: string) => ({ status: 200, body: `{"messages":[{"status": "${code}"}]}` })
  const sending = async (
    answer: () => Answer,
    settings: Record<string, string> = {},
    ms = 15_000,
  ) => {
    const { url, received } = await startGateway(answer)
    const gateway = gatewayOf({
      PARAPH_SMS_GATEWAY_URL: `${url}?key=${SECRET}`,
      PARAPH_SMS_GATEWAY_HEADERS: `{"x-key":"${SECRET}"}`,
      ...settings,
    })
    return { received, ...textsOver(new GatewayTexts(gateway, ms)) }
  }

  test('may have several lines', async () => {
    const { url } = await startGateway(() => ({
      status: 200,
      body: '{\n  "messages": [\n    { "status": "0" }\n  ]\n}',
    }))
    const gateway = gatewayOf({ PARAPH_SMS_GATEWAY_URL: url, ...ACCEPTED })
    const { texts } = textsOver(new GatewayTexts(gateway))
    expect(await texts.send(TEXT)).toEqual({ providerId: 'otp_1' })
  })

  test('a text with half a surrogate pair is sent, in a query too', async () => {
    const { url, received } = await startGateway()
    const gateway = gatewayOf({
      PARAPH_SMS_GATEWAY_URL: `${url}?to={to}&text={text}`,
      PARAPH_SMS_GATEWAY_METHOD: 'GET',
    })
    const { texts } = textsOver(new GatewayTexts(gateway))
    expect(await texts.send({ ...TEXT, text: '1 \ud83d' })).toEqual({ providerId: 'otp_1' })
    expect(received[0]?.url).toContain('%EF%BF%BD')
  })

  test('is accepted by the operator’s pattern only', async () => {
    const right = await sending(() => status('0'), { ...ACCEPTED, ...REFUSED })
    await right.texts.send(TEXT)
    const wrong = await sending(() => status('9'), { ...ACCEPTED, ...REFUSED })
    expect((await refusal(wrong.texts.send(TEXT))).code).toBe('sms_unavailable')
  })

  test('may say that the number takes no text messages', async () => {
    const { texts } = await sending(() => status('6'), REFUSED)
    const error = await refusal(texts.send(TEXT))
    expect(error).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/phone' }] })
  })

  test.each<[string, Answer, number]>([
    ['an error', { status: 500, body: `${SECRET} ${TEXT.to}` }, 60],
    ['a wrong login', { status: 401 }, 60],
    ['too many', { status: 429, headers: { 'Retry-After': '7' } }, 7],
    ['a redirect, not followed', { status: 302, headers: { Location: 'http://[::1]/' } }, 60],
    ['megabytes', { status: 503, body: 'x'.repeat(3_000_000) }, 60],
    ['nothing', 'silence', 60],
  ])('%s: it may work later, and nothing secret is logged', async (_name, answer, after) => {
    const { texts, received, logged, counters } = await sending(() => answer, {}, 1_000)
    expect(await refusal(texts.send(TEXT))).toMatchObject({
      code: 'sms_unavailable',
      retryAfterSeconds: after,
    })
    expect(received).toHaveLength(1)
    expect(JSON.stringify(logged)).toContain('SMS gateway')
    expect(JSON.stringify([logged, counters.trouble('sms')])).not.toMatch(/483920|612345678|secret/)
  })

  test('no connection', async () => {
    const url = `http://127.0.0.1:${await freePort()}/?key=${SECRET}`
    const { texts, logged } = textsOver(
      new GatewayTexts(gatewayOf({ PARAPH_SMS_GATEWAY_URL: url })),
    )
    expect((await refusal(texts.send(TEXT))).code).toBe('sms_unavailable')
    expect(JSON.stringify(logged)).toContain('ECONNREFUSED')
    expect(JSON.stringify(logged)).not.toContain(SECRET)
  })
})

describe('two providers', () => {
  const carrier = (name: string, outcome: () => void) => {
    const sent: string[] = []
    return {
      name,
      sent,
      driver: {
        send: async ({ text }: { text: string }) => {
          sent.push(text)
          outcome()
          return { providerId: name }
        },
      },
    }
  }
  const fails = (): never => {
    throw new TemporaryFailure('the first one is down (HTTP 500)')
  }
  const permanent = (reason: PermanentReason) => (): never => {
    throw new PermanentFailure('no', reason)
  }
  const works = () => undefined

  test('the second takes over with the same code, and is asked first for a minute', async () => {
    const [one, two] = [carrier('twilio', fails), carrier('gateway', works)]
    let nowMs = 0
    const { log, logged } = textsOver(one.driver)
    const both = new FailOver([one, two], log, () => nowMs)
    expect(await both.send(TEXT)).toEqual({ providerId: 'gateway' })
    expect([one.sent, two.sent]).toEqual([[TEXT.text], [TEXT.text]])
    expect(JSON.stringify(logged)).toContain('the first one is down')
    nowMs = 59_000
    await both.send(TEXT)
    expect(one.sent).toHaveLength(1)
    nowMs = 61_000
    await both.send(TEXT)
    expect(one.sent).toHaveLength(2)
  })

  test('a country that one does not serve is tried with the other', async () => {
    const [one, two] = [carrier('twilio', permanent('country')), carrier('gateway', works)]
    const both = new FailOver([one, two], textsOver(one.driver).log)
    expect(await both.send(TEXT)).toEqual({ providerId: 'gateway' })
    await both.send(TEXT)
    expect(one.sent).toHaveLength(2)
  })

  test.each(['recipient', 'unsubscribed', 'message'] as const)(
    'a fault of the number or the text (%s) is not tried again',
    async (reason) => {
      const [one, two] = [carrier('twilio', permanent(reason)), carrier('gateway', works)]
      const { texts, log } = textsOver(one.driver)
      expect((await refusal(texts.send(TEXT))).code).toBe('validation_failed')
      const both = new FailOver([one, two], log)
      await expect(both.send(TEXT)).rejects.toThrow(PermanentFailure)
      expect(two.sent).toEqual([])
    },
  )

  test('when both fail, the first failure is reported', async () => {
    const second = (): never => {
      throw new TemporaryFailure('the second one is down')
    }
    const [one, two] = [carrier('twilio', fails), carrier('gateway', second)]
    const both = new FailOver([one, two], textsOver(one.driver).log)
    await expect(both.send(TEXT)).rejects.toThrow('the first one is down')
  })
})

describe('doctor', () => {
  const row = async (settings: Record<string, string>) =>
    (await examineMessages(loadConfig(settings).messages))[1]

  test('connects to the gateway, sends nothing, and shows its host alone', async () => {
    const { url, received } = await startGateway()
    const set = { PARAPH_SMS_GATEWAY_URL: `${url}?key=${SECRET}` }
    expect(await row(set)).toMatchObject({
      ok: true,
      detail: `HTTP gateway at ${new URL(url).host}, POST, in clear text`,
    })
    expect(received).toEqual([])
  })

  test('says that it cannot be reached, and the order of two', async () => {
    const found = await row({
      PARAPH_SMS_GATEWAY_URL: `http://127.0.0.1:${await freePort()}/${SECRET}`,
      PARAPH_TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      PARAPH_TWILIO_AUTH_TOKEN: 't',
      PARAPH_TWILIO_FROM: 'Acme',
      PARAPH_SMS_FIRST: 'gateway',
      PARAPH_PRODUCTION: 'on',
    })
    expect(found).toMatchObject({ ok: false, required: false })
    expect(found?.detail).toMatch(/^HTTP gateway .*; if it fails: Twilio .*ECONNREFUSED/)
    expect(JSON.stringify(found)).not.toContain(SECRET)
  })
})
