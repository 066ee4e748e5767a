/** All SQL of the codes. Each decision is one statement, so that concurrent tries cannot share an attempt. */
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import { is, rowsOf } from '../../database/rows.ts'
import {
  AUTHENTICATION_METHODS,
  type AuthenticationMethod,
  type ChallengePurpose,
  isRegistered,
  type UsedMethod,
} from '../model/authentication.ts'

/** Attempts per code. */
export const ATTEMPTS = 3

const REGISTERED = AUTHENTICATION_METHODS.filter(isRegistered)
const SENT = AUTHENTICATION_METHODS.filter((method) => !isRegistered(method))

/** State of a code. */
export type CodeState = 'valid' | 'used' | 'replaced' | 'unsent'

interface CodesTable {
  id: string
  /** As builds before `method` read it: sms also where a call was asked for. */
  channel: AuthenticationMethod
  /** Null: written by such a build. */
  method: UsedMethod | null
  signer_id: string
  /** Of the number or the address. */
  phone_hash: string
  document_sha256: string
  /** HMAC of the code; of a passkey or an app, purpose and challenge as builds before those columns read them. */
  code_hash: string
  purpose: ChallengePurpose | null
  /** No secret. */
  challenge: string | null
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

/** A code, or a challenge for a passkey or an app: then it has a purpose and no hash. */
export type CodeRow = Omit<CodesTable, 'channel' | 'method' | 'code_hash'> & {
  method: UsedMethod
  code_hash: string | null
}

/** A stored row, of this build or one before. */
function decoded({ channel, ...row }: CodesTable): CodeRow {
  if (!isRegistered(channel)) return { ...row, method: row.call_state === null ? channel : 'call' }
  const [purpose, challenge = null] = row.code_hash.split(' ')
  const asked = row.purpose ?? (purpose === 'create' ? 'create' : 'get')
  return {
    ...row,
    method: channel,
    code_hash: null,
    purpose: asked,
    challenge: row.challenge ?? challenge,
  }
}

/** The row as builds before `method`, `purpose` and `challenge` read it, too. */
const encoded = ({ method, code_hash, ...row }: CodeRow): CodesTable => ({
  ...row,
  method,
  channel: method === 'call' ? 'sms' : method,
  code_hash: code_hash ?? `${row.purpose} ${row.challenge}`,
})

/** Times of the codes sent to a signer since a given time, oldest first. */
export const sentToSigner = (db: Db, signerId: string, sinceMs: number): Promise<number[]> =>
  sentSince(db, ['signer_id', signerId], sinceMs)

/** Times at which a signer was asked for what is registered since a given time, oldest first. */
export const askedOf = (db: Db, signerId: string, sinceMs: number): Promise<number[]> =>
  rowsOf(db, 'otp_codes', {
    signer_id: signerId,
    channel: REGISTERED,
    created_at: is('>', sinceMs),
  }).list('created_at', { order: { created_at: 'asc' } })

/** Times of the codes sent to a phone since a given time, oldest first. */
export const sentToPhone = (db: Db, phoneHash: string, sinceMs: number): Promise<number[]> =>
  sentSince(db, ['phone_hash', phoneHash], sinceMs)

const sentSince = (
  db: Db,
  [column, value]: ['signer_id' | 'phone_hash', string],
  sinceMs: number,
): Promise<number[]> =>
  rowsOf(db, 'otp_codes', {
    [column]: value,
    state: is('!=', 'unsent'),
    channel: SENT,
    created_at: is('>', sinceMs),
  }).list('created_at', { order: { created_at: 'asc' } })

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
export async function insertCode(db: Db, row: CodeRow): Promise<void> {
  await rowsOf(db, 'otp_codes', { signer_id: row.signer_id, state: 'valid' }).change({
    state: 'replaced',
  })
  await db.insertInto('otp_codes').values(encoded(row)).execute()
}

/** Marks a code that was never sent, so that it does not count. */
export const markUnsent = (db: Db, id: string) =>
  rowsOf(db, 'otp_codes', { id }).change({ state: 'unsent' })

/** The code that can be entered now, whatever attempts it has left. */
export async function currentCode(db: Db, signerId: string): Promise<CodeRow | undefined> {
  const row = await rowsOf(db, 'otp_codes', { signer_id: signerId, state: 'valid' }).first()
  return row && decoded(row)
}

/** Takes one attempt before anything is compared; undefined when none is left. */
export async function takeAttempt(db: Db, signerId: string): Promise<CodeRow | undefined> {
  const { rows } = await sql<CodesTable>`
    UPDATE otp_codes SET attempts_left = attempts_left - 1
    WHERE signer_id = ${signerId} AND state = 'valid' AND attempts_left > 0
    RETURNING *`.execute(db)
  return rows[0] && decoded(rows[0])
}

/** Marks a code as entered correctly; it cannot be entered again. */
export const markUsed = (db: Db, id: string) =>
  rowsOf(db, 'otp_codes', { id }).change({ state: 'used' })

/** Invalidates the current code, for example when the signer is unblocked. */
export const endCodes = (db: Db, signerId: string) =>
  rowsOf(db, 'otp_codes', { signer_id: signerId, state: 'valid' }).change({ state: 'replaced' })

/** A code, whatever its state. */
export async function findCode(db: Db, id: string): Promise<CodeRow | undefined> {
  const row = await rowsOf(db, 'otp_codes', { id }).first()
  return row && decoded(row)
}

/** Marks a code as spoken, once; undefined: it was, or it can no longer be entered. */
export async function takeSpoken(db: Db, id: string): Promise<CodeRow | undefined> {
  const asked = { id, call_state: 'asked', state: 'valid', attempts_left: is('>', 0) } as const
  const spoken = { call_state: 'spoken', delivery: 'delivered' } as const
  const [row] = await rowsOf(db, 'otp_codes', asked).changed(spoken)
  return row && decoded(row)
}

/** Stores the carrier's report on a code; undefined for a repeated report, or if the code has been used or spoken. */
export async function takeReport(
  db: Db,
  id: string,
  delivery: 'delivered' | 'failed',
): Promise<CodeRow | undefined> {
  const row = await db
    .updateTable('otp_codes')
    .set({ delivery })
    .where('id', '=', id)
    .where('state', 'in', ['valid', 'replaced'])
    .where((eb) => eb.or([eb('call_state', 'is', null), eb('call_state', '=', 'asked')]))
    .where((eb) => eb.or([eb('delivery', 'is', null), eb('delivery', '!=', delivery)]))
    .returningAll()
    .executeTakeFirst()
  return row && decoded(row)
}

/** The newest code of a signer in test mode, readable by the sender. */
export const testCode = async (db: Db, signerId: string): Promise<string | undefined> =>
  (await currentCode(db, signerId))?.test_code ?? undefined
