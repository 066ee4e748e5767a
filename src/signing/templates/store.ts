/** The table of request templates, and all its SQL. */
import { sql } from 'kysely'
import type { KeyMode } from '../../accounts/key-format.ts'
import { JsonColumns, type JsonColumnsOf } from '../../database/json-columns.ts'
import type { Db } from '../../database/open.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Definition } from './schemas.ts'

interface RequestTemplatesTable {
  id: string
  account_id: string
  mode: KeyMode
  name: string
  /** JSON: roles and defaults. */
  definition: string
  /** The Word template; null: a PDF. */
  template_id: string | null
  /** Null: the current one of the time. */
  template_version: number | null
  file_sha256: string | null
  filename: string | null
  size_bytes: number
  pages: number
  created_at: string
  updated_at: string
}

declare module '../../database/tables.ts' {
  interface Tables {
    request_templates: RequestTemplatesTable
  }
}

/** A stored template. */
export type TemplateRow = JsonColumnsOf<RequestTemplatesTable, { definition: Definition }>

/** Hash of the PDF of a template that is not a Word template. */
export function fileOfTemplate({ file_sha256 }: Pick<TemplateRow, 'file_sha256'>): string {
  invariant(file_sha256 !== null, 'a template without a Word template has a PDF')
  return file_sha256
}

const json = new JsonColumns<RequestTemplatesTable, TemplateRow>(['definition'])

/** Whose templates. */
export interface Holder {
  accountId: string
  modes: readonly KeyMode[]
}

/** Stores a request template. */
export const insertTemplate = (db: Db, row: TemplateRow) =>
  db.insertInto('request_templates').values(json.encode(row)).execute()

const held = (db: Db, { accountId, modes }: Holder) =>
  db
    .selectFrom('request_templates')
    .where('account_id', '=', accountId)
    .where('mode', 'in', [...modes])

/** A template of the holder. */
export async function findTemplate(
  db: Db,
  holder: Holder,
  id: string,
): Promise<TemplateRow | undefined> {
  const row = await held(db, holder).selectAll().where('id', '=', id).executeTakeFirst()
  return row && json.decode(row)
}

/** Newest first. */
export async function listTemplates(
  db: Db,
  holder: Holder,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<TemplateRow[]> {
  let query = held(db, holder).selectAll().orderBy('id', 'desc').limit(limit)
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  return (await query.execute()).map((row) => json.decode(row))
}

/** Changes columns of a request template. */
export const updateTemplate = (db: Db, id: string, changes: Partial<TemplateRow>) =>
  db.updateTable('request_templates').set(json.encodeSome(changes)).where('id', '=', id).execute()

/** Deletes a request template. */
export const deleteTemplate = (db: Db, id: string) =>
  db.deleteFrom('request_templates').where('id', '=', id).execute()

/** What an account stores. */
export const storedBy = (db: Db, holder: Holder): Promise<{ templates: number; bytes: number }> =>
  held(db, holder)
    .select([
      sql<number>`count(*)`.as('templates'),
      sql<number>`coalesce(sum(size_bytes), 0)`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
