/** The table of the fonts of accounts and all its SQL. */
import type { Holder } from '../accounts/caller.ts'
import type { KeyMode } from '../accounts/key-format.ts'
import { inTurn } from '../database/concurrent.ts'
import { NamedFiles } from '../database/named-files.ts'
import type { Db } from '../database/open.ts'
import { rowsOf } from '../database/rows.ts'
import type { FontStyle } from '../docx/embedded-fonts/uploaded-font.ts'

/** A font; its file is a blob. */
export interface FontRow {
  id: string
  account_id: string
  /** Mode of the key that uploaded it. */
  mode: KeyMode
  family: string
  /** JSON array of the names of the family, in all languages of the file. */
  names: string
  style: FontStyle
  /** Characters that it has, such as `20-7e a0-ff`. */
  coverage: string
  filename: string
  sha256: string
  size_bytes: number
  created_at: string
}

declare module '../database/tables.ts' {
  interface Tables {
    fonts: FontRow
  }
}

/** Reads and writes the rows. */
export class FontStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Runs the work with a store whose calls are one transaction, in the turn of an account. */
  transaction<T>(accountId: string, work: (store: FontStore, db: Db) => Promise<T>): Promise<T> {
    return inTurn(this.#db, ['account', accountId], (db) => work(new FontStore(db), db))
  }

  /** By family and style; live ones before test ones. */
  list({ accountId, modes }: Holder): Promise<FontRow[]> {
    return rowsOf(this.#db, 'fonts', { account_id: accountId, mode: modes }).all({
      order: { mode: 'asc', family: 'asc', style: 'desc', id: 'asc' },
    })
  }

  find({ accountId, modes }: Holder, id: string): Promise<FontRow | undefined> {
    return rowsOf(this.#db, 'fonts', { id, account_id: accountId, mode: modes }).first()
  }

  async insert(row: FontRow): Promise<void> {
    await this.#db.insertInto('fonts').values(row).execute()
  }

  async remove(id: string): Promise<void> {
    await rowsOf(this.#db, 'fonts', { id }).delete()
  }

  /** Bytes of all fonts of an account. */
  bytes(accountId: string): Promise<number> {
    return rowsOf(this.#db, 'fonts', { account_id: accountId }).sum('size_bytes')
  }

  /** Fonts of all accounts, and how many accounts have some. */
  async totals(): Promise<{ fonts: number; accounts: number }> {
    return await this.#db
      .selectFrom('fonts')
      .select(({ fn }) => [
        fn.countAll<number>().as('fonts'),
        fn.count<number>('account_id').distinct().as('accounts'),
      ])
      .executeTakeFirstOrThrow()
  }

  /** Every file that any account uses. */
  get files(): NamedFiles {
    return new NamedFiles(this.#db, 'fonts')
  }
}
