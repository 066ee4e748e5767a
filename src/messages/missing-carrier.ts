/** What stands in for a carrier that production needs and nobody set up: it says so, and nothing is kept aside. */
import { type MailDriver, type SmsDriver, TemporaryFailure } from './ports.ts'

/** What to set for mails. */
export const SMTP_SETTINGS = 'set PARAPH_SMTP_URL and PARAPH_MAIL_FROM'
/** What to set for text messages. */
export const TWILIO_SETTINGS =
  'set PARAPH_TWILIO_ACCOUNT_SID, PARAPH_TWILIO_AUTH_TOKEN and PARAPH_TWILIO_FROM'

/** No mail server: mails wait in their queue, so that nothing is lost when one is set up the same day. */
export const noMails: MailDriver = {
  send: () => Promise.reject(new TemporaryFailure(`no mail server is set up: ${SMTP_SETTINGS}`)),
}

/** No text messages. */
export const noTexts: SmsDriver = {
  send: () =>
    Promise.reject(new TemporaryFailure(`no text messages are set up: ${TWILIO_SETTINGS}`)),
}
