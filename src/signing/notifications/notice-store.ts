/** Which mails an account gets about its own requests, and all SQL about that. */
import type { Db } from '../../database/open.ts'
import { rowsOf } from '../../database/rows.ts'
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

/** Stores the account's choice. */
export async function setNotices(
  db: Db,
  accountId: string,
  { kinds, attach, codeToOpen }: NoticeSettings,
): Promise<void> {
  const row = {
    kinds: JSON.stringify(kinds),
    attach: Number(attach),
    code_to_open: Number(codeToOpen),
  }
  await db
    .insertInto('sender_notices')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

/** Forgets the account's choice. */
export async function forgetNotices(db: Db, accountId: string): Promise<void> {
  await rowsOf(db, 'sender_notices', { account_id: accountId }).delete()
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

/** Sets it. @param country ISO 3166-1; undefined: none */
export async function setCountry(
  db: Db,
  accountId: string,
  country: string | undefined,
): Promise<void> {
  await rowsOf(db, 'phone_countries', { account_id: accountId }).delete()
  if (country !== undefined)
    await db.insertInto('phone_countries').values({ account_id: accountId, country }).execute()
}

/** The choices of accounts. */
export class SenderNotices {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** The account's choice, or the defaults. */
  of(accountId: string): Promise<NoticeSettings> {
    return noticesOf(this.#db, accountId)
  }

  /** Stores the account's choice. */
  set(accountId: string, settings: NoticeSettings): Promise<void> {
    return setNotices(this.#db, accountId, settings)
  }

  /** The country of numbers without the code of their country; undefined: none chosen. */
  country(accountId: string): Promise<string | undefined> {
    return countryOf(this.#db, accountId)
  }

  /** Sets that country (ISO 3166-1); undefined: none. */
  setCountry(accountId: string, country: string | undefined): Promise<void> {
    return setCountry(this.#db, accountId, country)
  }

  /** Forgets what the account has chosen. */
  async forget(accountId: string): Promise<void> {
    await forgetNotices(this.#db, accountId)
    await setCountry(this.#db, accountId, undefined)
  }
}
