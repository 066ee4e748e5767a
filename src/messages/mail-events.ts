/** What becomes of a mail, for those who ordered it. */
import type { Db } from '../database/open.ts'
import type { Mail, PermanentReason } from './ports.ts'

/** Writes a mail of one kind; `undefined` when there is no longer anything to send. */
export type Composer<Payload> = (payload: Payload) => Promise<Mail | undefined>

/** A mail accepted by the mail server. */
export interface SentMail<Payload = unknown> {
  kind: string
  payload: Payload
  /** Without its domain. */
  messageId: string
  /** The mail server's id for it. */
  providerId: string
}

/** A mail that will not be sent. */
export interface FailedMail<Payload = unknown> {
  kind: string
  payload: Payload
  messageId: string
  /** In plain English, without addresses. */
  reason: string
  /** The permanent reason; absent when it was tried for a day without success. */
  permanent?: PermanentReason
}

/** Callbacks for the outcome of the mails of one kind. */
export interface MailEvents<Payload = unknown> {
  /** In its own transaction, after the mail server accepted it; may be called twice for one mail. */
  sent?(db: Db, mail: SentMail<Payload>): Promise<void>
  /** In its own transaction, when it was stored instead of sent. */
  kept?(db: Db, mail: Pick<SentMail<Payload>, 'kind' | 'payload' | 'messageId'>): Promise<void>
  /** In the transaction that abandons the mail. */
  failed?(db: Db, mail: FailedMail<Payload>): Promise<void>
}

/** Logs errors, without addresses and texts. */
export interface MailLog {
  error(facts: object, message: string): void
}
