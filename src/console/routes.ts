/** The console as one plugin: forms, sessions, its own error pages, and every section. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Accounts } from '../accounts/open.ts'
import type { App } from '../http/app.ts'
import { toAppError } from '../http/problem.ts'
import { IdentityError } from '../identity/identity-error.ts'
import type { PersonSession } from '../identity/sessions.ts'
import { AppError, ERRORS } from '../kernel/errors.ts'
import type { Locale } from '../kernel/languages.ts'
import type { Assets } from '../pages/assets.ts'
import { LinkButton, Outcome } from '../pages/components.tsx'
import { say, textsIn } from '../translations/texts.ts'
import { trialCaller } from './callers.ts'
import { Cookies } from './cookies.ts'
import { type CommonParts, ConsoleFrame } from './frame.ts'
import { may } from './permissions.ts'
import { problemText } from './problem-words.ts'
import { ConsoleRoutes, type PageRequest, type SuppliedSection, statusOf } from './route-builder.ts'
import type { NavEntry } from './shell.tsx'
import { isOwnForm, openVisit } from './visit.ts'
import { identityErrorText } from './words.ts'

/** What the console is made of. */
export interface ConsoleOptions extends CommonParts {
  /** In the order of the navigation. */
  sections: readonly SuppliedSection[]
  assets: Assets
  /** Whether browsers connect over TLS. */
  secure: boolean
  /** Whether the service is below a path of its host. */
  belowPath: boolean
}

/** Fields of a form; the last value of a repeated field counts. */
function readFields(text: string): Record<string, string> {
  return Object.assign(Object.create(null), Object.fromEntries(new URLSearchParams(text)))
}

/** Everything under /console. */
export const consoleRoutes: FastifyPluginAsyncTypebox<ConsoleOptions> = async (app, options) => {
  const { sections, assets, identity, accounts } = options
  const cookies = new Cookies(options.secure, options.belowPath)
  const nav = sections.flatMap(({ nav: entry }): NavEntry[] => (entry === undefined ? [] : [entry]))
  const frame = new ConsoleFrame(app as unknown as App, {
    cookies,
    nav,
    assets,
    identity,
    accounts,
  })
  const routes = new ConsoleRoutes(frame, {})
  app.decorateRequest('visit', null)
  app.decorateRequest('consoleForm', null)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, readFields(String(body))),
  )
  app.addHook('onRequest', async (request, reply) => {
    const visit = await openVisit({ identity, cookies, routes }, request, reply)
    request.visit = visit
    const { action } = request.routeOptions.config
    if (action === undefined || visit.session === undefined) return
    if (!may(visit.session.role, action)) return showForbidden(routes.requestOf(request, reply))
  })
  app.addHook('preHandler', async (request, reply) => {
    const { visit } = request
    if (request.method !== 'POST' || visit === null) return
    if (!isOwnForm(request, visit)) return showOldForm(routes.requestOf(request, reply))
    // Visitors without a session are counted by IP address and by action.
    if (visit.person !== undefined) await countForm(accounts, visit.person)
  })
  app.setErrorHandler((error, request, reply) => {
    showError(routes, error, request, reply)
  })
  app.setNotFoundHandler((request, reply) => {
    showError(routes, new AppError('not_found', say('service.noPage')), request, reply)
  })
  for (const section of sections) section.register(frame)
}

/** Limits the number of forms an organisation submits per minute. @throws AppError `rate_limited` */
async function countForm(accounts: Accounts, person: PersonSession): Promise<void> {
  const accountId = person.membership?.accountId ?? person.personId
  await accounts.rateLimiter.count(trialCaller({ accounts }, accountId), { carries: 'forms' })
}

function showOldForm({ visit, show }: PageRequest): FastifyReply {
  const words = textsIn(visit.locale).console.common
  const main = Outcome({
    kind: 'warning',
    icon: 'warning',
    title: words.formOld,
    text: words.formOldText,
    actions: LinkButton({ label: words.back, href: '/console' }),
  })
  return show({ title: words.formOld, main, status: 403, frame: 'entry' })
}

function showForbidden({ visit, show }: PageRequest): FastifyReply {
  const words = textsIn(visit.locale).console.common
  const main = Outcome({
    kind: 'warning',
    icon: 'lock',
    title: words.forbidden,
    text: words.forbiddenText,
    actions: LinkButton({ label: words.back, href: '/console' }),
  })
  return show({ title: words.forbidden, main, status: 403 })
}

/** Scripts get the problem document, browsers a page. */
function showError(
  routes: ConsoleRoutes,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { visit } = request
  if (visit === null || request.headers.accept?.includes('application/problem+json') === true)
    throw thrown
  const { status, wait, text } = facts(thrown, visit.locale)
  if (wait !== undefined) void reply.header('Retry-After', String(Math.ceil(wait)))
  if (status >= 500) request.log.error({ err: thrown }, 'a page of the console failed')
  const words = textsIn(visit.locale).console.common
  const missing = status === 404
  const title = missing ? words.notFound : words.failed
  const main = Outcome({
    kind: missing ? 'info' : 'warning',
    icon: missing ? 'info' : 'warning',
    title,
    text: text,
    actions: LinkButton({ label: words.back, href: '/console' }),
  })
  void routes.requestOf(request, reply).show({ title, main, status })
}

/** What the page shows about an error. */
function facts(thrown: unknown, locale: Locale) {
  if (thrown instanceof IdentityError) {
    const { code, retryAfterSeconds: wait } = thrown
    return { status: statusOf(thrown), wait, text: identityErrorText(locale, code) }
  }
  const words = textsIn(locale).console.common
  const error = toAppError(thrown)
  const { code, retryAfterSeconds: wait } = error
  const { status } = ERRORS[code]
  if (status === 404) return { status, wait, text: words.notFoundText }
  return { status, wait, text: status >= 500 ? words.failedText : problemText(locale, error) }
}
