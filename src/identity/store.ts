/** All SQL about people who log in. Times go in and come out as RFC 3339 text. */
import { sql } from 'kysely'
import { type Db, deleteSliced } from '../database/open.ts'
import { is, rowsOf } from '../database/rows.ts'
import type { Locale } from '../kernel/languages.ts'
import { eraseFactors } from './factor-store.ts'

/** The languages a person may choose. */
export type UserLocale = Locale

interface UsersTable {
  account_id: string
  password: string
  password_at: string
  locale: UserLocale | null
}

/** A sign-up whose address has not been confirmed yet. */
export interface SignupRow {
  id: string
  email: string
  password: string
  locale: UserLocale
  browser_hash: Buffer
  created_at: string
  expires_at: string
  used_at: string | null
}

/** A password reset link. */
export type ResetRow = Omit<SignupRow, 'password' | 'browser_hash'>

/** A browser that is logged in. */
export interface SessionRow {
  id: string
  account_id: string
  token_hash: Buffer
  created_at: string
  seen_at: string
  expires_at: string
  ip: string
  ua: string
  confirmed_at: string | null
  organisation_id: string | null
}

/** A security event: what happened to an account, when and from where. */
export interface EventRow {
  id: string
  account_id: string
  type: string
  at: string
  ip: string
  ua: string
  subject: string | null
  organisation_id: string | null
  /** What its digests in the chain of the log are salted with, and its place there; null: in no chain. */
  salt: string | null
  origin_salt: string | null
  chain_seq: number | null
}

declare module '../database/tables.ts' {
  interface Tables {
    users: UsersTable
    signups: SignupRow
    password_resets: ResetRow
    user_sessions: SessionRow
    security_events: EventRow
  }
}

/** Accounts with their users' data; `password` is null if none was set yet. */
const users = (db: Db) =>
  db
    .selectFrom('accounts')
    .leftJoin('users', 'users.account_id', 'accounts.id')
    .select([
      'accounts.id as account_id',
      'accounts.email',
      'accounts.disabled_at',
      'users.password',
      'users.locale',
    ])

/** Who has this address; undefined where no account does. */
export const findUserByEmail = (db: Db, email: string) =>
  users(db).where('accounts.email', '=', email).executeTakeFirst()

/** The person of an account; undefined where there is no such account. */
export const findUser = (db: Db, accountId: string) =>
  users(db).where('accounts.id', '=', accountId).executeTakeFirst()

/** Sets the password; the first one creates the row. */
export const setPassword = (
  db: Db,
  row: Pick<UsersTable, 'account_id' | 'password' | 'password_at'> & { locale: UserLocale | null },
) =>
  db
    .insertInto('users')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ password: row.password, password_at: row.password_at }),
    )
    .execute()

/** A sign-up by the id in its link. */
export const findSignup = (db: Db, id: string): Promise<SignupRow | undefined> =>
  rowsOf(db, 'signups', { id }).first()

/** Such a link by its id. */
export const findReset = (db: Db, id: string): Promise<ResetRow | undefined> =>
  rowsOf(db, 'password_resets', { id }).first()

/** Marks a link as used; returns whether it was still unused. One statement, so it works once. */
export const takeLink = (
  db: Db,
  table: 'signups' | 'password_resets',
  { id, at }: { id: string; at: string },
): Promise<boolean> =>
  rowsOf(db, table, { id, used_at: null, expires_at: is('>', at) }).change({ used_at: at })

/** Invalidates the other open links of this address. */
export const endLinks = (db: Db, email: string, at: string) =>
  Promise.all(
    (['signups', 'password_resets'] as const).map((table) =>
      rowsOf(db, table, { email, used_at: null }).change({ used_at: at }),
    ),
  )

/** Number of links of one kind requested for an address since a time; the kinds are limited separately. */
export const countLinks = (
  db: Db,
  table: 'signups' | 'password_resets',
  email: string,
  since: string,
): Promise<number> => rowsOf(db, table, { email, created_at: is('>', since) }).count()

/**
 * The session behind a token, of a person who is not disabled, with what they are in the organisation that it has
 * open. `role` is null where they are no member of it, `state` where no build with members has seen it.
 */
export const findSession = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('user_sessions as session')
    .innerJoin('accounts', 'accounts.id', 'session.account_id')
    .leftJoin('users', 'users.account_id', 'accounts.id')
    .innerJoin('accounts as place', (join) =>
      join.on((eb) =>
        eb('place.id', '=', eb.fn.coalesce('session.organisation_id', 'session.account_id')),
      ),
    )
    .leftJoin('organisations', 'organisations.account_id', 'place.id')
    .leftJoin('members', (join) =>
      join
        .onRef('members.account_id', '=', 'place.id')
        .onRef('members.person_id', '=', 'session.account_id'),
    )
    .selectAll('session')
    .select([
      'accounts.email',
      'users.locale',
      'place.id as place_id',
      'place.disabled_at as place_disabled_at',
      'organisations.name',
      'organisations.state',
      'members.role',
    ])
    .where('session.token_hash', '=', tokenHash)
    .where('accounts.disabled_at', 'is', null)
    .executeTakeFirst()

/** Ends one session of an account; returns whether there was one. */
export async function endSession(db: Db, accountId: string, id: string): Promise<boolean> {
  return (await rowsOf(db, 'user_sessions', { id, account_id: accountId }).delete()) > 0
}

/** Removes expired links and sessions, and old events that are in no chain. */
export async function sweep(
  db: Db,
  before: { links: string; sessions: string; idle: string; events: string },
): Promise<void> {
  const { links, sessions, idle, events } = before
  for (const [table, key, where] of [
    ['signups', 'id', sql`expires_at < ${links}`],
    ['password_resets', 'id', sql`expires_at < ${links}`],
    ['user_sessions', 'id', sql`expires_at < ${sessions} OR seen_at < ${idle}`],
    ['factor_challenges', 'token_hash', sql`expires_at < ${sessions}`],
    ['security_events', 'id', sql`at < ${events} AND chain_seq IS NULL`],
  ] as const)
    await deleteSliced(db, { table, key, where })
}

/** Removes everything of a person from these tables; what they did in organisations stays in their logs. */
export async function eraseUser(db: Db, { id, email }: { id: string; email: string }) {
  await rowsOf(db, 'users', { account_id: id }).delete()
  await rowsOf(db, 'user_sessions', { account_id: id }).delete()
  await rowsOf(db, 'members', { person_id: id }).delete()
  await eraseFactors(db, id)
  await rowsOf(db, 'security_events', { account_id: id, organisation_id: null }).delete()
  await rowsOf(db, 'security_events', { account_id: id }).change({
    ip: '',
    ua: '',
    origin_salt: null,
  })
  await eraseLinks(db, email)
}

/** Number of links requested for an address, which need not have an account. */
export const countLinksOf = async (db: Db, email: string): Promise<number> =>
  (await countLinks(db, 'signups', email, '')) +
  (await countLinks(db, 'password_resets', email, ''))

/** Removes the links requested for an address. */
export async function eraseLinks(db: Db, email: string): Promise<void> {
  await rowsOf(db, 'signups', { email }).delete()
  await rowsOf(db, 'password_resets', { email }).delete()
  await rowsOf(db, 'invitations', { email }).delete()
}
