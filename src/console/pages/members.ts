/** The section "Members": who belongs to the organisation, as what, and who is invited. */
import type { FastifyReply } from 'fastify'
import { IdentityError } from '../../identity/identity-error.ts'
import type { MemberActor } from '../../identity/members.ts'
import { roleOf } from '../../identity/roles.ts'
import { LOCALES } from '../../kernel/languages.ts'
import type { ConsoleSection, Handler, MemberRequest } from '../route-builder.ts'
import type { FlashCode } from '../words.ts'
import { afterConfirming } from './confirm.tsx'
import { withIdentityErrors } from './entry-view.tsx'
import { membersMain } from './members-view.tsx'
import { MEMBERS_PATH } from './organisation-view.tsx'

const by = ({ session, visit }: MemberRequest): MemberActor => ({
  accountId: session.accountId,
  personId: session.personId,
  origin: visit.origin,
})

async function showMembers(context: MemberRequest, error?: IdentityError): Promise<FastifyReply> {
  const { members, invitations } = context.parts.identity
  const { accountId, personId } = context.session
  const [email, name] = [context.field('email').slice(0, 254), context.field('name').slice(0, 100)]
  const main = membersMain(context.visit, {
    members: await members.list(accountId),
    invitations: await invitations.list(accountId),
    settings: await members.settings(accountId),
    personId,
    finding: error && { error, email, name },
  })
  return context.show({ title: context.visit.words.members.title, main, error })
}

/** Runs a change of members and returns to the list. */
const change = (done: FlashCode, work: (context: MemberRequest) => Promise<void>) =>
  withIdentityErrors(showMembers, async (context) => {
    await work(context)
    return context.go(MEMBERS_PATH, done)
  })

/** The same for what must be confirmed by a tick. */
const sure =
  (handler: Handler<MemberRequest>) =>
  async (context: MemberRequest): Promise<FastifyReply> =>
    context.field('sure') === 'yes' ? await handler(context) : context.go(MEMBERS_PATH)

const invite = change('member_invited', async (context) => {
  const role = roleOf(context.field('role'))
  if (role === undefined) throw new IdentityError('not_member')
  const locale = LOCALES.find((one) => one === context.field('locale')) ?? context.visit.locale
  const email = context.field('email')
  await context.parts.identity.invitations.invite(by(context), { email, role, locale })
})

const resend = change('invitation_resent', (context) =>
  context.parts.identity.invitations.resend(by(context), context.param('id')),
)

const revoke = change('invitation_revoked', (context) =>
  context.parts.identity.invitations.revoke(by(context), context.param('id')),
)

const setRole = change('member_changed', async (context) => {
  const role = roleOf(context.field('role'))
  if (role === undefined) throw new IdentityError('not_member')
  await context.parts.identity.members.setRole(by(context), context.param('id'), role)
})

const transfer = change('ownership_transferred', (context) =>
  context.parts.identity.members.transfer(by(context), context.param('id')),
)

const remove = change('member_removed', (context) =>
  context.parts.identity.members.remove(by(context), context.param('id')),
)

/** The name obeys the rules of names that others see: no link, no address, nobody else's. */
const configure = change('organisation_set', async (context) => {
  const { identity, nameFindings } = context.parts
  const name = context.field('name').trim()
  const { accountId } = context.session
  if (name.length > 100 || (name !== '' && (await nameFindings(accountId, name))))
    throw new IdentityError('name_invalid')
  const contact = context.field('contact')
  const chosen = { name: name || null, contactId: contact || null }
  await identity.members.configure(by(context), chosen)
})

const leave = withIdentityErrors(showMembers, async (context) => {
  await context.parts.identity.members.leave(by(context))
  context.cookies.clear(context.reply, 'session')
  return context.go('/console/log-in', 'member_left')
})

/** The section. */
export const memberPages: ConsoleSection = {
  nav: { path: MEMBERS_PATH, icon: 'people', label: 'members' },
  routes(routes) {
    const one = '/members/:id'
    const post = (url: string, handler: Handler<MemberRequest>) =>
      routes.member('POST', url, 'members.change', handler)
    routes.member('GET', '/members', 'members.read', showMembers)
    post('/members/invite', afterConfirming(invite))
    post('/members/settings', configure)
    post('/members/invitations/:id/resend', resend)
    post('/members/invitations/:id/revoke', revoke)
    post(`${one}/role`, afterConfirming(setRole))
    post(`${one}/transfer`, sure(afterConfirming(transfer)))
    post(`${one}/remove`, sure(afterConfirming(remove)))
    routes.member('POST', '/members/leave', 'self', sure(leave))
  },
}
