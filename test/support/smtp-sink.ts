/** A mail server that speaks SMTP as real ones do and keeps what it takes. */
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import forge from 'node-forge'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** What the server took. */
export interface TakenMail {
  from: string
  to: string[]
  /** Header and body as they came. */
  raw: string
  secure: boolean
  user: string | undefined
}

/** An SMTP error as smtp-server answers it. */
export const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

/** Starts a server, on a free port unless one is given; without options it takes everything in clear text, without a login. */
export async function startSmtpSink(options: SMTPServerOptions = {}, port = 0) {
  const taken: TakenMail[] = []
  const sockets = new Set<Socket>()
  const sink = {
    port: 0,
    taken,
    /** Connections that are open. */
    sockets,
    /** Told of a mail that was taken, before the client is. */
    beforeAnswer: (): void | Promise<void> => undefined,
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(smtpError(552, '5.3.4 message too big'))
        const { mailFrom, rcptTo } = session.envelope
        taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
          secure: session.secure,
          user: session.user === undefined ? undefined : String(session.user),
        })
        void Promise.resolve(sink.beforeAnswer()).then(() => done())
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => {
    server.listen(port, '127.0.0.1', done)
  })
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  sink.port = address.port
  return sink
}

/** A server that takes connections and does what `greet` does with them. */
export async function startRawServer(greet: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    greet(socket)
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/** A certificate for 127.0.0.1 and localhost that nobody trusts by itself. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  )
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000)
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000)
  const name = [{ name: 'commonName', value: 'localhost' }]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    {
      name: 'subjectAltName',
      altNames: [
        { type: 2, value: 'localhost' },
        { type: 7, ip: '127.0.0.1' },
      ],
    },
  ])
  certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create())
  return { key, cert: forge.pki.certificateToPem(certificate) }
}
