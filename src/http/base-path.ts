/**
 * The service below a path of its host, such as https://example.com/paraph. Routes, and links in pages, are written as
 * if it were at the root: the path is taken off requests, unless the proxy has already done so, and put before the
 * paths that responses name.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { FatalError } from '../kernel/invariant.ts'
import type { App } from './app.ts'

/** Public addresses of the service, without trailing slashes. */
export interface PublicUrls {
  baseUrl: string
  /** Of signers' pages. */
  signUrl: string
  /** Of certificates and lists. */
  publishUrl: string
}

/** The path of an address: `/paraph`, or empty for the root of a host. */
export const pathOf = (url: string): string => new URL(url).pathname.replace(/\/$/, '')

/** Set to the path that a request came with. */
const FOUND = Symbol('base path')
type Marked = IncomingMessage & { [FOUND]?: string }

/** Pages whose addresses begin with that of signers' pages. */
const OF_SIGNERS = /^\/(?:sign|copy)\//
/** Attributes of our pages that hold addresses; JSX escapes quotes, so that no other text looks like them. */
const ADDRESSES = /(\s(?:href|src|action|formaction|data-(?:fields|live|picture))=")\/(?!\/)/g

/**
 * Takes the path off the address of a request; an address without it is left as it is.
 * @returns for the server's option `rewriteUrl`
 */
export function withoutBasePath(urls: PublicUrls): (request: IncomingMessage) => string {
  const paths = pathsOf(urls)
  return (request) => {
    const { url = '/' } = request
    const found = paths.find(
      (path) => url.startsWith(path) && /^(?:$|[/?])/.test(url.slice(path.length)),
    )
    if (found === undefined) return url
    ;(request as Marked)[FOUND] = found
    const rest = url.slice(found.length)
    return rest.startsWith('/') ? rest : `/${rest}`
  }
}

/** The longest first: one may begin with another. */
const pathsOf = ({ baseUrl, signUrl, publishUrl }: PublicUrls): string[] =>
  [...new Set([baseUrl, signUrl, publishUrl].map(pathOf))]
    .filter((path) => path !== '')
    .sort((one, other) => other.length - one.length)

/**
 * Puts the path before what responses name: links of pages, `Location`, the path of cookies. Call it before any route.
 * @throws FatalError for a path that a route of the service has
 */
export function nameBasePath(app: App, urls: PublicUrls): void {
  const paths = pathsOf(urls)
  if (paths.length === 0) return
  app.addHook('onRoute', ({ url }) => {
    const taken = paths.find((path) => `${url}/`.startsWith(`${path}/`))
    if (taken !== undefined)
      throw new FatalError(
        `the service has pages below ${taken} itself; choose another path in PARAPH_BASE_URL, PARAPH_SIGN_URL or PARAPH_PKI_URL`,
      )
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const path = basePathOf(request, urls)
    if (path === '') return payload
    const location = reply.getHeader('location')
    if (typeof location === 'string' && /^\/(?!\/)/.test(location))
      void reply.header('Location', `${path}${location}`)
    const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String)
    if (cookies.length > 0) {
      void reply.removeHeader('Set-Cookie')
      for (const cookie of cookies)
        void reply.header('Set-Cookie', cookie.replace(/; Path=\//, `; Path=${path}/`))
    }
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html')
    return isPage && typeof payload === 'string'
      ? payload.replace(ADDRESSES, (_whole, before: string) => `${before}${path}/`)
      : payload
  })
}

/** The path that the browser knows; where the proxy took it off, the host says whose it was, or else the page. */
function basePathOf({ raw, host, url }: FastifyRequest, { baseUrl, signUrl }: PublicUrls): string {
  const found = (raw as Marked)[FOUND]
  if (found !== undefined) return found
  const isSigners =
    new URL(baseUrl).host === new URL(signUrl).host
      ? OF_SIGNERS.test(url)
      : new URL(signUrl).host === host
  return pathOf(isSigners ? signUrl : baseUrl)
}
