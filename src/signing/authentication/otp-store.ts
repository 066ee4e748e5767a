/** All SQL of the codes. Each decision is one statement, so that concurrent tries cannot share an attempt. */
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import {
  AUTHENTICATION_METHODS,
  type AuthenticationMethod,
  isRegistered,
} from '../model/authentication.ts'

/** Attempts per code. */
export const ATTEMPTS = 3

const REGISTERED = AUTHENTICATION_METHODS.filter(isRegistered)

/** State of a code. */
export type CodeState = 'valid' | 'used' | 'replaced' | 'unsent'

interface CodesTable {
  id: string
  channel: AuthenticationMethod
  signer_id: string
  /** Of the number or the address. */
  phone_hash: string
  document_sha256: string
  /** HMAC of the code; of a passkey or an app, its purpose and challenge, which is no secret. */
  code_hash: string
  attempts_left: number
  state: CodeState
  created_at: number
  expires_at: number
  test_code: string | null
  /** Reported later by the carrier. */
  delivery: 'delivered' | 'failed' | null
  /** asked: a call was asked for; spoken: the code was spoken in it; null: no call. */
  call_state: 'asked' | 'spoken' | null
}

declare module '../../database/tables.ts' {
  interface Tables {
    otp_codes: CodesTable
  }
}

/** A code as it is stored. */
export type CodeRow = CodesTable

/** Times of the codes sent to a signer since a given time, oldest first. */
export const sentToSigner = (db: Db, signerId: string, sinceMs: number): Promise<number[]> =>
  sentSince(db, ['signer_id', signerId], sinceMs)

/** Times at which a signer was asked for what is registered since a given time, oldest first. */
export async function askedOf(db: Db, signerId: string, sinceMs: number): Promise<number[]> {
  const rows = await db
    .selectFrom('otp_codes')
    .select('created_at')
    .where('signer_id', '=', signerId)
    .where('channel', 'in', REGISTERED)
    .where('created_at', '>', sinceMs)
    .orderBy('created_at')
    .execute()
  return rows.map(({ created_at }) => created_at)
}

/** Times of the codes sent to a phone since a given time, oldest first. */
export const sentToPhone = (db: Db, phoneHash: string, sinceMs: number): Promise<number[]> =>
  sentSince(db, ['phone_hash', phoneHash], sinceMs)

async function sentSince(
  db: Db,
  [column, value]: ['signer_id' | 'phone_hash', string],
  sinceMs: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('otp_codes')
    .select('created_at')
    .where(column, '=', value)
    .where('state', '!=', 'unsent')
    .where('channel', 'not in', REGISTERED)
    .where('created_at', '>', sinceMs)
    .orderBy('created_at')
    .execute()
  return rows.map(({ created_at }) => created_at)
}

/** Wrong guesses at the codes issued since a given time, per code, oldest first. */
export async function wrongAttempts(
  db: Db,
  [column, value]: ['signer_id' | 'phone_hash', string],
  sinceMs: number,
): Promise<Array<{ created_at: number; wrong: number }>> {
  const { rows } = await sql<{ created_at: number; wrong: number }>`
    SELECT created_at, ${ATTEMPTS} - attempts_left - iif(state = 'used', 1, 0) AS wrong FROM otp_codes
    WHERE ${sql.ref(column)} = ${value} AND created_at > ${sinceMs}
    ORDER BY created_at`.execute(db)
  return rows
}

/** Inserts a new code; the previous one becomes invalid. */
export async function insertCode(db: Db, row: CodesTable): Promise<void> {
  await db
    .updateTable('otp_codes')
    .set({ state: 'replaced' })
    .where('signer_id', '=', row.signer_id)
    .where('state', '=', 'valid')
    .execute()
  await db.insertInto('otp_codes').values(row).execute()
}

/** Marks a code that was never sent, so that it does not count. */
export const markUnsent = (db: Db, id: string) =>
  db.updateTable('otp_codes').set({ state: 'unsent' }).where('id', '=', id).execute()

/** The code that can be entered now, whatever attempts it has left. */
export const currentCode = (db: Db, signerId: string): Promise<CodeRow | undefined> =>
  db
    .selectFrom('otp_codes')
    .selectAll()
    .where('signer_id', '=', signerId)
    .where('state', '=', 'valid')
    .executeTakeFirst()

/** Takes one attempt before anything is compared; undefined when none is left. */
export async function takeAttempt(db: Db, signerId: string): Promise<CodeRow | undefined> {
  const { rows } = await sql<CodeRow>`
    UPDATE otp_codes SET attempts_left = attempts_left - 1
    WHERE signer_id = ${signerId} AND state = 'valid' AND attempts_left > 0
    RETURNING *`.execute(db)
  return rows[0]
}

/** Marks a code as entered correctly; it cannot be entered again. */
export const markUsed = (db: Db, id: string) =>
  db.updateTable('otp_codes').set({ state: 'used' }).where('id', '=', id).execute()

/** Invalidates the current code, for example when the signer is unblocked. */
export const endCodes = (db: Db, signerId: string) =>
  db
    .updateTable('otp_codes')
    .set({ state: 'replaced' })
    .where('signer_id', '=', signerId)
    .where('state', '=', 'valid')
    .execute()

/** A code, whatever its state. */
export const findCode = (db: Db, id: string): Promise<CodeRow | undefined> =>
  db.selectFrom('otp_codes').selectAll().where('id', '=', id).executeTakeFirst()

/** Marks a code as spoken, once; undefined: it was, or it can no longer be entered. */
export const takeSpoken = (db: Db, id: string): Promise<CodeRow | undefined> =>
  db
    .updateTable('otp_codes')
    .set({ call_state: 'spoken', delivery: 'delivered' })
    .where('id', '=', id)
    .where('call_state', '=', 'asked')
    .where('state', '=', 'valid')
    .where('attempts_left', '>', 0)
    .returningAll()
    .executeTakeFirst()

/** Stores the carrier's report on a code; undefined for a repeated report, or if the code has been used or spoken. */
export const takeReport = (
  db: Db,
  id: string,
  delivery: 'delivered' | 'failed',
): Promise<CodeRow | undefined> =>
  db
    .updateTable('otp_codes')
    .set({ delivery })
    .where('id', '=', id)
    .where('state', 'in', ['valid', 'replaced'])
    .where((eb) => eb.or([eb('call_state', 'is', null), eb('call_state', '=', 'asked')]))
    .where((eb) => eb.or([eb('delivery', 'is', null), eb('delivery', '!=', delivery)]))
    .returningAll()
    .executeTakeFirst()

/** The newest code of a signer in test mode, readable by the sender. */
export const testCode = async (db: Db, signerId: string): Promise<string | undefined> =>
  (await currentCode(db, signerId))?.test_code ?? undefined
