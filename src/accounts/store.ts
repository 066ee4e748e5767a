/** All SQL about accounts and the pepper. Times go in and come out as RFC 3339 text. */
import type { Db } from '../database/open.ts'
import { rowsOf } from '../database/rows.ts'
import type { KnownPepper } from './pepper.ts'

/** An account as stored. */
export interface AccountRow {
  id: string
  email: string
  created_at: string
  disabled_at: string | null
}

interface AccountLimitsTable {
  account_id: string
  sms_countries: string | null
  strangers_per_day: number | null
  sender_names: string | null
}

interface KeyPepperTable extends KnownPepper {
  id: number
}

declare module '../database/tables.ts' {
  interface Tables {
    accounts: AccountRow
    account_limits: AccountLimitsTable
    key_pepper: KeyPepperTable
  }
}

/** Adds an account. Its address is unique. */
export const insertAccount = (db: Db, row: AccountRow) =>
  db.insertInto('accounts').values(row).execute()

/** An account by its id. */
export const findAccount = (db: Db, id: string): Promise<AccountRow | undefined> =>
  rowsOf(db, 'accounts', { id }).first()

/** An account by its address, as it is stored. */
export const findAccountByEmail = (db: Db, email: string): Promise<AccountRow | undefined> =>
  rowsOf(db, 'accounts', { email }).first()

/** Every account with how many keys it has that are not revoked. */
export const listAccounts = (db: Db) =>
  db
    .selectFrom('accounts')
    .leftJoin('api_keys', (join) =>
      join.onRef('api_keys.account_id', '=', 'accounts.id').on('api_keys.revoked_at', 'is', null),
    )
    .select(['accounts.id', 'accounts.email', 'accounts.created_at', 'accounts.disabled_at'])
    .select((eb) => eb.fn.count<number>('api_keys.id').as('keys'))
    .groupBy('accounts.id')
    .orderBy('accounts.id')
    .execute()

/** Sets or clears the disabled state; returns whether the account exists. */
export const setDisabled = (db: Db, id: string, at: string | null): Promise<boolean> =>
  rowsOf(db, 'accounts', { id }).change({ disabled_at: at })

/** Replaces the account's address by one that belongs to nobody, and disables the account. */
export const forgetAddress = (db: Db, id: string, at: string) =>
  rowsOf(db, 'accounts', { id }).change({ email: `closed-${id}@invalid`, disabled_at: at })

/** What is known of the pepper that keys were hashed with; undefined before the first start. */
export const findPepper = (db: Db): Promise<KnownPepper | undefined> =>
  db.selectFrom('key_pepper').select(['fingerprint', 'sealed', 'vault']).executeTakeFirst()

/** Records it; the first writer wins. One whose fingerprint is known is added to it. */
export const recordPepper = (db: Db, pepper: KnownPepper) =>
  db
    .insertInto('key_pepper')
    .values({ id: 1, ...pepper })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ sealed: pepper.sealed, vault: pepper.vault })
        .where('key_pepper.sealed', 'is', null)
        .where('key_pepper.fingerprint', '=', pepper.fingerprint),
    )
    .execute()

/** The account's own limits, where the operator set any. */
export const findLimits = (db: Db, accountId: string): Promise<AccountLimitsTable | undefined> =>
  rowsOf(db, 'account_limits', { account_id: accountId }).first()

/** Sets the account's own limits, all of them at once. */
export const setLimits = (db: Db, row: AccountLimitsTable) =>
  db
    .insertInto('account_limits')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
