/** Messages in the whole service: in development, in production, and what the doctor says. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { examineMessages } from '../../../src/messages/doctor.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { openTestDatabase } from '../../support/postgres.ts'
import { freePort } from '../../support/server-process.ts'
import { smtpError, startSmtpSink } from '../../support/smtp-sink.ts'

interface Health {
  parts: Record<string, { status: string; detail?: string }>
}

/** A mail of a kind of this test's own, added and sent. */
async function sendOne({ services, folder, clock }: TestApp): Promise<void> {
  const { mails, jobs } = services
  const to = 'camille@example.com'
  mails.compose('greeting', async () => ({ to, subject: 'Hello', text: 'Hello', html: 'Hello' }))
  const { db, close } = await openTestDatabase({ folder, migrations: MIGRATIONS, clock })
  await mails.add(db, 'greeting', {})
  await close()
  await jobs.runDue()
}

describe('in development', () => {
  let service: TestApp
  beforeAll(async () => {
    service = await startTestApp()
  })
  afterAll(() => service.close())

  test('mails and text messages are stored, shown, and /health/ready says so', async () => {
    await sendOne(service)
    await service.services.texts.send({ to: '+33612345678', text: 'Code 483920' })
    const answer = await service.call('GET', '/dev/outbox.json')
    const { messages } = answer.json<{ messages: Array<{ channel: string; to: string }> }>()
    expect(messages.map(({ channel, to }) => `${channel} ${to}`)).toEqual([
      'sms +33612345678',
      'mail camille@example.com',
    ])
    expect((await service.call('GET', '/dev/outbox')).status).toBe(200)
    const { parts } = (await service.call('GET', '/health/ready')).json<Health>()
    expect(parts.mail).toMatchObject({ status: 'up', detail: expect.stringMatching(/outbox/) })
    expect(parts.sms).toMatchObject({ status: 'up', detail: expect.stringMatching(/outbox/) })
  })

  test('the outbox is not part of the described interface', async () => {
    const described = await service.app.inject({ url: '/openapi.yaml' })
    expect(described.body).not.toContain('/dev/outbox')
  })
})

describe('in production', () => {
  let service: TestApp
  let port: number
  beforeAll(async () => {
    port = await freePort()
    service = await startTestApp(
      {
        PARAPH_PRODUCTION: 'on',
        PARAPH_SMTP_URL: `smtp://127.0.0.1:${port}`,
        PARAPH_MAIL_FROM: 'sign@paraph.example',
      },
      { mailWaits: { rest: 500 } },
    )
  })
  afterAll(() => service.close())

  test('there is no outbox', async () => {
    expect(service.services.outbox).toBeUndefined()
    for (const path of ['/dev/outbox', '/dev/outbox.json', '/dev/outbox/msg_1'])
      expect((await service.call('GET', path)).status).toBe(404)
  })

  test('without Twilio, /health/ready says what to set and sending fails', async () => {
    const health = await service.call('GET', '/health/ready')
    const { parts } = health.json<Health>()
    expect(health.status).toBe(200)
    expect(parts.sms).toMatchObject({
      status: 'degraded',
      detail: expect.stringMatching(/PARAPH_TWILIO_ACCOUNT_SID/),
    })
    const sending = service.services.texts.send({ to: '+33612345678', text: 'Code' })
    await expect(sending).rejects.toMatchObject({ code: 'sms_unavailable' })
  })

  test('a mail server that is down shows in /health/ready until a mail is taken', async () => {
    await sendOne(service)
    const health = async () =>
      (await service.call('GET', '/health/ready')).json<Health>().parts.mail?.status
    expect(await health()).toBe('degraded')
    const server = await startSmtpSink({}, port)
    await expect
      .poll(
        async () => {
          service.clock.move(600_000)
          await service.services.jobs.runDue()
          return server.taken.length
        },
        { interval: 200 },
      )
      .toBe(1)
    expect(await health()).toBe('up')
    const metrics = await service.call('GET', '/metrics')
    expect(metrics.bytes.toString()).toContain('{channel="mail",outcome="sent"} 1')
    await server.close()
  })
})

describe('the doctor', () => {
  const examine = (settings: Record<string, string>) =>
    examineMessages(loadConfig(settings).messages)

  test('in development says what to set, and that nothing is broken', async () => {
    const found = await examine({})
    expect(found.map(({ ok, required }) => ({ ok, required }))).toEqual([
      { ok: false, required: false },
      { ok: false, required: false },
    ])
    expect(found.map(({ fix }) => fix).join()).toMatch(/PARAPH_SMTP_URL.*PARAPH_TWILIO_ACCOUNT_SID/)
  })

  test('in production calls what is missing broken', async () => {
    const found = await examine({ PARAPH_PRODUCTION: 'on' })
    expect(found.every(({ ok, required }) => required && !ok)).toBe(true)
  })

  test('logs in to the mail server, and reports a refusal, without the password', async () => {
    const server = await startSmtpSink({
      disabledCommands: ['STARTTLS'],
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'u' }) : done(smtpError(535, 'no')),
    })
    const settings = (password: string) => ({
      PARAPH_SMTP_URL: `smtp://user:${password}@127.0.0.1:${server.port}`,
      PARAPH_MAIL_FROM: 'sign@paraph.example',
    })
    const [good] = await examine(settings('right'))
    expect(good).toMatchObject({ ok: true, detail: expect.stringMatching(/sign@paraph\.example/) })
    const [bad] = await examine(settings('hush'))
    expect(bad).toMatchObject({ ok: false, detail: expect.stringMatching(/refused the login/) })
    expect(JSON.stringify(bad)).not.toContain('hush')
    expect(server.taken).toEqual([])
    await server.close()
  })
})
