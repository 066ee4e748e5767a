/** All SQL about organisations and their members. A person is named by the account they log in with. */
import type { Db } from '../database/open.ts'
import { rowsOf } from '../database/rows.ts'

/** An organisation as stored. */
export interface OrganisationRow {
  account_id: string
  name: string | null
  contact_id: string | null
  state: 'open' | 'closed' | 'none'
}

interface MembersTable {
  account_id: string
  person_id: string
  role: string
  created_at: string
}

declare module '../database/tables.ts' {
  interface Tables {
    organisations: OrganisationRow
    members: MembersTable
  }
}

/** A member with their address. */
export interface MemberRow extends MembersTable {
  email: string
}

/** Makes an account row an organisation or a log-in only, if nothing has said yet which it is. */
export const insertOrganisation = (db: Db, account_id: string, state: 'open' | 'none') =>
  db
    .insertInto('organisations')
    .values({ account_id, name: null, contact_id: null, state })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()

/** An organisation; undefined before its account was first used. */
export const findOrganisation = (db: Db, id: string): Promise<OrganisationRow | undefined> =>
  rowsOf(db, 'organisations', { account_id: id }).first()

/** Changes an organisation. */
export const updateOrganisation = (
  db: Db,
  id: string,
  change: Partial<Omit<OrganisationRow, 'account_id'>>,
) => rowsOf(db, 'organisations', { account_id: id }).change(change)

/** Holds the organisation until the end of the transaction, so that changes of its members follow each other. */
export const lockOrganisation = (db: Db, id: string) =>
  rowsOf(db, 'organisations', { account_id: id }).change({ account_id: id })

/** Adds a member; an existing member keeps their role. */
export const insertMember = (db: Db, row: MembersTable) =>
  db
    .insertInto('members')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'person_id']).doNothing())
    .execute()

const members = (db: Db) =>
  db
    .selectFrom('members')
    .innerJoin('accounts as person', 'person.id', 'members.person_id')
    .selectAll('members')
    .select('person.email')

/** The members of an organisation, the first one first. */
export const listMembers = (db: Db, accountId: string): Promise<MemberRow[]> =>
  members(db)
    .where('members.account_id', '=', accountId)
    .orderBy('members.created_at')
    .orderBy('members.person_id')
    .execute()

/** One member of an organisation. */
export const findMember = (
  db: Db,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<MemberRow | undefined> =>
  members(db)
    .where('members.account_id', '=', accountId)
    .where('members.person_id', '=', personId)
    .executeTakeFirst()

/** The organisations that a person belongs to and that are not disabled, their own first. */
export async function listMemberships(db: Db, personId: string) {
  const rows = await db
    .selectFrom('members')
    .innerJoin('accounts as account', 'account.id', 'members.account_id')
    .leftJoin('organisations', 'organisations.account_id', 'members.account_id')
    .selectAll('members')
    .select('organisations.name')
    .where('members.person_id', '=', personId)
    .where('account.disabled_at', 'is', null)
    .orderBy('members.created_at')
    .orderBy('members.account_id')
    .execute()
  return rows.sort(
    (one, other) => Number(other.account_id === personId) - Number(one.account_id === personId),
  )
}

/** Gives a member another role. */
export const setRole = (db: Db, accountId: string, personId: string, role: string) =>
  rowsOf(db, 'members', { account_id: accountId, person_id: personId }).change({ role })

/** Removes a member, and ends their sessions in this organisation. */
export async function removeMember(db: Db, accountId: string, personId: string): Promise<void> {
  await rowsOf(db, 'members', { account_id: accountId, person_id: personId }).delete()
  await rowsOf(db, 'organisations', { account_id: accountId, contact_id: personId }).change({
    contact_id: null,
  })
  await endSessionsIn(db, accountId, personId)
}

/** Ends the sessions that have an organisation open: of one person, or of all. */
export async function endSessionsIn(db: Db, accountId: string, personId?: string): Promise<void> {
  const here = db
    .deleteFrom('user_sessions')
    .where((eb) => eb(eb.fn.coalesce('organisation_id', 'account_id'), '=', accountId))
  await (personId === undefined ? here : here.where('account_id', '=', personId)).execute()
}

/** Removes everything of an organisation from these tables but its log; its row says that it was one. */
export async function closeOrganisation(db: Db, accountId: string): Promise<void> {
  await rowsOf(db, 'members', { account_id: accountId }).delete()
  await rowsOf(db, 'invitations', { account_id: accountId }).delete()
  await endSessionsIn(db, accountId)
  await updateOrganisation(db, accountId, { name: null, contact_id: null, state: 'closed' })
}

/** Who stands for an organisation: the chosen member, else its founder, else the first owner. */
export async function contactOf(db: Db, accountId: string) {
  const organisation = await findOrganisation(db, accountId)
  const list = await listMembers(db, accountId)
  const owners = list.filter(({ role }) => role === 'owner')
  const found =
    list.find(({ person_id }) => person_id === organisation?.contact_id) ??
    owners.find(({ person_id }) => person_id === accountId) ??
    owners[0]
  if (found !== undefined) return { personId: found.person_id, email: found.email }
  // Made by the command line or an earlier version, and not used since.
  if (organisation !== undefined) return undefined
  const account = await rowsOf(db, 'accounts', { id: accountId }).first({ columns: ['email'] })
  return account && { personId: accountId, email: account.email }
}
