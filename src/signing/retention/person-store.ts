/** All SQL about one person in signature requests, matched by e-mail address, ASCII case-insensitively. */
import { sql } from 'kysely'
import { asciiLower, isAmong, namesText } from '../../database/conditions.ts'
import type { Db } from '../../database/open.ts'
import type { RequestsTable } from '../model/tables.ts'

/** A request in which a person appears, or the trail of an erased one. */
export interface PersonRequest
  extends Pick<RequestsTable, 'id' | 'account_id' | 'status' | 'ended_at'> {
  /** Whether the request still exists; otherwise only its trail does. */
  whole: boolean
  /** Number of other signers; 0 where only the trail is left. */
  others: number
}

/**
 * Requests that ask an address to sign, were sent in its name, or whose trail contains it.
 * @param trails ids of the trails that contain it
 */
export async function findPersonRequests(
  db: Db,
  email: string,
  trails: readonly string[],
): Promise<PersonRequest[]> {
  const { rows } = await sql<Omit<PersonRequest, 'whole'> & { whole: number }>`
    WITH found (id) AS (
      SELECT request_id FROM signers WHERE lower(email) = ${asciiLower(email)}
      UNION SELECT id FROM signature_requests WHERE lower(sender) = ${asciiLower(email)}
      UNION SELECT id FROM signature_requests WHERE copies <> '[]'
        AND ${namesText('copies', email)}
      UNION SELECT id FROM signature_requests WHERE ${isAmong(sql`id`, trails)}
      UNION SELECT id FROM erased_requests WHERE ${isAmong(sql`id`, trails)})
    SELECT request.id, request.account_id, request.status, request.ended_at, 1 AS whole,
      (SELECT count(*) FROM signers
        WHERE request_id = request.id AND lower(email) <> ${asciiLower(email)}) AS others
    FROM signature_requests AS request WHERE request.id IN (SELECT id FROM found)
    UNION ALL
    SELECT erased.id, erased.account_id, erased.status, erased.ended_at, 0, 0
    FROM erased_requests AS erased
    WHERE erased.trail_erased_at IS NULL AND erased.id IN (SELECT id FROM found)
    ORDER BY 1`.execute(db)
  return rows.map((row) => ({ ...row, whole: row.whole === 1 }))
}

/**
 * Requests whose free text (name, message, sender's metadata, reason) contains an address, except those given; and
 * request templates that contain it.
 */
export async function findMentions(db: Db, email: string, except: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM signature_requests
    WHERE instr(lower(concat_ws(' ', name, filename, message, sender, external_id, metadata, notify, end_reason, returned)),
        ${asciiLower(email)}) > 0
      AND NOT ${isAmong(sql`id`, except)}
    UNION ALL SELECT id FROM request_templates
    WHERE instr(lower(definition), ${asciiLower(email)}) > 0
    ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The spellings of an address, and the phone numbers that belong to it. */
export async function findPersonNames(db: Db, email: string) {
  const { rows } = await sql<{ email: string; phone: string | null }>`
    SELECT DISTINCT email, phone FROM signers WHERE lower(email) = ${asciiLower(email)}`.execute(db)
  const phones = rows.flatMap(({ phone }) => (phone === null ? [] : [phone]))
  return {
    emails: [...new Set([email, ...rows.map((row) => row.email)])],
    phones: [...new Set(phones)],
  }
}

const codesOf = (email: string) => sql<string>`
  SELECT code.id FROM otp_codes AS code JOIN signers ON signers.id = code.signer_id
  JOIN signature_requests AS request ON request.id = signers.request_id
  WHERE lower(signers.email) = ${asciiLower(email)} AND request.ended_at IS NOT NULL`

/** Codes that were sent to a person for requests that have ended. */
export const countPersonCodes = (db: Db, email: string) => count(db, codesOf(email))

/**
 * Erases those codes. The trail records that they were sent and entered; the hourly limit needs no older
 * ones.
 */
export async function erasePersonCodes(db: Db, email: string): Promise<void> {
  await sql`DELETE FROM otp_codes WHERE id IN (${codesOf(email)})`.execute(db)
}

/**
 * Stored idempotent responses that name a person, or that belong to the creation of a request being erased.
 */
const answersAbout = ({ documents, text }: About) => sql<string>`
  SELECT account_id, key FROM idempotency_keys
  WHERE answer IS NOT NULL AND (${isAmong(sql`json_extract(answer, '$.id')`, documents)}
    OR ${namesText('answer', text)})`

/** The requests being erased, and an address. */
export interface About {
  documents: readonly string[]
  text: string
}

/** Number of stored idempotent responses that name a person. */
export const countAnswers = (db: Db, about: About) => count(db, answersAbout(about))

/** Erases those responses: repeating the same call would execute it again. */
export const eraseAnswers = (db: Db, about: About) =>
  sql`DELETE FROM idempotency_keys WHERE (account_id, key) IN (${answersAbout(about)})`.execute(db)

async function count(db: Db, rows: ReturnType<typeof codesOf>): Promise<number> {
  const found = await sql<{
    count: number
  }>`SELECT count(*) AS count FROM (${rows}) AS found`.execute(db)
  return found.rows[0]?.count ?? 0
}
