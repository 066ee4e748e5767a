/** The country that an account has chosen for telephone numbers without the code of their country, and its SQL. */
import type { Db } from '../../database/open.ts'

interface PhoneCountriesTable {
  account_id: string
  /** ISO 3166-1. */
  country: string
}

declare module '../../database/tables.ts' {
  interface Tables {
    phone_countries: PhoneCountriesTable
  }
}

/** The account's country (ISO 3166-1); undefined: none chosen. */
export async function countryOf(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('phone_countries')
    .select('country')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.country
}

/** Sets it. @param country ISO 3166-1; undefined: none */
export async function setCountry(
  db: Db,
  accountId: string,
  country: string | undefined,
): Promise<void> {
  await db.deleteFrom('phone_countries').where('account_id', '=', accountId).execute()
  if (country !== undefined)
    await db.insertInto('phone_countries').values({ account_id: accountId, country }).execute()
}
