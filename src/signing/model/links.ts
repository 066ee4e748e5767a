/**
 * The links in the mails. A link is derived from the signer and a secret of this service, never stored, so that
 * neither the database nor a job contains anything that opens a document.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 24
/**
 * The signer; the second, in base 36, until which the link has to be opened; `e` where the page is to be embedded, `p`
 * where it is for the sender's device; the code. Ends in a letter or digit: mail programs cut other marks off the end of a link.
 */
const TOKEN = /^([0-9a-hjkmnp-tv-z]{26})(?:-([0-9a-z]{6,9}))?-([ep]?)([0-9a-f]{48})$/
/** The request; in links of earlier versions the place of the person in its list, in base 36; the code. */
const COPY_TOKEN = /^([0-9a-hjkmnp-tv-z]{26})(?:-([0-9a-z]))?-([0-9a-f]{48})$/

/** The open link; the code. */
const START_TOKEN = /^([0-9a-hjkmnp-tv-z]{26})-([0-9a-f]{48})$/

/** The second, in base 36, until which it holds; the code. */
const OPENING = /^([0-9a-z]{6,9})-([0-9a-f]{48})$/

/** A well-formed token; {@link Links.opens} decides whether it is valid. */
export interface ReadToken {
  signerId: string
  mac: Buffer
  /** Epoch seconds; undefined: the link of a page, which has no time. */
  untilS: number | undefined
  /** Whether the page is for a frame. Whose, only the code tells. */
  embedded: boolean
  /** Whether the page is for the sender's device. */
  inPerson: boolean
}

/** What a link is for, besides its signer. */
export interface LinkUse {
  /** Epoch seconds until which it has to be opened; undefined: no such time. */
  untilS?: number | undefined
  /** Origin of the page that shows the signer's page in a frame; undefined: none may. */
  embedOrigin?: string | undefined
  /** Who is there while the person signs on the sender's device; undefined: the device is the person's own. */
  host?: string | undefined
}

type LinkSigner = { id: string; link_version: number }

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
  token(signer: LinkSigner, use: LinkUse = {}): string {
    const { untilS, embedOrigin, host } = use
    const place = embedOrigin !== undefined ? 'e' : host !== undefined ? 'p' : ''
    const until = untilS === undefined ? '' : `-${untilS.toString(36)}`
    const mac = this.#mac(signer, use).toString('hex')
    return `${signer.id.slice('sgr_'.length)}${until}-${place}${mac}`
  }

  /** The whole link. @param origin of an account's own host name; by default the service's */
  url(signer: LinkSigner, origin = this.#origin, use: LinkUse = {}): string {
    return `${origin}/sign/${this.token(signer, use)}`
  }

  /** Parses a token; undefined if it is malformed. */
  read(token: string): ReadToken | undefined {
    const [, id, until, place, mac] = TOKEN.exec(token) ?? []
    if (id === undefined || mac === undefined) return undefined
    return {
      signerId: `sgr_${id}`,
      mac: Buffer.from(mac, 'hex'),
      untilS: until === undefined ? undefined : Number.parseInt(until, 36),
      embedded: place === 'e',
      inPerson: place === 'p',
    }
  }

  /** Whether a token is this signer's current one, for this place, in constant time. */
  opens({ mac, untilS }: ReadToken, signer: LinkSigner, place: Omit<LinkUse, 'untilS'>): boolean {
    return timingSafeEqual(mac, this.#mac(signer, { ...place, untilS }))
  }

  /** What a browser holds in which a code has opened a signer's document, until then. */
  opening(signer: LinkSigner, untilS: number): string {
    return `${untilS.toString(36)}-${this.#openingMac(signer, untilS).toString('hex')}`
  }

  /** Whether a browser holds that, in constant time. */
  isOpened(held: string, signer: LinkSigner, nowS: number): boolean {
    const [, until = '', mac] = OPENING.exec(held) ?? []
    if (mac === undefined) return false
    const untilS = Number.parseInt(until, 36)
    const isOurs = timingSafeEqual(Buffer.from(mac, 'hex'), this.#openingMac(signer, untilS))
    return isOurs && untilS > nowS
  }

  #openingMac({ id, link_version }: LinkSigner, untilS: number): Buffer {
    const text = `opened ${id} ${link_version} until ${untilS}`
    return createHmac('sha256', this.#secret).update(text).digest().subarray(0, MAC_BYTES)
  }

  /** The whole link to the document for a recipient of a copy; it ends with their place in the request. */
  copyUrl(requestId: string, email: string, origin = this.#origin): string {
    const mac = this.#copyMac(requestId, email.toLowerCase()).toString('hex')
    return `${origin}/copy/${requestId.slice('doc_'.length)}-${mac}`
  }

  /** The request of such a link, and whether it is that of a person among its copies; undefined: none is. */
  readCopy(
    token: string,
  ): { requestId: string; isFor(email: string, index: number): boolean } | undefined {
    const [, id, at, mac] = COPY_TOKEN.exec(token) ?? []
    if (id === undefined || mac === undefined) return undefined
    const requestId = `doc_${id}`
    const isFor = (email: string, index: number): boolean =>
      (at === undefined || Number.parseInt(at, 36) === index) &&
      timingSafeEqual(
        Buffer.from(mac, 'hex'),
        this.#copyMac(requestId, at === undefined ? email.toLowerCase() : index),
      )
    return { requestId, isFor }
  }

  /** The six digits that open a document for a recipient of a copy in a period: none is stored. */
  copyCode(requestId: string, email: string, period: number): string {
    const text = `code ${requestId} ${email.toLowerCase()} ${period}`
    const number = createHmac('sha256', this.#secret).update(text).digest().readUIntBE(0, 6)
    return String(number % 1_000_000).padStart(6, '0')
  }

  /** The whole address of an open link: public, and the same as long as the link exists. */
  startUrl(linkId: string, origin = this.#origin): string {
    const mac = this.#startMac(linkId).toString('hex')
    return `${origin}/start/${linkId.slice('lnk_'.length)}-${mac}`
  }

  /** Which open link such an address is of; undefined if it is not ours. */
  readStart(token: string): string | undefined {
    const [, id, mac] = START_TOKEN.exec(token) ?? []
    if (id === undefined || mac === undefined) return undefined
    const isOurs = timingSafeEqual(Buffer.from(mac, 'hex'), this.#startMac(`lnk_${id}`))
    return isOurs ? `lnk_${id}` : undefined
  }

  #startMac(linkId: string): Buffer {
    return createHmac('sha256', this.#secret)
      .update(`start ${linkId}`)
      .digest()
      .subarray(0, MAC_BYTES)
  }

  #copyMac(requestId: string, person: string | number): Buffer {
    return createHmac('sha256', this.#secret)
      .update(`copy ${requestId} ${person}`)
      .digest()
      .subarray(0, MAC_BYTES)
  }

  #mac({ id, link_version }: LinkSigner, { untilS, embedOrigin, host }: LinkUse): Buffer {
    const until = untilS === undefined ? '' : ` until ${untilS}`
    const frame = embedOrigin === undefined ? '' : ` in ${embedOrigin}`
    const presence = host === undefined ? '' : ` in person ${host}`
    return createHmac('sha256', this.#secret)
      .update(`${id} ${link_version}${until}${frame}${presence}`)
      .digest()
      .subarray(0, MAC_BYTES)
  }
}
