/** What the links in the mails lead to. Opening one changes nothing: programs that look into mails open them too. */
import type { FastifyReply } from 'fastify'
import type { Refusal } from '../../identity/refusal.ts'
import { html } from '../../pages/html.ts'
import { linkButton } from '../../pages/pieces.ts'
import type { ConsoleRoutes, ConsoleSection, PageRequest } from '../route-builder.ts'
import { enter, leave } from './entry.ts'
import { entryForm, newPasswordField, orRefusal, overView, passwordField } from './entry-view.ts'
import { entryWords } from './entry-words.ts'

async function showConfirm(
  kit: ConsoleRoutes,
  scene: PageRequest,
  refusal?: Refusal,
): Promise<FastifyReply> {
  const { visit, request } = scene
  const words = entryWords(visit.locale)
  const token = scene.param('token')
  const browser = kit.cookies.read(request, 'signup')
  const signup = await kit.parts.identity.signups.read(token, browser)
  if (signup === undefined) {
    const { over } = words
    const actions = html`${linkButton(over.logIn, '/console/log-in')}${linkButton(over.signUp, '/console/sign-up', { kind: 'secondary' })}`
    return kit.show(scene, overView(visit, actions))
  }
  const view = entryForm(visit, {
    title: words.confirm.title,
    text: words.confirm.text(signup.email),
    action: `/console/confirm/${token}`,
    fields:
      !signup.known && html`<p>${words.confirm.passwordText}</p>${passwordField(visit, refusal)}`,
    submit: words.confirm.submit,
    refusal: refusal?.code === 'too_many' ? refusal : undefined,
  })
  return kit.show(scene, refusal === undefined ? view : { ...view, status: view.status ?? 422 })
}

async function confirm(kit: ConsoleRoutes, scene: PageRequest): Promise<FastifyReply> {
  const { signups, logins } = kit.parts.identity
  const { origin } = scene.visit
  return await orRefusal<Promise<FastifyReply> | FastifyReply>(
    async () => {
      const accountId = await signups.confirm(scene.param('token'), {
        browser: kit.cookies.read(scene.request, 'signup'),
        password: scene.field('password'),
        origin,
      })
      await leave(kit, scene)
      kit.cookies.clear(scene.reply, 'signup')
      const done = await logins.enter(accountId, origin)
      return enter(kit, scene, done, { path: '/console', flash: 'welcome' })
    },
    (refusal) => showConfirm(kit, scene, refusal),
    scene,
  )
}

async function showReset(
  kit: ConsoleRoutes,
  scene: PageRequest,
  refusal?: Refusal,
): Promise<FastifyReply> {
  const { visit } = scene
  const words = entryWords(visit.locale)
  const token = scene.param('token')
  const reset = await kit.parts.identity.logins.readReset(token)
  if (reset === undefined)
    return kit.show(scene, overView(visit, linkButton(words.over.forgot, '/console/forgot')))
  const view = entryForm(visit, {
    title: words.reset.title,
    text: words.reset.text(reset.email),
    action: `/console/reset/${token}`,
    fields: newPasswordField(visit, words.newPassword, refusal),
    submit: words.reset.submit,
    refusal,
  })
  return kit.show(scene, view)
}

async function reset(kit: ConsoleRoutes, scene: PageRequest): Promise<FastifyReply> {
  const { logins } = kit.parts.identity
  return await orRefusal<Promise<FastifyReply> | FastifyReply>(
    async () => {
      const password = scene.field('password')
      const done = await logins.reset(scene.param('token'), password, scene.visit.origin)
      return enter(kit, scene, done, { path: '/console', flash: 'password_set' })
    },
    (refusal) => showReset(kit, scene, refusal),
    scene,
  )
}

/** Confirming an address, and choosing a password anew. */
export const linkPages: ConsoleSection = {
  routes(app, kit) {
    kit.open(app, 'GET', '/confirm/:token', (scene) => showConfirm(kit, scene))
    kit.open(app, 'POST', '/confirm/:token', (scene) => confirm(kit, scene))
    kit.open(app, 'GET', '/reset/:token', (scene) => showReset(kit, scene))
    kit.open(app, 'POST', '/reset/:token', (scene) => reset(kit, scene))
  },
}
