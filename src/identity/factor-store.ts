/** All SQL about second factors. Times go in and come out as RFC 3339 text. */
import type { Db } from '../database/open.ts'
import { is, rowsOf } from '../database/rows.ts'

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
  await db
    .insertInto('totp_secrets')
    .values({ ...row, confirmed_at: null, last_step: 0 })
    .execute()
}

/** Removes the authenticator app of an account. */
export const removeTotp = (db: Db, accountId: string) =>
  rowsOf(db, 'totp_secrets', { account_id: accountId }).delete()

/** Enables the authenticator app: its first code was correct. */
export const confirmTotp = (db: Db, accountId: string, at: string) =>
  rowsOf(db, 'totp_secrets', { account_id: accountId }).change({ confirmed_at: at })

/**
 * Uses the code of a time step; returns whether it is later than every one before. One statement, so it works once.
 */
export const takeStep = (db: Db, accountId: string, step: number): Promise<boolean> =>
  rowsOf(db, 'totp_secrets', { account_id: accountId, last_step: is('<', step) }).change({
    last_step: step,
  })

/** An account's passkeys, oldest first. */
export const listPasskeys = (db: Db, accountId: string): Promise<PasskeyRow[]> =>
  rowsOf(db, 'passkeys', { account_id: accountId }).all({ order: { created_at: 'asc' } })

/** Adds a passkey. */
export const insertPasskey = (db: Db, row: PasskeyRow) =>
  db.insertInto('passkeys').values(row).execute()

/** Records that a passkey was used, with its new counter (WebAuthn, 6.1.1). */
export const usePasskey = (db: Db, id: string, use: { counter: number; at: string }) =>
  rowsOf(db, 'passkeys', { id }).change({ counter: use.counter, last_used_at: use.at })

/** Removes one passkey of an account; returns whether there was one. */
export async function removePasskey(db: Db, accountId: string, id: string): Promise<boolean> {
  return (await rowsOf(db, 'passkeys', { id, account_id: accountId }).delete()) > 0
}

/** Replaces all recovery codes. */
export async function putRecoveryCodes(db: Db, accountId: string, hashes: readonly Buffer[]) {
  await rowsOf(db, 'recovery_codes', { account_id: accountId }).delete()
  if (hashes.length === 0) return
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ account_id: accountId, hash, used_at: null })))
    .execute()
}

/** Uses a recovery code; returns whether it existed and was unused. */
export const takeRecoveryCode = (
  db: Db,
  { accountId, hash, at }: { accountId: string; hash: Buffer; at: string },
): Promise<boolean> =>
  rowsOf(db, 'recovery_codes', { account_id: accountId, hash, used_at: null }).change({
    used_at: at,
  })

/** How many recovery codes of an account are still unused. */
export const countRecoveryCodes = (db: Db, accountId: string): Promise<number> =>
  rowsOf(db, 'recovery_codes', { account_id: accountId, used_at: null }).count()

/** Begins the second step of a log-in. */
export const insertChallenge = (db: Db, row: ChallengeRow) =>
  db.insertInto('factor_challenges').values(row).execute()

/** The second step behind a token; undefined where there is none. */
export const findChallenge = (db: Db, tokenHash: Buffer): Promise<ChallengeRow | undefined> =>
  rowsOf(db, 'factor_challenges', { token_hash: tokenHash }).first()

/** Sets the random challenge that a passkey is to sign in this step. */
export const setChallenge = (db: Db, tokenHash: Buffer, challenge: string) =>
  rowsOf(db, 'factor_challenges', { token_hash: tokenHash }).change({ challenge })

/** Ends a challenge; returns whether it still existed, so that each works once. */
export async function takeChallenge(db: Db, tokenHash: Buffer): Promise<boolean> {
  return (await rowsOf(db, 'factor_challenges', { token_hash: tokenHash }).delete()) > 0
}

/** Removes all second factors of an account. */
export async function eraseFactors(db: Db, accountId: string): Promise<void> {
  for (const table of ['totp_secrets', 'passkeys', 'recovery_codes', 'factor_challenges'] as const)
    await rowsOf(db, table, { account_id: accountId }).delete()
}
