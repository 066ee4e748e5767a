/** What this domain needs from domains of its own layer or above; tests substitute them. */
import type { Db } from '../database/open.ts'
import type { JobOptions } from '../jobs/jobs.ts'
import type { TextReport } from '../messages/ports.ts'

/** Mails that are written when they are sent. */
export interface Mails {
  /** In the caller's transaction. */
  add(db: Db, kind: string, payload: { signer_id: string }, options?: JobOptions): Promise<void>
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

/** Webhook addresses that receive the events of one document. */
export interface WebhookTargets {
  /** Checks an address before any transaction. @throws AppError `webhook_url_refused` */
  check(url: string): Promise<unknown>
  /** In the caller's transaction. @throws AppError `webhook_url_refused` */
  addForDocument(
    db: Db,
    target: { accountId: string; documentId: string; mode: 'live' | 'test'; url: string },
  ): Promise<unknown>
}
