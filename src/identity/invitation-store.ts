/** All SQL about invitations. Times go in and come out as RFC 3339 text. */
import { sql } from 'kysely'
import { type Db, deleteSliced } from '../database/open.ts'
import { is, rowsOf } from '../database/rows.ts'
import * as members from './member-store.ts'
import type { Members } from './members.ts'
import { roleOf } from './roles.ts'
import type { UserLocale } from './store.ts'

/** An invitation as stored. */
export interface InvitationRow {
  id: string
  account_id: string
  email: string
  role: string
  locale: UserLocale
  invited_by: string
  created_at: string
  expires_at: string
  sent: number
  used_at: string | null
}

declare module '../database/tables.ts' {
  interface Tables {
    invitations: InvitationRow
  }
}

/** An invitation by its id. */
export const findInvitation = (db: Db, id: string): Promise<InvitationRow | undefined> =>
  rowsOf(db, 'invitations', { id }).first()

/** The invitations of an organisation that can still be accepted, the newest first. */
export const listInvitations = (db: Db, accountId: string, now: string): Promise<InvitationRow[]> =>
  rowsOf(db, 'invitations', { account_id: accountId, used_at: null, expires_at: is('>', now) }).all(
    { order: { id: 'desc' } },
  )

/** Ends an invitation; returns whether it was open. One statement, so it works once. */
export const takeInvitation = (
  db: Db,
  { id, accountId, at }: { id: string; accountId: string; at: string },
): Promise<boolean> =>
  rowsOf(db, 'invitations', {
    id,
    account_id: accountId,
    used_at: null,
    expires_at: is('>', at),
  }).change({ used_at: at })

/** Counts one more sending of an open invitation; returns whether it was still allowed. */
export const countSending = (
  db: Db,
  { id, accountId, at, max }: { id: string; accountId: string; at: string; max: number },
): Promise<boolean> =>
  rowsOf(db, 'invitations', {
    ...{ id, account_id: accountId, used_at: null },
    ...{ expires_at: is('>', at), sent: is('<', max) },
  }).change({ sent: sql`sent + 1` })

/** Removes invitations that ended before a time. */
export const sweepInvitations = (db: Db, before: string) =>
  deleteSliced(db, { table: 'invitations', key: 'id', where: sql`expires_at < ${before}` })

/** What the page of an invitation shows. */
export type InvitationFacts = NonNullable<Awaited<ReturnType<typeof factsOf>>>

/**
 * What a page or a mail says of an invitation; undefined when the organisation has nobody any more.
 * @returns with the address it is for, the organisation as people call it, and the address of who invites
 */
export async function factsOf(db: Db, list: Pick<Members, 'title'>, row: InvitationRow) {
  const role = roleOf(row.role)
  const organisation = await members.findOrganisation(db, row.account_id)
  const by = await members.findMember(db, { accountId: row.account_id, personId: row.invited_by })
  // An invitation ends with the membership of who sent it.
  if (role === undefined || organisation?.state !== 'open' || by === undefined) return undefined
  const { id, account_id: accountId, email } = row
  const title = await list.title(accountId)
  return { id, accountId, email, role, organisation: title, invitedBy: by.email }
}
