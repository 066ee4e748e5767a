/**
 * What a carrier of mails or text messages is, and the two ways in which it may fail. A new carrier is one
 * class that keeps these promises.
 */

/** A mail as its domain writes it. */
export interface Mail {
  /** One bare address. */
  to: string
  /** One line. */
  subject: string
  text: string
  html: string
  /** Shown in front of the service's own address, such as `Jane Doe (Acme)`. */
  fromName?: string
  /** Where an answer goes; without it, to the service's own address. */
  replyTo?: string
  /** It is not sent: the development outbox keeps it, where there is one. */
  kept?: boolean
  headers?: Readonly<Record<string, string>>
}

/** A mail on its way: the same Message-ID however often it is tried. */
export interface OutgoingMail extends Mail {
  /** Left of the @ of the Message-ID; the carrier adds its domain. */
  messageId: string
}

/** A text message on its way. */
export interface OutgoingText {
  /** E.164, such as +33612345678. */
  to: string
  text: string
  /** What delivery reports name it by, where the carrier sends any; no secret. */
  reference?: string
}

/** What a carrier says of a text message after it took it. */
export interface TextReport {
  /** As it was given with the message. */
  reference: string
  outcome: 'delivered' | 'failed'
  /** Why it did not arrive, in plain English, without the number. */
  reason?: string
}

/** What the carrier knows a message by. */
export interface Accepted {
  providerId: string
}

/** Hands a mail to whoever delivers it. */
export interface MailDriver {
  /**
   * @param signal fires when the service stops; what runs may end first, shortly
   * @throws TemporaryFailure or PermanentFailure and nothing else
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<Accepted>
}

/** Hands a text message to whoever delivers it. */
export interface SmsDriver {
  /** @throws TemporaryFailure or PermanentFailure and nothing else */
  send(message: OutgoingText): Promise<Accepted>
}

/**
 * It may work later: the carrier cannot be reached, is busy, or is set up wrongly. The message names no
 * address, number, text or secret: it is logged.
 */
export class TemporaryFailure extends Error {
  override readonly name = 'TemporaryFailure'
  /** When the carrier says so. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, retryAfterMs?: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** Why it will never work. */
export type PermanentReason =
  /** There is no such address or number, or it takes no messages. */
  | 'recipient'
  /** The recipient asked for no more messages. */
  | 'unsubscribed'
  /** The operator's account does not send to that country. */
  | 'country'
  /** The message itself is refused: its size or what is in it. */
  | 'message'

/** It will never work. The message names no address, number, text or secret: it is logged. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure'
  readonly reason: PermanentReason

  constructor(message: string, reason: PermanentReason) {
    super(message)
    this.reason = reason
  }
}

/** What a failure is called in the log and in the metrics. */
export const outcomeOf = (error: unknown): 'temporary' | 'permanent' | 'error' => {
  if (error instanceof TemporaryFailure) return 'temporary'
  return error instanceof PermanentFailure ? 'permanent' : 'error'
}
