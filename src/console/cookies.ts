/**
 * The cookies of the console. Over TLS their names begin with `__Host-`: no other host can set them. Below a path of
 * its host they begin with `__Secure-`, and other services of that host do not get them: `__Host-` does not permit a
 * path. TLS applies if the public address is https, or if a trusted proxy reports that the page was requested over it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

const DAY = 86_400

/** Every cookie, with its Max-Age in seconds; 0: until the browser is closed. */
const LIFETIMES = {
  /** The token of the session. */
  session: 30 * DAY,
  /** Binds forms to a browser that is not logged in. */
  visit: 0,
  /** Proves that this browser signed up. */
  signup: DAY,
  /** Proves that this browser logged in before. */
  device: 365 * DAY,
  /** A log-in awaiting its second factor, or a passkey being added. */
  second: 600,
  /** A log-in begun at the provider, or one being connected with a password. */
  oidc: 600,
  /** The account that has tried a document here, for the first steps: trials leave nothing on the server. */
  tried: 365 * DAY,
  /** A message that the next page shows once. */
  flash: 60,
  /** The language of a visitor who is not logged in. */
  language: 365 * DAY,
} as const

/** Name of a cookie without its prefix. */
type CookieName = keyof typeof LIFETIMES

/** Reads and writes the cookies. */
export class Cookies {
  readonly #secure: boolean
  readonly #prefix: string

  /**
   * @param secure whether browsers always come over TLS
   * @param belowPath whether the service is below a path of its host
   */
  constructor(secure: boolean, belowPath: boolean) {
    this.#secure = secure
    this.#prefix = belowPath ? '__Secure-' : '__Host-'
  }

  read(request: FastifyRequest, name: CookieName): string | undefined {
    const wanted = `${this.#full(request, name)}=`
    const pair = (request.headers.cookie ?? '').split(/; */).find((one) => one.startsWith(wanted))
    return pair?.slice(wanted.length) || undefined
  }

  /** @param value of letters, digits and `-_.` only */
  set(reply: FastifyReply, name: CookieName, value: string): void {
    this.#write(reply, name, value, LIFETIMES[name])
  }

  clear(reply: FastifyReply, name: CookieName): void {
    this.#write(reply, name, '', -1)
  }

  #write(reply: FastifyReply, name: CookieName, value: string, seconds: number): void {
    const { request } = reply
    const parts = [`${this.#full(request, name)}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
    if (seconds !== 0) parts.push(`Max-Age=${Math.max(0, seconds)}`)
    if (this.#isSecure(request)) parts.push('Secure')
    void reply.header('Set-Cookie', parts.join('; '))
  }

  #isSecure(request: FastifyRequest): boolean {
    return this.#secure || request.protocol === 'https'
  }

  #full(request: FastifyRequest, name: CookieName): string {
    return this.#isSecure(request) ? `${this.#prefix}paraph-${name}` : `paraph-${name}`
  }
}
