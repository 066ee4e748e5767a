/** Sign up, log in, log out, ask for a new password, choose a language. */

import type { FastifyReply } from 'fastify'
import type { LoginDone, SecondStep } from '../../identity/logins.ts'
import type { Refusal } from '../../identity/refusal.ts'
import { membersOf } from '../../kernel/unknown.ts'
import { html } from '../../pages/html.ts'
import { LOCALES } from '../../pages/locale.ts'
import { linkButton } from '../../pages/pieces.ts'
import type { ConsoleRoutes, ConsoleSection, PageRequest } from '../route-builder.ts'
import { safeNext } from '../visit.ts'
import type { FlashCode } from '../words.ts'
import {
  emailField,
  entryForm,
  mailedView,
  newPasswordField,
  orRefusal,
  passwordField,
  selling,
} from './entry-view.ts'
import { entryWords } from './entry-words.ts'

const MAX_SHOWN = 254

/** Where the second factor is asked for. */
export const SECOND_PATH = '/console/log-in/second'

/** Lets somebody in: the cookies of a browser that was let in, and the next page; or on to the second factor. */
export function enter(
  kit: ConsoleRoutes,
  scene: PageRequest,
  done: LoginDone | SecondStep,
  to: { path: string; flash?: FlashCode },
): FastifyReply {
  const { cookies } = kit
  if ('second' in done) {
    cookies.set(scene.reply, 'second', done.second)
    return kit.go(scene, `${SECOND_PATH}?next=${to.path}`)
  }
  cookies.clear(scene.reply, 'second')
  cookies.set(scene.reply, 'session', done.token)
  cookies.set(scene.reply, 'device', done.device)
  cookies.clear(scene.reply, 'visit')
  return kit.go(scene, to.path, to.flash)
}

/** Whoever is logged in already ends that session first: its token is never used again. */
export async function leave(kit: ConsoleRoutes, { visit }: PageRequest): Promise<void> {
  const { session } = visit
  if (session !== undefined) await kit.parts.identity.sessions.end(session.accountId, session.id)
}

function signUpView(scene: PageRequest, email = '', refusal?: Refusal) {
  const { visit } = scene
  const words = entryWords(visit.locale)
  return entryForm(visit, {
    ...words.signUp,
    action: '/console/sign-up',
    fields: html`${emailField(visit, email, refusal)}${newPasswordField(visit, words.password, refusal)}`,
    after: html`<p>${words.signUp.other} <a href="/console/log-in">${words.signUp.otherLink}</a></p>`,
    aside: selling(visit),
    refusal,
  })
}

function closedView({ visit }: PageRequest) {
  const words = entryWords(visit.locale)
  const main = html`<div class="entry"><section class="entry-card"><h1>${words.signUp.closedTitle}</h1><p class="lead">${words.signUp.closedText}</p><div class="actions">${linkButton(words.logIn.submit, '/console/log-in')}${linkButton(words.forgot.title, '/console/forgot', { kind: 'secondary' })}</div></section></div>`
  return { title: words.signUp.closedTitle, main, frame: 'entry' as const, status: 403 }
}

function logInView(kit: ConsoleRoutes, scene: PageRequest, email = '', refusal?: Refusal) {
  const { visit, request } = scene
  const words = entryWords(visit.locale)
  const { next } = membersOf(request.query)
  const given = request.method === 'POST' ? scene.field('next') : next
  return entryForm(visit, {
    ...words.logIn,
    action: '/console/log-in',
    fields: html`<input type="hidden" name="next" value="${safeNext(given)}">${emailField(visit, email, refusal)}${passwordField(visit, refusal)}`,
    after: html`<p><a href="/console/forgot">${words.logIn.forgot}</a></p>${kit.parts.identity.signups.open && html`<p>${words.logIn.other} <a href="/console/sign-up">${words.logIn.otherLink}</a></p>`}`,
    refusal,
  })
}

function forgotView({ visit }: PageRequest, email = '', refusal?: Refusal) {
  const words = entryWords(visit.locale)
  return entryForm(visit, {
    ...words.forgot,
    action: '/console/forgot',
    fields: emailField(visit, email, refusal),
    after: html`<p><a href="/console/log-in">${words.forgot.back}</a></p>`,
    refusal,
  })
}

async function signUp(kit: ConsoleRoutes, scene: PageRequest): Promise<FastifyReply> {
  const { identity, outbox } = kit.parts
  if (!identity.signups.open) return kit.show(scene, closedView(scene))
  const { visit } = scene
  const email = scene.field('email').trim().slice(0, MAX_SHOWN)
  const view = await orRefusal(
    async () => {
      const { locale, origin } = visit
      const wish = { email: scene.field('email'), password: scene.field('password') }
      const secret = await identity.signups.signUp({ ...wish, locale, origin })
      kit.cookies.set(scene.reply, 'signup', secret)
      const text = entryWords(locale).mailed.signUp(email)
      return mailedView(visit, text, { outbox, again: '/console/sign-up' })
    },
    (refusal) => signUpView(scene, email, refusal),
    scene,
  )
  return kit.show(scene, view)
}

async function logIn(kit: ConsoleRoutes, scene: PageRequest): Promise<FastifyReply> {
  const { visit, request } = scene
  const email = scene.field('email')
  const tried = {
    email,
    password: scene.field('password'),
    device: kit.cookies.read(request, 'device'),
    origin: visit.origin,
  }
  return await orRefusal(
    async () => {
      const done = await kit.parts.identity.logins.logIn(tried)
      await leave(kit, scene)
      return enter(kit, scene, done, { path: safeNext(scene.field('next')) })
    },
    (refusal) => kit.show(scene, logInView(kit, scene, email.slice(0, MAX_SHOWN), refusal)),
    scene,
  )
}

async function askReset(kit: ConsoleRoutes, scene: PageRequest): Promise<FastifyReply> {
  const { visit } = scene
  const email = scene.field('email').trim().slice(0, MAX_SHOWN)
  const view = await orRefusal(
    async () => {
      await kit.parts.identity.logins.askReset(scene.field('email'), visit.locale, visit.origin)
      const text = entryWords(visit.locale).mailed.reset(email)
      return mailedView(visit, text, { outbox: kit.parts.outbox, again: '/console/forgot' })
    },
    (refusal) => forgotView(scene, email, refusal),
    scene,
  )
  return kit.show(scene, view)
}

async function logOut(kit: ConsoleRoutes, scene: PageRequest): Promise<FastifyReply> {
  const { session, origin } = scene.visit
  await leave(kit, scene)
  if (session !== undefined)
    await kit.parts.identity.events.note({
      accountId: session.accountId,
      type: 'logout.done',
      origin,
    })
  kit.cookies.clear(scene.reply, 'session')
  return kit.go(scene, '/console/log-in', 'logged_out')
}

async function chooseLanguage(kit: ConsoleRoutes, scene: PageRequest): Promise<FastifyReply> {
  const locale = LOCALES.find((one) => one === scene.field('lang')) ?? scene.visit.locale
  const { session } = scene.visit
  if (session !== undefined) await kit.parts.identity.setLocale(session.accountId, locale)
  kit.cookies.set(scene.reply, 'language', locale)
  return kit.go(scene, safeNext(scene.field('back')))
}

/** Pages for people who are not logged in. */
export const entryPages: ConsoleSection = {
  routes(app, kit) {
    const home = (scene: PageRequest) => kit.go(scene, '/console')
    const guest =
      (view: (scene: PageRequest) => FastifyReply) =>
      (scene: PageRequest): FastifyReply =>
        scene.visit.session === undefined ? view(scene) : home(scene)

    kit.open(
      app,
      'GET',
      '/sign-up',
      guest((scene) =>
        kit.show(scene, kit.parts.identity.signups.open ? signUpView(scene) : closedView(scene)),
      ),
    )
    kit.open(app, 'POST', '/sign-up', (scene) => signUp(kit, scene))
    kit.open(
      app,
      'GET',
      '/log-in',
      guest((scene) => kit.show(scene, logInView(kit, scene))),
    )
    kit.open(app, 'POST', '/log-in', (scene) => logIn(kit, scene))
    kit.open(app, 'POST', '/log-out', (scene) => logOut(kit, scene))
    kit.open(app, 'GET', '/forgot', (scene) => kit.show(scene, forgotView(scene)))
    kit.open(app, 'POST', '/forgot', (scene) => askReset(kit, scene))
    kit.open(app, 'POST', '/language', (scene) => chooseLanguage(kit, scene))
  },
}
