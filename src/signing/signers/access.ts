/** Who a link admits, and that person's current state; every invalid link gets the same response. */
import type { Db } from '../../database/open.ts'
import type { Clock } from '../../kernel/clock.ts'
import { toIso } from '../../kernel/clock.ts'
import { AppError, type ErrorCode } from '../../kernel/errors.ts'
import type { SigningParts } from '../parts.ts'
import * as store from '../requests/store.ts'
import type { Links } from './links.ts'

/** What a person with a link can do now. */
export type Next =
  | 'open'
  | 'wait'
  | 'sign'
  | 'signed'
  | 'completed'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'blocked'
  | 'failed'

/** A link, opened. */
export interface SignerContext {
  request: store.RequestRow
  signer: store.SignerRow
  signers: readonly store.SignerRow[]
  next: Next
}

const OVER: Partial<Record<Next, { code: ErrorCode; detail: string }>> = {
  wait: {
    code: 'not_your_turn',
    detail: 'Others sign before you. You will get an e-mail when it is your turn.',
  },
  signed: { code: 'already_signed', detail: 'You have already signed this document.' },
  completed: { code: 'already_signed', detail: 'Everyone has signed this document.' },
  declined: {
    code: 'signing_declined',
    detail: 'The document was declined and can no longer be signed.',
  },
  cancelled: { code: 'signing_cancelled', detail: 'The sender has withdrawn the document.' },
  expired: {
    code: 'signing_expired',
    detail: 'The deadline for signing has passed. Ask the sender for a new request.',
  },
  blocked: {
    code: 'signer_blocked',
    detail: 'Too many wrong codes were entered. Ask the sender to unblock you.',
  },
  failed: {
    code: 'signing_failed',
    detail: 'The document could not be sealed. Ask the sender to send it again.',
  },
}

function nextOf(request: store.RequestRow, signer: store.SignerRow, now: string): Next {
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
  if (signer.status === 'signed' || signer.intent !== null) return 'signed'
  if (request.expires_at <= now) return 'expired'
  if (signer.status === 'waiting') return 'wait'
  if (signer.status === 'invited') return 'open'
  return signer.status === 'blocked' || signer.status === 'declined' ? signer.status : 'sign'
}

const invalidLink = (): AppError =>
  new AppError(
    'signing_link_invalid',
    'This link does not lead to a document. Use the complete link from the most recent e-mail.',
  )

/** Opens links. */
export class SignerAccess {
  readonly #links: Links
  readonly #clock: Clock

  readonly #linkMs: number

  constructor({ links, clock, linkMs }: Pick<SigningParts, 'links' | 'clock' | 'linkMs'>) {
    this.#links = links
    this.#clock = clock
    this.#linkMs = linkMs
  }

  /**
   * The token that a link with a time leads to: undefined for any other link, `late` when its time is over.
   * @throws AppError `signing_link_invalid`
   */
  async forward(db: Db, token: string): Promise<string | undefined> {
    const read = this.#links.readShort(token)
    if (read === undefined) return undefined
    const signer = await store.findSigner(db, read.signerId)
    if (signer === undefined || !this.#links.opens(read, signer)) throw invalidLink()
    return read.untilS * 1000 <= this.#clock.now() ? 'late' : this.#links.token(signer)
  }

  /** @throws AppError `signing_link_invalid`, with the same message for every reason; `signing_link_ended` */
  async context(db: Db, token: string): Promise<SignerContext> {
    const read = this.#links.read(token)
    const signer = read && (await store.findSigner(db, read.signerId))
    const whole = signer && (await store.findWhole(db, signer.request_id))
    const opens = read !== undefined && signer !== undefined && this.#links.opens(read, signer)
    if (!opens || whole === undefined || whole.request.status === 'draft') throw invalidLink()
    const { status, ended_at } = whole.request
    if (status === 'completed' && Date.parse(ended_at ?? '') + this.#linkMs <= this.#clock.now())
      throw new AppError(
        'signing_link_ended',
        'The document was completed some time ago and this link has expired. Ask the sender for a copy.',
      )
    const next = nextOf(whole.request, signer, toIso(this.#clock.now()))
    return { ...whole, signer, next }
  }

  /** The same, for a person who can act now. @throws AppError with the reason otherwise */
  async activeContext(db: Db, token: string): Promise<SignerContext> {
    const context = await this.context(db, token)
    const over = OVER[context.next]
    if (over !== undefined) throw new AppError(over.code, over.detail)
    return context
  }
}
