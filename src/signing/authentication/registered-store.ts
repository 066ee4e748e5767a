/** All SQL about what people have registered to prove who they are: passkeys and authenticator apps. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import { is, rowsOf } from '../../database/rows.ts'

/** What both have in common: they are of an account's signers, by address. */
interface RegisteredRow {
  id: string
  account_id: string
  mode: 'live' | 'test'
  /** In lower case. */
  email: string
  /** Masked number of the telephone whose code was entered before. */
  phone: string
  /** Of that telephone, see `PhoneMarks`; empty for passkeys registered before it was kept. */
  phone_hash: string
  /** RFC 3339. */
  created_at: string
  last_used_at: string | null
}

/** A passkey as it is stored; its id is the credential id that the authenticator chose, base64url. */
export interface SignerPasskey extends RegisteredRow {
  /** That browsers bind it to. */
  host: string
  /** COSE_Key (RFC 9052). */
  public_key: Buffer
  counter: number
  transports: string
}

/** An authenticator app as it is stored. */
export interface SignerTotp extends RegisteredRow {
  /** Sealed for `id`. */
  secret: Buffer
  /** The newest step of 30 seconds whose code was taken. */
  last_step: number
}

declare module '../../database/tables.ts' {
  interface Tables {
    signer_passkeys: SignerPasskey
    signer_totps: SignerTotp
  }
}

/** Whose they are. */
export type RegisteredOwner = Pick<RegisteredRow, 'account_id' | 'mode' | 'email'>
/** Whose passkeys, and for which pages. */
export type PasskeyOwner = RegisteredOwner & Pick<SignerPasskey, 'host'>

/** The passkeys of an owner, oldest first. */
export const passkeysOf = (db: Db, owner: PasskeyOwner): Promise<SignerPasskey[]> =>
  rowsOf(db, 'signer_passkeys', owner).all({ order: { created_at: 'asc' } })

/** Returns whether it was inserted: not if anybody has one with that id. */
export async function insertPasskey(db: Db, row: SignerPasskey): Promise<boolean> {
  const rows = await db
    .insertInto('signer_passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Records a use of a passkey: its signature counter and when. */
export const usePasskey = (db: Db, id: string, use: { counter: number; at: string }) =>
  rowsOf(db, 'signer_passkeys', { id }).change({ counter: use.counter, last_used_at: use.at })

/** The apps of an owner, newest first. */
export const totpsOf = (db: Db, owner: RegisteredOwner): Promise<SignerTotp[]> =>
  rowsOf(db, 'signer_totps', owner).all({ order: { created_at: 'desc', id: 'desc' } })

/** Stores a registered authenticator app. */
export const insertTotp = (db: Db, row: SignerTotp) =>
  db.insertInto('signer_totps').values(row).execute()

/** Takes a step: once, and none before it, however many ask at the same time. */
export const takeTotpStep = (db: Db, id: string, { step, at }: { step: number; at: string }) =>
  rowsOf(db, 'signer_totps', { id, last_step: is('<', step) }).change({
    last_step: step,
    last_used_at: at,
  })

/** What a signer has registered, without the key or secret that checks it. */
export type Registered = { method: string } & Pick<
  RegisteredRow,
  'mode' | 'email' | 'phone' | 'created_at' | 'last_used_at'
>

const TABLES = ['signer_passkeys', 'signer_totps'] as const
type Table = (typeof TABLES)[number]

async function remove(db: Db, which: RawBuilder<unknown>, tables: readonly Table[] = TABLES) {
  let count = 0
  for (const table of tables) {
    const done = await sql`DELETE FROM ${sql.table(table)} WHERE ${which}`.execute(db)
    count += Number(done.numAffectedRows ?? 0)
  }
  return count
}

/** Removes everything of an address that is in the tables. */
export const removeOwned = (
  db: Db,
  { account_id, mode, email }: RegisteredOwner,
  tables: readonly Table[],
): Promise<number> =>
  remove(
    db,
    sql`account_id = ${account_id} AND mode = ${mode} AND email = ${email.toLowerCase()}`,
    tables,
  )

/** What the signers of an account have registered. */
export async function registeredOf(db: Db, accountId: string): Promise<Registered[]> {
  const { rows } = await sql<Registered>`
    SELECT 'passkey' AS method, mode, email, phone, created_at, last_used_at FROM signer_passkeys
    WHERE account_id = ${accountId}
    UNION ALL
    SELECT 'totp', mode, email, phone, created_at, last_used_at FROM signer_totps
    WHERE account_id = ${accountId}
    ORDER BY created_at`.execute(db)
  return rows
}

/** Forgets it, when the account is closed. */
export const forgetRegistered = (db: Db, accountId: string): Promise<unknown> =>
  remove(db, sql`account_id = ${accountId}`)

/** How many things any account has registered for an address. */
export async function countRegistered(db: Db, email: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM signer_passkeys WHERE email = ${email.toLowerCase()})
      + (SELECT count(*) FROM signer_totps WHERE email = ${email.toLowerCase()}) AS count`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

/** Erases them. */
export const eraseRegistered = (db: Db, email: string): Promise<unknown> =>
  remove(db, sql`email = ${email.toLowerCase()}`)

/** Erases what was neither registered nor used since a time, up to `limit` of each method; returns how many. */
export async function eraseUnused(db: Db, before: string, limit: number): Promise<number> {
  let count = 0
  for (const table of TABLES) {
    const unused = sql`SELECT id FROM ${sql.table(table)}
      WHERE coalesce(last_used_at, created_at) < ${before} LIMIT ${limit}`
    const done = await sql`DELETE FROM ${sql.table(table)} WHERE id IN (${unused})`.execute(db)
    count += Number(done.numAffectedRows ?? 0)
  }
  return count
}
