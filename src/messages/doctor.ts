/** Checks the message carriers: what is configured, whether the mail server accepts our login, what to set. */

import { connect } from 'node:net'
import { hostOf } from '../egress/addresses.ts'
import { checkOf, type HealthCheck } from '../kernel/health-check.ts'
import { PermanentFailure, SMTP_SETTINGS, TEXT_SETTINGS, TemporaryFailure } from './ports.ts'
import type { MessagesConfig } from './settings.ts'
import { SmtpMailer, type SmtpWaits } from './smtp.ts'

const CONNECT_MS = 8_000
const WAITS: Partial<SmtpWaits> = { connect: 8_000, greeting: 8_000, silence: 8_000, whole: 15_000 }

/**
 * Connects to the mail server and logs in, and to the SMS gateway; nothing is sent, and Twilio is not contacted, since
 * that may cost money.
 */
export async function examineMessages(config: MessagesConfig): Promise<HealthCheck[]> {
  return [await examineMail(config), await examineTexts(config)]
}

const missing = (name: string, production: boolean, fix: string): HealthCheck =>
  production
    ? checkOf(name, true).fails('not set up, and PARAPH_PRODUCTION is on', fix)
    : checkOf(name).fails(
        'kept in the development outbox (/dev/outbox); nothing is sent',
        `${fix}; then PARAPH_PRODUCTION=on`,
      )

async function examineMail({ smtp, from, production }: MessagesConfig): Promise<HealthCheck> {
  const name = 'mail server'
  if (smtp === undefined) return missing(name, production, SMTP_SETTINGS)
  const { host, port, secure, tls, login } = smtp
  const encryption = secure ? 'TLS' : `STARTTLS ${tls}`
  const where = `${host}:${port}, ${encryption}, ${login === undefined ? 'no login' : 'login'}`
  const mailer = new SmtpMailer({ ...smtp, from, waits: WAITS })
  const check = checkOf(name, production)
  try {
    await mailer.verify()
    return check.ok(`${where}, as ${from.address}`)
  } catch (error) {
    const known = error instanceof TemporaryFailure || error instanceof PermanentFailure
    return check.fails(
      `${where}: ${known ? error.message : 'cannot be used'}`,
      'check PARAPH_SMTP_URL and PARAPH_SMTP_TLS, and that this machine can connect to the server',
    )
  } finally {
    mailer.close()
  }
}

/** What is set up for text messages, without addresses' paths: they may contain secrets. */
function textCarriers({ twilio, gateway, firstCarrier }: MessagesConfig): string[] {
  const names: string[] = []
  if (twilio !== undefined) {
    const key = twilio.username === twilio.accountSid ? 'auth token' : 'API key'
    const calls = twilio.voice === undefined ? '' : `, calls from ${twilio.voice.from}`
    names.push(`Twilio at ${new URL(twilio.url).host}, ${key}, from ${twilio.from}${calls}`)
  }
  if (gateway !== undefined) {
    const { host, protocol } = new URL(gateway.url)
    const clear = protocol === 'http:' ? ', in clear text' : ''
    names.push(`HTTP gateway at ${host}, ${gateway.method}${clear}`)
  }
  return firstCarrier === 'gateway' ? names.toReversed() : names
}

async function examineTexts(config: MessagesConfig): Promise<HealthCheck> {
  const { gateway, production } = config
  const name = 'text messages'
  const carriers = textCarriers(config)
  if (carriers.length === 0) return missing(name, production, TEXT_SETTINGS)
  const detail = carriers.join('; if it fails: ')
  const away = gateway && (await unreachable(new URL(gateway.url)))
  if (away === undefined) return checkOf(name, production).ok(detail)
  return checkOf(name, production && carriers.length === 1).fails(
    `${detail}; the gateway cannot be reached (${away})`,
    'check PARAPH_SMS_GATEWAY_URL, and that this machine can connect to that host',
  )
}

/** Why no connection can be made; undefined: one was. Nothing is sent, since that may cost money. */
function unreachable(url: URL): Promise<string | undefined> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  return new Promise((done) => {
    const socket = connect({ host: hostOf(url), port, timeout: CONNECT_MS })
    const end = (why?: string) => {
      socket.destroy()
      done(why)
    }
    socket.once('connect', () => end())
    socket.once('timeout', () => end('no answer'))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.name))
  })
}
