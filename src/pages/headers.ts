/** Response headers of pages: no external content, no caching, no referrer. */
import type { FastifyReply } from 'fastify'

/** Options that differ between pages. */
interface PageAnswer {
  status?: number
  /** Origins that may show the page in a frame, separated by spaces; none by default. */
  frameAncestors?: string | undefined
  /** Search engines may index the page, and browsers may cache it for some minutes. */
  forEverybody?: boolean
  /** Referrer policy; no referrer by default. */
  referrer?: 'same-origin'
}

/** Content Security Policy (CSP3) of the pages. */
const policy = (frameAncestors: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors === '' ? "'none'" : frameAncestors}`,
  ].join('; ')

const SWITCHED_OFF = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'interest-cohort']

/** Headers of a page. */
export function pageHeaders(frameAncestors = '', referrer = 'no-referrer'): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy(frameAncestors),
    // The URL of a page can contain a signer's token.
    'Referrer-Policy': referrer,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': SWITCHED_OFF.map((name) => `${name}=()`).join(', '),
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': 'no-store',
    Vary: 'Accept-Language',
    ...(frameAncestors === '' && { 'X-Frame-Options': 'DENY' }),
  }
}

const FOR_EVERYBODY = { 'X-Robots-Tag': 'all', 'Cache-Control': 'public, max-age=300' }

/** Sends a page with all its headers. */
export const sendPage = (
  reply: FastifyReply,
  page: string,
  { status = 200, frameAncestors = '', forEverybody = false, referrer }: PageAnswer = {},
): FastifyReply =>
  reply
    .code(status)
    .headers({ ...pageHeaders(frameAncestors, referrer), ...(forEverybody && FOR_EVERYBODY) })
    .send(page)
