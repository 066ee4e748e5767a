/**
 * Browsers that logged in before. Wrong passwords from anywhere are limited per account; a browser with such a mark
 * has its own limit, so that guessing does not lock the owner out (OWASP, "Slow Down Online Guessing Attacks with
 * Device Cookies").
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const MARK = /^([\w-]{22})\.([\w-]{43})$/

/** Makes and checks the marks. */
export class Devices {
  readonly #secret: Buffer

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  /** A new mark for a browser that logged in to this account. */
  mark(accountId: string): string {
    const name = randomBytes(16).toString('base64url')
    return `${name}.${this.#mac(accountId, name).toString('base64url')}`
  }

  /** The name of a browser that logged in to this account before; undefined for any other value. */
  nameOf(mark: string | undefined, accountId: string): string | undefined {
    const [, name, mac] = MARK.exec(mark ?? '') ?? []
    if (name === undefined || mac === undefined) return undefined
    return timingSafeEqual(Buffer.from(mac, 'base64url'), this.#mac(accountId, name))
      ? name
      : undefined
  }

  #mac(accountId: string, name: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${accountId} ${name}`).digest()
  }
}
