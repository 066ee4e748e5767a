/** Orders while the signer is at the provider: what went out, and whether what comes back belongs to it. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../database/open.ts'
import { type Clock, toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SecretVault } from '../../kernel/secret-vault.ts'
import { Service } from '../../kernel/service.ts'
import type { Texts } from '../../translations/messages.ts'
import { inEveryLanguage } from '../../translations/texts.ts'
import { sessionHash } from '../signers/action-entries.ts'
import * as store from '../store/certificate-orders.ts'

/** Time for each visit to the provider. */
const ORDER_MS = 15 * 60_000

/** What of an order is encrypted. */
interface OrderSecrets {
  verifier: string
  /** Of the scope "service". */
  token?: string
}

const sha256 = (text: string, encoding: 'hex' | 'base64url'): string =>
  createHash('sha256').update(text).digest(encoding)
const vaultOwner = (id: string): string => `certificate order ${id}`

/** The signer has to begin anew: nothing was signed. */
export const orderEnded = (why: keyof Texts['details']['orderEnds']): AppError =>
  new AppError(
    'certificate_order_ended',
    inEveryLanguage(({ details: { orders, orderEnds } }) => orders.ended({ why: orderEnds[why] })),
  )

/** What goes to the provider, and what is kept of it. */
export type Departure = ReturnType<CertificateOrders['depart']>

/** What {@link CertificateOrders} needs. */
export interface CertificateOrdersDeps {
  certificateVault: SecretVault
  clock: Clock
}

/** Orders of one installation. */
export class CertificateOrders extends Service<CertificateOrdersDeps> {
  /** Prepares a visit to the provider. @param token of the scope "service", where there is one */
  depart(id: string, token?: string) {
    const [state = '', verifier = ''] = [1, 2].map(() => randomBytes(32).toString('base64url'))
    const secrets: OrderSecrets = { verifier, ...(token !== undefined && { token }) }
    return {
      state,
      /** S256. */
      challenge: sha256(verifier, 'base64url'),
      kept: {
        state_hash: sha256(state, 'hex'),
        secrets: this.#seal(id, secrets),
        expires_at: this.endsAt(),
      },
    }
  }

  /** Until when the signer may do the next thing. */
  endsAt(): string {
    return toIso(this.parts.clock.now() + ORDER_MS)
  }

  /** What ended before is nobody's any more: what was under way then has ended too. */
  lateSince(): string {
    return toIso(this.parts.clock.now() - ORDER_MS)
  }

  /** Keeps the token of the scope "service". */
  keep(id: string, token: string): Buffer {
    return this.#seal(id, { verifier: '', token })
  }

  secretsOf({ id, secrets }: store.CertificateOrderRow): OrderSecrets {
    return JSON.parse(this.parts.certificateVault.open(vaultOwner(id), secrets)) as OrderSecrets
  }

  /**
   * The order of this signer in this browser.
   * @throws AppError `certificate_order_ended`
   */
  async current(
    db: Db,
    signerId: string,
    session: string | undefined,
  ): Promise<store.CertificateOrderRow> {
    const order = await store.findOrder(db, signerId)
    if (order === undefined) throw orderEnded('none')
    if (order.session_hash !== sessionHash(session ?? '')) throw orderEnded('otherBrowser')
    if (order.expires_at <= toIso(this.parts.clock.now())) throw orderEnded('over')
    return order
  }

  /**
   * The order that a state belongs to, which is taken: it comes back once.
   * @throws AppError `certificate_order_ended`
   */
  async returned(
    db: Db,
    { signerId, session, state }: { signerId: string; session: string | undefined; state: string },
  ): Promise<store.CertificateOrderRow> {
    const order = await this.current(db, signerId, session)
    const [known, given] = [order.state_hash ?? '', sha256(state, 'hex')].map((each) =>
      Buffer.from(each, 'hex'),
    )
    const fits = known?.length === given?.length && known && given && timingSafeEqual(known, given)
    if (fits !== true || !(await store.takeState(db, order))) throw orderEnded('otherOrder')
    return order
  }

  #seal(id: string, secrets: OrderSecrets): Buffer {
    return this.parts.certificateVault.seal(vaultOwner(id), JSON.stringify(secrets))
  }
}

/** Path of the page to which providers send browsers back; registered with them. */
export const RETURN_PATH = '/certificate-return'
