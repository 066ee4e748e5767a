/** In production without mail or text messages: nothing is accepted that could not be sent. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

const HANDED = { delivery: 'none', phone: '+33612345678' } as const

/** Codes of the findings, by pointer. */
const findings = (answer: { bytes: Buffer }) => {
  const { code, errors } = JSON.parse(String(answer.bytes)) as {
    code: string
    errors: Array<{ pointer: string; code: string; fix: string }>
  }
  return { code, errors: errors.map(({ pointer, code: channel, fix }) => [pointer, channel, fix]) }
}
/** What was used, without the rates: they count every call, refused or not. */
async function usageOf(signing: SigningApp) {
  const usage = await signing.app.call('GET', '/usage', { key: signing.key })
  const { per_minute: _rates, ...used } = usage.json<Record<string, unknown>>()
  return used
}

describe('without either', () => {
  let signing: SigningApp
  beforeAll(async () => {
    signing = await startSigningApp({ PARAPH_PRODUCTION: 'on' })
  })
  afterAll(() => signing.close())

  test('a live request is refused by name, with what to set, and leaves nothing behind', async () => {
    const before = await usageOf(signing)
    const answer = await signing.post([somebody()])
    expect(answer.status).toBe(501)
    expect(findings(answer)).toEqual({
      code: 'delivery_not_configured',
      errors: [
        ['/signers/0/delivery', 'mail', expect.stringContaining('PARAPH_SMTP_URL')],
        ['/signers/0/authentication', 'sms', expect.stringContaining('PARAPH_SMS_GATEWAY_URL')],
      ],
    })
    const list = await signing.app.call('GET', '/api/v1/documents', { key: signing.key })
    expect(list.json<{ documents: object[] }>().documents).toEqual([])
    expect(await usageOf(signing)).toEqual(before)
  })

  test('a handed-over link needs no mail, but a code', async () => {
    const answer = await signing.post([somebody(HANDED)])
    expect(findings(answer).errors.map(([, channel]) => channel)).toEqual(['sms'])
  })

  test('a draft is taken, and sending it is refused', async () => {
    const draft = await signing.create([somebody()], { options: { send: 'false' } })
    expect(draft.status).toBe('draft')
    const sent = await signing.act('POST', draft.id, '/send', {})
    expect([sent.status, findings(sent).code]).toEqual([501, 'delivery_not_configured'])
  })

  test('a test request goes on: its link and code can be read', async () => {
    const account = await signing.services.accounts.accounts.createAccount('dev@example.com')
    const input = { accountId: account.id, plan: 'free', name: 'try', mode: 'test' as const }
    const { secret: key } = await signing.services.accounts.keys.createKey(input)
    expect((await signing.create([somebody()], { key })).status).toBe('pending')
  })

  test('the health answer says so, and the service stays ready', async () => {
    const health = await signing.app.call('GET', '/health/ready')
    expect(health.status).toBe(200)
    const { parts } = health.json<{ parts: Record<string, { status: string; detail: string }> }>()
    expect([parts.mail, parts.sms]).toEqual([
      { status: 'degraded', detail: expect.stringContaining('PARAPH_SMTP_URL') },
      { status: 'degraded', detail: expect.stringContaining('PARAPH_SMS_GATEWAY_URL') },
    ])
  })
})

test('with mail alone, requests with codes by mail go on, and those with text messages do not', async () => {
  const signing = await startSigningApp({
    PARAPH_PRODUCTION: 'on',
    PARAPH_SMTP_URL: 'smtp://127.0.0.1:9',
    PARAPH_MAIL_FROM: 'sign@example.com',
    PARAPH_SIGNER_AUTHENTICATION: 'sms,email',
  })
  expect((await signing.create([somebody({ authentication: 'email' })])).status).toBe('pending')
  const byText = await signing.post([somebody()])
  expect(findings(byText).errors.map(([, channel]) => channel)).toEqual(['sms'])
  await signing.close()
})
