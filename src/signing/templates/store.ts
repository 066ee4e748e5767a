/** The table of request templates, and all its SQL. */
import { sql } from 'kysely'
import type { KeyMode } from '../../accounts/key-format.ts'
import { JsonColumns, type JsonColumnsOf } from '../../database/json-columns.ts'
import type { Db } from '../../database/open.ts'
import { rowsOf } from '../../database/rows.ts'
import type { BlobStore } from '../../files/blob-store.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { RequestFile } from '../model/files.ts'
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

/** A PDF after the first one. */
export type TemplateFile = Pick<
  RequestFile,
  'number' | 'filename' | 'original_sha256' | 'original_bytes' | 'pages'
>

interface TemplateFilesTable extends TemplateFile {
  id: string
  request_template_id: string | null
  bulk_send_id: string | null
}

declare module '../../database/tables.ts' {
  interface Tables {
    request_templates: RequestTemplatesTable
    template_files: TemplateFilesTable
  }
}

/** Hashes of all files of a template or a bulk send. */
export const blobsOfTemplate = ({
  file_sha256,
  files,
}: {
  file_sha256: string | null
  files: readonly TemplateFile[]
}): string[] => [
  ...(file_sha256 === null ? [] : [file_sha256]),
  ...files.map(({ original_sha256 }) => original_sha256),
]

/** The further PDFs, read. */
export async function furtherPdfs(blobs: Pick<BlobStore, 'get'>, files: readonly TemplateFile[]) {
  const pdfs: Array<{ pdf: Uint8Array; filename: string }> = []
  for (const { original_sha256, filename } of files)
    pdfs.push({ pdf: await blobs.get(original_sha256), filename })
  return pdfs
}

type StoredTemplate = JsonColumnsOf<RequestTemplatesTable, { definition: Definition }>

/** A stored template with the PDFs after its first document. */
export type TemplateRow = StoredTemplate & { files: readonly TemplateFile[] }

type FilesOwner = 'request_template_id' | 'bulk_send_id'

/** The further PDFs of request templates or bulk sends, in their order. */
export async function filesOf(
  db: Db,
  owner: FilesOwner,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TemplateFile[]>> {
  const found = new Map(ids.map((id): [string, TemplateFile[]] => [id, []]))
  if (ids.length === 0) return found
  const rows = await db
    .selectFrom('template_files')
    .selectAll()
    .where(owner, 'in', [...ids])
    .orderBy('number')
    .execute()
  for (const { id: _, request_template_id, bulk_send_id, ...file } of rows)
    found.get(request_template_id ?? bulk_send_id ?? '')?.push(file)
  return found
}

/** Stores the further PDFs of a new template or bulk send. */
export async function insertFiles(
  db: Db,
  owner: FilesOwner,
  id: string,
  files: readonly TemplateFile[],
): Promise<void> {
  const none = { request_template_id: null, bulk_send_id: null }
  const rows = files.map(({ number, filename, original_sha256, original_bytes, pages }) => ({
    ...{ id: `${id}/${number}`, ...none, [owner]: id },
    ...{ number, filename, original_sha256, original_bytes, pages },
  }))
  if (rows.length > 0) await db.insertInto('template_files').values(rows).execute()
}

/** Hash of the PDF of a template that is not a Word template. */
export function fileOfTemplate({ file_sha256 }: Pick<TemplateRow, 'file_sha256'>): string {
  invariant(file_sha256 !== null, 'a template without a Word template has a PDF')
  return file_sha256
}

const json = new JsonColumns<RequestTemplatesTable, StoredTemplate>(['definition'])

async function withFiles(db: Db, rows: readonly StoredTemplate[]): Promise<TemplateRow[]> {
  const ids = rows.map(({ id }) => id)
  const files = await filesOf(db, 'request_template_id', ids)
  return rows.map((row) => ({ ...row, files: files.get(row.id) ?? [] }))
}

/** Whose templates. */
export interface Holder {
  accountId: string
  modes: readonly KeyMode[]
}

/** Stores a request template. */
export async function insertTemplate(db: Db, { files, ...row }: TemplateRow): Promise<void> {
  await db.insertInto('request_templates').values(json.encode(row)).execute()
  await insertFiles(db, 'request_template_id', row.id, files)
}

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
  return row && (await withFiles(db, [json.decode(row)]))[0]
}

/** Newest first. */
export async function listTemplates(
  db: Db,
  holder: Holder,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<TemplateRow[]> {
  let query = held(db, holder).selectAll().orderBy('id', 'desc').limit(limit)
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  const rows = await query.execute()
  return await withFiles(db, rows.map(json.decode.bind(json)))
}

/** Changes columns of a request template. */
export const updateTemplate = (db: Db, id: string, changes: Partial<StoredTemplate>) =>
  rowsOf(db, 'request_templates', { id }).change(json.encodeSome(changes))

/** Deletes a request template. */
export const deleteTemplate = (db: Db, id: string) =>
  rowsOf(db, 'request_templates', { id }).delete()

/** What an account stores. */
export const storedBy = (db: Db, holder: Holder): Promise<{ templates: number; bytes: number }> =>
  held(db, holder)
    .select([
      sql<number>`count(*)`.as('templates'),
      sql<number>`coalesce(sum(size_bytes + (
        SELECT coalesce(sum(original_bytes), 0) FROM template_files
        WHERE request_template_id = request_templates.id)), 0)`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
