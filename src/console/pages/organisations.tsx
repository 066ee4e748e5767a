/** The organisations of a person: choosing one, joining one by an invitation, and having none. */
import type { FastifyReply } from 'fastify'
import type { IdentityError } from '../../identity/identity-error.ts'
import type { InvitationFacts } from '../../identity/invitation-store.ts'
import { Alert, Button, Check, LinkButton } from '../../pages/components.tsx'
import { badge, identityFault, OwnForm, PageHead, Row, Section, SubmitForm } from '../components.tsx'
import { type ConsoleSection, ORGANISATIONS_PATH, type PageRequest, type PersonRequest } from '../route-builder.ts'
import { enter } from './entry.tsx'
import { newPasswordField, overView, withIdentityErrors } from './entry-view.tsx'

async function showOrganisations(context: PersonRequest, error?: IdentityError): Promise<FastifyReply> {
  const { person, visit, parts } = context
  const words = visit.words.members
  const { members } = parts.identity
  const list = await members.of(person.personId)
  const rows = await Promise.all(
    list.map(async ({ accountId, role }) => {
      const here = accountId === person.membership?.accountId
      const open = (
        <OwnForm visit={visit} action={`${ORGANISATIONS_PATH}/open`} className="row-form">
          <input type="hidden" name="account" value={accountId} />
          <Button label={words.enter} type="submit" kind="secondary" />
        </OwnForm>
      )
      return (
        <Row title={await members.title(accountId)} mark={here && badge(words.here, 'live')} hint={words.roles[role]}>
          {!here && open}
        </Row>
      )
    }),
  )
  const said = error !== undefined && <Alert kind="error">{visit.words.refusals[error.code]}</Alert>
  const content =
    list.length === 0 ? (
      await withoutAny(context)
    ) : (
      <section class="panel">
        <ul class="rows">{rows}</ul>
      </section>
    )
  return context.show({
    title: words.choose,
    main: (
      <>
        <PageHead title={words.choose} text={words.chooseText({ email: person.email })} />
        {said}
        {content}
      </>
    ),
    error,
  })
}

async function withoutAny({ visit, parts, person }: PersonRequest) {
  const words = visit.words.members
  const own = await parts.identity.members.mayFound(person.personId)
  return (
    <>
      <Alert kind="info" title={words.none}>
        {words.noneText}
      </Alert>
      {own && (
        <Section id="found" title={words.found}>
          <SubmitForm visit={visit} action={`${ORGANISATIONS_PATH}/found`} label={words.found} />
        </Section>
      )}
      <Section id="forget" title={words.forget} text={words.forgetText}>
        <OwnForm visit={visit} action={`${ORGANISATIONS_PATH}/forget`}>
          <Check name="sure" label={words.forgetCheck} required />
          <Button label={words.forget} type="submit" kind="danger" />
        </OwnForm>
      </Section>
    </>
  )
}

const open = withIdentityErrors(showOrganisations, async (context) => {
  await context.parts.identity.members.open(context.person, context.field('account'))
  return context.go('/console', 'organisation_opened')
})

const found = withIdentityErrors(showOrganisations, async (context) => {
  const { members } = context.parts.identity
  await members.foundOwn(context.person.personId)
  await members.open(context.person, context.person.personId)
  return context.go('/console', 'welcome')
})

async function forget(context: PersonRequest): Promise<FastifyReply> {
  const { personId: id, email } = context.person
  if (context.field('sure') !== 'yes') return context.go(ORGANISATIONS_PATH)
  if (!(await context.parts.identity.forget({ id, email }))) return context.go(ORGANISATIONS_PATH)
  for (const name of ['session', 'device', 'signup'] as const) context.cookies.clear(context.reply, name)
  return context.go('/console/log-in', 'account_deleted')
}

async function showInvitation(context: PageRequest, error?: IdentityError): Promise<FastifyReply> {
  const { visit, parts } = context
  const words = visit.words.members
  const token = context.param('token')
  const invitation = await parts.identity.invitations.read(token)
  if (invitation === undefined)
    return context.show(overView(visit, <LinkButton label={words.knownDo} href="/console/log-in" />))
  const title = words.inviteTitle({ organisation: invitation.organisation })
  const role = words.roles[invitation.role]
  const lead = words.inviteLead({ by: invitation.invitedBy, email: invitation.email, role })
  const main = (
    <div class="entry">
      <section class="entry-card">
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
        {identityFault(visit, error)}
        {ways(context, invitation, error)}
      </section>
    </div>
  )
  return context.show({ title, main, frame: 'entry', error })
}

/** What the visitor of the link can do: join, log out, log in, or make a log-in. */
function ways({ visit, param }: PageRequest, { email }: InvitationFacts, error?: IdentityError) {
  const words = visit.words.members
  const path = `/console/invite/${param('token')}`
  const { person } = visit
  if (person !== undefined)
    return person.email === email ? (
      <SubmitForm visit={visit} action={path} label={words.join} />
    ) : (
      <Alert kind="warning">{words.other({ email: person.email })}</Alert>
    )
  return (
    <div class="stack">
      <p>{words.known}</p>
      <div class="actions">
        <LinkButton label={words.knownDo} href={`/console/log-in?next=${path}`} />
      </div>
      <p>{words.fresh}</p>
      <OwnForm visit={visit} action={path}>
        <input type="hidden" name="username" autocomplete="username" value={email} />
        {newPasswordField(visit, words.password, error)}
        <Button label={words.freshDo} type="submit" kind="secondary" />
      </OwnForm>
    </div>
  )
}

const accept = withIdentityErrors(showInvitation, async (context) => {
  const { visit, parts } = context
  const { invitations, logins, members } = parts.identity
  const token = context.param('token')
  const { person, origin, locale } = visit
  if (person !== undefined) {
    await members.open(person, await invitations.accept(token, person, origin))
    return context.go('/console', 'member_joined')
  }
  const password = context.field('password')
  const made = await invitations.register(token, { password, locale, origin })
  const done = await logins.enter(made.personId, origin, made.accountId)
  return enter(context, done, { path: '/console', flash: 'member_joined' })
})

/** Pages of people, whichever organisation they have open. */
export const organisationPages: ConsoleSection = {
  routes(routes) {
    routes.person('GET', '/organisations', showOrganisations)
    routes.person('POST', '/organisations/open', open)
    routes.person('POST', '/organisations/found', found)
    routes.person('POST', '/organisations/forget', forget)
    routes.open('GET', '/invite/:token', showInvitation)
    routes.open('POST', '/invite/:token', accept)
  },
}
