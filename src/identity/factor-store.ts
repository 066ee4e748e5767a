/** All SQL about second factors. Times go in and come out as RFC 3339 text. */
import type { Db } from '../database/open.ts'
import { addRow, rowsOf } from '../database/rows.ts'

/** The secret of an authenticator app (RFC 6238), encrypted; one per account, confirmed by its first code. */
export interface TotpRow {
  account_id: string
  secret: Buffer
  created_at: string
  confirmed_at: string | null
  last_step: number
}

/** A passkey: its public key and how often it signed. */
export interface PasskeyRow {
  id: string
  account_id: string
  name: string
  public_key: Buffer
  counter: number
  /** Separated by blanks, such as `internal hybrid`. */
  transports: string
  created_at: string
  last_used_at: string | null
}

interface RecoveryTable {
  account_id: string
  hash: Buffer
  used_at: string | null
}

/** A log-in between the password and the second factor. */
export interface ChallengeRow {
  token_hash: Buffer
  account_id: string
  purpose: 'login' | 'passkey'
  challenge: string
  expires_at: string
}

declare module '../database/tables.ts' {
  interface Tables {
    totp_secrets: TotpRow
    passkeys: PasskeyRow
    recovery_codes: RecoveryTable
    factor_challenges: ChallengeRow
  }
}

/** The secret of an account's authenticator app, confirmed or not. */
export const findTotp = (db: Db, accountId: string): Promise<TotpRow | undefined> =>
  rowsOf(db, 'totp_secrets', { account_id: accountId }).first()

/** Starts over: replaces a secret that was shown before and not confirmed. */
export async function putTotp(db: Db, row: Pick<TotpRow, 'account_id' | 'secret' | 'created_at'>) {
  await removeTotp(db, row.account_id)
  await addRow(db, 'totp_secrets', { ...row, confirmed_at: null, last_step: 0 })
}

/** Removes the authenticator app of an account. */
export const removeTotp = (db: Db, accountId: string) =>
  rowsOf(db, 'totp_secrets', { account_id: accountId }).delete()

/** An account's passkeys, oldest first. */
export const listPasskeys = (db: Db, accountId: string): Promise<PasskeyRow[]> =>
  rowsOf(db, 'passkeys', { account_id: accountId }).all({ order: { created_at: 'asc' } })

/** Replaces all recovery codes. */
export async function putRecoveryCodes(db: Db, accountId: string, hashes: readonly Buffer[]) {
  await rowsOf(db, 'recovery_codes', { account_id: accountId }).delete()
  if (hashes.length === 0) return
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ account_id: accountId, hash, used_at: null })))
    .execute()
}

/** Removes all second factors of an account. */
export async function eraseFactors(db: Db, accountId: string): Promise<void> {
  for (const table of ['totp_secrets', 'passkeys', 'recovery_codes', 'factor_challenges'] as const)
    await rowsOf(db, table, { account_id: accountId }).delete()
}
