/** How routes of the console are made: every one hidden from the API's description, every form checked. */

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

/** One file of pages: its routes, and its place among the sections. */
export interface ConsoleSection {
  nav?: NavEntry
  routes(app: App, routes: ConsoleRoutes): void
}

/** What a handler is given. */
export interface PageRequest {
  request: FastifyRequest
  reply: FastifyReply
  visit: Visit
  /** Fields of the form that was sent; those that are missing are empty. */
  field(name: string): string
  /** A part of the path. */
  param(name: string): string
}

/** The same for somebody who is logged in. */
export interface MemberRequest extends PageRequest {
  session: Session
}

type Handler<S> = (context: S) => Promise<FastifyReply> | FastifyReply
type RouteMore = Pick<RouteShorthandOptions, 'config' | 'preValidation' | 'bodyLimit'>

/** Who may open a page without being logged in is for the page to say; none is part of the API. */
const OPTIONS = { config: { access: 'public' as const }, schema: { hide: true } }

/** Makes routes and answers. */
export class ConsoleRoutes {
  readonly parts: ConsoleParts
  readonly cookies: Cookies
  readonly #nav: readonly NavEntry[]

  constructor(parts: ConsoleParts, cookies: Cookies, nav: readonly NavEntry[]) {
    this.parts = parts
    this.cookies = cookies
    this.#nav = nav
  }

  /** A route for anybody. @param more what this route has besides what all have */
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

  /** A route for people who are logged in; others log in first and come back. */
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

  /** Answers a page. */
  show({ visit, reply }: Pick<PageRequest, 'visit' | 'reply'>, view: ConsoleView): FastifyReply {
    if (visit.flash !== undefined) this.cookies.clear(reply, 'flash')
    const page = consolePage({ assets: this.parts.assets, nav: this.#nav }, visit, view)
    return sendPage(reply, page, { status: view.status ?? 200, referrer: 'same-origin' })
  }

  /** Sends the browser on (303: with GET), and has the next page tell something. */
  go({ reply }: Pick<PageRequest, 'reply'>, path: string, flash?: FlashCode): FastifyReply {
    if (flash !== undefined) this.cookies.set(reply, 'flash', flash)
    return reply.header('Cache-Control', 'no-store').redirect(path, 303)
  }
}

/** What every handler is given. */
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
