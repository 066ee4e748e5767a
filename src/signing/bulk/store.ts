/** The tables of bulk sends and their rows, and all their SQL. */
import { sql } from 'kysely'
import type { KeyMode } from '../../accounts/key-format.ts'
import { asciiLower, isAmong, namesText } from '../../database/conditions.ts'
import { JsonColumns, type JsonColumnsOf } from '../../database/json-columns.ts'
import type { Db } from '../../database/open.ts'
import { is, rowsOf } from '../../database/rows.ts'
import type { Actor } from '../model/people.ts'
import type { Definition } from '../templates/schemas.ts'
import type { BulkState, RowFinding, RowState, RowUse } from './schemas.ts'

interface BulkSendsTable {
  id: string
  account_id: string
  mode: KeyMode
  key_id: string
  /** 1: a person in the console. */
  by_owner: number
  actor: string
  request_template_id: string
  definition: string
  template_id: string | null
  template_version: number | null
  file_sha256: string | null
  filename: string | null
  name: string
  status: BulkState
  paused: string | null
  separator: string
  warnings: string
  created_at: string
  started_at: string | null
  ended_at: string | null
}

interface BulkRowsTable {
  bulk_id: string
  number: number
  line: number
  status: RowState
  payload: string | null
  external_id: string | null
  document_id: string | null
  errors: string | null
  tries: number
}

declare module '../../database/tables.ts' {
  interface Tables {
    bulk_sends: BulkSendsTable
    bulk_rows: BulkRowsTable
  }
}

/** Why a bulk send does not go on. */
export interface Pause {
  code: string
  detail: string
  /** RFC 3339; absent: a person must resume it. */
  resumes_at?: string
}

/** A bulk send as stored. */
export type BulkRow = JsonColumnsOf<
  BulkSendsTable,
  { actor: Actor; definition: Definition; paused: Pause | null; warnings: readonly RowFinding[] }
>
/** A row of a list as stored. */
export type ListRow = JsonColumnsOf<
  BulkRowsTable,
  { payload: RowUse | null; errors: readonly RowFinding[] | null }
>

const bulkJson = new JsonColumns<BulkSendsTable, BulkRow>([
  'actor',
  'definition',
  'paused',
  'warnings',
])
const rowJson = new JsonColumns<BulkRowsTable, ListRow>(['payload', 'errors'])

/** Rows of one statement: SQLite and PostgreSQL both bound its parameters. */
const ROWS_AT_ONCE = 500

/** Whose bulk sends. */
export interface Holder {
  accountId: string
  modes: readonly KeyMode[]
}

/** Inserts a bulk send with its rows, in the caller's transaction. */
export async function insertBulk(db: Db, bulk: BulkRow, rows: readonly ListRow[]): Promise<void> {
  await db.insertInto('bulk_sends').values(bulkJson.encode(bulk)).execute()
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await db
      .insertInto('bulk_rows')
      .values(rows.slice(at, at + ROWS_AT_ONCE).map((row) => rowJson.encode(row)))
      .execute()
}

/** A bulk send; with a holder only if it is theirs. */
export async function findBulk(db: Db, id: string, holder?: Holder): Promise<BulkRow | undefined> {
  const theirs = holder && { account_id: holder.accountId, mode: holder.modes }
  const row = await rowsOf(db, 'bulk_sends', { id, ...theirs }).first()
  return row && bulkJson.decode(row)
}

/** Newest first. */
export async function listBulks(
  db: Db,
  { accountId, modes }: Holder,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<BulkRow[]> {
  const before = cursor !== undefined && { id: is('<', cursor) }
  const theirs = rowsOf(db, 'bulk_sends', { account_id: accountId, mode: modes, ...before })
  return (await theirs.all({ order: { id: 'desc' }, limit })).map((row) => bulkJson.decode(row))
}

/** How many of a holder have not ended. */
export const countUnfinished = (db: Db, { accountId, modes }: Holder): Promise<number> =>
  rowsOf(db, 'bulk_sends', { account_id: accountId, mode: modes, ended_at: null }).count()

/** Changes a bulk send that is in one of the states; false: it is in another. */
export const moveBulk = (
  db: Db,
  id: string,
  from: readonly BulkState[],
  changes: Partial<BulkRow>,
) => rowsOf(db, 'bulk_sends', { id, status: from }).change(bulkJson.encodeSome(changes))

/** Numbers of rows by their state, of each bulk send. */
export async function countRows(db: Db, ids: readonly string[]) {
  const counts = new Map(ids.map((id) => [id, new Map<RowState, number>()]))
  const rows = await db
    .selectFrom('bulk_rows')
    .select(['bulk_id', 'status'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isAmong(sql`bulk_id`, ids))
    .groupBy(['bulk_id', 'status'])
    .execute()
  for (const { bulk_id, status, count } of rows) counts.get(bulk_id)?.set(status, count)
  return counts
}

/** The first rows that wait. */
export async function waitingRows(db: Db, id: string, limit: number): Promise<ListRow[]> {
  const rows = await rowsOf(db, 'bulk_rows', { bulk_id: id, status: 'waiting' }).all({
    order: { number: 'asc' },
    limit,
  })
  return rows.map((row) => rowJson.decode(row))
}

/** Rows in order, after one. */
export async function rowsAfter(
  db: Db,
  id: string,
  { after, limit, states }: { after: number; limit: number; states?: readonly RowState[] },
): Promise<ListRow[]> {
  const some = states && { status: states }
  const rows = rowsOf(db, 'bulk_rows', { bulk_id: id, number: is('>', after), ...some })
  return (await rows.all({ order: { number: 'asc' }, limit })).map((row) => rowJson.decode(row))
}

/**
 * Marks a row as sent, in the transaction that creates its request; false: it was sent or cancelled before. What it
 * said of people is in the request from now on.
 */
export async function markSent(
  db: Db,
  { bulk_id, number }: Pick<ListRow, 'bulk_id' | 'number'>,
  documentId: string,
): Promise<boolean> {
  const result = await db
    .updateTable('bulk_rows')
    .set({ status: 'sent', document_id: documentId, payload: null, errors: null })
    .where('bulk_id', '=', bulk_id)
    .where('number', '=', number)
    .where('status', '=', 'waiting')
    .where(sql<boolean>`(SELECT status FROM bulk_sends WHERE id = ${bulk_id}) = 'running'`)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Changes a row that still waits. */
export const updateWaiting = (
  db: Db,
  { bulk_id, number }: Pick<ListRow, 'bulk_id' | 'number'>,
  changes: Partial<ListRow>,
) =>
  rowsOf(db, 'bulk_rows', { bulk_id, number, status: 'waiting' }).change(
    rowJson.encodeSome(changes),
  )

/** Cancels what waits. */
export const cancelRows = (db: Db, id: string) =>
  rowsOf(db, 'bulk_rows', { bulk_id: id, status: 'waiting' }).change({ status: 'cancelled' })

/** Bulk sends that ended, or were checked and never started, before a time. */
export async function oldBulks(db: Db, before: string, limit: number) {
  return await db
    .selectFrom('bulk_sends')
    .select(['id', 'file_sha256'])
    .where((eb) =>
      eb.or([
        eb('ended_at', '<', before),
        eb.and([eb('status', '=', 'checked'), eb('created_at', '<', before)]),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Ids and files of an account's. */
export const bulksOf = (db: Db, accountId: string) =>
  rowsOf(db, 'bulk_sends', { account_id: accountId }).all({ columns: ['id', 'file_sha256'] })

/** Deletes a bulk send with its rows; the requests stay. */
export async function deleteBulk(db: Db, id: string): Promise<void> {
  await rowsOf(db, 'bulk_rows', { bulk_id: id }).delete()
  await rowsOf(db, 'bulk_sends', { id }).delete()
}

/** States of documents, and who signs them, by id. */
export async function documentsOf(db: Db, ids: readonly string[]) {
  const found = new Map<string, { status: string; signers: string[] }>()
  if (ids.length === 0) return found
  const rows = await db
    .selectFrom('signature_requests as request')
    .innerJoin('signers', 'signers.request_id', 'request.id')
    .select(['request.id', 'request.status', 'signers.email'])
    .where('request.id', 'in', [...ids])
    .orderBy('signers.position')
    .execute()
  for (const { id, status, email } of rows) {
    const known = found.get(id)
    if (known === undefined) found.set(id, { status, signers: [email] })
    else known.signers.push(email)
  }
  return found
}

const aboutPerson = (email: string) => sql<boolean>`(${namesText('payload', email)}
  OR instr(lower(coalesce(errors, '')), ${asciiLower(email)}) > 0)`

/** Rows of lists that name an address and were not sent: what was sent is in its request. */
export async function countRowsAbout(db: Db, email: string): Promise<number> {
  const { count } = await db
    .selectFrom('bulk_rows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(aboutPerson(email))
    .executeTakeFirstOrThrow()
  return count
}

/** Erases what those rows say, and sends none of them. */
export const eraseRowsAbout = (db: Db, email: string) =>
  db
    .updateTable('bulk_rows')
    .set({
      payload: null,
      external_id: null,
      errors: null,
      status: sql<RowState>`CASE WHEN status = 'waiting' THEN 'cancelled' ELSE status END`,
    })
    .where(aboutPerson(email))
    .execute()
