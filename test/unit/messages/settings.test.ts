import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/config.ts'

const SMTP = {
  PARAPH_SMTP_URL: 'smtp://user%40example.com:p%3Ass@mail.example.com',
  PARAPH_MAIL_FROM: 'Acme <sign@example.com>',
}
const SID = `AC${'0'.repeat(32)}`
const TWILIO = {
  PARAPH_TWILIO_ACCOUNT_SID: SID,
  PARAPH_TWILIO_AUTH_TOKEN: 'secret-token',
  PARAPH_TWILIO_FROM: '+33700000000',
}
const faultsOf = (environment: Record<string, string>): string => {
  try {
    loadConfig(environment)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

describe('a complete configuration', () => {
  test('of a mail server: login, port and TLS by its address', () => {
    expect(loadConfig(SMTP).messages).toEqual({
      production: false,
      firstCarrier: 'twilio',
      from: { name: 'Acme', address: 'sign@example.com' },
      smtp: {
        host: 'mail.example.com',
        port: 587,
        secure: false,
        login: { user: 'user@example.com', password: 'p:ss' },
        tls: 'required',
      },
    })
    const smtps = { ...SMTP, PARAPH_SMTP_URL: 'smtps://[2001:db8::1]' }
    expect(loadConfig(smtps).messages.smtp).toMatchObject({
      host: '2001:db8::1',
      port: 465,
      secure: true,
    })
  })

  test.each([
    ['smtp://localhost:1025', 'auto', 'offered'],
    ['smtp://127.0.0.1:1025', 'auto', 'offered'],
    ['smtp://[::1]:1025', 'auto', 'offered'],
    ['smtp://mailpit:1025', 'auto', 'required'],
    ['smtp://127.0.0.1.example.com', 'auto', 'required'],
    ['smtp://mailpit:1025', 'off', 'off'],
    ['smtp://localhost:1025', 'required', 'required'],
  ])('%s with %s encrypts: %s', (url, policy, tls) => {
    const settings = { ...SMTP, PARAPH_SMTP_URL: url, PARAPH_SMTP_TLS: policy }
    expect(loadConfig(settings).messages.smtp?.tls).toBe(tls)
  })

  test('of Twilio: the auth token, or an API key before it', () => {
    expect(loadConfig(TWILIO).messages.twilio).toEqual({
      accountSid: SID,
      username: SID,
      password: 'secret-token',
      from: '+33700000000',
      url: 'https://api.twilio.com',
    })
    const key = { PARAPH_TWILIO_API_KEY: `SK${'1'.repeat(32)}`, PARAPH_TWILIO_API_SECRET: 's' }
    expect(loadConfig({ ...TWILIO, ...key }).messages.twilio).toMatchObject({
      accountSid: SID,
      username: `SK${'1'.repeat(32)}`,
      password: 's',
    })
  })

  test.each(['+33700000000', '38080', 'Acme', 'Acme Docs', `MG${'a'.repeat(32)}`])(
    'of Twilio takes the sender %s',
    (from) => {
      expect(loadConfig({ ...TWILIO, PARAPH_TWILIO_FROM: from }).messages.twilio?.from).toBe(from)
    },
  )
})

describe('a half-set configuration', () => {
  test('reports everything that is missing at once', () => {
    const faults = faultsOf({
      PARAPH_SMTP_URL: 'smtp://mail.example.com',
      PARAPH_TWILIO_API_KEY: `SK${'1'.repeat(32)}`,
    })
    expect(faults).toContain('4 problems')
    for (const name of ['MAIL_FROM', 'TWILIO_ACCOUNT_SID', 'TWILIO_API_SECRET', 'TWILIO_FROM'])
      expect(faults).toContain(`PARAPH_${name} is missing`)
  })

  test.each([
    [{ PARAPH_SMS_GATEWAY_HEADERS: '{"x-key":"k"}' }, 'PARAPH_SMS_GATEWAY_URL is missing'],
    [
      { PARAPH_SMS_GATEWAY_URL: 'https://g.example', PARAPH_SMS_GATEWAY_BODY: 'to={to}' },
      'PARAPH_SMS_GATEWAY_BODY must contain {text}',
    ],
    [
      { PARAPH_SMS_GATEWAY_URL: 'https://g.example', PARAPH_SMS_GATEWAY_METHOD: 'GET' },
      'PARAPH_SMS_GATEWAY_URL must contain {text}',
    ],
  ])('of a gateway: %o', (settings, fault) => {
    expect(faultsOf(settings as Record<string, string>)).toContain(fault)
  })

  test('with only an account needs a way to log in', () => {
    expect(faultsOf({ PARAPH_TWILIO_ACCOUNT_SID: SID, PARAPH_TWILIO_FROM: 'Acme' })).toMatch(
      /a problem.*PARAPH_TWILIO_AUTH_TOKEN/s,
    )
  })

  test('reports each variable once, also when it is set but wrong', () => {
    const faults = faultsOf({ ...SMTP, PARAPH_MAIL_FROM: 'Acme' })
    expect(faults).toContain('has a problem: PARAPH_MAIL_FROM')
  })
})

describe('a wrong value is refused without being shown', () => {
  test.each([
    ['PARAPH_SMTP_URL', 'http://user:hush@mail.example.com'],
    ['PARAPH_SMTP_URL', 'smtp://user@hush.example.com'],
    ['PARAPH_SMTP_URL', 'smtp://user:hush%zz@mail.example.com'],
    ['PARAPH_SMTP_URL', 'smtp://mail.example.com/hush'],
    ['PARAPH_SMTP_URL', 'hush'],
    ['PARAPH_MAIL_FROM', 'Hush, Inc <a@hush.example>, b@hush.example'],
    ['PARAPH_MAIL_FROM', 'hush'],
    ['PARAPH_TWILIO_ACCOUNT_SID', 'AChush'],
    ['PARAPH_TWILIO_FROM', 'hush hush hush'],
    ['PARAPH_TWILIO_FROM', '0612345678901'],
    ['PARAPH_TWILIO_URL', 'http://api.hush.com'],
    ['PARAPH_TWILIO_URL', 'https://api.twilio.com/hush'],
    ['PARAPH_SMS_FIRST', 'hush'],
    ['PARAPH_SMS_GATEWAY_URL', 'hush'],
    ['PARAPH_SMS_GATEWAY_URL', 'ftp://gateway.example/hush'],
    ['PARAPH_SMS_GATEWAY_URL', 'https://user:hush@gateway.example'],
    ['PARAPH_SMS_GATEWAY_URL', 'https://{to}.hush.example/'],
    ['PARAPH_SMS_GATEWAY_URL', 'https://gateway.example/?key=hush&x={hush}'],
    ['PARAPH_SMS_GATEWAY_METHOD', 'DELETE hush'],
    ['PARAPH_SMS_GATEWAY_HEADERS', 'Authorization: hush'],
    ['PARAPH_SMS_GATEWAY_HEADERS', '["hush"]'],
    ['PARAPH_SMS_GATEWAY_HEADERS', '{"Host":"hush"}'],
    ['PARAPH_SMS_GATEWAY_HEADERS', '{"X-Key":"hush\\r\\nX-Other: hush"}'],
    ['PARAPH_SMS_GATEWAY_BODY', '{to} {text} {hush}'],
    ['PARAPH_SMS_GATEWAY_ACCEPTED', '(hush'],
  ])('%s=%s', (name, value) => {
    const faults = faultsOf({ ...SMTP, ...TWILIO, [name]: value })
    expect(faults).toContain(name)
    expect(faults.toLowerCase()).not.toContain('hush')
  })
})
