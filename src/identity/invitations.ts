/** Invitations to an organisation: a link in a mail, for one address, once. */

import { concurrently, inTurn } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import { addRow } from '../database/rows.ts'
import { DAY_MS, toIso } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { AttemptLimiter } from '../throttling/ports.ts'
import type { Origin } from './events.ts'
import { countAttempt, IdentityError } from './identity-error.ts'
import * as invitations from './invitation-store.ts'
import { factsOf, type InvitationFacts } from './invitation-store.ts'
import { IDENTITY_MAILS } from './mails.ts'
import * as members from './member-store.ts'
import type { MemberActor, Members } from './members.ts'
import { passwordFinding } from './passwords.ts'
import type { Role } from './roles.ts'
import { allowedEmail, type SignupsDeps } from './signup.ts'
import * as store from './store.ts'

/** How long an invitation can be accepted. */
export const INVITED_MS = 7 * DAY_MS
/** How often the mail of one invitation can be sent. */
export const SENDINGS_MAX = 4
/** Open invitations of an organisation. */
const OPEN_MAX = 50
/** Invitations and repeated mails of one organisation in a day. */
const INVITATIONS_PER_DAY = {
  name: 'invitations-account',
  max: 60,
  windowMs: DAY_MS,
  lasting: true,
} as const

/** The invitation service. */
export class Invitations {
  readonly #parts: SignupsDeps
  readonly #members: Members
  readonly #perAccount: AttemptLimiter

  constructor(parts: SignupsDeps, list: Members) {
    this.#parts = parts
    this.#members = list
    this.#perAccount = parts.throttling.attemptLimiter(INVITATIONS_PER_DAY)
  }

  /** The open invitations of an organisation. */
  list(accountId: string): Promise<invitations.InvitationRow[]> {
    const { db, clock } = this.#parts
    return invitations.listInvitations(db, accountId, toIso(clock.now()))
  }

  /**
   * Invites an address. Whether it has a log-in here makes no difference.
   * @throws IdentityError `email_invalid`, `domain_not_invited`, `already_member`, `invitations_full`, `not_owner`, `too_many`
   */
  async invite(
    by: MemberActor,
    { email: given, role, locale }: { email: string; role: Role; locale: store.UserLocale },
  ): Promise<void> {
    const { db, clock, mails, events } = this.#parts
    const email = allowedEmail(this.#parts.signup, given)
    const nowMs = clock.now()
    const at = toIso(nowMs)
    await countAttempt(this.#perAccount, by.accountId)
    await concurrently(db, 'organisation', async (trx) => {
      await this.#checkOwner(trx, by)
      const list = await members.listMembers(trx, by.accountId)
      if (list.some((one) => one.email === email)) throw new IdentityError('already_member')
      const open = await invitations.listInvitations(trx, by.accountId, at)
      if (open.length >= OPEN_MAX) throw new IdentityError('invitations_full')
      // A second invitation replaces the first: only the newest role can be accepted.
      for (const { id } of open.filter((one) => one.email === email))
        await invitations.takeInvitation(trx, { id, accountId: by.accountId, at })
      const id = newId('inv', nowMs)
      await addRow(trx, 'invitations', {
        id,
        account_id: by.accountId,
        email,
        role,
        locale,
        invited_by: by.personId,
        created_at: at,
        expires_at: toIso(nowMs + INVITED_MS),
        sent: 1,
        used_at: null,
      })
      await mails.add(trx, IDENTITY_MAILS.invitation, { id })
      await events.note(this.#event(by, 'member.invited', `${email}: ${role}`), trx)
    })
  }

  /** Sends the mail of an invitation again. @throws IdentityError `link_over`, `too_many`, `not_owner` */
  async resend(by: MemberActor, id: string): Promise<void> {
    const { db, clock, mails } = this.#parts
    await countAttempt(this.#perAccount, by.accountId)
    await concurrently(db, 'organisation', async (trx) => {
      await this.#checkOwner(trx, by)
      const at = toIso(clock.now())
      const place = { id, accountId: by.accountId, at, max: SENDINGS_MAX }
      if (!(await invitations.countSending(trx, place))) throw new IdentityError('link_over')
      await mails.add(trx, IDENTITY_MAILS.invitation, { id })
    })
  }

  /** Revokes an invitation: its link is over. @throws IdentityError `link_over`, `not_owner` */
  async revoke(by: MemberActor, id: string): Promise<void> {
    const { db, clock, events } = this.#parts
    await concurrently(db, 'organisation', async (trx) => {
      await this.#checkOwner(trx, by)
      const row = await invitations.findInvitation(trx, id)
      const taken = { id, accountId: by.accountId, at: toIso(clock.now()) }
      if (!(await invitations.takeInvitation(trx, taken))) throw new IdentityError('link_over')
      await events.note(this.#event(by, 'invitation.revoked', row?.email ?? ''), trx)
    })
  }

  /** What a link leads to; undefined when it is over, or its organisation is. */
  async read(token: string): Promise<InvitationFacts | undefined> {
    const { db, clock, links } = this.#parts
    const id = links.read('invite', token)
    const row = id === undefined ? undefined : await invitations.findInvitation(db, id)
    if (row === undefined || row.used_at !== null) return undefined
    if (row.expires_at <= toIso(clock.now())) return undefined
    return await factsOf(db, this.#members, row)
  }

  /**
   * Makes the person whose address was invited a member.
   * @returns the organisation's account
   * @throws IdentityError `link_over`; `other_person` if another person is logged in
   */
  async accept(token: string, person: { personId: string; email: string }, origin: Origin) {
    const open = await this.read(token)
    if (open === undefined) throw new IdentityError('link_over')
    if (person.email !== open.email) throw new IdentityError('other_person')
    const { db } = this.#parts
    await concurrently(db, 'organisation', (trx) => this.#join(trx, open, person.personId, origin))
    return open.accountId
  }

  /**
   * Makes a log-in for the invited address, and its person a member. The link in the mail proves the address.
   * @returns the new person
   * @throws IdentityError `link_over`, `known_person` for an address that has a log-in, `password_*`, `busy`
   */
  async register(
    token: string,
    { password, locale, origin }: { password: string; locale: store.UserLocale; origin: Origin },
  ): Promise<{ personId: string; accountId: string }> {
    if (!this.#parts.passwords) throw new IdentityError('password_off')
    const open = await this.read(token)
    if (open === undefined) throw new IdentityError('link_over')
    const code = await passwordFinding(password, open.email)
    if (code !== undefined) throw new IdentityError(code)
    const { db, clock, hasher, accounts } = this.#parts
    const hashed = await hasher.hash(password)
    const at = toIso(clock.now())
    return await inTurn(db, ['address', open.email], async (trx) => {
      if ((await store.findUserByEmail(trx, open.email)) !== undefined)
        throw new IdentityError('known_person')
      const { id } = await accounts.createAccount(open.email, trx)
      await members.insertOrganisation(trx, id, 'none')
      await store.setPassword(trx, { account_id: id, password: hashed, password_at: at, locale })
      await this.#join(trx, open, id, origin)
      return { personId: id, accountId: open.accountId }
    })
  }

  async #join(trx: Db, open: InvitationFacts, personId: string, origin: Origin): Promise<void> {
    const { clock, events } = this.#parts
    const { id, accountId, role } = open
    const at = toIso(clock.now())
    await members.lockOrganisation(trx, accountId)
    if (!(await invitations.takeInvitation(trx, { id, accountId, at })))
      throw new IdentityError('link_over')
    await members.insertMember(trx, {
      account_id: accountId,
      person_id: personId,
      role,
      created_at: at,
    })
    await events.note(this.#event({ accountId, personId, origin }, 'member.joined', role), trx)
  }

  async #checkOwner(trx: Db, by: MemberActor): Promise<void> {
    await members.lockOrganisation(trx, by.accountId)
    const own = await members.findMember(trx, by)
    if (own?.role !== 'owner') throw new IdentityError('not_owner')
  }

  #event(
    by: MemberActor,
    type: 'member.invited' | 'member.joined' | 'invitation.revoked',
    subject: string,
  ) {
    const { accountId: organisationId, personId: accountId, origin } = by
    return { accountId, organisationId, type, origin, subject }
  }
}
