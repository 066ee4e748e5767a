/** Which mails an account gets about its own requests, for the pages that show and change it. */
import type { Db } from '../../database/open.ts'
import * as store from './notice-store.ts'

/** The choices of accounts. */
export class SenderNotices {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** The account's choice, or the defaults. */
  of(accountId: string): Promise<store.NoticeSettings> {
    return store.noticesOf(this.#db, accountId)
  }

  /** Stores the account's choice. */
  set(accountId: string, settings: store.NoticeSettings): Promise<void> {
    return store.setNotices(this.#db, accountId, settings)
  }

  /** Forgets the account's choice. */
  forget(accountId: string): Promise<void> {
    return store.forgetNotices(this.#db, accountId)
  }
}
