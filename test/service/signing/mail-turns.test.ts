/** One account's invitations by the hundred, and the mails of others meanwhile. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, Visitor } from '../../support/console-visitor.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const REQUESTS = 8
const SIGNERS = 15

let signing: SigningApp
let server: Awaited<ReturnType<typeof startSmtpSink>>

beforeAll(async () => {
  server = await startSmtpSink()
  signing = await startSigningApp({
    PARAPH_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    PARAPH_SMTP_TLS: 'off',
    PARAPH_MAIL_FROM: 'Paraph <sign@example.com>',
    PARAPH_STRANGERS_PER_DAY: '0',
    PARAPH_SIGNUP: 'open',
  })
})
afterAll(async () => {
  await signing.close()
  await server.close()
})

/** Does background work until so many more mails are out; whom they went to. */
async function nextMails(count: number): Promise<string[]> {
  const before = server.taken.length
  while (server.taken.length < before + count && (await signing.services.jobs.runNext()));
  return server.taken.slice(before).map(({ to }) => to[0] ?? '')
}

test('another account’s invitation goes out next to those of a flood, and a sign-up before them', async () => {
  const other = await signing.app.newKey('signature_business')
  for (let n = 0; n < REQUESTS; n++)
    await signing.create(Array.from({ length: SIGNERS }, () => somebody()))
  expect(await nextMails(10)).toHaveLength(10)
  const guest = somebody()
  await signing.create([guest], { key: other })
  const newcomer = 'newcomer@example.com'
  const { accounts } = signing.services.accounts
  const visitor = new Visitor({ app: signing.app.app, accounts, outbox: [] } as never)
  const fields = { email: newcomer, password: PASSWORD }
  const page = '/console/sign-up'
  expect((await visitor.submit(page, page, fields)).status).toBe(200)
  const next = await nextMails(4)
  expect(next[0]).toBe(newcomer)
  expect(next).toContain(guest.email)
  await nextMails(REQUESTS * SIGNERS)
  expect(server.taken).toHaveLength(REQUESTS * SIGNERS + 2)
})
