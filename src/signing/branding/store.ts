/** How accounts present themselves to signers, and all SQL about that. */
import type { KeyMode } from '../../accounts/key-format.ts'
import type { Db } from '../../database/open.ts'
import { rowsOf } from '../../database/rows.ts'

/** Whose brand: requests of test keys may have another than those of live keys. */
export interface BrandHolder {
  account_id: string
  mode: KeyMode
}

/** An account's brand as stored. */
export interface BrandRow extends BrandHolder {
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
    brands: BrandRow
  }
}

/** The brand of an account's requests, for those of test keys the live one where they have none; undefined: none. */
export const findBrand = (
  db: Db,
  { account_id, mode }: BrandHolder,
): Promise<BrandRow | undefined> =>
  db
    .selectFrom('brands')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('mode', 'in', [mode, 'live'])
    // 'test' is behind 'live'
    .orderBy('mode', 'desc')
    .executeTakeFirst()

/** Stores a brand, all of it at once. */
export const setBrand = (db: Db, row: BrandRow) =>
  db
    .insertInto('brands')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'mode']).doUpdateSet(row))
    .execute()

/** Removes the brands of an account. */
export const removeBrands = (db: Db, accountId: string) =>
  rowsOf(db, 'brands', { account_id: accountId }).delete()
