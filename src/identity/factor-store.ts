/** All SQL about second factors. Times go in and come out as RFC 3339 text. */
import type { Db } from '../database/open.ts'

interface TotpTable {
  account_id: string
  secret: Buffer
  created_at: string
  confirmed_at: string | null
  last_step: number
}

interface PasskeysTable {
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

interface ChallengesTable {
  token_hash: Buffer
  account_id: string
  purpose: 'login' | 'passkey'
  challenge: string
  expires_at: string
}

declare module '../database/tables.ts' {
  interface Tables {
    totp_secrets: TotpTable
    passkeys: PasskeysTable
    recovery_codes: RecoveryTable
    factor_challenges: ChallengesTable
  }
}

/** The secret of an authenticator app (RFC 6238), encrypted; one per account, confirmed by its first code. */
export type TotpRow = TotpTable
/** A passkey: its public key and how often it signed. */
export type PasskeyRow = PasskeysTable
/** A log-in between the password and the second factor. */
export type ChallengeRow = ChallengesTable

/** The secret of an account's authenticator app, confirmed or not. */
export const findTotp = (db: Db, accountId: string): Promise<TotpRow | undefined> =>
  db.selectFrom('totp_secrets').selectAll().where('account_id', '=', accountId).executeTakeFirst()

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
  db.deleteFrom('totp_secrets').where('account_id', '=', accountId).execute()

/** Enables the authenticator app: its first code was correct. */
export const confirmTotp = (db: Db, accountId: string, at: string) =>
  db
    .updateTable('totp_secrets')
    .set({ confirmed_at: at })
    .where('account_id', '=', accountId)
    .execute()

/**
 * Uses the code of a time step; returns whether it is later than every one before. One statement, so it works once.
 */
export async function takeStep(db: Db, accountId: string, step: number): Promise<boolean> {
  const result = await db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** An account's passkeys, oldest first. */
export const listPasskeys = (db: Db, accountId: string): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()

/** Adds a passkey. */
export const insertPasskey = (db: Db, row: PasskeyRow) =>
  db.insertInto('passkeys').values(row).execute()

/** Records that a passkey was used, with its new counter (WebAuthn, 6.1.1). */
export const usePasskey = (db: Db, id: string, use: { counter: number; at: string }) =>
  db
    .updateTable('passkeys')
    .set({ counter: use.counter, last_used_at: use.at })
    .where('id', '=', id)
    .execute()

/** Removes one passkey of an account; returns whether there was one. */
export async function removePasskey(db: Db, accountId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Replaces all recovery codes. */
export async function putRecoveryCodes(db: Db, accountId: string, hashes: readonly Buffer[]) {
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  if (hashes.length === 0) return
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ account_id: accountId, hash, used_at: null })))
    .execute()
}

/** Uses a recovery code; returns whether it existed and was unused. */
export async function takeRecoveryCode(
  db: Db,
  { accountId, hash, at }: { accountId: string; hash: Buffer; at: string },
): Promise<boolean> {
  const result = await db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** How many recovery codes of an account are still unused. */
export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** Begins the second step of a log-in. */
export const insertChallenge = (db: Db, row: ChallengeRow) =>
  db.insertInto('factor_challenges').values(row).execute()

/** The second step behind a token; undefined where there is none. */
export const findChallenge = (db: Db, tokenHash: Buffer): Promise<ChallengeRow | undefined> =>
  db
    .selectFrom('factor_challenges')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

/** Sets the random challenge that a passkey is to sign in this step. */
export const setChallenge = (db: Db, tokenHash: Buffer, challenge: string) =>
  db
    .updateTable('factor_challenges')
    .set({ challenge })
    .where('token_hash', '=', tokenHash)
    .execute()

/** Ends a challenge; returns whether it still existed, so that each works once. */
export async function takeChallenge(db: Db, tokenHash: Buffer): Promise<boolean> {
  const result = await db
    .deleteFrom('factor_challenges')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Removes all second factors of an account. */
export async function eraseFactors(db: Db, accountId: string): Promise<void> {
  for (const table of ['totp_secrets', 'passkeys', 'recovery_codes', 'factor_challenges'] as const)
    await db.deleteFrom(table).where('account_id', '=', accountId).execute()
}
