/** Who a link admits, and that person's current state; every invalid link gets the same response. */

import type { Db } from '../../database/open.ts'
import { type Clock, toIso } from '../../kernel/clock.ts'
import { AppError, type ErrorCode } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import { say } from '../../translations/texts.ts'
import type { Embedding } from '../embedding/service.ts'
import type { Links, ReadToken } from '../model/links.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import { endedAt, type RequestRow, type RequestWithSigners, type SignerRow } from '../model/rows.ts'
import type { RequestLifecycle } from '../requests/lifecycle.ts'
import type { ServiceParts } from '../requests/parts.ts'
import * as store from '../store/requests.ts'
import type { SIGNER_NEXT } from './schemas.ts'

/** What a person with a link can do now. */
export type Next = (typeof SIGNER_NEXT)[number]

/** A link, opened. */
export interface SignerContext {
  request: RequestRow
  signer: SignerRow
  signers: readonly SignerRow[]
  next: Next
  /** Origin of the page in whose frame this link is for; undefined: in none. */
  embedOrigin: string | undefined
  /** Who is there while this person signs on the sender's device; undefined: it is the person's own. */
  host: string | undefined
}

const OVER = {
  wait: 'not_your_turn',
  signed: 'already_signed',
  approved: 'already_approved',
  completed: 'already_signed',
  declined: 'signing_declined',
  cancelled: 'signing_cancelled',
  expired: 'signing_expired',
  blocked: 'signer_blocked',
  failed: 'signing_failed',
  returned: 'signing_returned',
} as const satisfies Partial<Record<Next, ErrorCode>>
const isOver = (next: Next): next is keyof typeof OVER => Object.hasOwn(OVER, next)

function nextOf(request: RequestRow, signer: SignerRow, now: string): Next {
  const { status } = request
  if (
    status === 'completed' ||
    status === 'cancelled' ||
    status === 'expired' ||
    status === 'failed'
  )
    return status
  if (status === 'declined') return 'declined'
  // The order is recorded: the signature will be made, whatever happens meanwhile.
  if (signer.status === 'signed' || signer.intent !== null)
    return isSigningAction(signer) ? 'signed' : 'approved'
  if (request.expires_at <= now) return 'expired'
  const isBlocked = signer.status === 'blocked'
  if (request.returned !== null && signer.invited_at !== null && !isBlocked) return 'returned'
  if (signer.status === 'waiting') return 'wait'
  if (signer.status === 'invited') return 'open'
  return signer.status === 'blocked' || signer.status === 'declined' ? signer.status : 'sign'
}

const invalidLink = (): AppError => new AppError('signing_link_invalid', say('links.invalid'))

const removed = (): AppError => new AppError('signer_removed', say('links.removed'))

const delegated = (): AppError => new AppError('signing_delegated', say('links.delegated'))

/** Whether a link belongs to the person who delegated to the present signer. */
const isDelegators = (links: Links, read: ReadToken, { id, delegation }: SignerRow): boolean =>
  delegation !== null && links.opens(read, { id, link_version: delegation.link_version }, {})

/** A signer as the request has them; who was taken out is none of its signers. */
const rowIn = (whole: RequestWithSigners | undefined, named: SignerRow): SignerRow | undefined =>
  named.removed_at === null ? whole?.signers.find(({ id }) => id === named.id) : named

/** Whether a person is done on the sender's device, which others hold from then on. */
export const isHandedBack = ({ host, signer, next }: SignerContext): boolean =>
  host !== undefined &&
  (signer.status === 'signed' ||
    signer.status === 'declined' ||
    signer.intent !== null ||
    next === 'returned')

/** What the rooms of a signer's actions are given. */
export interface SignerParts extends ServiceParts {
  access: SignerAccess
  lifecycle: RequestLifecycle
}

/** Opens links. */
export class SignerAccess extends Service<{
  links: Links
  clock: Clock
  embedding: Embedding
  linkMs: number
}> {
  /**
   * Where a link with a time leads to; undefined for any other link.
   * @throws AppError `signing_link_invalid`
   */
  async forward(db: Db, token: string) {
    const read = this.parts.links.read(token)
    if (read?.untilS === undefined) return undefined
    const { signer, embedOrigin, host } = await this.#opened(db, read)
    return {
      /** Whether its time is over. */
      late: read.untilS * 1000 <= this.parts.clock.now(),
      /** Token of the person's page. */
      page: this.parts.links.token(signer, { host }),
      /** Token of the page in a frame; the same where the link is for none. */
      frame: this.parts.links.token(signer, { embedOrigin, host }),
      embedOrigin,
    }
  }

  /** The token of the same person's page outside any frame. */
  outside({ signer }: SignerContext): string {
    return this.parts.links.token(signer)
  }

  /** Whether the document behind a link may ask for a code before it is shown. */
  async asksCode(db: Db, token: string): Promise<boolean> {
    const read = this.parts.links.read(token)
    return read !== undefined && (await store.asksCode(db, read.signerId))
  }

  /** Whom a token is for, and where. @throws AppError `signing_link_invalid` */
  async #opened(db: Db, read: ReadToken | undefined) {
    const named = read && (await store.findSigner(db, read.signerId))
    const whole = named && (await store.findRequestWithSigners(db, named.request_id))
    const signer = named && rowIn(whole, named)
    if (read === undefined || signer === undefined || whole === undefined) throw invalidLink()
    if (whole.request.status === 'draft') throw invalidLink()
    // An origin that the account has removed opens nothing any more.
    const allowed = read.embedded
      ? await this.parts.embedding.allowed(db, whole.request)
      : [undefined]
    const host = (read.inPerson ? signer.in_person_host : null) ?? undefined
    const at = allowed.findIndex((embedOrigin) =>
      this.parts.links.opens(read, signer, { embedOrigin, host }),
    )
    if (at < 0 && isDelegators(this.parts.links, read, signer)) throw delegated()
    if (at < 0 || (read.inPerson && host === undefined)) throw invalidLink()
    if (signer.removed_at !== null) throw removed()
    return { whole, signer, embedOrigin: allowed[at], host }
  }

  /** @throws AppError `signing_link_invalid`, with the same message for every reason; `signing_link_ended`, `signer_removed` */
  async context(db: Db, token: string): Promise<SignerContext> {
    const read = this.parts.links.read(token)
    if (read?.untilS !== undefined) throw invalidLink()
    const { whole, signer, embedOrigin, host } = await this.#opened(db, read)
    const isCompleted = whole.request.status === 'completed'
    if (
      isCompleted &&
      Date.parse(endedAt(whole.request)) + this.parts.linkMs <= this.parts.clock.now()
    )
      throw new AppError('signing_link_ended', say('links.longEnded'))
    const next = nextOf(whole.request, signer, toIso(this.parts.clock.now()))
    return { ...whole, signer, next, embedOrigin, host }
  }

  /** The same, for a person who can act now. @throws AppError with the reason otherwise */
  async activeContext(db: Db, token: string): Promise<SignerContext> {
    const context = await this.context(db, token)
    const { next } = context
    if (isOver(next)) throw new AppError(OVER[next], say(`over.${next}`))
    return context
  }
}
