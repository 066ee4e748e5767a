/** Mails through an SMTP server (nodemailer): a small pool, every wait bounded, nothing logged by the library. */

import { createTransport } from 'nodemailer'
import { membersOf } from '../kernel/type-guards.ts'
import {
  type Accepted,
  type MailAttachment,
  type MailDriver,
  type OutgoingMail,
  PermanentFailure,
  TemporaryFailure,
} from './ports.ts'
import { isMailAddress, type MailFrom, type SmtpServer, type TlsPolicy } from './settings.ts'
import { isUnreachable, smtpFailure } from './smtp-failure.ts'

/** How long each step may take, in milliseconds. */
export interface SmtpWaits {
  connect: number
  /** Until the server's greeting. */
  greeting: number
  /** Silence on an open connection. */
  silence: number
  /** The whole mail; a server that trickles its replies is never silent. */
  whole: number
  /** After a failed connection no attempt is made for this long, so that a dead server delays nobody. */
  rest: number
  /** When the service stops, a mail in progress has this long. */
  stopping: number
}

const WAITS: SmtpWaits = {
  connect: 10_000,
  greeting: 10_000,
  silence: 30_000,
  whole: 60_000,
  rest: 15_000,
  stopping: 5_000,
}
const CONNECTIONS_MAX = 3
const IDLE_MS = 60_000

/** Connection options of a mail server. */
export interface SmtpOptions extends SmtpServer {
  tls: TlsPolicy
  from: MailFrom
  waits?: Partial<SmtpWaits>
  /** PEM of authorities to trust instead of the system's. */
  authorities?: string
}

function transportOf(options: SmtpOptions, waits: SmtpWaits) {
  const { host, port, secure, login, tls, authorities } = options
  return createTransport({
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    // Retry once on a new connection if the server closed an idle one.
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    host,
    port,
    secure,
    ...(login !== undefined && { auth: { user: login.user, pass: login.password } }),
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    tls: { minVersion: 'TLSv1.2', ...(authorities !== undefined && { ca: authorities }) },
    connectionTimeout: waits.connect,
    dnsTimeout: waits.connect,
    greetingTimeout: waits.greeting,
    socketTimeout: waits.silence,
    logger: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const attached = ({ filename, type, bytes }: MailAttachment) => ({
  filename,
  contentType: type,
  content: bytes,
})

function attachmentsOf({ attachment, logo }: OutgoingMail) {
  const picture = logo && {
    filename: 'logo.png',
    contentType: 'image/png',
    content: logo.bytes,
    cid: logo.cid,
    contentDisposition: 'inline' as const,
  }
  return [
    ...(picture === undefined ? [] : [picture]),
    ...(attachment ? [attached(attachment)] : []),
  ]
}

/** A mail server. */
export class SmtpMailer implements MailDriver {
  readonly #transport: ReturnType<typeof transportOf>
  readonly #from: MailFrom
  readonly #domain: string
  readonly #waits: SmtpWaits
  /** On the clock of `performance.now()`. */
  #restUntil = 0

  constructor(options: SmtpOptions) {
    this.#waits = { ...WAITS, ...options.waits }
    this.#transport = transportOf(options, this.#waits)
    this.#from = options.from
    this.#domain = options.from.address.split('@').at(-1) ?? 'localhost'
  }

  /** @throws TemporaryFailure or PermanentFailure */
  async send(mail: OutgoingMail, signal?: AbortSignal): Promise<Accepted> {
    if (!isMailAddress(mail.to))
      throw new PermanentFailure('the address is not one mail address', 'recipient')
    if (performance.now() < this.#restUntil)
      throw new TemporaryFailure('the mail server could not be reached a moment ago')
    const deadline = this.#deadline(signal)
    try {
      const { messageId } = await this.#transport.sendMail({
        from: { name: mail.fromName ?? this.#from.name, address: this.#from.address },
        to: { name: '', address: mail.to },
        ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
        envelope: { from: this.#from.address, to: [mail.to] },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        attachments: attachmentsOf(mail),
        messageId: `<${mail.messageId}@${this.#domain}>`,
        headers: {
          // RFC 3834: suppresses automatic replies.
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...mail.headers,
        },
        signal: deadline.signal,
      })
      return { providerId: messageId }
    } catch (error) {
      const found = membersOf(error)
      // Our own shutdown says nothing about the server.
      if (isUnreachable(found) && signal?.aborted !== true)
        this.#restUntil = performance.now() + this.#waits.rest
      throw smtpFailure(found)
    } finally {
      deadline.clear()
    }
  }

  /** Connects, encrypts and logs in, and sends nothing. @throws TemporaryFailure or PermanentFailure */
  async verify(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject({ code: 'ETIMEDOUT' }), this.#waits.whole)
    })
    try {
      await Promise.race([this.#transport.verify(), late])
    } catch (error) {
      throw smtpFailure(membersOf(error))
    } finally {
      clearTimeout(timer)
    }
  }

  /** Closes the connections. */
  close(): void {
    this.#transport.close()
  }

  /** Aborts when the mail takes too long, or shortly after the service starts to stop. */
  #deadline(stopping: AbortSignal | undefined) {
    const controller = new AbortController()
    const abort = () => controller.abort()
    let last: NodeJS.Timeout | undefined
    const whole = setTimeout(abort, this.#waits.whole)
    const soon = () => {
      last = setTimeout(abort, this.#waits.stopping)
    }
    if (stopping?.aborted) soon()
    else stopping?.addEventListener('abort', soon, { once: true })
    return {
      signal: controller.signal,
      clear() {
        clearTimeout(whole)
        clearTimeout(last)
        stopping?.removeEventListener('abort', soon)
      },
    }
  }
}
