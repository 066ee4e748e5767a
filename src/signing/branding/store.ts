/** How accounts present themselves to signers, and all SQL about that. */
import type { Db } from '../../database/open.ts'

interface BrandsTable {
  account_id: string
  name: string | null
  /** `#rrggbb`. */
  color: string | null
  reply_to: string | null
  /** Host name of the signers' pages. */
  host: string | null
  /** PNG that this service has drawn from the upload. */
  logo: Buffer | null
}

declare module '../../database/tables.ts' {
  interface Tables {
    brands: BrandsTable
  }
}

/** An account's brand as stored. */
export type BrandRow = BrandsTable

/** The brand of an account; undefined: none. */
export const findBrand = (db: Db, accountId: string): Promise<BrandRow | undefined> =>
  db.selectFrom('brands').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** Stores an account's brand, all of it at once. */
export const setBrand = (db: Db, row: BrandRow) =>
  db
    .insertInto('brands')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()

/** Removes an account's brand. */
export const removeBrand = (db: Db, accountId: string) =>
  db.deleteFrom('brands').where('account_id', '=', accountId).execute()
