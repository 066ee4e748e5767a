/** The members of an organisation: roles, removal, leaving. An organisation always has an owner. */
import { concurrently } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import { rowsOf } from '../database/rows.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import type { Origin, SecurityEvents } from './events.ts'
import { IdentityError } from './identity-error.ts'
import * as store from './member-store.ts'
import { type Role, roleOf } from './roles.ts'

/** An organisation that a person belongs to. */
export interface Membership {
  accountId: string
  role: Role
  /** The organisation's name; undefined: it has none. */
  name: string | undefined
}

/** Who changes something in an organisation, and from where. */
export interface MemberActor {
  accountId: string
  personId: string
  origin: Origin
}

type Work = (trx: Db, list: readonly store.MemberRow[]) => Promise<void>

/** Dependencies of the service. */
interface MemberParts {
  db: Db
  clock: Clock
  events: SecurityEvents
}

/**
 * Makes an account that no build with members has seen an organisation with its person as owner: those made on the
 * command line, or by an earlier version that runs beside this one.
 */
export async function adopt(db: Db, accountId: string, at: string): Promise<void> {
  if ((await store.findOrganisation(db, accountId)) !== undefined) return
  await concurrently(db, 'rows', (trx) => found(trx, accountId, at))
}

/** Makes an account an organisation with its person as owner, in the caller's transaction. */
export async function found(trx: Db, accountId: string, at: string): Promise<void> {
  await store.insertOrganisation(trx, accountId, 'open')
  const row = { account_id: accountId, person_id: accountId, role: 'owner', created_at: at }
  await store.insertMember(trx, row)
}

/** The member service. */
export class Members {
  readonly #parts: MemberParts

  constructor(parts: MemberParts) {
    this.#parts = parts
  }

  /** The members of an organisation, the first one first. */
  list(accountId: string, db: Db = this.#parts.db): Promise<store.MemberRow[]> {
    return store.listMembers(db, accountId)
  }

  /** The organisations of a person, their own first. */
  async of(personId: string, db: Db = this.#parts.db): Promise<Membership[]> {
    const rows = await store.listMemberships(db, personId)
    return rows.flatMap(({ account_id: accountId, role: text, name }) => {
      const role = roleOf(text)
      return role === undefined ? [] : [{ accountId, role, name: name ?? undefined }]
    })
  }

  /** An organisation as people call it: its name, or the address that stands for it. */
  async title(accountId: string, db: Db = this.#parts.db): Promise<string> {
    const organisation = await store.findOrganisation(db, accountId)
    return organisation?.name ?? (await store.contactOf(db, accountId))?.email ?? accountId
  }

  /** Its own name and the member whose address stands for it; null: none was chosen. */
  async settings(accountId: string): Promise<{ name: string | null; contactId: string | null }> {
    const organisation = await store.findOrganisation(this.#parts.db, accountId)
    return { name: organisation?.name ?? null, contactId: organisation?.contact_id ?? null }
  }

  /** The person who stands for an organisation; undefined for one that is closed. */
  contact(accountId: string) {
    return store.contactOf(this.#parts.db, accountId)
  }

  /** Sets name and contact. @throws IdentityError `not_member` for a contact from outside */
  async configure(
    by: MemberActor,
    { name, contactId }: { name: string | null; contactId: string | null },
  ): Promise<void> {
    await this.#asOwner(by, async (trx, list) => {
      if (contactId !== null && !list.some(({ person_id }) => person_id === contactId))
        throw new IdentityError('not_member')
      await store.updateOrganisation(trx, by.accountId, { name, contact_id: contactId })
      await this.#note(trx, by, 'organisation.changed', name ?? '')
    })
  }

  /**
   * Gives a member another role. Their open pages follow it from the next request on.
   * @throws IdentityError `not_member`, `last_owner`, `not_owner`
   */
  async setRole(by: MemberActor, personId: string, role: Role): Promise<void> {
    await this.#asOwner(by, async (trx, list) => {
      const member = this.#memberOf(list, personId)
      if (member.role === role) return
      if (role !== 'owner') this.#keepOwner(list, personId)
      await store.setRole(trx, by.accountId, personId, role)
      await this.#note(trx, by, 'member.changed', `${member.email}: ${member.role} → ${role}`)
    })
  }

  /**
   * Makes another member owner instead of the acting one, who becomes a developer.
   * @throws IdentityError `not_member`, `not_owner`
   */
  async transfer(by: MemberActor, personId: string): Promise<void> {
    await this.#asOwner(by, async (trx, list) => {
      const member = this.#memberOf(list, personId)
      if (personId === by.personId) return
      await store.setRole(trx, by.accountId, personId, 'owner')
      await store.setRole(trx, by.accountId, by.personId, 'developer')
      await this.#note(trx, by, 'ownership.transferred', member.email)
    })
  }

  /**
   * Removes a member; their sessions in this organisation end at once.
   * @throws IdentityError `not_member`, `last_owner`, `not_owner`
   */
  async remove(by: MemberActor, personId: string): Promise<void> {
    await this.#asOwner(by, async (trx, list) => {
      const member = this.#memberOf(list, personId)
      this.#keepOwner(list, personId)
      await store.removeMember(trx, by.accountId, personId)
      await this.#note(trx, by, 'member.removed', member.email)
    })
  }

  /** Leaves the organisation. @throws IdentityError `last_owner` */
  async leave(by: MemberActor): Promise<void> {
    await this.#inTurn(by.accountId, async (trx, list) => {
      const member = this.#memberOf(list, by.personId)
      this.#keepOwner(list, by.personId)
      await store.removeMember(trx, by.accountId, by.personId)
      await this.#note(trx, by, 'member.left', member.email)
    })
  }

  /** Opens another organisation in a session. @throws IdentityError `not_member` */
  async open(session: { id: string; personId: string }, accountId: string): Promise<void> {
    const { db } = this.#parts
    const list = await this.of(session.personId)
    if (!list.some((one) => one.accountId === accountId)) throw new IdentityError('not_member')
    const row = { id: session.id }
    await rowsOf(db, 'user_sessions', row).change({ organisation_id: accountId })
  }

  /** Whether a person who belongs nowhere may make an organisation of their own. */
  async mayFound(personId: string): Promise<boolean> {
    return (await store.findOrganisation(this.#parts.db, personId))?.state === 'none'
  }

  /** Makes the row of a person who has a log-in only an organisation of their own. @throws IdentityError `not_member` */
  async foundOwn(personId: string): Promise<void> {
    const { db, clock } = this.#parts
    await concurrently(db, 'organisation', async (trx) => {
      await store.lockOrganisation(trx, personId)
      const own = await store.findOrganisation(trx, personId)
      // One that was closed has records that stay as evidence: it is not opened again.
      if (own?.state !== 'none') throw new IdentityError('not_member')
      await store.updateOrganisation(trx, personId, { state: 'open' })
      await found(trx, personId, toIso(clock.now()))
    })
  }

  async #asOwner(by: MemberActor, work: Work): Promise<void> {
    await this.#inTurn(by.accountId, async (trx, list) => {
      const own = list.find(({ person_id }) => person_id === by.personId)
      if (own?.role !== 'owner') throw new IdentityError('not_owner')
      await work(trx, list)
    })
  }

  /** One change of an organisation's members after the other, also of several instances. */
  async #inTurn(accountId: string, work: Work): Promise<void> {
    await concurrently(this.#parts.db, 'organisation', async (trx) => {
      await store.lockOrganisation(trx, accountId)
      await work(trx, await store.listMembers(trx, accountId))
    })
  }

  #memberOf(list: readonly store.MemberRow[], personId: string): store.MemberRow {
    const member = list.find(({ person_id }) => person_id === personId)
    if (member === undefined) throw new IdentityError('not_member')
    return member
  }

  #keepOwner(list: readonly store.MemberRow[], without: string): void {
    const others = list.some(({ role, person_id }) => role === 'owner' && person_id !== without)
    if (!others) throw new IdentityError('last_owner')
  }

  #note(
    trx: Db,
    { accountId, personId, origin }: MemberActor,
    type: Parameters<SecurityEvents['note']>[0]['type'],
    subject: string,
  ): Promise<void> {
    return this.#parts.events.note(
      { accountId: personId, organisationId: accountId, type, origin, subject },
      trx,
    )
  }
}
