/** Builds the console's routes: all hidden from the API description, every form checked. */

import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { IdentityError } from '../identity/identity-error.ts'
import type { Role } from '../identity/roles.ts'
import type { PersonSession, Session } from '../identity/sessions.ts'
import { membersOf } from '../kernel/type-guards.ts'
import { sendPage } from '../pages/headers.ts'
import type { Cookies } from './cookies.ts'
import type { CommonParts, ConsoleFrame, Method, SingleUseForms } from './frame.ts'
import { type Action, may, type RoutesByRole } from './permissions.ts'
import { type ConsoleView, consolePage, type NavEntry } from './shell.tsx'
import { safeNext, type Visit } from './visit.ts'
import type { FlashCode } from './words.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route of the console. */
    visit: Visit | null
  }
  interface FastifyContextConfig {
    /** What a member does here; the console asks the table of roles before anything is read. */
    action?: Action
  }
}

/** One file of pages: its routes and its navigation entry. `Needs`: what they need besides {@link CommonParts}. */
export interface ConsoleSection<Needs = unknown> {
  nav?: NavEntry
  routes(routes: ConsoleRoutes<Needs>): void
}

/** A section that has been given what it needs. */
export interface SuppliedSection {
  nav: NavEntry | undefined
  register(frame: ConsoleFrame): void
}

/** Gives a section what it needs. */
export const supplied = <Needs>(
  { nav, routes }: ConsoleSection<Needs>,
  needs: Needs,
): SuppliedSection => ({
  nav,
  register: (frame) => routes(new ConsoleRoutes(frame, needs)),
})

/** Request passed to a handler, with what it needs to respond. */
export interface PageRequest<Needs = unknown> {
  request: FastifyRequest
  reply: FastifyReply
  visit: Visit
  parts: CommonParts & Needs
  cookies: Cookies
  forms: SingleUseForms
  /** A field of the submitted form; empty if missing. */
  field(name: string): string
  /** A path parameter. */
  param(name: string): string
  /** Sends a page. */
  show(view: ConsoleView): FastifyReply
  /** Redirects the browser (303: with GET), with an optional message on the next page. */
  go(path: string, flash?: FlashCode): FastifyReply
}

/** The same for a logged-in person, with or without an organisation. */
export interface PersonRequest<Needs = unknown> extends PageRequest<Needs> {
  person: PersonSession
}

/** The same for a member of the organisation that is open. */
export interface MemberRequest<Needs = unknown> extends PageRequest<Needs> {
  session: Session
}

/** Responds to a request. */
export type Handler<Request> = (context: Request) => Promise<FastifyReply> | FastifyReply
type RouteMore = Pick<RouteShorthandOptions, 'config' | 'preValidation' | 'bodyLimit'>

/** Each page decides whether it needs a log-in; none is part of the API. */
const OPTIONS = { config: { access: 'public' as const }, schema: { hide: true } }

/** Where a person chooses an organisation. */
export const ORGANISATIONS_PATH = '/console/organisations'

/** Creates routes and the requests passed to their handlers. */
export class ConsoleRoutes<Needs = unknown> implements RoutesByRole {
  readonly parts: CommonParts & Needs
  readonly #frame: ConsoleFrame

  constructor(frame: ConsoleFrame, needs: Needs) {
    this.#frame = frame
    this.parts = { ...frame.common, ...needs }
  }

  /** A route for anybody. @param more options besides the common ones */
  open(
    method: Method,
    url: string,
    handler: Handler<PageRequest<Needs>>,
    more: RouteMore = {},
  ): void {
    this.#frame.app.route({
      ...OPTIONS,
      ...more,
      method,
      url,
      handler: (request, reply) => handler(this.requestOf(request, reply)),
    })
  }

  /** A route for members whose role may do this; others log in first, or choose an organisation. */
  member(
    method: Method,
    url: string,
    action: Action,
    handler: Handler<MemberRequest<Needs>>,
    more: RouteMore = {},
  ): void {
    const config = { ...OPTIONS.config, ...more.config, action }
    this.#frame.actions.push({ method, path: patternOf(url), action })
    const known = (context: PageRequest<Needs>) => {
      const { session, person } = context.visit
      if (session !== undefined) return handler({ ...context, session })
      return person === undefined ? toLogIn(context, method) : context.go(ORGANISATIONS_PATH)
    }
    this.open(method, url, known, { ...more, config })
  }

  /** Whether the visitor may use a members' route; pages leave out what would be refused. All other routes are open. */
  allows(role: Role | undefined, method: Method, path: string): boolean {
    const [bare = ''] = path.split(/[?#]/, 1)
    const found = this.#frame.actions.find((one) => one.method === method && one.path.test(bare))
    return found === undefined || (role !== undefined && may(role, found.action))
  }

  /** A route for everybody who is logged in. */
  person(method: Method, url: string, handler: Handler<PersonRequest<Needs>>): void {
    const known = (context: PageRequest<Needs>) => {
      const { person } = context.visit
      return person === undefined ? toLogIn(context, method) : handler({ ...context, person })
    }
    this.open(method, url, known)
  }

  #navOf({ session }: Visit): readonly NavEntry[] {
    return this.#frame.nav.filter(({ path }) => this.allows(session?.role, 'GET', path))
  }

  /** The request passed to every handler. */
  requestOf(request: FastifyRequest, reply: FastifyReply): PageRequest<Needs> {
    const { visit } = request
    if (visit === null) throw new Error('a route of the console was opened without its hooks')
    const { parts } = this
    const { cookies, forms, assets } = this.#frame
    const read = (from: unknown, name: string): string => {
      const value = membersOf(from)[name]
      return typeof value === 'string' ? value : ''
    }
    return {
      request,
      reply,
      visit,
      parts,
      cookies,
      forms,
      field: (name) => read(request.body, name),
      param: (name) => read(request.params, name),
      show: (view) => {
        if (visit.flash !== undefined) cookies.clear(reply, 'flash')
        const seen =
          view.guest === true ? { ...visit, session: undefined, person: undefined } : visit
        const page = consolePage({ assets, nav: this.#navOf(seen) }, seen, view)
        return sendPage(reply, page, { status: view.status ?? 200, referrer: 'same-origin' })
      },
      go: (path, flash) => {
        if (flash !== undefined) cookies.set(reply, 'flash', flash)
        return reply.header('Cache-Control', 'no-store').redirect(path, 303)
      },
    }
  }
}

/** What matches the paths of a route, such as `/keys/:id/rename`. */
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^/console${url === '/' ? '' : url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`,
  )

function toLogIn(context: PageRequest, method: Method): FastifyReply {
  const next = method === 'GET' ? safeNext(context.visit.path.split('?', 1)[0]) : '/console'
  return context.go(next === '/console' ? '/console/log-in' : `/console/log-in?next=${next}`)
}

/** HTTP status of a refusal. */
export function statusOf({ code }: IdentityError): number {
  if (code === 'too_many' || code === 'busy') return 429
  return code === 'not_owner' ? 403 : 422
}
