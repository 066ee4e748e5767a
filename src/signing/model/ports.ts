/** What this domain needs from domains of its own layer or above; tests substitute them. */
import type { Db } from '../../database/open.ts'
import type { JobOptions } from '../../jobs/jobs.ts'
import type { CallListener } from '../../messages/calls.ts'
import type { OutgoingCall, TextReport } from '../../messages/ports.ts'
import type { NoticeKind } from './schemas/notify.ts'

/** What a mail is about. */
export type MailPayload =
  | { signer_id: string }
  | ChangePayload
  | { signer_id: string; code_id: string; opens?: boolean }
  | { start_id: string }
  | NoticePayload
  | CopyPayload

/** What a mail about a changed or reopened document says of it. */
export interface ChangePayload {
  signer_id: string
  /** What is different, in the words of mails. */
  parts?: readonly ChangedPart[]
  /** Whether the person has to read the document anew. */
  again?: boolean
}

/** What mails say of what an edit changed. */
export const CHANGED_PARTS = ['file', 'name', 'message', 'signers', 'fields', 'expires_at'] as const
/** One of {@link CHANGED_PARTS}. */
export type ChangedPart = (typeof CHANGED_PARTS)[number]

/** What people who follow a document from its start get mails about; and the code that opens it. */
export type CopyNews = 'started' | 'ended' | 'code'

/** The mail to a recipient of a copy. */
export interface CopyPayload {
  /** Of the request. */
  id: string
  /** The place of the person among its copies, from 0; where they may change, `email` says who. */
  index: number
  email?: string
  /** What the mail says; absent: that everybody has signed. */
  news?: CopyNews
  /** Of a code: when it was asked for, epoch milliseconds. */
  at_ms?: number
  /** Set where the mail server refused the mail with the file. */
  bare?: boolean
}

/** What a mail to the sender is about. */
export interface NoticePayload {
  /** Of the request. */
  id: string
  kind: NoticeKind
  /** Which of the request's addresses, from 0. */
  to: number
  /** Whom it is about: `bounced` and `delegated` only. */
  signer_id?: string
  /** Set where the mail server refused the mail with the file. */
  bare?: true
}

/** Mails that are written when they are sent. */
export interface Mails {
  /** In the caller's transaction. */
  add(db: Db, kind: string, payload: MailPayload, options?: JobOptions): Promise<void>
  /** Whether one of these is still to be sent. */
  isWaiting(db: Db, mails: ReadonlyArray<{ kind: string; uniqueKey: string }>): Promise<boolean>
}

/** Text messages, sent at once. */
export interface Texts {
  /**
   * @throws AppError `sms_unavailable`; `validation_failed` for a number that cannot receive texts
   */
  send(message: { to: string; text: string; reference: string }): Promise<unknown>
  /** Registers the handler of the carrier's later delivery reports, by message reference. */
  onReport(listener: (report: TextReport) => Promise<void>): void
}

/** Telephone calls, placed at once. */
export interface Calls {
  /** @throws AppError `sms_unavailable`; `validation_failed` for a number that cannot be called */
  place(call: OutgoingCall): Promise<unknown>
  /** Registers who knows what is said once a key is pressed. */
  onAnswer(listener: CallListener): void
}

/** Webhook addresses that receive the events of one document. */
export interface WebhookTargets {
  /** Checks an address before any transaction. @throws AppError `webhook_url_refused` */
  check(url: string): Promise<unknown>
  /** In the caller's transaction. @throws AppError `webhook_url_refused` */
  addForDocument(
    db: Db,
    target: { accountId: string; documentId: string; mode: 'live' | 'test'; url: string },
  ): Promise<unknown>
  /** In the caller's transaction: erases the events of a document, and the address that came with it. */
  forgetDocument(db: Db, documentId: string): Promise<void>
}
