/** `member …`: who belongs to an account, as what. */
import { checkedEmail } from '../accounts/service.ts'
import { concurrently, inTurn } from '../database/concurrent.ts'
import * as store from '../identity/member-store.ts'
import { adopt } from '../identity/members.ts'
import { ROLES, type Role } from '../identity/roles.ts'
import { systemClock, toIso } from '../kernel/clock.ts'
import { accountId } from './account-commands.ts'
import {
  type Command,
  type Flags,
  noteEvent,
  oneOf,
  printList,
  required,
  type Session,
  UsageError,
} from './command.ts'

/** The account, which becomes an organisation of its person if it was none. */
async function placeOf(session: Session, flags: Flags) {
  const db = await session.database()
  const id = await accountId(session, required(flags, 'account'))
  await adopt(db, id, toIso(systemClock.now()))
  return { db, id }
}

/** Changes a member in a transaction that leaves an owner, and writes it into the log. */
async function change(
  session: Session,
  flags: Flags,
  act: { type: 'member.changed' | 'member.removed'; role?: Role },
): Promise<void> {
  const { db, id } = await placeOf(session, flags)
  const trails = await session.trails()
  const email = required(flags, 'email').trim().toLowerCase()
  await concurrently(db, 'organisation', async (trx) => {
    await store.lockOrganisation(trx, id)
    const list = await store.listMembers(trx, id)
    const member = list.find((one) => one.email === email)
    if (member === undefined)
      throw new UsageError(`--email: ${email} is no member; run "member list"`)
    const others = list.filter((one) => one !== member && one.role === 'owner')
    if (act.role !== 'owner' && others.length === 0)
      throw new UsageError('an account needs an owner')
    if (act.role === undefined) await store.removeMember(trx, id, member.person_id)
    else await store.setRole(trx, id, member.person_id, act.role)
    const subject = `${email}: ${member.role} → ${act.role ?? 'none'} (command line)`
    const { type } = act
    await noteEvent(trails, trx, { accountId: member.person_id, organisationId: id, type, subject })
  })
}

/** Commands under `member`. */
export const memberCommands: Readonly<Record<string, Command>> = {
  list: {
    usage: '--account <id or e-mail> [--json]',
    summary: 'List the members of an account with their roles',
    async run(session, flags) {
      const { db, id } = await placeOf(session, flags)
      const list = await store.listMembers(db, id)
      printList(session, flags, list, {
        PERSON: (one) => one.person_id,
        'E-MAIL': (one) => one.email,
        ROLE: (one) => one.role,
        SINCE: (one) => one.created_at,
      })
    },
  },
  add: {
    usage: '--account <id or e-mail> --email <address> --role <role>',
    summary:
      'Add a member; somebody without a log-in chooses a password under "Forgot your password?"',
    async run(session, flags) {
      const role = oneOf(flags, 'role', ROLES)
      const { db, id } = await placeOf(session, flags)
      const { accounts } = await session.accounts()
      const trails = await session.trails()
      const email = checkedEmail(required(flags, 'email'))
      if (email === undefined) throw new UsageError('--email is not an e-mail address')
      await inTurn(db, ['address', email], async (trx) => {
        await store.lockOrganisation(trx, id)
        const known = await accounts.findAccount(email, trx)
        const person = known ?? (await accounts.createAccount(email, trx))
        if (known === undefined) await store.insertOrganisation(trx, person.id, 'none')
        const created_at = toIso(systemClock.now())
        const row = { account_id: id, person_id: person.id, role, created_at }
        if ((await store.findMember(trx, { accountId: id, personId: person.id })) !== undefined)
          throw new UsageError(`--email: ${email} is a member already; use "member role"`)
        await store.insertMember(trx, row)
        const subject = `${email}: ${role} (command line)`
        const who = { accountId: person.id, organisationId: id }
        await noteEvent(trails, trx, { ...who, type: 'member.joined', subject })
      })
      session.note(`${email} is now a member of ${id}: ${role}.`)
    },
  },
  role: {
    usage: '--account <id or e-mail> --email <address> --role <role>',
    summary: `Give a member another role: ${ROLES.join(', ')}`,
    async run(session, flags) {
      await change(session, flags, { type: 'member.changed', role: oneOf(flags, 'role', ROLES) })
    },
  },
  remove: {
    usage: '--account <id or e-mail> --email <address>',
    summary: 'Remove a member and end their sessions there',
    async run(session, flags) {
      await change(session, flags, { type: 'member.removed' })
    },
  },
}
