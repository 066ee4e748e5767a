/**
 * What Twilio says of a text message after it took it: it posts to an address that we gave with the message,
 * signed with the account's auth token. Only that signature makes a report worth anything.
 */
import type { TextReport } from './ports.ts'

/** Where reports arrive. */
export const REPORT_PATH = '/messages/twilio/status'

/** The address that Twilio is given with a message. @param origin public origin of this service */
export const reportUrl = (origin: string, reference: string): string =>
  `${origin}${REPORT_PATH}?message=${encodeURIComponent(reference)}`

/** Error numbers of messages that did not arrive (twilio.com/docs/api/errors), in plain English. */
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

/** Reads a report; undefined where it says nothing that matters, such as "queued" or "sent". */
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

/** Whether the account's owner signed a report: the address as it was given, and every field of the form. */
export async function isSignedByTwilio(
  authToken: string,
  signature: string,
  url: string,
  form: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { default: twilio } = await import('twilio')
  return twilio.validateRequest(authToken, signature, url, form)
}
