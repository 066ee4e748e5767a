/** The console as one plugin: forms, sessions, its own error pages, and every section. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Accounts } from '../accounts/open.ts'
import type { App } from '../http/app.ts'
import { toAppError } from '../http/problem.ts'
import { IdentityError } from '../identity/identity-error.ts'
import type { PersonSession } from '../identity/sessions.ts'
import { AppError, ERRORS } from '../kernel/errors.ts'
import type { Assets } from '../pages/assets.ts'
import { LinkButton, Outcome } from '../pages/components.tsx'
import { say } from '../translations/texts.ts'
import { trialCaller } from './callers.ts'
import { Cookies } from './cookies.ts'
import type { ConsoleParts } from './frame.ts'
import { may } from './permissions.ts'
import { problemText, statusOf } from './problem-words.ts'
import { ConsoleRoutes, type ConsoleSection, type PageRequest } from './route-builder.ts'
import type { ConsoleView } from './shell.tsx'
import { isOwnForm, openVisit } from './visit.ts'
import type { Reader } from './words.ts'

/** What the console is made of. */
export interface ConsoleOptions {
  parts: ConsoleParts
  /** In the order of the navigation. */
  sections: readonly ConsoleSection[]
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
  const { parts, sections, assets } = options
  const cookies = new Cookies(options.secure, options.belowPath)
  const nav = sections.flatMap(({ nav: entry }) => entry ?? [])
  const routes = new ConsoleRoutes(app as unknown as App, { cookies, nav, assets, parts })
  app.decorateRequest('visit', null)
  app.decorateRequest('consoleForm', null)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, readFields(String(body))),
  )
  app.addHook('onRequest', async (request, reply) => {
    const visit = await openVisit({ ...parts, cookies, routes }, request, reply)
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
    if (visit.person !== undefined) await countForm(parts.accounts, visit.person)
  })
  app.setErrorHandler((error, request, reply) => {
    showError(routes, error, request, reply)
  })
  app.setNotFoundHandler((request, reply) => {
    showError(routes, new AppError('not_found', say('service.noPage')), request, reply)
  })
  for (const section of sections) section.routes(routes)
}

/** Limits the number of forms an organisation submits per minute. @throws AppError `rate_limited` */
async function countForm(accounts: Accounts, person: PersonSession): Promise<void> {
  const accountId = person.membership?.accountId ?? person.personId
  await accounts.rateLimiter.count(trialCaller({ accounts }, accountId), { carries: 'forms' })
}

/** A page in place of the one that was asked for, with the way back. */
function showInstead(
  { visit, show }: PageRequest,
  {
    status,
    frame,
    ...outcome
  }: Omit<Parameters<typeof Outcome>[0], 'actions'> &
    Pick<ConsoleView, 'title' | 'status' | 'frame'>,
): FastifyReply {
  const actions = LinkButton({ label: visit.words.common.back, href: '/console' })
  const main = Outcome({ ...outcome, actions })
  const { title } = outcome
  return show({ title, main, isNowhere: true, ...(frame && { frame }), ...(status && { status }) })
}

function showOldForm(context: PageRequest): FastifyReply {
  const { formOld: title, formOldText: text } = context.visit.words.common
  const kind = 'warning'
  return showInstead(context, { kind, icon: kind, title, text, status: 403, frame: 'entry' })
}

function showForbidden(context: PageRequest): FastifyReply {
  const { forbidden: title, forbiddenText: text } = context.visit.words.common
  return showInstead(context, { kind: 'warning', icon: 'lock', title, text, status: 403 })
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
  const { status, wait, text } = facts(thrown, visit)
  if (wait !== undefined) void reply.header('Retry-After', String(Math.ceil(wait)))
  if (status >= 500) request.log.error({ err: thrown }, 'a page of the console failed')
  const words = visit.words.common
  const missing = status === 404
  const title = missing ? words.notFound : words.failed
  const kind = missing ? 'info' : 'warning'
  void showInstead(routes.requestOf(request, reply), { kind, icon: kind, title, text, status })
}

/** What the page shows about an error. */
function facts(thrown: unknown, visit: Reader) {
  if (thrown instanceof IdentityError) {
    const { code, retryAfterSeconds: wait } = thrown
    return { status: statusOf(thrown), wait, text: visit.words.refusals[code] }
  }
  const words = visit.words.common
  const error = toAppError(thrown)
  const { code, retryAfterSeconds: wait } = error
  const { status } = ERRORS[code]
  if (status === 404) return { status, wait, text: words.notFoundText }
  return { status, wait, text: status >= 500 ? words.failedText : problemText(visit.locale, error) }
}
