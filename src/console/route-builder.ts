/** Builds the console's routes: all hidden from the API description, every form checked. */

import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { App } from '../http/app.ts'
import type { Role } from '../identity/roles.ts'
import type { PersonSession, Session } from '../identity/sessions.ts'
import { membersOf } from '../kernel/type-guards.ts'
import type { Assets } from '../pages/assets.ts'
import { sendPage } from '../pages/headers.ts'
import type { Cookies } from './cookies.ts'
import { type ConsoleParts, type Method, SingleUseForms } from './frame.ts'
import { type Action, may, type RoutesByRole } from './permissions.ts'
import { statusOf } from './problem-words.ts'
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

/** One file of pages: its routes and its navigation entry. */
export interface ConsoleSection {
  nav?: NavEntry
  routes(routes: ConsoleRoutes): void
}

/** Request passed to a handler, with what it needs to respond. */
export interface PageRequest {
  request: FastifyRequest
  reply: FastifyReply
  visit: Visit
  parts: ConsoleParts
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
export interface PersonRequest extends PageRequest {
  person: PersonSession
}

/** The same for a member of the organisation that is open. */
export interface MemberRequest extends PageRequest {
  session: Session
}

/** Responds to a request. */
export type Handler<Request> = (context: Request) => Promise<FastifyReply> | FastifyReply
type RouteMore = Pick<RouteShorthandOptions, 'config' | 'preValidation' | 'bodyLimit'>

/** Each page decides whether it needs a log-in; none is part of the API. */
const OPTIONS = { config: { access: 'public' as const }, schema: { hide: true } }

/** Where a person chooses an organisation. */
export const ORGANISATIONS_PATH = '/console/organisations'

/** What the routes are made of. */
interface RouteParts {
  cookies: Cookies
  nav: readonly NavEntry[]
  assets: Assets
  parts: ConsoleParts
}

/** Creates routes and the requests passed to their handlers. */
export class ConsoleRoutes implements RoutesByRole {
  readonly #app: App
  readonly #of: RouteParts
  readonly #forms: SingleUseForms
  /** The routes of members, with what they do. */
  readonly #actions: Array<{ method: Method; path: RegExp; action: Action }> = []

  constructor(app: App, of: RouteParts) {
    this.#app = app
    this.#of = of
    this.#forms = new SingleUseForms(of.parts.accounts.throttling)
  }

  /** What the pages call. */
  get parts(): ConsoleParts {
    return this.#of.parts
  }

  /** A route for anybody. @param more options besides the common ones */
  open(method: Method, url: string, handler: Handler<PageRequest>, more: RouteMore = {}): void {
    this.#app.route({
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
    handler: Handler<MemberRequest>,
    more: RouteMore = {},
  ): void {
    const config = { ...OPTIONS.config, ...more.config, action }
    this.#actions.push({ method, path: patternOf(url), action })
    const known = (context: PageRequest) => {
      const { session, person } = context.visit
      if (session !== undefined) return handler({ ...context, session })
      return person === undefined ? toLogIn(context, method) : context.go(ORGANISATIONS_PATH)
    }
    this.open(method, url, known, { ...more, config })
  }

  /** Whether the visitor may use a members' route; pages leave out what would be refused. All other routes are open. */
  allows(role: Role | undefined, method: Method, path: string): boolean {
    const [bare = ''] = path.split(/[?#]/, 1)
    const found = this.#actions.find((one) => one.method === method && one.path.test(bare))
    return found === undefined || (role !== undefined && may(role, found.action))
  }

  /** A route for everybody who is logged in. */
  person(method: Method, url: string, handler: Handler<PersonRequest>): void {
    const known = (context: PageRequest) => {
      const { person } = context.visit
      return person === undefined ? toLogIn(context, method) : handler({ ...context, person })
    }
    this.open(method, url, known)
  }

  #navOf({ session }: Visit): readonly NavEntry[] {
    return this.#of.nav.filter(({ path }) => this.allows(session?.role, 'GET', path))
  }

  /** The request passed to every handler. */
  requestOf(request: FastifyRequest, reply: FastifyReply): PageRequest {
    const { visit } = request
    if (visit === null) throw new Error('a route of the console was opened without its hooks')
    const { parts, cookies, assets } = this.#of
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
      forms: this.#forms,
      field: (name) => read(request.body, name),
      param: (name) => read(request.params, name),
      show: (view) => {
        if (visit.flash !== undefined) cookies.clear(reply, 'flash')
        const seen =
          view.guest === true ? { ...visit, session: undefined, person: undefined } : visit
        const page = consolePage({ assets, nav: this.#navOf(seen) }, seen, view)
        return sendPage(reply, page, {
          status: view.status ?? statusOf(view.error),
          referrer: 'same-origin',
        })
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
