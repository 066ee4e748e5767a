/** How long accounts keep their signature requests, where they have chosen it themselves, and all SQL about it. */
import type { Db } from '../../database/open.ts'
import { rowsOf } from '../../database/rows.ts'

/** The periods that an account has chosen, as they are stored. */
export interface PeriodsRow {
  account_id: string
  /** Days after completion; null: as long as the operator keeps them. */
  completed_days: number | null
  /** Days after any other end. */
  unsigned_days: number | null
  /** What counted before; whichever is longer counts until {@link PeriodsRow.alone_from}. */
  earlier_completed_days: number | null
  earlier_unsigned_days: number | null
  alone_from: string
}

declare module '../../database/tables.ts' {
  interface Tables {
    retention_periods: PeriodsRow
  }
}

/** An account's choice; undefined: none. */
export const findPeriods = (db: Db, accountId: string): Promise<PeriodsRow | undefined> =>
  rowsOf(db, 'retention_periods', { account_id: accountId }).first()

/** The choices of all accounts. */
export const listPeriods = (db: Db): Promise<PeriodsRow[]> =>
  db.selectFrom('retention_periods').selectAll().orderBy('account_id').execute()

/** Replaces an account's choice, in the caller's transaction. */
export async function setPeriods(trx: Db, row: PeriodsRow): Promise<void> {
  await rowsOf(trx, 'retention_periods', { account_id: row.account_id }).delete()
  await trx.insertInto('retention_periods').values(row).execute()
}
