/** All SQL of the authority. Times are RFC 3339 text, serial numbers as hexadecimal. */
import { sql } from 'kysely'
import type { Db } from '../database/open.ts'
import { is, rowsOf } from '../database/rows.ts'
import type { ProfileName } from './profiles.ts'

/** Purpose of a key of the authority. */
export type KeyRole = 'root' | 'issuing' | 'timestamp' | 'seal' | 'ocsp'

interface KeysTable {
  label: string
  role: KeyRole
  sealed: string
  created_at: string
  retired_at: string | null
}

interface CertificatesTable {
  serial: string
  issuer: string
  profile: ProfileName
  subject: string
  reserved_at: string
  not_after: string
  der: Buffer | null
  label: string | null
  revoked_at: string | null
  revoked_reason: number | null
}

declare module '../database/tables.ts' {
  interface Tables {
    pki_keys: KeysTable
    pki_certificates: CertificatesTable
    pki_list_numbers: { issuer: string; number: number }
    pki_vault: { id: number; parameters: string }
  }
}

/** A serial number in use, with its purpose. */
type Reservation = Pick<
  CertificatesTable,
  'serial' | 'issuer' | 'profile' | 'subject' | 'reserved_at' | 'not_after'
>

/** A stored key with its certificate. */
export interface KeyRow extends KeysTable {
  der: Buffer
}

/** Reserves a serial number before its certificate is signed. */
export const insertReservation = (db: Db, row: Reservation) =>
  db.insertInto('pki_certificates').values(row).execute()

/** Stores the certificate of a reserved serial number; a second one for the same number is rejected. */
export const recordIssued = (db: Db, serial: string, der: Buffer): Promise<boolean> =>
  rowsOf(db, 'pki_certificates', { serial, der: null }).change({ der })

/** A new key of the authority with its certificate, whose serial number has been reserved. */
export async function insertKey(db: Db, row: KeysTable, serial: string, der: Buffer) {
  await db.insertInto('pki_keys').values(row).execute()
  await rowsOf(db, 'pki_certificates', { serial }).change({ der, label: row.label })
}

/** Retires every key that currently has this role. */
export const retireKeys = (db: Db, role: KeyRole, at: string) =>
  rowsOf(db, 'pki_keys', { role, retired_at: null }).change({ retired_at: at })

/** All keys of the authority, oldest first. */
export async function listKeys(db: Db): Promise<KeyRow[]> {
  const rows = await db
    .selectFrom('pki_keys as key')
    .innerJoin('pki_certificates as certificate', 'certificate.label', 'key.label')
    .selectAll('key')
    .select('certificate.der')
    .orderBy('key.created_at')
    .orderBy('key.label')
    .execute()
  return rows.flatMap((row) => (row.der === null ? [] : [{ ...row, der: row.der }]))
}

/** The certificates by which roots vouch for each other, without those that were revoked, oldest first. */
export async function listLinks(db: Db): Promise<{ issuer: string; der: Buffer }[]> {
  const rows = await db
    .selectFrom('pki_certificates')
    .select(['issuer', 'der'])
    .where('profile', '=', sql.lit<ProfileName>('cross'))
    .where('revoked_at', 'is', null)
    .orderBy('reserved_at')
    .orderBy('issuer')
    .execute()
  return rows.flatMap(({ issuer, der }) => (der === null ? [] : [{ issuer, der }]))
}

/** The next number of an issuer's revocation lists: it only increases. */
export async function nextListNumber(db: Db, issuer: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    INSERT INTO pki_list_numbers (issuer, number) VALUES (${issuer}, 1)
    ON CONFLICT (issuer) DO UPDATE SET number = pki_list_numbers.number + 1
    RETURNING number`.execute(db)
  return rows[0]?.number ?? 1
}

/** Revoked certificates of an issuer, for its revocation list. */
export const listRevoked = (db: Db, issuer: string) =>
  rowsOf(db, 'pki_certificates', { issuer, revoked_at: is('!=', null) }).all({
    columns: ['serial', 'revoked_at', 'revoked_reason'],
    order: { serial: 'asc' },
  })

/** Number of certificates that contain one of these e-mail addresses. */
export async function countNaming(db: Db, emails: readonly string[]): Promise<number> {
  const named = emails.map(
    (email) => sql<boolean>`subject = ${email} OR instr(der, ${Buffer.from(email)}) > 0`,
  )
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM pki_certificates WHERE 1 = 0
      OR ${sql.join(named.length > 0 ? named : [sql`1 = 0`], sql` OR `)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The record of an issued certificate; a number that is only reserved has none. */
export const findIssued = (db: Db, issuer: string, serial: string) =>
  rowsOf(db, 'pki_certificates', {
    issuer,
    serial: serial.padStart(32, '0'),
    der: is('!=', null),
  }).first({ columns: ['revoked_at', 'revoked_reason'] })

/** Revokes an issued certificate; returns whether there was one that was not revoked yet. */
export const revoke = (db: Db, serial: string, at: string, reason: number): Promise<boolean> =>
  rowsOf(db, 'pki_certificates', { serial, der: is('!=', null), revoked_at: null }).change({
    revoked_at: at,
    revoked_reason: reason,
  })

/** Parameters from which the key of the vault is derived; undefined before first use. */
export const vaultParameters = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('pki_vault').select('parameters').executeTakeFirst())?.parameters

/** Records the parameters; those of the first writer are retained. */
export const recordVault = (db: Db, parameters: string) =>
  db
    .insertInto('pki_vault')
    .values({ id: 1, parameters })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
