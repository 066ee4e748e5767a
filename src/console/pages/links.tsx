/** Targets of the links in mails. Opening one changes nothing, since mail scanners open them too. */
import type { FastifyReply } from 'fastify'
import type { IdentityError } from '../../identity/identity-error.ts'
import { LinkButton } from '../../pages/components.tsx'
import type { ConsoleSection, PageRequest } from '../route-builder.ts'
import { enter, leave } from './entry.tsx'
import { entryForm, newPasswordField, overView, passwordField, withIdentityErrors } from './entry-view.tsx'

async function showConfirm(context: PageRequest, error?: IdentityError): Promise<FastifyReply> {
  const { visit, request } = context
  const words = visit.words.entry
  const token = context.param('token')
  const browser = context.cookies.read(request, 'signup')
  const signup = await context.parts.identity.signups.read(token, browser)
  if (signup === undefined) {
    const { over } = words
    const actions = (
      <>
        <LinkButton label={over.logIn} href="/console/log-in" />
        <LinkButton label={over.signUp} href="/console/sign-up" kind="secondary" />
      </>
    )
    return context.show(overView(visit, actions))
  }
  const view = entryForm(visit, {
    title: words.confirm.title,
    text: words.confirm.text({ email: signup.email }),
    action: `/console/confirm/${token}`,
    fields: !signup.known && (
      <>
        <p>{words.confirm.passwordText}</p>
        {passwordField(visit, error)}
      </>
    ),
    submit: words.confirm.submit,
    error: error?.code === 'too_many' ? error : undefined,
  })
  return context.show({ ...view, error })
}

const confirm = withIdentityErrors(showConfirm, async (context) => {
  const { signups, logins } = context.parts.identity
  const { origin } = context.visit
  const accountId = await signups.confirm(context.param('token'), {
    browser: context.cookies.read(context.request, 'signup'),
    password: context.field('password'),
    origin,
  })
  await leave(context)
  context.cookies.clear(context.reply, 'signup')
  const done = await logins.enter(accountId, origin)
  return enter(context, done, { path: '/console', flash: 'welcome' })
})

async function showReset(context: PageRequest, error?: IdentityError): Promise<FastifyReply> {
  const { visit } = context
  const words = visit.words.entry
  const token = context.param('token')
  const reset = await context.parts.identity.logins.readReset(token)
  if (reset === undefined)
    return context.show(overView(visit, <LinkButton label={words.over.forgot} href="/console/forgot" />))
  const view = entryForm(visit, {
    title: words.reset.title,
    text: words.reset.text({ email: reset.email }),
    action: `/console/reset/${token}`,
    fields: newPasswordField(visit, words.newPassword, error),
    submit: words.reset.submit,
    error,
  })
  return context.show(view)
}

const reset = withIdentityErrors(showReset, async (context) => {
  const { logins } = context.parts.identity
  const password = context.field('password')
  const done = await logins.reset(context.param('token'), password, context.visit.origin)
  return enter(context, done, { path: '/console', flash: 'password_set' })
})

/** Confirming an address, and choosing a new password. */
export const linkPages: ConsoleSection = {
  routes(routes) {
    routes.open('GET', '/confirm/:token', showConfirm)
    routes.open('POST', '/confirm/:token', confirm)
    routes.open('GET', '/reset/:token', showReset)
    routes.open('POST', '/reset/:token', reset)
  },
}
