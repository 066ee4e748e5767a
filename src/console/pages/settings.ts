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
  kit: ConsoleRoutes,
  scene: MemberRequest,
  refusal?: Refusal,
): Promise<FastifyReply> {
  const { sessions, events, factors, passkeys } = kit.parts.identity
  const { accountId, id, email } = scene.session
  const main = settingsMain(scene.visit, {
    email,
    current: id,
    sessions: await sessions.list(accountId),
    events: await events.list(accountId, EVENTS_SHOWN),
    factors: await factors.state(accountId),
    passkeysPossible: passkeys.possible,
    refusal,
  })
  const status = refusal === undefined ? 200 : statusOf(refusal)
  const { title } = settingsWords(scene.visit.locale)
  return kit.show(scene, { title, main, section: PATH, status })
}

const note = (kit: ConsoleRoutes, { session, visit }: MemberRequest, type: EventType) =>
  kit.parts.identity.events.note({ accountId: session.accountId, type, origin: visit.origin })

async function setLanguage(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const locale = LOCALES.find((one) => one === scene.field('lang'))
  if (locale === undefined) return kit.go(scene, PATH)
  await kit.parts.identity.setLocale(scene.session.accountId, locale)
  kit.cookies.set(scene.reply, 'language', locale)
  return kit.go(scene, PATH, 'language_set')
}

async function changePassword(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { accountId, id: sessionId } = scene.session
  const passwords = { current: scene.field('current'), password: scene.field('password') }
  const who = { accountId, sessionId, origin: scene.visit.origin }
  return await orRefusal<Promise<FastifyReply> | FastifyReply>(
    async () => {
      await kit.parts.identity.logins.changePassword(who, passwords)
      return kit.go(scene, PATH, 'password_changed')
    },
    (refusal) => showSettings(kit, scene, refusal),
    scene,
  )
}

async function endSession(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { sessions } = kit.parts.identity
  if (!(await sessions.end(scene.session.accountId, scene.param('id'))))
    throw new AppError('not_found', 'This account has no such session.')
  await note(kit, scene, 'session.ended')
  return kit.go(scene, PATH, 'session_ended')
}

async function endOthers(kit: ConsoleRoutes, scene: MemberRequest): Promise<FastifyReply> {
  const { accountId, id } = scene.session
  await kit.parts.identity.sessions.endOthers(accountId, id)
  await note(kit, scene, 'sessions.ended')
  return kit.go(scene, PATH, 'sessions_ended')
}

/** The section. */
export const settingsPages: ConsoleSection = {
  nav: { path: PATH, icon: 'settings', label: { en: 'Settings', fr: 'Réglages' } },
  routes(app, kit) {
    kit.member(app, 'GET', '/settings', (scene) => showSettings(kit, scene))
    kit.member(app, 'POST', '/settings/language', (scene) => setLanguage(kit, scene))
    kit.member(app, 'POST', '/settings/password', (scene) => changePassword(kit, scene))
    kit.member(app, 'POST', '/settings/sessions/end-others', (scene) => endOthers(kit, scene))
    kit.member(app, 'POST', '/settings/sessions/:id/end', (scene) => endSession(kit, scene))
  },
}
