/** Account limits set by the operator, above or below the defaults. */

import type { Db } from '../database/open.ts'
import { textsOf } from '../kernel/type-guards.ts'
import { noAccount, wrongField } from './service.ts'
import * as store from './store.ts'

/** An account's own limits; absent ones are the defaults. */
interface AccountLimits {
  /** ISO 3166-1 codes of the countries it may send text messages to. */
  smsCountries?: readonly string[] | undefined
  /** People it may mail for the first time in 24 hours; 0: unlimited. */
  newRecipientsPerDay?: number | undefined
  /** Names that the operator has verified: mails show them without "via". */
  senderNames?: readonly string[] | undefined
}

const RECIPIENTS_MAX = 1_000_000
const NAME_MAX = 100

/** The limit service. */
export class LimitService {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** The limits of an account; empty if there is no such account. */
  async of(accountId: string, db: Db = this.#db): Promise<AccountLimits> {
    const row = await store.findLimits(db, accountId)
    return {
      ...(row?.sms_countries != null && {
        smsCountries: textsOf(JSON.parse(row.sms_countries)),
      }),
      ...(row?.strangers_per_day != null && { newRecipientsPerDay: row.strangers_per_day }),
      ...(row?.sender_names != null && { senderNames: textsOf(JSON.parse(row.sender_names)) }),
    }
  }

  /**
   * Replaces the limits; undefined ones return to the default.
   * @throws AppError `validation_failed` for an unknown account or a wrong value
   */
  async set(accountId: string, limits: AccountLimits): Promise<void> {
    const { smsCountries, newRecipientsPerDay, senderNames } = limits
    if (smsCountries?.some((code) => !/^[A-Z]{2}$/.test(code)) || smsCountries?.length === 0)
      throw wrongField('/sms_countries', 'The countries must be codes such as FR,BE (ISO 3166-1).')
    const isCount = (count: number) =>
      Number.isInteger(count) && count >= 0 && count <= RECIPIENTS_MAX
    if (newRecipientsPerDay !== undefined && !isCount(newRecipientsPerDay))
      throw wrongField(
        '/strangers_per_day',
        `The number must be 0 (no limit) to ${RECIPIENTS_MAX}.`,
      )
    if (senderNames?.some((name) => name === '' || name.length > NAME_MAX || /\p{Cc}/u.test(name)))
      throw wrongField('/sender_names', `A name must have 1 to ${NAME_MAX} characters.`)
    if ((await store.findAccount(this.#db, accountId)) === undefined) throw noAccount(accountId)
    const text = (values: readonly string[] | undefined) =>
      values === undefined ? null : JSON.stringify(values)
    await store.setLimits(this.#db, {
      account_id: accountId,
      sms_countries: text(smsCountries),
      strangers_per_day: newRecipientsPerDay ?? null,
      sender_names: text(senderNames),
    })
  }
}
