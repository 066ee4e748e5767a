/**
 * Interfaces of carriers of mails, text messages and calls, and the two ways in which they may fail. A new carrier is one class
 * that implements them.
 */

import { HOUR_MS } from '../kernel/clock.ts'
import type { Language } from '../kernel/languages.ts'
import type { Channel } from './counters.ts'

/** A telephone number with the code of its country, as the carriers take it. */
export const E164 = /^\+[1-9]\d{6,14}$/

/** A mail as written by its domain. */
export interface Mail {
  /** One bare address. */
  to: string
  /** One line. */
  subject: string
  text: string
  html: string
  /** Shown in front of the service's own address, such as `Jane Doe (Acme)`. */
  fromName?: string
  /** Where replies go; by default, to the service's own address. */
  replyTo?: string
  /** It is not sent: the development outbox stores it, if there is one. */
  kept?: boolean
  headers?: Readonly<Record<string, string>>
  attachment?: MailAttachment
  /** PNG that the HTML shows as `cid:…`. */
  logo?: { cid: string; bytes: Buffer }
}

/** A file that goes with a mail. */
export interface MailAttachment {
  filename: string
  /** Media type, such as `application/pdf`. */
  type: string
  bytes: Buffer
}

/** An outgoing mail: the same Message-ID for every attempt. */
export interface OutgoingMail extends Mail {
  /** Left of the @ of the Message-ID; the carrier adds its domain. */
  messageId: string
}

/** An outgoing text message. */
export interface OutgoingText {
  /** E.164, such as +33612345678. */
  to: string
  text: string
  /** Its reference in delivery reports, if the carrier sends any; not a secret. */
  reference?: string
}

/** A carrier's report on a text message it has accepted. */
export interface TextReport {
  /** As it was given with the message. */
  reference: string
  outcome: 'delivered' | 'failed'
  /** Why it was not delivered, in plain English, without the number. */
  reason?: string
}

/** What is said in a telephone call. */
export interface SpokenWords {
  language: Language
  text: string
}

/** An outgoing telephone call: the words ask for a key, and what follows is asked for once one is pressed. */
export interface OutgoingCall extends SpokenWords {
  /** E.164. */
  to: string
  /** Its reference when a key is pressed, and in reports; not a secret. */
  reference: string
}

/** A carrier's report on a call that is over. */
export interface CallReport {
  reference: string
  /** Why nothing was heard, if nothing was; in plain English, without the number. */
  reason: string
}

/** The carrier's id for a message. */
export interface Accepted {
  providerId: string
}

/** Submits a mail for delivery. */
export interface MailDriver {
  /**
   * @param signal aborted when the service stops; a running send gets a short time to finish
   * @throws TemporaryFailure or PermanentFailure and nothing else
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<Accepted>
  /** Connects, and sends nothing; absent: there is no server. @throws TemporaryFailure or PermanentFailure */
  verify?(): Promise<void>
}

/** Submits a text message for delivery. */
export interface SmsDriver {
  /** @throws TemporaryFailure or PermanentFailure and nothing else */
  send(message: OutgoingText): Promise<Accepted>
}

/** Makes a telephone call. */
export interface CallDriver {
  /** @throws TemporaryFailure or PermanentFailure and nothing else */
  place(call: OutgoingCall): Promise<Accepted>
}

/**
 * It may work later: the carrier is unreachable, busy, or misconfigured. The message contains no address, number,
 * text or secret: it is logged.
 */
export class TemporaryFailure extends Error {
  override readonly name = 'TemporaryFailure'
  /** If given by the carrier. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, retryAfterMs?: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** A carrier's `Retry-After` in seconds, an hour at most; undefined where it says nothing of use. */
export function retryAfterMs(header: unknown): number | undefined {
  const seconds = typeof header === 'string' && header !== '' ? Number(header) : Number.NaN
  if (!Number.isFinite(seconds) || seconds < 0) return undefined
  return Math.min(seconds * 1_000, HOUR_MS)
}

/** Why it will never work. */
export type PermanentReason =
  /** There is no such address or number, or it cannot receive messages. */
  | 'recipient'
  /** The recipient asked for no more messages. */
  | 'unsubscribed'
  /** The operator's account does not send to that country. */
  | 'country'
  /** The message itself is rejected: its size or content. */
  | 'message'

/** It will never work. The message contains no address, number, text or secret: it is logged. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure'
  readonly reason: PermanentReason

  constructor(message: string, reason: PermanentReason) {
    super(message)
    this.reason = reason
  }
}

/** Name of a failure in the log and in the metrics. */
export const outcomeOf = (error: unknown): 'temporary' | 'permanent' | 'error' => {
  if (error instanceof TemporaryFailure) return 'temporary'
  return error instanceof PermanentFailure ? 'permanent' : 'error'
}

/** Maximum in any hour, and in any 24 hours. */
export interface HourAndDay {
  hour: number
  day: number
}

/** Operator settings for text messages. */
export interface TextLimits {
  /** ISO 3166-1 codes; an account may have a list of its own. */
  countries: readonly string[]
  key: HourAndDay
  account: HourAndDay
  /** Of the whole service, to numbers that differ in their last four digits alone, of which no code was entered. */
  prefix: HourAndDay
}

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
