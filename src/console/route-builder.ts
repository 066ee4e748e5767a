/** Builds the console's routes: all hidden from the API description, every form checked. */

import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { App } from '../http/app.ts'
import type { Refusal } from '../identity/refusal.ts'
import type { Session } from '../identity/sessions.ts'
import { membersOf } from '../kernel/unknown.ts'
import { sendPage } from '../pages/headers.ts'
import type { Cookies } from './cookies.ts'
import type { ConsoleParts } from './parts.ts'
import { type ConsoleView, consolePage, type NavEntry } from './shell.ts'
import { SingleUseForms } from './single-use-forms.ts'
import { safeNext, type Visit } from './visit.ts'
import type { FlashCode } from './words.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route of the console. */
    visit: Visit | null
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

/** The same for a logged-in user. */
export interface MemberRequest extends PageRequest {
  session: Session
}

/** Responds to a request. */
export type Handler<Request> = (context: Request) => Promise<FastifyReply> | FastifyReply
type Method = 'GET' | 'POST'
type RouteMore = Pick<RouteShorthandOptions, 'config' | 'preValidation' | 'bodyLimit'>

/** Each page decides whether it needs a log-in; none is part of the API. */
const OPTIONS = { config: { access: 'public' as const }, schema: { hide: true } }

/** Creates routes and the requests passed to their handlers. */
export class ConsoleRoutes {
  readonly parts: ConsoleParts
  readonly #app: App
  readonly #cookies: Cookies
  readonly #nav: readonly NavEntry[]
  readonly #forms: SingleUseForms

  constructor(app: App, parts: ConsoleParts, cookies: Cookies, nav: readonly NavEntry[]) {
    this.parts = parts
    this.#forms = new SingleUseForms(parts.accounts.throttling)
    this.#app = app
    this.#cookies = cookies
    this.#nav = nav
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

  /** A route for logged-in users; others log in first and are redirected back. */
  member(method: Method, url: string, handler: Handler<MemberRequest>, more?: RouteMore): void {
    const known = (context: PageRequest) => {
      const { session } = context.visit
      if (session !== undefined) return handler({ ...context, session })
      const path = context.visit.path.split('?', 1)[0]
      const next = method === 'GET' ? safeNext(path) : '/console'
      return context.go(next === '/console' ? '/console/log-in' : `/console/log-in?next=${next}`)
    }
    this.open(method, url, known, more)
  }

  /** The request passed to every handler. */
  requestOf(request: FastifyRequest, reply: FastifyReply): PageRequest {
    const { visit } = request
    if (visit === null) throw new Error('a route of the console was opened without its hooks')
    const [parts, cookies] = [this.parts, this.#cookies]
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
        const page = consolePage({ assets: parts.assets, nav: this.#nav }, visit, view)
        return sendPage(reply, page, { status: view.status ?? 200, referrer: 'same-origin' })
      },
      go: (path, flash) => {
        if (flash !== undefined) cookies.set(reply, 'flash', flash)
        return reply.header('Cache-Control', 'no-store').redirect(path, 303)
      },
    }
  }
}

/** HTTP status of a refusal. */
export const statusOf = ({ code }: Refusal): number =>
  code === 'too_many' || code === 'busy' ? 429 : 422
