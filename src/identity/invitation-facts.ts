/** What both the page and the mail of an invitation say about it. */
import type { Db } from '../database/open.ts'
import type { InvitationRow } from './invitation-store.ts'
import * as members from './member-store.ts'
import type { Members } from './members.ts'
import { type Role, roleOf } from './roles.ts'

/** What the page of an invitation shows. */
export interface InvitationFacts {
  id: string
  accountId: string
  /** Whom it is for. */
  email: string
  role: Role
  /** The organisation as people call it. */
  organisation: string
  /** Address of who invites. */
  invitedBy: string
}

/** What a page or a mail says of an invitation; undefined when the organisation has nobody any more. */
export async function factsOf(
  db: Db,
  list: Pick<Members, 'title'>,
  row: InvitationRow,
): Promise<InvitationFacts | undefined> {
  const role = roleOf(row.role)
  const organisation = await members.findOrganisation(db, row.account_id)
  const by = await members.findMember(db, { accountId: row.account_id, personId: row.invited_by })
  // An invitation ends with the membership of who sent it.
  if (role === undefined || organisation?.state !== 'open' || by === undefined) return undefined
  const { id, account_id: accountId, email } = row
  const title = await list.title(accountId)
  return { id, accountId, email, role, organisation: title, invitedBy: by.email }
}
