/** The webhook address given with a signature request for its own events. */
import type { KeyMode } from '../accounts/key-format.ts'
import type { Db } from '../database/open.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { saying } from '../kernel/coded-error.ts'
import { AppError } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { say } from '../translations/texts.ts'
import { eraseEventsOf } from './event-store.ts'
import type { Secrets } from './secrets.ts'
import type { Sender } from './sender.ts'
import { isSecret } from './signature.ts'
import { deleteEndpointOf, insertEndpoint } from './store.ts'

/** An address with the request it came with. */
interface DocumentAddress {
  accountId: string
  documentId: string
  /** Of the request. */
  mode: KeyMode
  url: string
  /** `whsec_` and 24 to 64 bytes in base64; absent: the account's default secret signs. */
  secret?: string | undefined
}

/** Handles such addresses. */
export class DocumentWebhooks {
  readonly #clock: Clock
  readonly #sender: Pick<Sender, 'check' | 'read'>
  readonly #secrets: Secrets

  constructor(parts: { clock: Clock; sender: Pick<Sender, 'check' | 'read'>; secrets: Secrets }) {
    this.#clock = parts.clock
    this.#sender = parts.sender
    this.#secrets = parts.secrets
  }

  /** Checks an address, including DNS; before the transaction. @throws AppError `webhook_url_refused` */
  async check(url: string): Promise<void> {
    await this.#sender.check(url)
  }

  /**
   * Adds the address in the caller's transaction and returns the webhook's id: it receives events of the document
   * from now on, including those written in this transaction. It does not count as one of the account's webhooks.
   * @throws AppError `webhook_url_refused`, `validation_failed` for the secret
   */
  async addForDocument(db: Db, address: DocumentAddress): Promise<string> {
    this.#sender.read(address.url)
    if (address.secret !== undefined && !isSecret(address.secret))
      throw new AppError('validation_failed', say('webhooks.secret'), {
        errors: [{ pointer: '/webhook_secret', ...saying(say('webhooks.notSecret')) }],
      })
    const nowMs = this.#clock.now()
    const id = newId('whk', nowMs)
    await insertEndpoint(db, {
      id,
      account_id: address.accountId,
      mode: address.mode,
      document_id: address.documentId,
      url: address.url,
      description: null,
      events: null,
      created_at: toIso(nowMs),
    })
    if (address.secret !== undefined) await this.#secrets.add(db, id, address.secret)
    else await this.#secrets.ensureAccount(db, address.accountId, address.mode)
    return id
  }

  /** Erases everything about a document in the caller's transaction; what was not delivered yet never is. */
  async forgetDocument(db: Db, documentId: string): Promise<void> {
    await eraseEventsOf(db, documentId)
    await deleteEndpointOf(db, documentId)
  }
}
