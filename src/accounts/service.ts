/** Accounts and whether they are enabled. Keys are in `keys.ts`. */
import { isUniqueViolation } from '../database/failure.ts'
import type { Db } from '../database/open.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { revokeKeys } from './key-store.ts'
import * as store from './store.ts'

const EMAIL_LENGTH_MAX = 254
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/

/** A refusal that names one field, for callers and for the command line alike. */
export const wrongField = (pointer: string, detail: string): AppError =>
  new AppError('validation_failed', detail, { errors: [{ pointer, detail }] })

/** The error for an unknown account id. */
export const noAccount = (id: string): AppError =>
  wrongField('/account', `There is no account "${id}".`)

/** An address in its stored form; undefined if invalid. */
export function checkedEmail(email: string): string | undefined {
  const address = email.trim().toLowerCase()
  return address.length <= EMAIL_LENGTH_MAX && EMAIL.test(address) ? address : undefined
}

/** The account service. */
export class AccountService {
  readonly #db: Db
  readonly #clock: Clock

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /**
   * Creates an account.
   * @throws AppError `validation_failed` when the address is invalid or taken
   */
  async createAccount(email: string, db: Db = this.#db): Promise<store.AccountRow> {
    const address = checkedEmail(email)
    if (address === undefined) {
      throw wrongField('/email', `"${email}" is not an e-mail address such as name@example.com.`)
    }
    const now = this.#clock.now()
    const row = { id: newId('acc', now), email: address, created_at: toIso(now), disabled_at: null }
    try {
      await store.insertAccount(db, row)
    } catch (error) {
      if (!isUniqueViolation(error, 'accounts.email')) throw error
      throw wrongField('/email', `There is already an account for ${address}.`)
    }
    return row
  }

  /** Every account with the number of its keys that are not revoked. */
  listAccounts() {
    return store.listAccounts(this.#db)
  }

  /**
   * Disables an account (all its keys stop working at once) or enables it again.
   * @throws AppError `validation_failed` when there is no such account
   */
  async setDisabled(accountId: string, disabled: boolean): Promise<void> {
    const at = disabled ? toIso(this.#clock.now()) : null
    if (!(await store.setDisabled(this.#db, accountId, at))) throw noAccount(accountId)
  }

  /** Whether an account is disabled or does not exist. */
  async isDisabled(accountId: string, db: Db = this.#db): Promise<boolean> {
    const account = await store.findAccount(db, accountId)
    return account === undefined || account.disabled_at !== null
  }

  /** Revokes every key of an account. */
  async revokeKeys(accountId: string, db: Db): Promise<void> {
    await revokeKeys(db, accountId, toIso(this.#clock.now()))
  }

  /**
   * Closes an account permanently: its keys are revoked and its address is erased. The row stays, since
   * signed documents and counters refer to it.
   */
  async closeAccount(accountId: string, db: Db): Promise<void> {
    const at = toIso(this.#clock.now())
    await revokeKeys(db, accountId, at)
    await store.forgetAddress(db, accountId, at)
  }

  /** An account by its id or its e-mail address; undefined when there is none. */
  async findAccount(idOrEmail: string, db: Db = this.#db): Promise<store.AccountRow | undefined> {
    return idOrEmail.includes('@')
      ? await store.findAccountByEmail(db, idOrEmail.trim().toLowerCase())
      : await store.findAccount(db, idOrEmail)
  }
}
