/** The tables of stored templates and all their SQL. */
import { sql } from 'kysely'
import type { Holder } from '../accounts/caller.ts'
import type { KeyMode } from '../accounts/key-format.ts'
import { inTurn, lockRows } from '../database/concurrent.ts'
import { NamedFiles } from '../database/named-files.ts'
import type { Db } from '../database/open.ts'
import { rowsOf } from '../database/rows.ts'

interface TemplatesTable {
  id: string
  account_id: string
  /** Mode of the key that created it. */
  mode: KeyMode
  name: string
  current_version: number
  /** Number the next upload gets; numbers are never reused. */
  next_version: number
  created_at: string
  updated_at: string
}

/** A version; its file is a blob. */
export interface VersionRow {
  template_id: string
  version: number
  sha256: string
  size_bytes: number
  filename: string
  note: string | null
  /** JSON text of the mapping from the caller's own data to an invoice. */
  mapping: string | null
  created_at: string
}

declare module '../database/tables.ts' {
  interface Tables {
    templates: TemplatesTable
    template_versions: VersionRow
  }
}

/** A template with its number of versions. */
export type TemplateRow = TemplatesTable & { versions: number }

/** Reads and writes the rows; every call may run inside a transaction of the service. */
export class TemplateStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Runs the work with a store whose calls are one transaction, in the turn of an account. */
  transaction<T>(accountId: string, work: (store: TemplateStore) => Promise<T>): Promise<T> {
    return inTurn(this.#db, ['account', accountId], (db) => work(new TemplateStore(db)))
  }

  #templates() {
    return this.#db
      .selectFrom('templates')
      .selectAll('templates')
      .select((row) =>
        row
          .selectFrom('template_versions')
          .whereRef('template_versions.template_id', '=', 'templates.id')
          .select((count) => count.fn.countAll<number>().as('versions'))
          .$asScalar()
          .$notNull()
          .as('versions'),
      )
  }

  async find({ accountId, modes }: Holder, id: string): Promise<TemplateRow | undefined> {
    await lockRows(this.#db, sql`templates WHERE id = ${id}`)
    return await this.#templates()
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('mode', 'in', modes)
      .executeTakeFirst()
  }

  list({ accountId, modes }: Holder, afterId: string | undefined, limit: number) {
    let query = this.#templates().where('account_id', '=', accountId).where('mode', 'in', modes)
    if (afterId !== undefined) query = query.where('id', '<', afterId)
    return query.orderBy('id', 'desc').limit(limit).execute()
  }

  /** Number of templates of an account in a mode. */
  async count(accountId: string, mode: KeyMode): Promise<number> {
    return await rowsOf(this.#db, 'templates', { account_id: accountId, mode }).count()
  }

  /** Bytes of all retained versions of an account's templates. */
  async bytes(accountId: string): Promise<number> {
    const row = await this.#db
      .selectFrom('template_versions as version')
      .innerJoin('templates as template', 'template.id', 'version.template_id')
      .where('template.account_id', '=', accountId)
      .select((sum) =>
        sum.fn.coalesce(sum.fn.sum<number>('version.size_bytes'), sum.lit(0)).as('bytes'),
      )
      .executeTakeFirstOrThrow()
    return row.bytes
  }

  async insert(row: TemplatesTable): Promise<void> {
    await this.#db.insertInto('templates').values(row).execute()
  }

  async update(id: string, values: Partial<Omit<TemplatesTable, 'id' | 'account_id'>>) {
    await rowsOf(this.#db, 'templates', { id }).change(values)
  }

  async remove(id: string): Promise<void> {
    await rowsOf(this.#db, 'templates', { id }).delete()
  }

  /** Versions of a template, newest first. */
  versions(templateId: string): Promise<VersionRow[]> {
    return rowsOf(this.#db, 'template_versions', { template_id: templateId }).all({
      order: { version: 'desc' },
    })
  }

  version(templateId: string, version: number): Promise<VersionRow | undefined> {
    return rowsOf(this.#db, 'template_versions', { template_id: templateId, version }).first()
  }

  async insertVersion(row: VersionRow): Promise<void> {
    await this.#db.insertInto('template_versions').values(row).execute()
  }

  async removeVersion(templateId: string, version: number): Promise<void> {
    await rowsOf(this.#db, 'template_versions', { template_id: templateId, version }).delete()
  }

  /** Every file that a version of any account uses. */
  get files(): NamedFiles {
    return new NamedFiles(this.#db, 'template_versions')
  }
}
