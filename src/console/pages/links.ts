/** Targets of the links in mails. Opening one changes nothing, since mail scanners open them too. */
import type { FastifyReply } from 'fastify'
import type { Refusal } from '../../identity/refusal.ts'
import { html } from '../../pages/html.ts'
import { linkButton } from '../../pages/pieces.ts'
import type { ConsoleRoutes, ConsoleSection, PageRequest } from '../route-builder.ts'
import { enter, leave } from './entry.ts'
import { entryForm, newPasswordField, orRefusal, overView, passwordField } from './entry-view.ts'
import { entryWords } from './entry-words.ts'

async function showConfirm(
  routes: ConsoleRoutes,
  context: PageRequest,
  refusal?: Refusal,
): Promise<FastifyReply> {
  const { visit, request } = context
  const words = entryWords(visit.locale)
  const token = context.param('token')
  const browser = routes.cookies.read(request, 'signup')
  const signup = await routes.parts.identity.signups.read(token, browser)
  if (signup === undefined) {
    const { over } = words
    const actions = html`${linkButton(over.logIn, '/console/log-in')}${linkButton(over.signUp, '/console/sign-up', { kind: 'secondary' })}`
    return routes.show(context, overView(visit, actions))
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
  return routes.show(
    context,
    refusal === undefined ? view : { ...view, status: view.status ?? 422 },
  )
}

async function confirm(routes: ConsoleRoutes, context: PageRequest): Promise<FastifyReply> {
  const { signups, logins } = routes.parts.identity
  const { origin } = context.visit
  return await orRefusal<Promise<FastifyReply> | FastifyReply>(
    async () => {
      const accountId = await signups.confirm(context.param('token'), {
        browser: routes.cookies.read(context.request, 'signup'),
        password: context.field('password'),
        origin,
      })
      await leave(routes, context)
      routes.cookies.clear(context.reply, 'signup')
      const done = await logins.enter(accountId, origin)
      return enter(routes, context, done, { path: '/console', flash: 'welcome' })
    },
    (refusal) => showConfirm(routes, context, refusal),
    context,
  )
}

async function showReset(
  routes: ConsoleRoutes,
  context: PageRequest,
  refusal?: Refusal,
): Promise<FastifyReply> {
  const { visit } = context
  const words = entryWords(visit.locale)
  const token = context.param('token')
  const reset = await routes.parts.identity.logins.readReset(token)
  if (reset === undefined)
    return routes.show(context, overView(visit, linkButton(words.over.forgot, '/console/forgot')))
  const view = entryForm(visit, {
    title: words.reset.title,
    text: words.reset.text(reset.email),
    action: `/console/reset/${token}`,
    fields: newPasswordField(visit, words.newPassword, refusal),
    submit: words.reset.submit,
    refusal,
  })
  return routes.show(context, view)
}

async function reset(routes: ConsoleRoutes, context: PageRequest): Promise<FastifyReply> {
  const { logins } = routes.parts.identity
  return await orRefusal<Promise<FastifyReply> | FastifyReply>(
    async () => {
      const password = context.field('password')
      const done = await logins.reset(context.param('token'), password, context.visit.origin)
      return enter(routes, context, done, { path: '/console', flash: 'password_set' })
    },
    (refusal) => showReset(routes, context, refusal),
    context,
  )
}

/** Confirming an address, and choosing a new password. */
export const linkPages: ConsoleSection = {
  routes(app, routes) {
    routes.open(app, 'GET', '/confirm/:token', (context) => showConfirm(routes, context))
    routes.open(app, 'POST', '/confirm/:token', (context) => confirm(routes, context))
    routes.open(app, 'GET', '/reset/:token', (context) => showReset(routes, context))
    routes.open(app, 'POST', '/reset/:token', (context) => reset(routes, context))
  },
}
