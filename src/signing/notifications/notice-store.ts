/** Which mails an account gets about its own requests, and all SQL about that. */

import type { Db } from '../../database/open.ts'
import { rowsOf } from '../../database/rows.ts'
import { Service } from '../../kernel/service.ts'
import { isOneOf, textsOf } from '../../kernel/type-guards.ts'
import { NOTICE_KINDS, type NoticeKind } from '../model/schemas/notify.ts'

/** An account's choice. */
export interface NoticeSettings {
  kinds: readonly NoticeKind[]
  /** Whether the signed file is attached, where it is small enough. */
  attach: boolean
  /** Whether signers enter a code before a document is shown, where the request does not say. */
  codeToOpen: boolean
}

/**
 * Every kind, nothing attached: a file in a mailbox is out of reach of retention and erasure, and everybody who reads
 * that mailbox can read it. The link asks for a login.
 */
const DEFAULTS: NoticeSettings = { kinds: NOTICE_KINDS, attach: false, codeToOpen: false }

interface SenderNoticesTable {
  account_id: string
  /** JSON text: an array of kinds. */
  kinds: string
  attach: number
  code_to_open: number
}

declare module '../../database/tables.ts' {
  interface Tables {
    sender_notices: SenderNoticesTable
  }
}

/** The account's choice, or the defaults. */
export async function noticesOf(db: Db, accountId: string): Promise<NoticeSettings> {
  const row = await rowsOf(db, 'sender_notices', { account_id: accountId }).first()
  if (row === undefined) return DEFAULTS
  const kinds = textsOf(JSON.parse(row.kinds)).filter((kind) => isOneOf(NOTICE_KINDS, kind))
  return { kinds, attach: row.attach === 1, codeToOpen: row.code_to_open === 1 }
}

// The country that an account has chosen for telephone numbers without the code of their country, and its SQL.
interface PhoneCountriesTable {
  account_id: string
  /** ISO 3166-1. */
  country: string
}

declare module '../../database/tables.ts' {
  interface Tables {
    phone_countries: PhoneCountriesTable
  }
}

/** The account's country (ISO 3166-1); undefined: none chosen. */
export async function countryOf(db: Db, accountId: string): Promise<string | undefined> {
  const row = await rowsOf(db, 'phone_countries', { account_id: accountId }).first({
    columns: ['country'],
  })
  return row?.country
}

/** The choices of accounts. */
export class SenderNotices extends Service<{ db: Db }> {
  /** The account's choice, or the defaults. */
  of(accountId: string): Promise<NoticeSettings> {
    return noticesOf(this.parts.db, accountId)
  }

  /** Stores the account's choice. */
  async set(accountId: string, { kinds, attach, codeToOpen }: NoticeSettings): Promise<void> {
    const row = {
      kinds: JSON.stringify(kinds),
      attach: Number(attach),
      code_to_open: Number(codeToOpen),
    }
    await this.parts.db
      .insertInto('sender_notices')
      .values({ account_id: accountId, ...row })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
      .execute()
  }

  /** The country of numbers without the code of their country; undefined: none chosen. */
  country(accountId: string): Promise<string | undefined> {
    return countryOf(this.parts.db, accountId)
  }

  /** Sets that country (ISO 3166-1); undefined: none. */
  async setCountry(accountId: string, country: string | undefined): Promise<void> {
    const { db } = this.parts
    await rowsOf(db, 'phone_countries', { account_id: accountId }).delete()
    if (country !== undefined)
      await db.insertInto('phone_countries').values({ account_id: accountId, country }).execute()
  }

  /** Forgets what the account has chosen. */
  async forget(accountId: string): Promise<void> {
    await rowsOf(this.parts.db, 'sender_notices', { account_id: accountId }).delete()
    await this.setCountry(accountId, undefined)
  }
}
