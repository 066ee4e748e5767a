/** What this domain needs of others of its rank or above, and what tests put in their place. */
import type { Db } from '../database/open.ts'
import type { JobOptions } from '../jobs/jobs.ts'

/** Mails that are written when they are sent. */
export interface Mails {
  /** In the caller's transaction. */
  add(db: Db, kind: string, payload: { signer_id: string }, options?: JobOptions): Promise<void>
}

/** Text messages, sent at once. */
export interface Texts {
  /**
   * @throws AppError `sms_unavailable`; `validation_failed` for a number that takes none
   */
  send(message: { to: string; text: string; reference: string }): Promise<unknown>
  /** Says who is told what the carrier reports later, by the reference of the message. */
  onReport(
    listener: (report: {
      reference: string
      outcome: 'delivered' | 'failed'
      reason?: string
    }) => Promise<void>,
  ): void
}

/** Addresses that are told of one document. */
export interface WebhookTargets {
  /** Looks at an address before any transaction. @throws AppError `webhook_url_refused` */
  check(url: string): Promise<unknown>
  /** In the caller's transaction. @throws AppError `webhook_url_refused` */
  addForDocument(
    db: Db,
    target: { accountId: string; documentId: string; mode: 'live' | 'test'; url: string },
  ): Promise<unknown>
}
