/** The tables of calls that are answered later, and all their SQL. */
import { sql } from 'kysely'
import type { Holder } from '../accounts/caller.ts'
import type { KeyMode } from '../accounts/key-format.ts'
import { lockRows } from '../database/concurrent.ts'
import { NamedFiles } from '../database/named-files.ts'
import type { Db } from '../database/open.ts'
import { is, rowsOf } from '../database/rows.ts'
import type { Locale } from '../kernel/languages.ts'

/** A call as stored. */
export interface CallRow {
  id: string
  account_id: string
  mode: KeyMode
  key_id: string
  operation: string
  locale: Locale
  sealed_key: Buffer
  row_count: number
  /** 1: fetching the result does not erase it. */
  keeps: 0 | 1
  status: 'open' | 'completed' | 'failed'
  error: Buffer | null
  created_at: string
  ended_at: string | null
  /** Epoch milliseconds. */
  expires_at: number
}

/** A file of a call, or what is wrong with a row. */
export interface PartRow {
  call_id: string
  number: number
  sha256: string | null
  bytes: number
  error: Buffer | null
}

declare module '../database/tables.ts' {
  interface Tables {
    deferred_calls: CallRow
    deferred_parts: PartRow
  }
}

/** Number of the part that was sent, of the result of several rows, and of none. Rows are numbered from 1. */
export const SENT = 0
export const RESULT = -1
export const NONE = -2

/** Inserts a call with what was sent, in the caller's transaction. */
export async function insertCall(db: Db, call: CallRow, sent: PartRow): Promise<void> {
  await db.insertInto('deferred_calls').values(call).execute()
  await db.insertInto('deferred_parts').values(sent).execute()
}

/** A call; with a holder only if it is theirs, and not past its time. */
export const findCall = (db: Db, id: string, holder?: Holder & { nowMs: number }) =>
  rowsOf(db, 'deferred_calls', {
    id,
    ...(holder && {
      account_id: holder.accountId,
      mode: holder.modes,
      expires_at: is('>', holder.nowMs),
    }),
  }).first()

/** Every call of an account. */
export const idsOf = (db: Db, accountId: string): Promise<string[]> =>
  rowsOf(db, 'deferred_calls', { account_id: accountId }).list('id')

/** How many an account holds. */
export const countCalls = (db: Db, accountId: string, mode: KeyMode): Promise<number> =>
  rowsOf(db, 'deferred_calls', { account_id: accountId, mode }).count()

/** What was made so far, in order. */
export const partsOf = (db: Db, id: string): Promise<PartRow[]> =>
  rowsOf(db, 'deferred_parts', { call_id: id }).all({ order: { number: 'asc' } })

/** Adds a part of a call that has not ended; false: it has, is gone, or has that part already. */
export async function addPart(db: Db, part: PartRow): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO deferred_parts (call_id, number, sha256, bytes, error)
    SELECT ${part.call_id}, ${part.number}, ${part.sha256}, ${part.bytes}, ${part.error}
    WHERE EXISTS (SELECT 1 FROM deferred_calls WHERE id = ${part.call_id} AND ended_at IS NULL)
    ON CONFLICT DO NOTHING`.execute(db)
  return numAffectedRows === 1n
}

/** Ends a call; false: it had ended, or is gone. */
export const endCall = (
  db: Db,
  id: string,
  changes: Pick<CallRow, 'status' | 'error' | 'ended_at'>,
): Promise<boolean> => rowsOf(db, 'deferred_calls', { id, ended_at: null }).change(changes)

/** Forgets the files that are of no use once there is a result; returns them. */
export async function forgetFiles(db: Db, id: string, result: number): Promise<string[]> {
  const others = rowsOf(db, 'deferred_parts', {
    call_id: id,
    number: is('!=', result),
    sha256: is('!=', ''),
  })
  const files = await others.list('sha256')
  await others.change({ sha256: null })
  return files.filter((each) => each !== null)
}

/** Deletes a call; returns its files. */
export async function deleteCall(db: Db, id: string): Promise<string[]> {
  await lockRows(db, sql`deferred_calls WHERE id = ${id}`)
  const parts = await rowsOf(db, 'deferred_parts', { call_id: id }).take()
  await rowsOf(db, 'deferred_calls', { id }).delete()
  return parts.flatMap(({ sha256 }) => sha256 ?? [])
}

/** Every file of any call. */
export const deferredFiles = (db: Db): NamedFiles => new NamedFiles(db, 'deferred_parts')
