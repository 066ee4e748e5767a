/** Which mails an account gets about its own requests, and all SQL about that. */
import type { Db } from '../../database/open.ts'
import { isOneOf, textsOf } from '../../kernel/type-guards.ts'
import { NOTICE_KINDS, type NoticeKind } from '../model/notices.ts'

/** An account's choice. */
export interface NoticeSettings {
  kinds: readonly NoticeKind[]
  /** Whether the signed file is attached, where it is small enough. */
  attach: boolean
}

/**
 * Every kind, nothing attached: a file in a mailbox is out of reach of retention and erasure, and everybody who reads
 * that mailbox can read it. The link asks for a login.
 */
const DEFAULTS: NoticeSettings = { kinds: NOTICE_KINDS, attach: false }

interface SenderNoticesTable {
  account_id: string
  /** JSON text: an array of kinds. */
  kinds: string
  attach: number
}

declare module '../../database/tables.ts' {
  interface Tables {
    sender_notices: SenderNoticesTable
  }
}

/** The account's choice, or the defaults. */
export async function noticesOf(db: Db, accountId: string): Promise<NoticeSettings> {
  const row = await db
    .selectFrom('sender_notices')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) return DEFAULTS
  const kinds = textsOf(JSON.parse(row.kinds)).filter((kind) => isOneOf(NOTICE_KINDS, kind))
  return { kinds, attach: row.attach === 1 }
}

/** Stores the account's choice. */
export async function setNotices(
  db: Db,
  accountId: string,
  { kinds, attach }: NoticeSettings,
): Promise<void> {
  const row = { kinds: JSON.stringify(kinds), attach: attach ? 1 : 0 }
  await db
    .insertInto('sender_notices')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

/** Forgets the account's choice. */
export async function forgetNotices(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('sender_notices').where('account_id', '=', accountId).execute()
}
