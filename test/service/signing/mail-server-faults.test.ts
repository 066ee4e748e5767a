/** A mail server that does to each mail what it can do wrong, while people send and sign. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  Person,
  type SigningApp,
  somebody,
  startSigningApp,
  type WishedSigner,
} from '../../support/signing-app.ts'
import { smtpError, startSmtpSink } from '../../support/smtp-sink.ts'

let signing: SigningApp
let server: Awaited<ReturnType<typeof startSmtpSink>>
/** What it does: whatever the address says, or nothing at all from the first byte. */
let silent = false
const mails: Array<{ to: string; raw: string }> = []

beforeAll(async () => {
  server = await startSmtpSink({
    onConnect: (_session, done) => {
      if (!silent) done()
    },
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('later')) return done(smtpError(451, '4.7.1 try again later'))
      if (address.startsWith('never')) return done(smtpError(550, '5.1.1 no such user'))
      return done()
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo[0]?.address ?? ''
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (to.startsWith('hang')) return
        if (to.startsWith('drop')) return server.sockets.forEach((socket) => void socket.destroy())
        mails.push({ to, raw: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  signing = await startSigningApp(
    {
      PARAPH_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      PARAPH_SMTP_TLS: 'off',
      PARAPH_MAIL_FROM: 'Paraph <sign@example.com>',
    },
    { mailWaits: { greeting: 3_000, rest: 500 } },
  )
  await signing.services.jobs.start()
})
afterAll(async () => {
  await signing.close()
  await server.close()
})

const named = (what: string): WishedSigner => {
  const who = somebody()
  return { ...who, email: `${what}-${who.email}` }
}
const mailTo = ({ email }: WishedSigner) => mails.find(({ to }) => to === email)
const forgetMails = async () => {
  await signing.services.db.deleteFrom('jobs').where('kind', '=', 'mail').execute()
  for (const socket of server.sockets) socket.destroy()
}
const failedMails = () =>
  signing.services.db
    .selectFrom('jobs')
    .select(['attempts', 'last_error', 'failed_at'])
    .where('kind', '=', 'mail')
    .execute()

/** From the mail to the signature and the seal. */
async function signs(id: string, who: WishedSigner): Promise<void> {
  await expect.poll(() => mailTo(who)).toBeDefined()
  const text = mailTo(who)?.raw.replace(/=\r?\n/g, '') ?? ''
  const token = /\/sign\/([a-z0-9-]+)/.exec(text)?.[1] ?? ''
  const person = new Person(signing.app, { token, to: who.email, phone: who.phone })
  await person.signWhole()
  await expect.poll(async () => (await signing.get(id)).status).toBe('completed')
}

test('that refuses for now has the mail tried again, and for good has it given up at once: the sender sees it', async () => {
  const [later, never] = [named('later'), named('never')]
  await signing.create([later])
  const { id } = await signing.create([never])
  await expect
    .poll(async () => (await failedMails()).map(({ last_error }) => String(last_error)).sort())
    .toEqual([
      expect.stringContaining('the mail server did not accept the e-mail'),
      expect.stringContaining('the mail server refused the address'),
    ])
  const [again, over] = (await failedMails()).sort((a, b) =>
    String(b.last_error).localeCompare(String(a.last_error)),
  )
  expect([over?.failed_at, again?.failed_at]).toEqual([null, expect.any(String)])
  const types = (await signing.services.trails.read(id))?.entries.map(({ type }) => type)
  expect(types).toContain('signer.delivery_failed')
  const { status } = await signing.get(id)
  expect(status).toBe('pending')
})

test('that hangs after each of ten mails holds up neither who sends nor who signs', async () => {
  const good = somebody()
  const { id } = await signing.create([good])
  await expect.poll(() => mailTo(good)).toBeDefined()
  const givenUp = (await failedMails()).filter(({ last_error }) => last_error !== null).length
  for (let count = 0; count < 10; count++) await signing.create([named('hang')])
  await expect.poll(() => server.sockets.size).toBeGreaterThan(0)
  await signs(id, good)
  // Nobody signed only after it was given up.
  expect((await failedMails()).filter(({ last_error }) => last_error !== null)).toHaveLength(
    givenUp,
  )
  // No more than two connections at a time wait for it.
  expect(server.sockets.size).toBeLessThanOrEqual(3)
  const text = (await signing.app.call('GET', '/metrics')).bytes.toString()
  expect(Number(/^paraph_jobs\{state="waiting"\} (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(9)
})

test('that hangs up after the mail has it tried again, not lost', async () => {
  await forgetMails()
  const who = named('drop')
  await signing.create([who])
  await expect.poll(async () => (await failedMails())[0]?.last_error).toMatch(/connection|reached/)
  expect(await failedMails()).toMatchObject([{ failed_at: null }])
})

test('that says nothing from the first byte is abandoned, sending continues, no socket stays', async () => {
  await forgetMails()
  silent = true
  const who = somebody()
  await signing.create([who])
  const later = { interval: 200 }
  const moved = <Value>(read: () => Value) => {
    signing.app.clock.move(20_000)
    return read()
  }
  await expect.poll(() => moved(() => server.sockets.size), later).toBeGreaterThan(0)
  expect((await signing.post([somebody()])).status).toBe(201)
  await expect.poll(() => server.sockets.size).toBe(0)
  silent = false
  await expect.poll(() => moved(() => mailTo(who)), later).toBeDefined()
})
