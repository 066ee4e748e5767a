/** Sign up, log in, log out, request a new password, choose a language. */

import type { FastifyReply } from 'fastify'
import type { IdentityError } from '../../identity/identity-error.ts'
import type { LoginDone, SecondStep } from '../../identity/logins.ts'
import { LOCALES } from '../../kernel/languages.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { LinkButton } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import type { ConsoleSection, PageRequest } from '../route-builder.ts'
import { safeNext } from '../visit.ts'
import type { FlashCode } from '../words.ts'
import {
  emailField,
  entryForm,
  mailedView,
  newPasswordField,
  passwordField,
  selling,
  withIdentityErrors,
} from './entry-view.tsx'

/** The address of the form that was sent; empty before. */
const typedEmail = ({ field }: PageRequest): string => field('email').trim().slice(0, 254)

/** Where the second factor is asked for. */
export const SECOND_PATH = '/console/log-in/second'

/** Completes a log-in: sets the cookies and redirects to the next page, or to the second factor. */
export function enter(context: PageRequest, done: LoginDone | SecondStep, to: { path: string; flash?: FlashCode }) {
  const { cookies } = context
  if ('second' in done) {
    cookies.set(context.reply, 'second', done.second)
    return context.go(`${SECOND_PATH}?next=${to.path}`)
  }
  cookies.clear(context.reply, 'second')
  cookies.set(context.reply, 'session', done.token)
  cookies.set(context.reply, 'device', done.device)
  cookies.clear(context.reply, 'visit')
  return context.go(to.path, to.flash)
}

/** Ends an existing session first: its token is never used again. */
export async function leave({ visit, parts }: PageRequest): Promise<void> {
  const { person } = visit
  if (person !== undefined) await parts.identity.sessions.end(person.personId, person.id)
}

function showSignUp(context: PageRequest, error?: IdentityError): FastifyReply {
  const { visit } = context
  const words = visit.words.entry
  const view = entryForm(visit, {
    ...words.signUp,
    action: '/console/sign-up',
    fields: (
      <>
        {emailField(visit, typedEmail(context), error)}
        {newPasswordField(visit, words.password, error)}
      </>
    ),
    after: (
      <p>
        {words.signUp.other} <a href="/console/log-in">{words.signUp.otherLink}</a>
      </p>
    ),
    aside: selling(visit),
    error,
  })
  return context.show(view)
}

function showClosed({ visit, show }: PageRequest): FastifyReply {
  const words = visit.words.entry
  const main = (
    <div class="entry">
      <section class="entry-card">
        <h1>{words.signUp.closedTitle}</h1>
        <p class="lead">{words.signUp.closedText}</p>
        <div class="actions">
          <LinkButton label={words.logIn.submit} href="/console/log-in" />
          <LinkButton label={words.forgot.title} href="/console/forgot" kind="secondary" />
        </div>
      </section>
    </div>
  )
  return show({ title: words.signUp.closedTitle, main, frame: 'entry', status: 403 })
}

function showLogIn(context: PageRequest, error?: IdentityError): FastifyReply {
  const { visit, request } = context
  const words = visit.words.entry
  const { next } = membersOf(request.query)
  const given = request.method === 'POST' ? context.field('next') : next
  const view = entryForm(visit, {
    ...words.logIn,
    before: providerButton(context, safeNext(given)),
    passwordless: !context.parts.identity.passwords,
    action: '/console/log-in',
    fields: (
      <>
        <input type="hidden" name="next" value={safeNext(given)} />
        {emailField(visit, typedEmail(context), error)}
        {passwordField(visit, error)}
      </>
    ),
    after: (
      <>
        {context.parts.identity.passwords && (
          <p>
            <a href="/console/forgot">{words.logIn.forgot}</a>
          </p>
        )}
        {context.parts.identity.signups.open && (
          <p>
            {words.logIn.other} <a href="/console/sign-up">{words.logIn.otherLink}</a>
          </p>
        )}
      </>
    ),
    error,
  })
  return context.show(view)
}

/** The way to the provider of the operator, where there is one. */
function providerButton({ parts, visit }: PageRequest, next: string): Html | false {
  const { oidc } = parts.identity
  if (oidc === undefined) return false
  const label = visit.words.oidc.logIn({ name: oidc.name })
  return (
    <div class="actions">
      <LinkButton label={label} href={`/console/log-in/oidc?next=${next}`} kind="secondary" icon="shield" />
    </div>
  )
}

function showForgot(context: PageRequest, error?: IdentityError): FastifyReply {
  const { visit } = context
  const words = visit.words.entry
  const view = entryForm(visit, {
    ...words.forgot,
    action: '/console/forgot',
    fields: emailField(visit, typedEmail(context), error),
    after: (
      <p>
        <a href="/console/log-in">{words.forgot.back}</a>
      </p>
    ),
    error,
  })
  return context.show(view)
}

const signUp = withIdentityErrors(showSignUp, async (context) => {
  const { identity, outbox } = context.parts
  if (!identity.signups.open) return showClosed(context)
  const { visit } = context
  const { locale, origin } = visit
  const input = { email: context.field('email'), password: context.field('password') }
  const secret = await identity.signups.signUp({ ...input, locale, origin })
  context.cookies.set(context.reply, 'signup', secret)
  const text = visit.words.entry.mailed.signUp({ email: typedEmail(context) })
  return context.show(mailedView(visit, text, { outbox, again: '/console/sign-up' }))
})

const logIn = withIdentityErrors(showLogIn, async (context) => {
  const done = await context.parts.identity.logins.logIn({
    email: context.field('email'),
    password: context.field('password'),
    device: context.cookies.read(context.request, 'device'),
    origin: context.visit.origin,
  })
  await leave(context)
  return enter(context, done, { path: safeNext(context.field('next')) })
})

const askReset = withIdentityErrors(showForgot, async (context) => {
  const { visit, parts } = context
  await parts.identity.logins.askReset(context.field('email'), visit.locale, visit.origin)
  const text = visit.words.entry.mailed.reset({ email: typedEmail(context) })
  return context.show(mailedView(visit, text, { outbox: parts.outbox, again: '/console/forgot' }))
})

async function logOut(context: PageRequest): Promise<FastifyReply> {
  const { person, origin } = context.visit
  await leave(context)
  if (person !== undefined)
    await context.parts.identity.events.note({
      accountId: person.personId,
      organisationId: person.membership?.accountId,
      type: 'logout.done',
      origin,
    })
  context.cookies.clear(context.reply, 'session')
  return context.go('/console/log-in', 'logged_out')
}

async function chooseLanguage(context: PageRequest): Promise<FastifyReply> {
  const locale = LOCALES.find((one) => one === context.field('lang')) ?? context.visit.locale
  const { person } = context.visit
  if (person !== undefined) await context.parts.identity.setLocale(person.personId, locale)
  context.cookies.set(context.reply, 'language', locale)
  return context.go(safeNext(context.field('back')))
}

/** Pages for visitors who are not logged in. */
export const entryPages: ConsoleSection = {
  routes(routes) {
    const home = (context: PageRequest) => context.go('/console')
    const guest =
      (view: (context: PageRequest) => FastifyReply) =>
      (context: PageRequest): FastifyReply =>
        context.visit.person === undefined ? view(context) : home(context)

    const showFirst = (context: PageRequest) =>
      context.parts.identity.signups.open ? showSignUp(context) : showClosed(context)
    routes.open('GET', '/sign-up', guest(showFirst))
    routes.open('POST', '/sign-up', signUp)
    routes.open('GET', '/log-in', guest(showLogIn))
    routes.open('POST', '/log-in', logIn)
    routes.open('POST', '/log-out', logOut)
    routes.open('GET', '/forgot', showForgot)
    routes.open('POST', '/forgot', askReset)
    routes.open('POST', '/language', chooseLanguage)
  },
}
