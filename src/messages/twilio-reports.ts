/**
 * What Twilio posts to the URLs that we gave with a message or a call, signed with the account's auth token: delivery reports,
 * and that a key was pressed in a call. It is trusted only because of that signature.
 */
import type { CallReport, TextReport } from './ports.ts'

/** Where reports arrive. */
export const REPORT_PATH = '/messages/twilio/status'

/** The callback URL given to Twilio with a message. @param origin public origin of this service */
export const reportUrl = (origin: string, reference: string): string =>
  `${origin}${REPORT_PATH}?message=${encodeURIComponent(reference)}`

/** Where Twilio asks what to say once a key was pressed in a call. */
export const PRESSED_PATH = '/messages/twilio/pressed'

/** The URL given to Twilio with a call, for when a key is pressed. @param origin public origin of this service */
export const pressedUrl = (origin: string, reference: string): string =>
  `${origin}${PRESSED_PATH}?message=${encodeURIComponent(reference)}`

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

/** Final states of calls; whether the person heard the code is known already. */
const CALL_REASONS: Readonly<Record<string, string>> = {
  completed: 'the call was answered, and no key was pressed to hear the code',
  busy: 'the line was busy',
  'no-answer': 'nobody answered the call',
  canceled: 'the call was cancelled',
  failed: 'the call could not be connected',
}

/** Reads the report about a call that is over; undefined for others. */
export function readCallReport(
  reference: string,
  form: Readonly<Record<string, string>>,
): CallReport | undefined {
  const reason = CALL_REASONS[form.CallStatus ?? '']
  return reason === undefined ? undefined : { reference, reason: `${reason} (Twilio)` }
}

/** Whether a key was pressed, according to a request signed by Twilio. */
export const isPressed = (form: Readonly<Record<string, string>>): boolean =>
  /^[0-9*#]$/.test(form.Digits ?? '')

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
