/** All SQL about log-ins by OpenID Connect. Times go in and come out as RFC 3339 text. */
import { sql } from 'kysely'
import { type Db, deleteSliced } from '../database/open.ts'
import { is, rowsOf } from '../database/rows.ts'

interface OidcAttemptsTable {
  state_hash: Buffer
  browser_hash: Buffer
  nonce: string
  verifier: string
  next: string
  expires_at: string
}

interface OidcPeopleTable {
  issuer: string
  subject: string
  account_id: string
  created_at: string
}

interface OidcLinksTable {
  token_hash: Buffer
  issuer: string
  subject: string
  account_id: string
  expires_at: string
}

declare module '../database/tables.ts' {
  interface Tables {
    oidc_attempts: OidcAttemptsTable
    oidc_people: OidcPeopleTable
    oidc_links: OidcLinksTable
  }
}

/** Takes a log-in that was begun: it is found once. */
export async function takeAttempt(db: Db, stateHash: Buffer, now: string) {
  const row = await rowsOf(db, 'oidc_attempts', { state_hash: stateHash }).first()
  const gone = await rowsOf(db, 'oidc_attempts', { state_hash: stateHash }).delete()
  return row !== undefined && gone > 0 && row.expires_at > now ? row : undefined
}

/** Connects a subject with a person; one that is connected stays so. */
export const insertPerson = (db: Db, row: OidcPeopleTable) =>
  db
    .insertInto('oidc_people')
    .values(row)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute()

/** Such a connection by its token. */
export const findLink = (db: Db, tokenHash: Buffer, now: string) =>
  rowsOf(db, 'oidc_links', { token_hash: tokenHash, expires_at: is('>', now) }).first()

/** Removes what has expired. */
export async function sweepOidc(db: Db, now: string): Promise<void> {
  const where = sql`expires_at < ${now}`
  await deleteSliced(db, { table: 'oidc_attempts', key: 'state_hash', where })
  await deleteSliced(db, { table: 'oidc_links', key: 'token_hash', where })
}

/** Removes the connections of a person. */
export async function eraseOidc(db: Db, accountId: string): Promise<void> {
  await rowsOf(db, 'oidc_people', { account_id: accountId }).delete()
  await rowsOf(db, 'oidc_links', { account_id: accountId }).delete()
}
