/** Checks the message carriers: what is configured, whether the mail server accepts our login, what to set. */

import type { Examined } from '../kernel/examined.ts'
import { SMTP_SETTINGS, TWILIO_SETTINGS } from './missing-carrier.ts'
import { PermanentFailure, TemporaryFailure } from './ports.ts'
import type { MessagesConfig } from './settings.ts'
import { SmtpMailer, type SmtpWaits } from './smtp.ts'

const WAITS: Partial<SmtpWaits> = { connect: 8_000, greeting: 8_000, silence: 8_000, whole: 15_000 }

/**
 * Connects to the mail server and logs in; nothing is sent, and Twilio is not contacted, since that may cost money.
 */
export async function examineMessages(config: MessagesConfig): Promise<Examined[]> {
  return [await examineMail(config), examineTexts(config)]
}

const missing = (name: string, production: boolean, fix: string): Examined =>
  production
    ? { name, ok: false, required: true, detail: 'not set up, and PARAPH_PRODUCTION is on', fix }
    : {
        name,
        ok: false,
        required: false,
        detail: 'kept in the development outbox (/dev/outbox); nothing is sent',
        fix: `${fix}; then PARAPH_PRODUCTION=on`,
      }

async function examineMail({ smtp, from, production }: MessagesConfig): Promise<Examined> {
  const name = 'mail server'
  if (smtp === undefined) return missing(name, production, SMTP_SETTINGS)
  const { host, port, secure, tls, login } = smtp
  const encryption = secure ? 'TLS' : `STARTTLS ${tls}`
  const where = `${host}:${port}, ${encryption}, ${login === undefined ? 'no login' : 'login'}`
  const mailer = new SmtpMailer({ ...smtp, from, waits: WAITS })
  try {
    await mailer.verify()
    return { name, ok: true, required: production, detail: `${where}, as ${from.address}` }
  } catch (error) {
    const known = error instanceof TemporaryFailure || error instanceof PermanentFailure
    const detail = `${where}: ${known ? error.message : 'cannot be used'}`
    const fix =
      'check PARAPH_SMTP_URL and PARAPH_SMTP_TLS, and that this machine can connect to the server'
    return { name, ok: false, required: production, detail, fix }
  } finally {
    mailer.close()
  }
}

function examineTexts({ twilio, production }: MessagesConfig): Examined {
  const name = 'text messages'
  if (twilio === undefined) return missing(name, production, TWILIO_SETTINGS)
  const key = twilio.username === twilio.accountSid ? 'auth token' : 'API key'
  const detail = `Twilio at ${new URL(twilio.url).host}, ${key}, from ${twilio.from}`
  return { name, ok: true, required: production, detail }
}
