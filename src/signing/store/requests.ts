/** The tables of requests and signers, and all their SQL. */
import { sql } from 'kysely'
import { lockRows } from '../../database/concurrent.ts'
import { JsonColumns } from '../../database/json-columns.ts'
import type { Db } from '../../database/open.ts'
import { is, rowsOf } from '../../database/rows.ts'
import { type Files, isHandedOut } from '../model/files.ts'
import type { ExternalSealState, RequestRow, RequestWithSigners, SignerRow } from '../model/rows.ts'
import {
  type RequestState,
  requestSources,
  type SignerState,
  signerSources,
} from '../model/states.ts'
import type { FileColumns, RequestsTable, SignersTable } from '../model/tables.ts'
import { columnsOf, filesColumn, nameAdditionalFiles, requestsNaming, takeFiles } from './files.ts'
import { insertTags } from './tags.ts'

const requestJson = new JsonColumns<
  Omit<RequestsTable, keyof FileColumns>,
  Omit<RequestRow, 'files'>
>([
  'metadata',
  'reminders',
  'notify',
  'form_notes',
  'document_warnings',
  'copies',
  'outer_seal',
  'tags',
  'open_link',
  'returned',
])
const signerJson = new JsonColumns<SignersTable, SignerRow>([
  'fields',
  'inputs',
  'redirect_urls',
  'consent',
  'intent',
  'signature',
  'delivery_failure',
  'kept_mail',
  'verified_identity',
  'verified_by',
  'delegation',
  'certificate',
  'certificate_failure',
])

/** A row as it was read with its files. */
export function decodeRequest(row: RequestsTable & { files: string | null }): RequestRow {
  const { files, rest } = takeFiles(row)
  return { ...requestJson.decode(rest), files }
}

/** Inserts a request; its signers are inserted separately. */
export async function insertRequest(db: Db, { files, ...row }: RequestRow): Promise<void> {
  const columns = { ...requestJson.encode(row), ...columnsOf(files) }
  await db.insertInto('signature_requests').values(columns).execute()
  await nameAdditionalFiles(db, row.id, files)
  await insertTags(db, row)
}

/** Adds the signers of a request. */
export const insertSigners = (db: Db, rows: readonly SignerRow[]) =>
  db
    .insertInto('signers')
    .values(rows.map((row) => signerJson.encode(row)))
    .execute()

/**
 * A request by id, of any account. In a transaction its row stays locked: who changes the request, its signers or its
 * trail has read it there, and the next one reads what they have written.
 */
export async function findRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  await lockRows(db, sql`signature_requests WHERE id = ${id}`)
  return await readRequest(db, id)
}

/** Whether the request of a signer asks for a code before it is shown. */
export const asksCode = async (db: Db, signerId: string): Promise<boolean> =>
  (await db
    .selectFrom('signers')
    .innerJoin('signature_requests', 'signature_requests.id', 'signers.request_id')
    .select('signers.id')
    .where('signers.id', '=', signerId)
    .where('code_to_open', '=', 1)
    .executeTakeFirst()) !== undefined

/** A request by id, of any account, only to be read. */
export async function readRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  const row = await db
    .selectFrom('signature_requests')
    .selectAll()
    .select(filesColumn(db))
    .where('id', '=', id)
    .executeTakeFirst()
  return row && decodeRequest(row)
}

/** A signer by the id; in a transaction the row of the request stays locked. */
export async function findSigner(db: Db, id: string): Promise<SignerRow | undefined> {
  const theirs = sql`(SELECT request_id FROM signers WHERE id = ${id})`
  await lockRows(db, sql`signature_requests WHERE id = ${theirs}`)
  const row = await rowsOf(db, 'signers', { id }).first()
  return row && signerJson.decode(row)
}

/** The signers of a request, in the order they were given. */
export async function signersOf(db: Db, requestId: string): Promise<SignerRow[]> {
  const rows = await rowsOf(db, 'signers', { request_id: requestId, removed_at: null }).all({
    order: { position: 'asc' },
  })
  return rows.map((row) => signerJson.decode(row))
}

/** Requests with their signers, all in one statement: each is a round trip to PostgreSQL. */
export async function withSigners(
  db: Db,
  requests: readonly RequestRow[],
): Promise<RequestWithSigners[]> {
  const ids = requests.map(({ id }) => id)
  const present = rowsOf(db, 'signers', { request_id: ids, removed_at: null })
  const signers = new Map<string, SignerRow[]>(ids.map((id) => [id, []]))
  for (const row of await present.all({ order: { position: 'asc' } }))
    signers.get(row.request_id)?.push(signerJson.decode(row))
  return requests.map((request) => ({ request, signers: signers.get(request.id) ?? [] }))
}

/** A request with its signers; undefined when there is none, or not of that account. */
export async function findRequestWithSigners(
  db: Db,
  id: string,
  accountId?: string,
): Promise<RequestWithSigners | undefined> {
  const request = await findRequest(db, id)
  if (request === undefined || (accountId !== undefined && request.account_id !== accountId))
    return undefined
  return { request, signers: await signersOf(db, id) }
}

/** Unsent documents of an account, live or test. */
export interface Unsent {
  drafts: number
  /** Of drafts, and of those that ended and are not erased yet. */
  unsentBytes: number
}

/** Storage an account uses for signature requests, live or test. */
export interface Held extends Unsent {
  /** Of all documents, as uploaded. */
  bytes: number
}

const ofAccount = (db: Db, accountId: string, mode: 'live' | 'test') =>
  db.selectFrom('signature_requests').where('account_id', '=', accountId).where('mode', '=', mode)
const BYTES = sql<number>`coalesce(sum(original_bytes + further_bytes), 0)`

/** What an account has not sent; asked with every new document. */
export const unsentBy = (db: Db, accountId: string, mode: 'live' | 'test'): Promise<Unsent> =>
  ofAccount(db, accountId, mode)
    .select([
      sql<number>`count(*) FILTER (WHERE status = 'draft')`.as('drafts'),
      BYTES.as('unsentBytes'),
    ])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()

/** What an account stores: drafts, files that are not sent yet, and the size of all files in bytes. */
export async function heldBy(db: Db, accountId: string, mode: 'live' | 'test'): Promise<Held> {
  const all = ofAccount(db, accountId, mode).select(BYTES.as('bytes'))
  const { bytes } = await all.executeTakeFirstOrThrow()
  return { ...(await unsentBy(db, accountId, mode)), bytes }
}

/** Number of open requests; a partial index covers just these. */
export async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM signature_requests
    WHERE status IN ('draft', 'pending')`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Changes a request's state along with other columns; false when its state does not allow the transition.
 * @param revision of the draft that the change was made from; false when there is another now
 */
export async function moveRequest(
  db: Db,
  id: string,
  to: RequestState,
  { files, ...changes }: Partial<RequestRow> = {},
  revision?: number,
): Promise<boolean> {
  let move = db
    .updateTable('signature_requests')
    .set({ ...requestJson.encodeSome(changes), ...(files && columnsOf(files)), status: to })
    .where('id', '=', id)
    .where('status', 'in', requestSources(to))
  if (revision !== undefined) move = move.where('revision', '=', revision)
  const result = await move.executeTakeFirst()
  const isMoved = result.numUpdatedRows > 0n
  if (isMoved && files !== undefined) await nameAdditionalFiles(db, id, files)
  return isMoved
}

/**
 * Changes a request without moving it; false when it is in another state, or was changed since.
 * @param from the state and revision that the change was made from
 */
export async function reviseRequest(
  db: Db,
  id: string,
  { files, ...changes }: Partial<RequestRow>,
  from: Pick<RequestRow, 'status' | 'revision'>,
): Promise<boolean> {
  const isRevised = await rowsOf(db, 'signature_requests', {
    id,
    status: from.status,
    revision: from.revision,
  }).change({
    ...requestJson.encodeSome(changes),
    ...(files && columnsOf(files)),
    revision: from.revision + 1,
  })
  if (isRevised && files !== undefined) await nameAdditionalFiles(db, id, files)
  return isRevised
}

/** Takes a signer out of a draft, which nobody has seen. */
export const deleteSigner = (db: Db, id: string) => rowsOf(db, 'signers', { id }).delete()

/** Changes a signer's state along with other columns; false when the state does not allow the transition. */
export const moveSigner = (db: Db, id: string, to: SignerState, changes: Partial<SignerRow> = {}) =>
  rowsOf(db, 'signers', { id, status: signerSources(to) }).change({
    ...signerJson.encodeSome(changes),
    status: to,
  })

/** Sets columns of a signer, whatever its state. */
export const updateSigner = (db: Db, id: string, changes: Partial<SignerRow>) =>
  rowsOf(db, 'signers', { id }).change(signerJson.encodeSome(changes))

/** Removes the values of half-filled forms of a request that has ended. */
export const forgetKept = (db: Db, requestId: string) =>
  rowsOf(db, 'signers', { request_id: requestId, kept_values: is('!=', null) }).change({
    kept_values: null,
  })

/** Uncounts a text that could not be sent. */
export const uncountText = (db: Db, id: string) =>
  sql`UPDATE signers SET texts_sent = max(0, texts_sent - 1) WHERE id = ${id}`.execute(db)

/**
 * Replaces the revisions of all files by the next ones made from them; false when the first file has another one than
 * `from` now, or the request has ended.
 */
export async function replaceRevision(
  db: Db,
  id: string,
  { from, files }: { from: string } & Files,
): Promise<boolean> {
  const isReplaced = await rowsOf(db, 'signature_requests', {
    id,
    status: 'pending',
    current_sha256: from,
  }).change(columnsOf(files))
  if (isReplaced) await nameAdditionalFiles(db, id, files)
  return isReplaced
}

/**
 * Stores the revision with the external seal, whether sealing goes on or is taken up again after it had failed; false when
 * the request has ended or another revision came in between.
 */
export const placeExternalSeal = (
  db: Db,
  id: string,
  { from, to, state }: { from: string; to: string; state: ExternalSealState },
): Promise<boolean> =>
  rowsOf(db, 'signature_requests', {
    id,
    status: ['pending', 'failed'],
    current_sha256: from,
  }).change({ ...requestJson.encodeSome({ outer_seal: state }), current_sha256: to })

/** Records why the external seal could not be made. */
export const noteExternalSeal = (db: Db, id: string, from: string, state: ExternalSealState) =>
  rowsOf(db, 'signature_requests', { id, current_sha256: from }).change(
    requestJson.encodeSome({ outer_seal: state }),
  )

/** Requests of an account that are to get an external seal and have none yet, or have failed without it. */
export async function listUnsealed(
  db: Db,
  accountId: string,
): Promise<Pick<RequestRow, 'id' | 'mode' | 'status' | 'outer_seal'>[]> {
  const rows = await db
    .selectFrom('signature_requests')
    .select(['id', 'mode', 'status', 'outer_seal'])
    .where('account_id', '=', accountId)
    .where('status', 'in', ['pending', 'failed'])
    .where('outer_seal', 'is not', null)
    .where(sql`json_extract(outer_seal, '$.made')`, 'is', null)
    .execute()
  return rows.map(({ outer_seal, ...row }) => ({
    ...row,
    outer_seal: outer_seal && JSON.parse(outer_seal),
  }))
}

/** The request that handed out a file with this hash: a finished one, or a signed revision. */
export async function findByFile(db: Db, sha256: string) {
  for (const id of await requestsNaming(db, sha256)) {
    const request = await findRequest(db, id)
    const file = request?.files.find((each) => isHandedOut(each, sha256))
    if (request === undefined || file === undefined) continue
    const { status, ended_at } = request
    return { id, status, ended_at, signed_sha256: file.signed_sha256 }
  }
  return undefined
}

/** The request that handed out a finished file with this hash before its archive time-stamp was renewed. */
export const findByRenewed = (db: Db, sha256: string) =>
  db
    .selectFrom('signature_requests')
    .innerJoin('renewed_files', 'renewed_files.request_id', 'signature_requests.id')
    .select(['id', 'status', 'ended_at', 'renewed_files.sha256 as signed_sha256'])
    .where('renewed_files.sha256', '=', sha256)
    .executeTakeFirst()
