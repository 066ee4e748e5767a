/** The section "Settings": language, password, sessions, security events. */

import type { FastifyReply } from 'fastify'
import type { IdentityError } from '../../identity/identity-error.ts'
import { AppError } from '../../kernel/errors.ts'
import { LOCALES } from '../../kernel/languages.ts'
import { NOTICE_KINDS } from '../../signing/model/schemas/notify.ts'
import { say } from '../../translations/texts.ts'
import type { ConsoleSection, MemberRequest } from '../route-builder.ts'
import { noteEvent } from '../senders.ts'
import { brandRoutesOf } from './brand.tsx'
import { embeddingRoutesOf } from './embedding.tsx'
import { withIdentityErrors } from './entry-view.tsx'
import { externalSealRoutesOf } from './external-seals.tsx'
import { retentionRoutesOf } from './retention.tsx'
import { settingsMain } from './settings-view.tsx'

const PATH = '/console/settings'
const EVENTS_SHOWN = 50

async function showSettings(context: MemberRequest, error?: IdentityError): Promise<FastifyReply> {
  const { sessions, events, factors, passkeys } = context.parts.identity
  const { phoneCountries } = context.parts.requests
  const { accountId, personId, id, email } = context.session
  const main = settingsMain(context.visit, {
    email,
    current: id,
    sessions: await sessions.list(personId),
    events: await events.list(personId, EVENTS_SHOWN),
    factors: await factors.state(personId),
    notices: await context.parts.notices.of(accountId),
    countries: await phoneCountries(accountId, context.visit.locale),
    passkeysPossible: passkeys.possible,
    error,
  })
  return context.show({ title: context.visit.words.settings.title, main, error })
}

async function setLanguage(context: MemberRequest): Promise<FastifyReply> {
  const locale = LOCALES.find((one) => one === context.field('lang'))
  if (locale === undefined) return context.go(PATH)
  await context.parts.identity.setLocale(context.session.personId, locale)
  context.cookies.set(context.reply, 'language', locale)
  return context.go(PATH, 'language_set')
}

async function setNotices(context: MemberRequest): Promise<FastifyReply> {
  const ticked = (name: string) => context.field(name) === 'yes'
  await context.parts.notices.set(context.session.accountId, {
    kinds: NOTICE_KINDS.filter(ticked),
    attach: ticked('attach'),
    codeToOpen: ticked('code_to_open'),
  })
  await noteEvent(context, 'settings.changed', 'notifications')
  return context.go(PATH, 'notices_set')
}

async function setCountry(context: MemberRequest): Promise<FastifyReply> {
  const { requests, notices } = context.parts
  const { accountId } = context.session
  const chosen = context.field('country')
  const { allowed } = await requests.phoneCountries(accountId, context.visit.locale)
  await notices.setCountry(accountId, allowed.includes(chosen) ? chosen : undefined)
  await noteEvent(context, 'settings.changed', 'phone-country')
  return context.go(PATH, 'country_set')
}

const changePassword = withIdentityErrors(showSettings, async (context) => {
  const { personId: accountId, id: sessionId } = context.session
  const passwords = { current: context.field('current'), password: context.field('password') }
  const who = { accountId, sessionId, origin: context.visit.origin }
  await context.parts.identity.logins.changePassword(who, passwords)
  return context.go(PATH, 'password_changed')
})

async function endSession(context: MemberRequest): Promise<FastifyReply> {
  const { sessions } = context.parts.identity
  if (!(await sessions.end(context.session.personId, context.param('id'))))
    throw new AppError('not_found', say('console.noSession'))
  await noteEvent(context, 'session.ended')
  return context.go(PATH, 'session_ended')
}

async function endOthers(context: MemberRequest): Promise<FastifyReply> {
  const { personId, id } = context.session
  await context.parts.identity.sessions.endOthers(personId, id)
  await noteEvent(context, 'sessions.ended')
  return context.go(PATH, 'sessions_ended')
}

/** The section. */
export const settingsPages: ConsoleSection = {
  nav: { path: PATH, icon: 'settings', label: 'settings' },
  routes(routes) {
    routes.member('GET', '/settings', 'self', showSettings)
    brandRoutesOf(routes)
    embeddingRoutesOf(routes)
    externalSealRoutesOf(routes)
    retentionRoutesOf(routes)
    routes.member('POST', '/settings/language', 'self', setLanguage)
    routes.member('POST', '/settings/notifications', 'settings.change', setNotices)
    routes.member('POST', '/settings/country', 'settings.change', setCountry)
    routes.member('POST', '/settings/password', 'self', changePassword)
    routes.member('POST', '/settings/sessions/end-others', 'self', endOthers)
    routes.member('POST', '/settings/sessions/:id/end', 'self', endSession)
  },
}
