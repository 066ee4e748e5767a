/** The section "Settings": language, password, sessions, security events. */
import type { FastifyReply } from 'fastify'
import type { EventType } from '../../identity/events.ts'
import type { Refusal } from '../../identity/refusal.ts'
import { AppError } from '../../kernel/errors.ts'
import { LOCALES } from '../../pages/locale.ts'
import {
  type ConsoleRoutes,
  type ConsoleSection,
  type MemberRequest,
  statusOf,
} from '../route-builder.ts'
import { orRefusal } from './entry-view.ts'
import { settingsMain } from './settings-view.ts'
import { settingsWords } from './settings-words.ts'

const PATH = '/console/settings'
const EVENTS_SHOWN = 50

async function showSettings(
  routes: ConsoleRoutes,
  context: MemberRequest,
  refusal?: Refusal,
): Promise<FastifyReply> {
  const { sessions, events, factors, passkeys } = routes.parts.identity
  const { accountId, id, email } = context.session
  const main = settingsMain(context.visit, {
    email,
    current: id,
    sessions: await sessions.list(accountId),
    events: await events.list(accountId, EVENTS_SHOWN),
    factors: await factors.state(accountId),
    passkeysPossible: passkeys.possible,
    refusal,
  })
  const status = refusal === undefined ? 200 : statusOf(refusal)
  const { title } = settingsWords(context.visit.locale)
  return routes.show(context, { title, main, section: PATH, status })
}

const note = (routes: ConsoleRoutes, { session, visit }: MemberRequest, type: EventType) =>
  routes.parts.identity.events.note({ accountId: session.accountId, type, origin: visit.origin })

async function setLanguage(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const locale = LOCALES.find((one) => one === context.field('lang'))
  if (locale === undefined) return routes.go(context, PATH)
  await routes.parts.identity.setLocale(context.session.accountId, locale)
  routes.cookies.set(context.reply, 'language', locale)
  return routes.go(context, PATH, 'language_set')
}

async function changePassword(
  routes: ConsoleRoutes,
  context: MemberRequest,
): Promise<FastifyReply> {
  const { accountId, id: sessionId } = context.session
  const passwords = { current: context.field('current'), password: context.field('password') }
  const who = { accountId, sessionId, origin: context.visit.origin }
  return await orRefusal<Promise<FastifyReply> | FastifyReply>(
    async () => {
      await routes.parts.identity.logins.changePassword(who, passwords)
      return routes.go(context, PATH, 'password_changed')
    },
    (refusal) => showSettings(routes, context, refusal),
    context,
  )
}

async function endSession(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const { sessions } = routes.parts.identity
  if (!(await sessions.end(context.session.accountId, context.param('id'))))
    throw new AppError('not_found', 'This account has no such session.')
  await note(routes, context, 'session.ended')
  return routes.go(context, PATH, 'session_ended')
}

async function endOthers(routes: ConsoleRoutes, context: MemberRequest): Promise<FastifyReply> {
  const { accountId, id } = context.session
  await routes.parts.identity.sessions.endOthers(accountId, id)
  await note(routes, context, 'sessions.ended')
  return routes.go(context, PATH, 'sessions_ended')
}

/** The section. */
export const settingsPages: ConsoleSection = {
  nav: { path: PATH, icon: 'settings', label: { en: 'Settings', fr: 'Réglages' } },
  routes(app, routes) {
    routes.member(app, 'GET', '/settings', (context) => showSettings(routes, context))
    routes.member(app, 'POST', '/settings/language', (context) => setLanguage(routes, context))
    routes.member(app, 'POST', '/settings/password', (context) => changePassword(routes, context))
    routes.member(app, 'POST', '/settings/sessions/end-others', (context) =>
      endOthers(routes, context),
    )
    routes.member(app, 'POST', '/settings/sessions/:id/end', (context) =>
      endSession(routes, context),
    )
  },
}
