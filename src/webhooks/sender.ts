/**
 * One HTTP request to a receiver: the name is resolved once, every address is checked, and the connection goes to
 * exactly those; nothing is followed, little is read, and it ends after 15 seconds whatever the other side does.
 */

import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Client } from 'undici'
import { DAY_MS } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { checkAddresses, hostOf, readUrl } from './address-rules.ts'
import type { Resolver } from './ports.ts'

/** What became of one attempt. */
export interface Outcome {
  /** Status of the answer; null when there was none. */
  status: number | null
  /** What went wrong, in plain words; null after a 2xx. */
  error: string | null
  /** The beginning of the answer. */
  excerpt: string
  /** What the receiver asked to wait, in milliseconds. */
  retryAfterMs: number | undefined
  durationMs: number
}

const TIMEOUT_MS = 15_000
const READ_BYTES_MAX = 4_096
const EXCERPT_CHARS_MAX = 1_000
const RETRY_AFTER_MAX_MS = DAY_MS
const SLOW_DOWN = new Set([429, 502, 503, 504])
const DAY_NAME = /^[A-Z][a-z]{2}, /

/** The machine's resolver, in the order it prefers. */
export const systemResolver: Resolver = {
  async resolve(host) {
    const found = await systemLookup(host, { all: true })
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
  },
}

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
  UND_ERR_CONNECT_TIMEOUT: 'no connection within 15 s',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  CERT_HAS_EXPIRED: 'the TLS certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the TLS certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the TLS certificate does not lead to a known root',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate is for another name',
}

function explain(error: unknown, late: boolean): string {
  if (late) return 'no answer within 15 s'
  if (error instanceof AppError) return error.message
  const code = String((error as NodeJS.ErrnoException).code ?? '')
  return WORDS[code] ?? (code === '' ? 'the request failed' : `the request failed (${code})`)
}

/** Readable text only: it is shown in lists and logs. */
const excerptOf = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .replace(/[^\P{C}\n\t]/gu, '\u{FFFD}')
    .slice(0, EXCERPT_CHARS_MAX)

/** Sends. */
export class Sender {
  readonly #resolver: Resolver
  /** Whether receivers may be in the operator's own network, and be told without TLS there. */
  readonly privateAllowed: boolean
  readonly #nowMs: () => number

  constructor(options: { resolver: Resolver; privateAllowed: boolean; nowMs: () => number }) {
    this.#resolver = options.resolver
    this.privateAllowed = options.privateAllowed
    this.#nowMs = options.nowMs
  }

  /**
   * Checks an address that a caller gives. A name that cannot be resolved now is taken: every sending checks anew.
   * @throws AppError `webhook_url_refused`
   */
  async check(text: string): Promise<void> {
    const url = this.read(text)
    const found = await this.#resolve(url).catch(() => undefined)
    if (found !== undefined) this.#judge(url, found)
  }

  /** As {@link check}, without a look at DNS. @throws AppError `webhook_url_refused` */
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
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop])
    const failed = { status: null, excerpt: '', retryAfterMs: undefined }
    const duration = () => Math.round(performance.now() - begun)
    try {
      const url = this.read(target)
      const addresses = await endedBy(signal, this.#resolve(url))
      this.#judge(url, addresses)
      const answer = await this.#exchange(url, addresses, { body, headers, signal })
      return { ...answer, durationMs: duration() }
    } catch (error) {
      return { ...failed, error: explain(error, timeout.aborted), durationMs: duration() }
    }
  }

  async #resolve(url: URL) {
    const host = hostOf(url)
    const family = isIP(host)
    if (family !== 0) return [{ address: host, family: family === 6 ? 6 : 4 } as const]
    return await this.#resolver.resolve(host)
  }

  #judge(url: URL, addresses: ReadonlyArray<{ address: string }>): void {
    checkAddresses(
      url,
      addresses.map(({ address }) => address),
      this.privateAllowed,
    )
  }

  async #exchange(
    url: URL,
    addresses: ReadonlyArray<{ address: string; family: 4 | 6 }>,
    request: { body: string; headers: Readonly<Record<string, string>>; signal: AbortSignal },
  ): Promise<Omit<Outcome, 'durationMs'>> {
    // A client of its own: nothing is kept for a receiver that may never be heard of again.
    const client = new Client(url.origin, {
      connect: { lookup: pinned(addresses), timeout: TIMEOUT_MS },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      maxHeaderSize: 16_384,
      pipelining: 0,
    })
    try {
      const { statusCode, headers, body } = await client.request({
        method: 'POST',
        path: `${url.pathname}${url.search}`,
        headers: { ...request.headers, 'content-type': 'application/json' },
        body: request.body,
        signal: request.signal,
      })
      const excerpt = excerptOf(await readSome(body))
      const ok = statusCode >= 200 && statusCode < 300
      const redirect = statusCode >= 300 && statusCode < 400
      return {
        status: statusCode,
        error: ok
          ? null
          : `the answer was ${statusCode}${redirect ? '; redirects are not followed' : ''}`,
        excerpt,
        retryAfterMs: SLOW_DOWN.has(statusCode)
          ? retryAfter(headers['retry-after'], this.#nowMs())
          : undefined,
      }
    } finally {
      await client.destroy().catch(() => undefined)
    }
  }
}

/** Gives the connection the addresses that were checked and no chance to ask again. */
const pinned =
  (addresses: ReadonlyArray<{ address: string; family: 4 | 6 }>): LookupFunction =>
  (_host, options, done) => {
    const first = addresses[0]
    if (options.all === true) done(null, [...addresses])
    else if (first === undefined) done(new Error('no address'), '')
    else done(null, first.address, first.family)
  }

/** The first bytes of an answer; a body that ends badly or never is none of our business. */
async function readSome(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= READ_BYTES_MAX) break
    }
  } catch {
    // The status has been told already, and that is what counts.
  }
  return Buffer.concat(chunks).subarray(0, READ_BYTES_MAX)
}

/** DNS takes no signal: what comes too late is left alone. */
function endedBy<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
