/** What an account has chosen for its signature requests, for the pages that show and change it. */
import type { Db } from '../../database/open.ts'
import * as store from './notice-store.ts'
import { countryOf, setCountry } from './notice-store.ts'

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

  /** The country of numbers without the code of their country; undefined: none chosen. */
  country(accountId: string): Promise<string | undefined> {
    return countryOf(this.#db, accountId)
  }

  /** Sets that country (ISO 3166-1); undefined: none. */
  setCountry(accountId: string, country: string | undefined): Promise<void> {
    return setCountry(this.#db, accountId, country)
  }

  /** Forgets what the account has chosen. */
  async forget(accountId: string): Promise<void> {
    await store.forgetNotices(this.#db, accountId)
    await setCountry(this.#db, accountId, undefined)
  }
}
