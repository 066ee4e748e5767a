/**
 * The links in the mails. A link is derived from the signer and a secret of this service, never stored, so that
 * neither the database nor a job contains anything that opens a document.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 24
/** Ends in a letter or digit: mail programs cut other marks off the end of a link. */
const TOKEN = /^([0-9a-hjkmnp-tv-z]{26})-([0-9a-f]{48})$/

/** The same with the second, in base 36, until which it has to be opened. */
const SHORT = /^([0-9a-hjkmnp-tv-z]{26})-([0-9a-z]{6,9})-([0-9a-f]{48})$/

/** A well-formed token; {@link Links.opens} decides whether it is valid. */
export interface ReadToken {
  signerId: string
  mac: Buffer
}

/** Makes and checks links. */
export class Links {
  readonly #secret: Buffer
  readonly #origin: string

  /** @param origin where signers' pages are, without a slash at the end */
  constructor(secret: Buffer, origin: string) {
    this.#secret = secret
    this.#origin = origin
  }

  /** What follows /sign/ in the link of a signer. */
  token(signer: { id: string; link_version: number }): string {
    const mac = this.#mac(signer.id, signer.link_version)
    return `${signer.id.slice('sgr_'.length)}-${mac.toString('hex')}`
  }

  /** A link that has to be opened until a time, epoch seconds. @param origin of an account's own host name */
  shortUrl(
    signer: { id: string; link_version: number },
    untilS: number,
    origin = this.#origin,
  ): string {
    const mac = this.#mac(signer.id, signer.link_version, untilS)
    const id = signer.id.slice('sgr_'.length)
    return `${origin}/sign/${id}-${untilS.toString(36)}-${mac.toString('hex')}`
  }

  /** Parses a token that has to be opened until a time; undefined for any other. */
  readShort(token: string): (ReadToken & { untilS: number }) | undefined {
    const [, id, until, mac] = SHORT.exec(token) ?? []
    if (id === undefined || until === undefined || mac === undefined) return undefined
    const untilS = Number.parseInt(until, 36)
    return { signerId: `sgr_${id}`, mac: Buffer.from(mac, 'hex'), untilS }
  }

  /** The whole link. @param origin of an account's own host name; by default the service's */
  url(signer: { id: string; link_version: number }, origin = this.#origin): string {
    return `${origin}/sign/${this.token(signer)}`
  }

  /** Parses a token; undefined if it is malformed. */
  read(token: string): ReadToken | undefined {
    const [, id, mac] = TOKEN.exec(token) ?? []
    if (id === undefined || mac === undefined) return undefined
    return { signerId: `sgr_${id}`, mac: Buffer.from(mac, 'hex') }
  }

  /** Whether a token is this signer's current one, in constant time. */
  opens(
    read: ReadToken & { untilS?: number },
    signer: { id: string; link_version: number },
  ): boolean {
    return timingSafeEqual(read.mac, this.#mac(signer.id, signer.link_version, read.untilS))
  }

  #mac(id: string, version: number, untilS?: number): Buffer {
    return createHmac('sha256', this.#secret)
      .update(`${id} ${version}${untilS === undefined ? '' : ` until ${untilS}`}`)
      .digest()
      .subarray(0, MAC_BYTES)
  }
}
