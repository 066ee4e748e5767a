/**
 * The links in the mails to people with an account. A link is derived from the id of what it opens and a secret
 * of this service, never stored: neither the database nor a job contains anything that grants access.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 24
/** Ends in a letter or digit: mail programs cut other marks off the end of a link. */
const TOKEN = /^([0-9a-hjkmnp-tv-z]{26})-([0-9a-f]{48})$/

/** What a link is for; a link of one kind is not valid for another. */
type LinkKind = 'confirm' | 'reset' | 'invite'

const PREFIX = { confirm: 'sup', reset: 'rst', invite: 'inv' } as const

/** Makes and reads links. */
export class IdentityLinks {
  readonly #secret: Buffer
  readonly #origin: string

  /** @param origin of the console, without a slash at the end */
  constructor(secret: Buffer, origin: string) {
    this.#secret = secret
    this.#origin = origin
  }

  /** The whole link for this id. */
  url(kind: LinkKind, id: string): string {
    return `${this.#origin}/console/${kind}/${this.token(kind, id)}`
  }

  /** The token at the end of a link. */
  token(kind: LinkKind, id: string): string {
    return `${id.slice(PREFIX[kind].length + 1)}-${this.#mac(kind, id).toString('hex')}`
  }

  /** The id behind a token; undefined when this service did not make it. In constant time. */
  read(kind: LinkKind, token: string): string | undefined {
    const [, tail, mac] = TOKEN.exec(token) ?? []
    if (tail === undefined || mac === undefined) return undefined
    const id = `${PREFIX[kind]}_${tail}`
    return timingSafeEqual(Buffer.from(mac, 'hex'), this.#mac(kind, id)) ? id : undefined
  }

  /** An address of the console. */
  page(path: string): string {
    return `${this.#origin}/console${path}`
  }

  #mac(kind: LinkKind, id: string): Buffer {
    return createHmac('sha256', this.#secret)
      .update(`${kind} ${id}`)
      .digest()
      .subarray(0, MAC_BYTES)
  }
}
