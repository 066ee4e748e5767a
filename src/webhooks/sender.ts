/** One HTTP request to a receiver, of whose response little is read, with a timeout. */

import type { Dispatcher } from 'undici'
import { addressesOf, type Resolver } from '../egress/addresses.ts'
import { headOf, type Outgoing, request, TooLate } from '../egress/client.ts'
import { DAY_MS } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { codeOf } from '../kernel/type-guards.ts'
import { checkAddresses, readUrl } from './address-rules.ts'

/** Outcome of one attempt. */
export interface Outcome {
  /** Status of the response; null when there was none. */
  status: number | null
  /** The error in plain words; null after a 2xx. */
  error: string | null
  /** The beginning of the response body. */
  excerpt: string
  /** The receiver's Retry-After, in milliseconds. */
  retryAfterMs: number | undefined
  durationMs: number
}

const TIMEOUT_MS = 15_000
const NO_CONNECTION = 'UND_ERR_CONNECT_TIMEOUT'
const READ_BYTES_MAX = 4_096
const EXCERPT_CHARS_MAX = 1_000
const RETRY_AFTER_MAX_MS = DAY_MS
const SLOW_DOWN = new Set([429, 502, 503, 504])
const DAY_NAME = /^[A-Z][a-z]{2}, /

/** Seconds or an HTTP date (RFC 9110, 10.2.3) as milliseconds from now; undefined when unreadable. */
export function retryAfter(value: unknown, nowMs: number): number | undefined {
  const text = Array.isArray(value) ? value[0] : value
  if (typeof text !== 'string') return undefined
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : undefined
  const ms = seconds ?? (DAY_NAME.test(text) ? Date.parse(text) - nowMs : Number.NaN)
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS)
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name cannot be resolved now',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed without an answer',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the response are too large',
  CERT_HAS_EXPIRED: 'the TLS certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the TLS certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the TLS certificate does not lead to a known root',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate is for another name',
}

function explain(error: unknown, timeoutMs: number): string {
  const within = `within ${timeoutMs / 1000} s`
  if (error instanceof TooLate) return `no answer ${within}`
  if (error instanceof AppError) return error.message
  const code = codeOf(error) ?? ''
  if (code === NO_CONNECTION) return `no connection ${within}`
  return WORDS[code] ?? (code === '' ? 'the request failed' : `the request failed (${code})`)
}

/** Printable text only: it is shown in lists and logs. */
const excerptOf = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .replace(/[^\P{C}\n\t]/gu, '\u{FFFD}')
    .slice(0, EXCERPT_CHARS_MAX)

/** Sends webhook requests. */
export class Sender {
  readonly #resolver: Resolver
  /** Whether receivers may be in the operator's own network, where plain HTTP is allowed. */
  readonly privateAllowed: boolean
  /** Of one attempt, DNS included, in milliseconds. */
  readonly timeoutMs: number
  readonly #nowMs: () => number

  constructor(options: {
    resolver: Resolver
    privateAllowed: boolean
    nowMs: () => number
    timeoutMs?: number | undefined
  }) {
    this.#resolver = options.resolver
    this.timeoutMs = options.timeoutMs ?? TIMEOUT_MS
    this.privateAllowed = options.privateAllowed
    this.#nowMs = options.nowMs
  }

  /**
   * Checks an address given by a caller. A name that cannot be resolved now is accepted: every delivery checks again.
   * @throws AppError `webhook_url_refused`
   */
  async check(text: string): Promise<void> {
    const url = this.read(text)
    const found = await addressesOf(url, this.#resolver).catch(() => undefined)
    const addresses = found?.map(({ address }) => address)
    if (addresses !== undefined) checkAddresses(url, addresses, this.privateAllowed)
  }

  /** As {@link check}, without DNS. @throws AppError `webhook_url_refused` */
  read(text: string): URL {
    return readUrl(text, this.privateAllowed)
  }

  /** Posts a body; never throws. */
  async send(
    target: string,
    body: string,
    headers: Readonly<Record<string, string>>,
    stop?: AbortSignal,
  ): Promise<Outcome> {
    const begun = performance.now()
    const order: Outgoing = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      timeoutMs: this.timeoutMs,
      stop,
      resolver: this.#resolver,
      guard: (url, addresses) => checkAddresses(url, addresses, this.privateAllowed),
    }
    const outcome = await this.#outcome(target, order)
    return { ...outcome, durationMs: Math.round(performance.now() - begun) }
  }

  async #outcome(target: string, order: Outgoing): Promise<Omit<Outcome, 'durationMs'>> {
    try {
      return await request(this.read(target), order, (answer) => this.#read(answer))
    } catch (error) {
      return {
        status: null,
        excerpt: '',
        retryAfterMs: undefined,
        error: explain(error, order.timeoutMs),
      }
    }
  }

  async #read({ statusCode, headers, body }: Dispatcher.ResponseData) {
    // The status has already been received: a body that breaks off changes nothing.
    const excerpt = excerptOf(await headOf(body, READ_BYTES_MAX, { cut: true }))
    const ok = statusCode >= 200 && statusCode < 300
    const redirect = statusCode >= 300 && statusCode < 400
    return {
      status: statusCode,
      error: ok
        ? null
        : `the response was ${statusCode}${redirect ? '; redirects are not followed' : ''}`,
      excerpt,
      retryAfterMs: SLOW_DOWN.has(statusCode)
        ? retryAfter(headers['retry-after'], this.#nowMs())
        : undefined,
    }
  }
}
