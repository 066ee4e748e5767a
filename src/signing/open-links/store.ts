/** The tables of open links, of those who ask for a code there, and of the requests begun there: all their SQL. */
import { sql } from 'kysely'
import type { KeyMode } from '../../accounts/key-format.ts'
import { asciiLower, isAmong } from '../../database/conditions.ts'
import { JsonColumns, type JsonColumnsOf } from '../../database/json-columns.ts'
import type { Db } from '../../database/open.ts'
import { is, rowsOf } from '../../database/rows.ts'
import type { Language } from '../../kernel/languages.ts'
import { ACTIVE_SIGNER_STATES } from '../model/states.ts'

interface OpenLinksTable {
  id: string
  account_id: string
  mode: KeyMode
  key_id: string
  by_owner: 0 | 1
  request_template_id: string
  role: string
  /** JSON: see {@link LinkRequest}. */
  request: string
  max_total: number | null
  max_per_day: number | null
  max_per_network_per_day: number | null
  expires_at: string | null
  invitation_hash: string | null
  started: number
  created_at: string
  closed_at: string | null
}

/** Who asked for a code. */
export interface StartRow {
  id: string
  link_id: string
  email: string
  email_hash: string
  first_name: string | null
  last_name: string | null
  language: Language
  attempts_left: number
  state: 'valid' | 'used' | 'unsent'
  created_at: number
}

interface LinkRequestsTable {
  document_id: string
  link_id: string
  network: string | null
  at: number
}

declare module '../../database/tables.ts' {
  interface Tables {
    open_links: OpenLinksTable
    open_link_starts: StartRow
    open_link_requests: LinkRequestsTable
  }
}

/** What every request of a link is given. */
export interface LinkRequest {
  locale?: string
  metadata?: Record<string, string>
  data?: Record<string, unknown>
}

/** A stored link. */
export type LinkRow = JsonColumnsOf<OpenLinksTable, { request: LinkRequest }>
const json = new JsonColumns<OpenLinksTable, LinkRow>(['request'])

/** Stores a link. */
export const insertLink = (db: Db, row: LinkRow) =>
  db.insertInto('open_links').values(json.encode(row)).execute()

/** A link by its id, of any account. */
export async function findLink(db: Db, id: string): Promise<LinkRow | undefined> {
  const row = await rowsOf(db, 'open_links', { id }).first()
  return row && json.decode(row)
}

/** The links of a template, oldest first. */
export async function linksOf(db: Db, templateId: string): Promise<LinkRow[]> {
  const rows = await rowsOf(db, 'open_links', { request_template_id: templateId }).all({
    order: { id: 'asc' },
  })
  return rows.map((row) => json.decode(row))
}

/** Changes columns of a link. */
export const updateLink = (db: Db, id: string, changes: Partial<Omit<LinkRow, 'request'>>) =>
  rowsOf(db, 'open_links', { id }).change(changes)

/** Deletes a link; its requests stay. */
export const deleteLink = (db: Db, id: string) => rowsOf(db, 'open_links', { id }).delete()

/** Requests of a link that are completed and not erased. */
export async function completedOf(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM open_link_requests AS begun
    JOIN signature_requests AS request ON request.id = begun.document_id
    WHERE begun.link_id = ${id} AND request.status = 'completed'`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Counts one more request; false: the total is reached, or the link is closed. Then others wait for this transaction. */
export async function takeStart(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('open_links')
    .set({ started: sql`started + 1` })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where((eb) => eb.or([eb('max_total', 'is', null), sql<boolean>`started < max_total`]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Requests begun since a time, in all or from one network. */
export async function startedSince(db: Db, id: string, sinceMs: number, network?: string) {
  let query = db
    .selectFrom('open_link_requests')
    .where('link_id', '=', id)
    .where('at', '>', sinceMs)
    .select((select) => select.fn.countAll<number>().as('count'))
  if (network !== undefined) query = query.where('network', '=', network)
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/** Notes a request of a link, and forgets the networks of a day before. */
export async function insertBegun(db: Db, row: LinkRequestsTable, sinceMs: number): Promise<void> {
  await db.insertInto('open_link_requests').values(row).execute()
  await rowsOf(db, 'open_link_requests', {
    link_id: row.link_id,
    at: is('<=', sinceMs),
    network: is('!=', null),
  }).change({ network: null })
}

/** The signer of a request that was begun with an address at a link and waits for its signer still. */
export async function openSignerOf(
  db: Db,
  linkId: string,
  { email, role, except = '' }: { email: string; role: string; except?: string },
): Promise<string | undefined> {
  const states = ['waiting', ...ACTIVE_SIGNER_STATES]
  const { rows } = await sql<{ id: string }>`
    SELECT signer.id AS id FROM open_link_requests AS begun
    JOIN signature_requests AS request ON request.id = begun.document_id
    JOIN signers AS signer ON signer.request_id = request.id
    WHERE begun.link_id = ${linkId} AND request.status = 'pending' AND request.id <> ${except}
      AND signer.role = ${role} AND ${isAmong(sql`signer.status`, states)}
      AND lower(signer.email) = ${asciiLower(email)}
    LIMIT 1`.execute(db)
  return rows[0]?.id
}

/** Notes who asked for a code. */
export const insertStart = (db: Db, row: StartRow) =>
  db.insertInto('open_link_starts').values(row).execute()

/** Who asked for a code. */
export const findStart = (db: Db, id: string): Promise<StartRow | undefined> =>
  rowsOf(db, 'open_link_starts', { id }).first()

/** When codes were sent to an address since a time, oldest first. */
export async function sentTo(db: Db, emailHash: string, sinceMs: number): Promise<number[]> {
  return await rowsOf(db, 'open_link_starts', {
    email_hash: emailHash,
    created_at: is('>', sinceMs),
    state: is('!=', 'unsent'),
  }).list('created_at', { order: { created_at: 'asc' } })
}

/** Takes one attempt before anything is compared; undefined: none is left. */
export async function takeAttempt(db: Db, id: string): Promise<StartRow | undefined> {
  const valid = rowsOf(db, 'open_link_starts', { id, state: 'valid', attempts_left: is('>', 0) })
  return (await valid.changed({ attempts_left: sql`attempts_left - 1` }))[0]
}

/** Ends a code: it was used, or could not be sent. */
export const endStart = (db: Db, id: string, state: 'used' | 'unsent'): Promise<boolean> =>
  rowsOf(db, 'open_link_starts', { id, state: 'valid' }).change({
    state,
  })

/** Deletes those who asked before a time; returns whether any is left. */
export async function sweepStarts(db: Db, beforeMs: number): Promise<boolean> {
  await rowsOf(db, 'open_link_starts', { created_at: is('<=', beforeMs) }).delete()
  const left = await db.selectFrom('open_link_starts').select('id').limit(1).executeTakeFirst()
  return left !== undefined
}
