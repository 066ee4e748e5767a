import { afterEach, describe, expect, test } from 'vitest'
import { PermanentFailure, TemporaryFailure } from '../../../src/messages/ports.ts'
import { SmtpMailer, type SmtpOptions } from '../../../src/messages/smtp.ts'
import { freePort } from '../../support/server-process.ts'
import {
  selfSigned,
  smtpError,
  startRawServer,
  startSmtpSink,
  type TakenMail,
} from '../../support/smtp-sink.ts'

const MAIL = {
  to: 'camille@example.com',
  subject: 'À signer : bail',
  text: 'Bonjour\nhttps://example.com/sign/secret-token\n',
  html: '<p>Bonjour</p>',
  messageId: 'msg_01',
}

const open: Array<{ close(): unknown }> = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const mailerAt = (port: number, options: Partial<SmtpOptions> = {}): SmtpMailer => {
  const mailer = new SmtpMailer({
    host: '127.0.0.1',
    port,
    secure: false,
    tls: 'offered',
    from: { name: 'Paraph', address: 'sign@paraph.example' },
    ...options,
  })
  open.push(mailer)
  return mailer
}

const sink = async (options: Parameters<typeof startSmtpSink>[0] = {}) => {
  const server = await startSmtpSink(options)
  open.push(server)
  return server
}

const failure = async (sending: Promise<unknown>): Promise<TemporaryFailure | PermanentFailure> => {
  const error = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof TemporaryFailure || error instanceof PermanentFailure) return error
  throw new Error('neither failed temporarily nor permanently', { cause: error })
}

const headers = ({ raw }: TakenMail): string => raw.slice(0, raw.indexOf('\r\n\r\n'))

describe('a mail server that takes mails', () => {
  test('gets both forms of the mail, under the Message-ID it was given', async () => {
    const server = await sink()
    const mailer = mailerAt(server.port)
    const { providerId } = await mailer.send({
      ...MAIL,
      fromName: 'Jeanne Dubois',
      replyTo: 'jeanne@example.com',
    })
    expect(providerId).toBe('<msg_01@paraph.example>')
    const [mail] = server.taken
    expect(mail).toMatchObject({ from: 'sign@paraph.example', to: ['camille@example.com'] })
    const head = headers(mail!)
    expect(head).toContain('Message-ID: <msg_01@paraph.example>')
    expect(head).toContain('From: Jeanne Dubois <sign@paraph.example>')
    expect(head).toContain('Reply-To: jeanne@example.com')
    expect(head).toContain('Auto-Submitted: auto-generated')
    expect(mail!.raw).toContain('text/plain; charset=utf-8')
    expect(mail!.raw).toContain('text/html; charset=utf-8')
  })

  test('gets the same Message-ID when the same mail is sent again', async () => {
    const server = await sink()
    const mailer = mailerAt(server.port)
    await mailer.send(MAIL)
    await mailer.send(MAIL)
    const ids = server.taken.map((mail) => /Message-ID: (.*)/.exec(mail.raw)?.[1])
    expect(ids).toEqual(['<msg_01@paraph.example>', '<msg_01@paraph.example>'])
  })

  test('gets many mails over few connections', async () => {
    let connections = 0
    const server = await sink({
      onConnect(_session, done) {
        connections += 1
        done()
      },
    })
    const mailer = mailerAt(server.port)
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => mailer.send({ ...MAIL, messageId: `m${n}` })),
    )
    expect(server.taken).toHaveLength(20)
    expect(connections).toBeLessThanOrEqual(3)
  })

  test('gets no header and no recipient that hides in a field', async () => {
    const server = await sink()
    await mailerAt(server.port).send({
      ...MAIL,
      subject: 'Hello\r\nBcc: evil@example.com',
      fromName: 'Eve\r\nX-Evil: 1',
    })
    expect(server.taken[0]!.to).toEqual(['camille@example.com'])
    expect(headers(server.taken[0]!)).not.toMatch(/^(Bcc|X-Evil):/m)
  })

  test.each([
    'a@example.com, b@example.com',
    'a@example.com>',
    'Ann <a@example.com>',
    'nobody',
    '',
  ])('never hears of the address "%s", which is not one bare address', async (to) => {
    const server = await sink()
    const error = await failure(mailerAt(server.port).send({ ...MAIL, to }))
    expect(error).toMatchObject({ name: 'PermanentFailure', reason: 'recipient' })
    expect(server.taken).toEqual([])
  })
})

describe('what a mail server refuses', () => {
  const refusing = (responseCode: number, words: string) =>
    sink({ onRcptTo: (_address, _session, done) => done(smtpError(responseCode, words)) })

  test.each([
    [550, '5.1.1 <camille@example.com> no such user'],
    [550, 'No such user here'],
    [553, '5.1.3 bad address syntax'],
  ])('for good with %i %s is the address', async (status, words) => {
    const server = await refusing(status, words)
    const error = await failure(mailerAt(server.port).send(MAIL))
    expect(error).toMatchObject({ name: 'PermanentFailure', reason: 'recipient' })
    expect(error.message).not.toContain('camille')
  })

  test.each([
    [450, '4.2.0 greylisted, try again later'],
    [452, '4.2.2 mailbox full'],
    [421, '4.7.0 too many connections'],
    [550, '5.7.1 relaying denied'],
    [554, '<camille@example.com>: Relay access denied'],
    [530, '5.7.0 authentication required'],
  ])('with %i %s may be taken later', async (status, words) => {
    const server = await refusing(status, words)
    const error = await failure(mailerAt(server.port).send(MAIL))
    expect(error.name).toBe('TemporaryFailure')
    expect(error.message).not.toContain('camille')
  })

  test.each([
    [451, 'TemporaryFailure', undefined],
    [554, 'PermanentFailure', 'message'],
  ])('after the whole mail with %i is a %s', async (status, name, reason) => {
    const server = await sink({
      onData(stream, _session, done) {
        stream.on('data', () => undefined)
        stream.on('end', () => done(smtpError(status, 'refused')))
      },
    })
    const error = await failure(mailerAt(server.port).send(MAIL))
    expect(error.name).toBe(name)
    expect(error instanceof PermanentFailure ? error.reason : undefined).toBe(reason)
  })

  test('a sender that is refused is ours to mend, not the end of the mail', async () => {
    const server = await sink({
      onMailFrom: (_address, _session, done) => done(smtpError(553, 'sender not owned')),
    })
    expect((await failure(mailerAt(server.port).send(MAIL))).name).toBe('TemporaryFailure')
  })

  test('a mail above the size the server announces', async () => {
    const server = await sink({ size: 300 })
    const error = await failure(mailerAt(server.port).send({ ...MAIL, text: 'x '.repeat(10_000) }))
    expect(error).toMatchObject({ name: 'PermanentFailure', reason: 'message' })
  })
})

describe('a mail server out of reach', () => {
  test('that refuses connections fails at once, and then is left alone for a moment', async () => {
    const mailer = mailerAt(await freePort(), { waits: { rest: 600_000 } })
    const first = await failure(mailer.send(MAIL))
    expect(first).toBeInstanceOf(TemporaryFailure)
    expect((await failure(mailer.send(MAIL))).message).toMatch(/a moment ago/)
  })

  test('works again by itself once the server is back', async () => {
    const port = await freePort()
    const mailer = mailerAt(port, { waits: { rest: 50 } })
    await failure(mailer.send(MAIL))
    const server = await startSmtpSink({}, port)
    open.push(server)
    await new Promise((done) => setTimeout(done, 100))
    await mailer.send(MAIL)
    expect(server.taken).toHaveLength(1)
  })

  test('that hung up on an idle connection gets the next mail over a new one', async () => {
    const server = await sink({ socketTimeout: 1_500 })
    const mailer = mailerAt(server.port)
    await mailer.send(MAIL)
    await new Promise((done) => setTimeout(done, 3_000))
    await mailer.send(MAIL)
    expect(server.taken).toHaveLength(2)
  })

  test.each([
    ['never greets', () => undefined],
    ['hangs up at once', (socket: { destroy(): void }) => socket.destroy()],
    [
      'speaks another protocol',
      (socket: { end(text: string): void }) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    ],
  ])('that %s is a temporary failure within the waits', async (_name, greet) => {
    const server = await startRawServer(greet)
    open.push(server)
    const waits = { connect: 300, greeting: 300, silence: 300, whole: 2_000 }
    const begun = performance.now()
    const error = await failure(mailerAt(server.port, { waits }).send(MAIL))
    expect(error).toBeInstanceOf(TemporaryFailure)
    // Less than any wait would be that is not one of these.
    expect(performance.now() - begun).toBeLessThan(9_000)
  })

  test('that falls silent in the middle of a mail has it tried again, not called refused', async () => {
    const server = await sink({ onData: (stream) => void stream.on('data', () => undefined) })
    const waits = { silence: 300 }
    const error = await failure(mailerAt(server.port, { waits }).send(MAIL))
    expect(error).toBeInstanceOf(TemporaryFailure)
  })

  test('that trickles its answers for ever is given up after the whole time', async () => {
    const server = await startRawServer((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 50)
      socket.on('close', () => clearInterval(timer))
    })
    open.push(server)
    // Any other wait is longer than this test may take.
    const waits = { greeting: 600_000, silence: 600_000, whole: 400 }
    const error = await failure(mailerAt(server.port, { waits }).send(MAIL))
    expect(error.message).toMatch(/in time/)
  })

  test('is let go shortly after the service begins to stop', async () => {
    const server = await startRawServer(() => undefined)
    open.push(server)
    // Any other wait is longer than this test may take.
    const others = { connect: 600_000, greeting: 600_000, silence: 600_000, whole: 600_000 }
    const mailer = mailerAt(server.port, { waits: { ...others, stopping: 100 } })
    const stopping = new AbortController()
    const sending = failure(mailer.send(MAIL, stopping.signal))
    stopping.abort()
    expect(await sending).toBeInstanceOf(TemporaryFailure)
  })
})

describe('encryption and login', () => {
  const certificate = selfSigned()
  const login = { user: 'paraph', password: 'correct horse@' }
  const secured = { ...certificate, disabledCommands: ['AUTH'] }

  test('STARTTLS is used where it is offered, and required where it must be', async () => {
    const server = await sink(secured)
    for (const tls of ['offered', 'required'] as const)
      await mailerAt(server.port, { tls, authorities: certificate.cert }).send(MAIL)
    expect(server.taken.map(({ secure }) => secure)).toEqual([true, true])
  })

  test('nothing is sent in clear text where TLS is required and not offered', async () => {
    const server = await sink()
    const error = await failure(mailerAt(server.port, { tls: 'required' }).send(MAIL))
    expect(error).toBeInstanceOf(TemporaryFailure)
    expect(server.taken).toEqual([])
  })

  test('a certificate that is not trusted is not accepted', async () => {
    const server = await sink(secured)
    const error = await failure(mailerAt(server.port, { tls: 'required' }).send(MAIL))
    expect(error).toBeInstanceOf(TemporaryFailure)
    expect(server.taken).toEqual([])
  })

  test('smtps is TLS from the first byte', async () => {
    const server = await sink({ ...certificate, secure: true, disabledCommands: ['AUTH'] })
    const mailer = mailerAt(server.port, { secure: true, authorities: certificate.cert })
    await mailer.send(MAIL)
    expect(server.taken[0]?.secure).toBe(true)
  })

  test('the login is sent, and a refused one is reported without the password', async () => {
    const server = await sink({
      ...certificate,
      disabledCommands: [],
      onAuth({ username, password }, _session, done) {
        if (username === login.user && password === login.password) done(null, { user: username })
        else done(smtpError(535, '5.7.8 authentication failed'))
      },
    })
    const trusted = { tls: 'required' as const, authorities: certificate.cert }
    await mailerAt(server.port, { ...trusted, login }).verify()
    await mailerAt(server.port, { ...trusted, login }).send(MAIL)
    expect(server.taken[0]?.user).toBe('paraph')
    const wrong = { ...login, password: 'wrong-secret' }
    const error = await failure(mailerAt(server.port, { ...trusted, login: wrong }).verify())
    expect(error.message).toMatch(/refused the login/)
    expect(error.message).not.toContain('wrong-secret')
  })
})
