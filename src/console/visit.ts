/** The visitor of a console page: session, language, and the token that binds forms to this browser. */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Origin } from '../identity/events.ts'
import type { Identity } from '../identity/open.ts'
import { asMember, type PersonSession, type Session } from '../identity/sessions.ts'
import { chooseLocale, LOCALES } from '../kernel/languages.ts'
import { membersOf } from '../kernel/type-guards.ts'
import type { Cookies } from './cookies.ts'
import type { RoutesByRole } from './permissions.ts'
import { type FlashCode, isFlashCode, type Reader, readerIn } from './words.ts'

/** One request to the console. */
export interface Visit extends Reader {
  /** The logged-in person. */
  person: PersonSession | undefined
  /** The same as a member of the organisation that is open. */
  session: Session | undefined
  /** Included in every form as `csrf`. */
  csrf: string
  /** The message set by the previous page. */
  flash: FlashCode | undefined
  origin: Origin
  /** Public origin of the API, used in `curl` commands. */
  baseUrl: string
  /** Path and query of this page. */
  path: string
  /** Whether the role may use a route; what it may not use is not shown. */
  allows(method: 'GET' | 'POST', path: string): boolean
}

const VISIT = /^[\w-]{22}$/

/** Identifies the visitor; gives a new browser its cookie. */
export async function openVisit(
  parts: { identity: Identity; baseUrl: string; cookies: Cookies; routes: RoutesByRole },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit> {
  const { identity, baseUrl, cookies, routes } = parts
  const token = cookies.read(request, 'session')
  const person = token === undefined ? undefined : await identity.sessions.find(token)
  const session = asMember(person)
  const { lang } = membersOf(request.query)
  const chosen = LOCALES.find((one) => one === lang)
  // Chosen on the public pages; stored, or a page without it in its URL would switch language again.
  if (chosen !== undefined && person === undefined) cookies.set(reply, 'language', chosen)
  const remembered = LOCALES.find((one) => one === cookies.read(request, 'language'))
  const flash = cookies.read(request, 'flash')
  const locale = chooseLocale({
    query: lang,
    preferred: person?.locale ?? remembered,
    acceptLanguage: request.headers['accept-language'],
  })
  return {
    person,
    session,
    ...readerIn(locale),
    csrf: formToken(
      identity.formKey,
      person === undefined ? `visit ${visitOf(cookies, request, reply)}` : `session ${person.id}`,
    ),
    flash: isFlashCode(flash) ? flash : undefined,
    origin: { ip: request.ip, ua: request.headers['user-agent'] },
    baseUrl,
    path: request.url,
    allows: (method, path) => routes.allows(session?.role, method, path),
  }
}

function visitOf(cookies: Cookies, request: FastifyRequest, reply: FastifyReply): string {
  const known = cookies.read(request, 'visit')
  if (known !== undefined && VISIT.test(known)) return known
  const made = randomBytes(16).toString('base64url')
  cookies.set(reply, 'visit', made)
  return made
}

const formToken = (key: Buffer, bound: string): string =>
  createHmac('sha256', key).update(bound).digest('base64url')

/** Whether a submitted form was issued by this service to this browser. */
export function isOwnForm(request: FastifyRequest, visit: Visit): boolean {
  const { csrf } = membersOf(request.body)
  return isOwnSite(request) && typeof csrf === 'string' && isEqual(csrf, visit.csrf)
}

/** Checks the origin that browsers report for a form; old ones report none, and then the token alone decides. */
export function isOwnSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, host } = headers
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The console page to continue with after logging in; anything else becomes the first page. */
export const safeNext = (next: unknown): string =>
  typeof next === 'string' && /^\/console(?:\/[a-z0-9_-]+)*$/.test(next) ? next : '/console'
