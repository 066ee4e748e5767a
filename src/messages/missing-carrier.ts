/**
 * Placeholder for a carrier that production needs but is not configured: every send fails with that message, and
 * nothing is stored.
 */
import type { Channel } from './counters.ts'
import { type MailDriver, type SmsDriver, TemporaryFailure } from './ports.ts'

/** What to set for mails. */
export const SMTP_SETTINGS = 'set PARAPH_SMTP_URL and PARAPH_MAIL_FROM'
/** What to set for text messages. */
export const TEXT_SETTINGS =
  'set PARAPH_TWILIO_ACCOUNT_SID, PARAPH_TWILIO_AUTH_TOKEN and PARAPH_TWILIO_FROM, or PARAPH_SMS_GATEWAY_URL'

/** A channel that production needs and that is not set up, with what to set. */
export type MissingCarriers = Readonly<Partial<Record<Channel, string>>>

/** No mail server: mails stay queued, so that nothing is lost if one is configured the same day. */
export const noMails: MailDriver = {
  send: () => Promise.reject(new TemporaryFailure(`no mail server is set up: ${SMTP_SETTINGS}`)),
}

/** No text messages. */
export const noTexts: SmsDriver = {
  send: () => Promise.reject(new TemporaryFailure(`no text messages are set up: ${TEXT_SETTINGS}`)),
}
