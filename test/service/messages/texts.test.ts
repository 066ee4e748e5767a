import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../src/kernel/errors.ts'
import { Metrics } from '../../../src/kernel/metrics.ts'
import { MessageCounters } from '../../../src/messages/counters.ts'
import { noTexts } from '../../../src/messages/ports.ts'
import type { TwilioAccount } from '../../../src/messages/settings.ts'
import { Texts } from '../../../src/messages/texts.ts'
import { TwilioTexts } from '../../../src/messages/twilio.ts'
import { freePort } from '../../support/server-process.ts'
import { startTwilio, type TwilioAnswer, twilioError } from '../../support/twilio-server.ts'

const SID = `AC${'0123456789abcdef'.repeat(2)}`
const LOGIN = { username: SID, password: 'auth-token-secret' }
const TEXT = { to: '+33612345678', text: 'Paraph : 483920 est votre code pour « Bail ».' }

const open: Array<{ close(): unknown }> = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** The service's texts over a Twilio that answers what the test says. */
async function twilio(
  answer?: () => TwilioAnswer | 'silence',
  account: Partial<TwilioAccount> = {},
  login = LOGIN,
  timeoutMs = 15_000,
) {
  const server = await startTwilio(login, answer)
  open.push(server)
  const full = { accountSid: SID, ...LOGIN, from: '+33700000000', url: server.url, ...account }
  return { server, ...textsOver(new TwilioTexts(full, timeoutMs)) }
}

function textsOver(driver: ConstructorParameters<typeof Texts>[0]['driver']) {
  const metrics = new Metrics()
  const logged: unknown[] = []
  const counters = new MessageCounters(metrics)
  const log = { warn: (...facts: unknown[]) => void logged.push(facts) }
  return { metrics, logged, counters, texts: new Texts({ driver, counters, log }) }
}

const refusal = async (sending: Promise<unknown>): Promise<AppError> => {
  const error = await sending.catch((thrown: unknown) => thrown)
  if (error instanceof AppError) return error
  throw new Error('it was not refused', { cause: error })
}

describe('Twilio takes a text message', () => {
  test('from a number, with the auth token', async () => {
    const { texts, server, metrics } = await twilio()
    expect(await texts.send(TEXT)).toEqual({ providerId: 'SM0123456789abcdef0123456789abcdef' })
    expect(server.requests).toEqual([
      {
        method: 'POST',
        path: `/2010-04-01/Accounts/${SID}/Messages.json`,
        authorization: `Basic ${Buffer.from(`${SID}:auth-token-secret`).toString('base64')}`,
        contentType: 'application/x-www-form-urlencoded',
        form: { To: TEXT.to, From: '+33700000000', Body: TEXT.text },
      },
    ])
    expect(metrics.render()).toContain('paraph_messages_total{channel="sms",outcome="sent"} 1')
  })

  test('from a messaging service, with an API key of the account', async () => {
    const key = { username: `SK${'ab'.repeat(16)}`, password: 'key-secret' }
    const service = `MG${'cd'.repeat(16)}`
    const { texts, server } = await twilio(undefined, { ...key, from: service }, key)
    await texts.send(TEXT)
    expect(server.requests[0]).toMatchObject({
      path: `/2010-04-01/Accounts/${SID}/Messages.json`,
      form: { To: TEXT.to, MessagingServiceSid: service, Body: TEXT.text },
    })
    expect(server.requests[0]?.form.From).toBeUndefined()
  })
})

describe('a number that takes no text messages is a finding at /phone', () => {
  test.each([
    [21211, 'mobile number'],
    [21214, 'mobile number'],
    [21217, 'mobile number'],
    [21408, 'this country'],
    [21610, 'STOP'],
    [21612, 'mobile number'],
    [21614, 'mobile number'],
    [21635, 'mobile number'],
  ])('Twilio error %i: %s', async (code, words) => {
    const { texts, server } = await twilio(() => twilioError(400, code, `${TEXT.to} is not good`))
    const error = await refusal(texts.send(TEXT))
    expect(error.code).toBe('validation_failed')
    expect(error.errors).toMatchObject([{ pointer: '/phone' }])
    expect(error.message).toContain(words)
    expect(error.errors[0]?.wording?.detail.fr).toBeTruthy()
    expect(server.requests).toHaveLength(1)
  })
})

describe('everything else may work later', () => {
  test.each([
    ['too many requests', twilioError(429, 20429, 'Too Many Requests'), 60],
    [
      'too many requests, with a time',
      { ...twilioError(429, 20429, 'Too Many Requests'), headers: { 'Retry-After': '7' } },
      7,
    ],
    ['an error of theirs', twilioError(500, 20500, 'Internal Server Error'), 60],
    ['a wrong login', twilioError(401, 20003, 'Authenticate'), 60],
    ['an unpaid account', twilioError(403, 20005, 'Account not active'), 60],
    ['a wrong sender', twilioError(400, 21606, 'From is not valid'), 60],
    ['a proxy in between', { status: 502, body: '<html>Bad gateway</html>' }, 60],
    ['a 200 that is no message', { status: 200, body: 'hello' }, 60],
    ['a redirect', { status: 302, body: '', headers: { Location: 'http://127.0.0.1:1/' } }, 60],
  ] as const)('%s', async (_name, answer, seconds) => {
    const { texts, server, counters, logged } = await twilio(() => answer)
    const error = await refusal(texts.send(TEXT))
    expect(error).toMatchObject({ code: 'sms_unavailable', retryAfterSeconds: seconds })
    expect(server.requests).toHaveLength(1)
    expect(counters.trouble('sms')).toBeTruthy()
    expect(JSON.stringify(logged)).not.toMatch(/483920|612345678|secret/)
  })

  test('no answer, within the time-out', async () => {
    const { texts } = await twilio(() => 'silence', {}, LOGIN, 1_000)
    const begun = performance.now()
    expect((await refusal(texts.send(TEXT))).code).toBe('sms_unavailable')
    // Less than the fifteen seconds of the service.
    expect(performance.now() - begun).toBeLessThan(12_000)
  })

  test('no connection', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const { texts } = await twilio(undefined, { url })
    expect((await refusal(texts.send(TEXT))).code).toBe('sms_unavailable')
  })

  test('no account in production, and the log says what to set', async () => {
    const { texts, logged } = textsOver(noTexts)
    expect((await refusal(texts.send(TEXT))).code).toBe('sms_unavailable')
    expect(JSON.stringify(logged)).toContain('PARAPH_TWILIO_ACCOUNT_SID')
  })
})

test('the trouble is over with the first text message that is taken', async () => {
  let broken = true
  const { texts, counters } = await twilio(() => {
    if (broken) return twilioError(503, 20503, 'unavailable')
    return { status: 201, body: JSON.stringify({ sid: 'SM1' }) }
  })
  await refusal(texts.send(TEXT))
  expect(counters.trouble('sms')).toBeTruthy()
  broken = false
  await texts.send(TEXT)
  expect(counters.trouble('sms')).toBeUndefined()
})
