/** The ledger of text messages actually requested, and all its SQL. Rows are never undone. */
import { sql } from 'kysely'
import { type Db, deleteSliced } from '../../database/open.ts'
import { is, rowsOf } from '../../database/rows.ts'

interface TextMessagesTable {
  /** Id of the code, or of the text with a link. */
  id: string
  account_id: string
  key_id: string
  /** ISO 3166-1. */
  country: string
  prefix: string
  /** Epoch milliseconds. */
  at: number
  /** 1 once the code was entered correctly, or the link opened. */
  entered: number
  /** Keyed hash of the number that was called; null: a text, or the call could not be made. */
  called: string | null
  /** Whose link it is; null: a code. */
  signer_id: string | null
}

declare module '../../database/tables.ts' {
  interface Tables {
    text_messages: TextMessagesTable
    text_alarms: { scope: 'account' | 'prefix'; subject: string; at: number }
  }
}

/** Columns by which text messages are counted. */
export type TextScope = 'key_id' | 'account_id' | 'prefix'

/** Adds a text message, for the limits that count them. */
export const insertText = (db: Db, row: TextMessagesTable) =>
  db.insertInto('text_messages').values(row).execute()

/** Times of the texts of one key, account or block of numbers since a given time, oldest first. */
export const textsSince = (
  db: Db,
  [scope, value]: readonly [TextScope, string],
  sinceMs: number,
): Promise<Array<Pick<TextMessagesTable, 'at' | 'entered'>>> =>
  rowsOf(db, 'text_messages', { [scope]: value, at: is('>', sinceMs) }).all({
    columns: ['at', 'entered'],
    order: { at: 'asc' },
  })

/** Times of the calls to a number since a given time, oldest first. @param called keyed hash of the number */
export const callsSince = (db: Db, called: string, sinceMs: number): Promise<number[]> =>
  rowsOf(db, 'text_messages', { called, at: is('>', sinceMs) }).list('at', { order: { at: 'asc' } })

/** Times of the texts with links to a number since a given time, oldest first. */
export async function linksSince(db: Db, phone: string, sinceMs: number): Promise<number[]> {
  const rows = await db
    .selectFrom('text_messages')
    .innerJoin('signers', 'signers.id', 'text_messages.signer_id')
    .select('at')
    .where('phone', '=', phone)
    .where('at', '>', sinceMs)
    .orderBy('at')
    .execute()
  return rows.map(({ at }) => at)
}

/** Whose link a text is; undefined where it is none. */
export async function signerOfText(db: Db, id: string): Promise<string | undefined> {
  const query = db.selectFrom('text_messages').select('signer_id').where('id', '=', id)
  return (await query.executeTakeFirst())?.signer_id ?? undefined
}

/** Marks texts whose link was opened. */
export const markOpened = (db: Db, signerId: string) =>
  rowsOf(db, 'text_messages', { signer_id: signerId }).change({ entered: 1 })

/** A call that could not be made disturbed nobody. */
export const forgetCall = (db: Db, id: string) =>
  rowsOf(db, 'text_messages', { id }).change({ called: null })

/** Marks a text whose code was entered: it reached a person who wanted it. */
export const markEntered = (db: Db, id: string) =>
  rowsOf(db, 'text_messages', { id }).change({ entered: 1 })

/** Counts of texts whose codes are settled: entered, or expired. */
export interface Answered {
  scope: 'account' | 'prefix'
  subject: string
  sent: number
  entered: number
}

/** Accounts and blocks of numbers with at least a number of settled texts since a given time, few of them entered. */
export async function unanswered(
  db: Db,
  query: { sinceMs: number; overMs: number; min: number; share: number },
): Promise<Answered[]> {
  const { sinceMs, overMs, min, share } = query
  const by = (scope: 'account' | 'prefix', column: 'account_id' | 'prefix') => sql`
    SELECT ${sql.lit(scope)} AS scope, ${sql.ref(column)} AS subject,
      count(*) AS sent, sum(entered) AS entered
    FROM text_messages WHERE signer_id IS NULL AND at > ${sinceMs} AND (entered = 1 OR at <= ${overMs})
    GROUP BY ${sql.ref(column)} HAVING count(*) >= ${min} AND sum(entered) < count(*) * ${share}`
  const { rows } = await sql<Answered>`
    ${by('account', 'account_id')} UNION ALL ${by('prefix', 'prefix')}`.execute(db)
  return rows
}

/** Whether the codes of some texts can still be entered. */
export async function isUndecided(db: Db, overMs: number): Promise<boolean> {
  const row = await rowsOf(db, 'text_messages', {
    entered: 0,
    signer_id: null,
    at: is('>', overMs),
  }).first({ columns: ['id'] })
  return row !== undefined
}

/** Records an alarm; false if the same one was raised since a given time. */
export async function noteAlarm(
  db: Db,
  { scope, subject }: Pick<Answered, 'scope' | 'subject'>,
  { nowMs, sinceMs }: { nowMs: number; sinceMs: number },
): Promise<boolean> {
  const result = await db
    .insertInto('text_alarms')
    .values({ scope, subject, at: nowMs })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'subject'])
        .doUpdateSet({ at: nowMs })
        .where('text_alarms.at', '<=', sinceMs),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Deletes rows that no limit and no alarm needs any more. */
export async function forgetTexts(db: Db, beforeMs: number): Promise<void> {
  await deleteSliced(db, { table: 'text_messages', key: 'id', where: sql`at < ${beforeMs}` })
  await rowsOf(db, 'text_alarms', { at: is('<', beforeMs) }).delete()
}
