/**
 * Twilio's delivery reports: it posts to the URL that we gave with the message, signed with the account's auth token.
 * A report is trusted only because of that signature.
 */
import type { TextReport } from './ports.ts'

/** Where reports arrive. */
export const REPORT_PATH = '/messages/twilio/status'

/** The callback URL given to Twilio with a message. @param origin public origin of this service */
export const reportUrl = (origin: string, reference: string): string =>
  `${origin}${REPORT_PATH}?message=${encodeURIComponent(reference)}`

/** Error codes of undelivered messages (twilio.com/docs/api/errors), in plain English. */
const REASONS: Readonly<Record<number, string>> = {
  30003: 'the phone cannot be reached: it is switched off or has no network',
  30004: 'the phone or its carrier blocks the message',
  30005: 'there is no such number',
  30006: 'a landline, or a carrier that cannot be reached',
  30007: 'the carrier filtered the message out',
  30034: 'the sender is not registered with the carrier',
}

const OUTCOMES: Readonly<Record<string, TextReport['outcome']>> = {
  delivered: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
}

/** Reads a report; undefined for irrelevant states such as "queued" or "sent". */
export function readReport(
  reference: string,
  form: Readonly<Record<string, string>>,
): TextReport | undefined {
  const outcome = OUTCOMES[form.MessageStatus ?? '']
  if (outcome === undefined) return undefined
  if (outcome === 'delivered') return { reference, outcome }
  const number = Number(form.ErrorCode ?? Number.NaN)
  const known = REASONS[number] ?? 'the carrier could not deliver it'
  const reason = Number.isInteger(number) ? `${known} (Twilio, error ${number})` : known
  return { reference, outcome, reason }
}

/** Whether a report is signed with the account's token: over the URL as given and every form field. */
export async function isSignedByTwilio(
  authToken: string,
  signature: string,
  url: string,
  form: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { default: twilio } = await import('twilio')
  return twilio.validateRequest(authToken, signature, url, form)
}
