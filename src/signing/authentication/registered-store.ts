/** All SQL about what people have registered to prove who they are, whichever method: to export it and to erase it. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/open.ts'

/** What a signer has registered, without the key or secret that checks it. */
export interface Registered {
  method: string
  mode: 'live' | 'test'
  email: string
  phone: string
  created_at: string
  last_used_at: string | null
}

const TABLES = ['signer_passkeys', 'signer_totps'] as const

async function remove(db: Db, which: RawBuilder<unknown>): Promise<number> {
  let count = 0
  for (const table of TABLES) {
    const done = await sql`DELETE FROM ${sql.table(table)} WHERE ${which}`.execute(db)
    count += Number(done.numAffectedRows ?? 0)
  }
  return count
}

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
