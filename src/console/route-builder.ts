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
  routes(app: App, routes: ConsoleRoutes): void
}

/** Request passed to a handler. */
export interface PageRequest {
  request: FastifyRequest
  reply: FastifyReply
  visit: Visit
  /** A field of the submitted form; empty if missing. */
  field(name: string): string
  /** A path parameter. */
  param(name: string): string
}

/** The same for a logged-in user. */
export interface MemberRequest extends PageRequest {
  session: Session
}

type Handler<S> = (context: S) => Promise<FastifyReply> | FastifyReply
type RouteMore = Pick<RouteShorthandOptions, 'config' | 'preValidation' | 'bodyLimit'>

/** Each page decides whether it needs a log-in; none is part of the API. */
const OPTIONS = { config: { access: 'public' as const }, schema: { hide: true } }

/** Creates routes and sends responses. */
export class ConsoleRoutes {
  readonly parts: ConsoleParts
  readonly cookies: Cookies
  readonly #nav: readonly NavEntry[]

  constructor(parts: ConsoleParts, cookies: Cookies, nav: readonly NavEntry[]) {
    this.parts = parts
    this.cookies = cookies
    this.#nav = nav
  }

  /** A route for anybody. @param more options besides the common ones */
  open(
    app: App,
    method: 'GET' | 'POST',
    url: string,
    handler: Handler<PageRequest>,
    more: RouteMore = {},
  ): void {
    app.route({
      ...OPTIONS,
      ...more,
      method,
      url,
      handler: (request, reply) => handler(pageRequestOf(request, reply)),
    })
  }

  /** A route for logged-in users; others log in first and are redirected back. */
  member(
    app: App,
    method: 'GET' | 'POST',
    url: string,
    handler: Handler<MemberRequest>,
    more: RouteMore = {},
  ): void {
    const known = async (context: PageRequest): Promise<FastifyReply> => {
      const { session } = context.visit
      if (session !== undefined) return await handler({ ...context, session })
      const path = context.visit.path.split('?', 1)[0]
      const next = method === 'GET' ? safeNext(path) : '/console'
      return this.go(
        context,
        next === '/console' ? '/console/log-in' : `/console/log-in?next=${next}`,
      )
    }
    this.open(app, method, url, known, more)
  }

  /** Sends a page. */
  show({ visit, reply }: Pick<PageRequest, 'visit' | 'reply'>, view: ConsoleView): FastifyReply {
    if (visit.flash !== undefined) this.cookies.clear(reply, 'flash')
    const page = consolePage({ assets: this.parts.assets, nav: this.#nav }, visit, view)
    return sendPage(reply, page, { status: view.status ?? 200, referrer: 'same-origin' })
  }

  /** Redirects the browser (303: with GET), with an optional message on the next page. */
  go({ reply }: Pick<PageRequest, 'reply'>, path: string, flash?: FlashCode): FastifyReply {
    if (flash !== undefined) this.cookies.set(reply, 'flash', flash)
    return reply.header('Cache-Control', 'no-store').redirect(path, 303)
  }
}

/** The request passed to every handler. */
export function pageRequestOf(request: FastifyRequest, reply: FastifyReply): PageRequest {
  const { visit } = request
  if (visit === null) throw new Error('a route of the console was opened without its hooks')
  const read = (from: unknown, name: string): string => {
    const value = membersOf(from)[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    request,
    reply,
    visit,
    field: (name) => read(request.body, name),
    param: (name) => read(request.params, name),
  }
}

/** HTTP status of a refusal. */
export const statusOf = ({ code }: Refusal): number =>
  code === 'too_many' || code === 'busy' ? 429 : 422
