/** Webhooks of an account: adding, changing, testing, replaying. Every call is bound to the caller's account. */

import { holderOf } from '../accounts/caller.ts'
import { inTurn } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import { pageOf } from '../http/schemas.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { invariant } from '../kernel/invariant.ts'
import { textsOf } from '../kernel/type-guards.ts'
import { say } from '../translations/texts.ts'
import type { Delivery, Replay } from './delivery-schemas.ts'
import * as deliveries from './delivery-store.ts'
import { attemptFacts, type Dispatcher, disable } from './dispatcher.ts'
import * as queue from './due-deliveries.ts'
import { type EventsQuery, listEvents } from './event-store.ts'
import { insertTestEvent, TEST_EVENT } from './events.ts'
import type { Webhook, WebhookChange, WebhookCreate } from './schemas.ts'
import { accountOwner, type Secrets } from './secrets.ts'
import type { Sender } from './sender.ts'
import type { SignedHeaders } from './signature.ts'
import * as store from './store.ts'

/** Webhooks an account may add; addresses given with requests do not count. */
export const WEBHOOKS_MAX = 10
const REPLAY_MAX = 1_000

/** Whose webhooks: those of the keys of its mode, or all of the account. */
type Owner = Parameters<typeof holderOf>[0]

/** A requested page. */
interface Page {
  cursor: string | undefined
  limit: number
}

/** Dependencies of the service. */
interface WebhookServiceParts {
  db: Db
  clock: Clock
  sender: Pick<Sender, 'check' | 'privateAllowed'>
  secrets: Secrets
  dispatcher: Dispatcher
}

const optional = <Name extends string, Value>(name: Name, value: Value | null) =>
  (value === null ? {} : { [name]: value }) as { [key in Name]?: Value }

const toWebhook = (row: store.EndpointRow): Webhook => ({
  id: row.id,
  test: row.mode === 'test',
  url: row.url,
  ...optional('description', row.description),
  events: row.events === null ? null : textsOf(JSON.parse(row.events)),
  ...optional('document_id', row.document_id),
  status: row.status,
  ...optional('disabled_reason', row.disabled_reason),
  ...optional('disabled_at', row.disabled_at),
  failures: row.failures,
  ...optional('paused_until', row.paused_until === null ? null : toIso(row.paused_until)),
  ...optional('last_success_at', row.last_success_at),
  ...optional('last_failure_at', row.last_failure_at),
  created_at: row.created_at,
  updated_at: row.updated_at,
})

const signedIn = ({ headers }: deliveries.DeliveryRow): SignedHeaders | null =>
  headers === null ? null : (JSON.parse(headers) as SignedHeaders)

const toDelivery = (row: deliveries.DeliveryRow): Delivery => ({
  id: row.id,
  event_id: row.event_id,
  event_type: row.event_type,
  ...optional('document_id', row.document_id),
  status: row.status,
  attempts: row.attempts,
  ...optional('next_attempt_at', row.next_at === null ? null : toIso(row.next_at)),
  ...optional('request_headers', signedIn(row)),
  ...optional('response_status', row.response_status),
  ...optional('response_excerpt', row.excerpt),
  ...optional('error', row.error),
  ...optional('duration_ms', row.duration_ms),
  ...optional('replay_of', row.replay_of),
  created_at: row.created_at,
  ...optional('last_attempt_at', row.last_attempt_at),
  ...optional('completed_at', row.completed_at),
})

const noSuchDelivery = (): AppError =>
  new AppError('delivery_not_found', say('webhooks.noDelivery'))

const eventsText = (events: readonly string[] | null | undefined): string | null =>
  events === undefined || events === null ? null : JSON.stringify(events)

/** The service. */
export class WebhookService {
  readonly #parts: WebhookServiceParts
  readonly #db: Db

  constructor(parts: WebhookServiceParts) {
    this.#parts = parts
    this.#db = parts.db
  }

  /** Whether receivers may be in the operator's own network, where plain HTTP is allowed. */
  get privateAllowed(): boolean {
    return this.#parts.sender.privateAllowed
  }

  /** One page, newest first; of the account itself, or of one of its requests. */
  async list(owner: Owner, page: Page & { documentId: string | undefined }) {
    const rows = await store.listEndpoints(this.#db, {
      ...holderOf(owner),
      documentId: page.documentId,
      before: page.cursor,
      limit: page.limit + 1,
    })
    const { page: listed, next } = pageOf(rows, page.limit)
    return { webhooks: listed.map(toWebhook), ...next }
  }

  async get(owner: Owner, id: string): Promise<Webhook> {
    return toWebhook(await this.#row(this.#db, owner, id))
  }

  /**
   * Adds a webhook; its secret is shown this once.
   * @throws webhook_url_refused, webhook_limit_reached
   */
  async create(owner: Owner, input: WebhookCreate): Promise<Webhook & { secret: string }> {
    await this.#parts.sender.check(input.url)
    return await inTurn(this.#db, 'webhooks', async (db) => {
      const { mode } = owner.key
      if ((await store.countEndpoints(db, owner.account.id, mode)) >= WEBHOOKS_MAX)
        throw new AppError(
          'webhook_limit_reached',
          say('webhooks.most', { max: WEBHOOKS_MAX, mode }),
        )
      const nowMs = this.#parts.clock.now()
      const id = newId('whk', nowMs)
      await store.insertEndpoint(db, {
        id,
        account_id: owner.account.id,
        mode,
        document_id: null,
        url: input.url,
        description: input.description ?? null,
        events: eventsText(input.events),
        created_at: toIso(nowMs),
      })
      const secret = await this.#parts.secrets.add(db, id)
      return { ...toWebhook(await this.#row(db, owner, id)), secret }
    })
  }

  /** Changes a webhook. @throws webhook_not_found, webhook_url_refused */
  async change(owner: Owner, id: string, input: WebhookChange): Promise<Webhook> {
    await this.#row(this.#db, owner, id)
    if (input.url !== undefined) await this.#parts.sender.check(input.url)
    const changed = await inTurn(this.#db, 'webhooks', async (db) => {
      const row = await this.#row(db, owner, id)
      const at = toIso(this.#parts.clock.now())
      await store.updateEndpoint(db, id, {
        updated_at: at,
        ...(input.url !== undefined && { url: input.url }),
        ...(input.description !== undefined && { description: input.description }),
        ...(input.events !== undefined && { events: eventsText(input.events) }),
      })
      if (input.status === 'disabled' && row.status === 'active')
        await disable(db, id, 'requested', at)
      if (input.status === 'active' || input.url !== undefined) await this.#begin(db, id, input)
      return toWebhook(await this.#row(db, owner, id))
    })
    this.#parts.dispatcher.wake()
    return changed
  }

  /** A new address, or enabled again: earlier failures no longer count. */
  async #begin(db: Db, id: string, input: WebhookChange): Promise<void> {
    await store.updateEndpoint(db, id, {
      failures: 0,
      failing_since: null,
      paused_until: null,
      ...(input.status === 'active' && {
        status: 'active' as const,
        disabled_reason: null,
        disabled_at: null,
      }),
    })
    await queue.retryNow(db, id, this.#parts.clock.now())
    await queue.recomputeDueAt(db, id)
  }

  /** Deletes a webhook with its deliveries. @throws webhook_not_found */
  async remove(owner: Owner, id: string): Promise<void> {
    await inTurn(this.#db, 'webhooks', async (db) => {
      await this.#row(db, owner, id)
      await store.deleteEndpoint(db, id)
    })
  }

  /** A new secret beside the current one, which continues to sign for 24 hours. @throws webhook_not_found */
  async rotate(owner: Owner, id: string) {
    return await inTurn(this.#db, 'webhooks', async (db) => {
      await this.#row(db, owner, id)
      return shown(await this.#parts.secrets.rotate(db, id))
    })
  }

  /** The secret that signs for addresses given with requests. */
  defaultSecret(owner: Owner) {
    return this.#parts.secrets.ofAccount(owner.account.id, owner.key.mode)
  }

  /** As {@link rotate}, for that secret. */
  async rotateDefault(owner: Owner) {
    const name = accountOwner(owner.account.id, owner.key.mode)
    return await inTurn(this.#db, 'webhooks', async (db) =>
      shown(await this.#parts.secrets.rotate(db, name)),
    )
  }

  /** Sends a test event once, now, and returns the result. @throws webhook_not_found */
  async test(owner: Owner, id: string): Promise<Delivery> {
    const { clock, dispatcher } = this.#parts
    const endpoint = await this.#row(this.#db, owner, id)
    const event = await inTurn(this.#db, 'webhooks', (db) =>
      insertTestEvent(db, owner.account.id, clock.now()),
    )
    const created_at = toIso(clock.now())
    const { attempt, at } = await dispatcher.sendOnce(endpoint, event.id, event.body)
    const delivery = newId('dlv', clock.now())
    return await inTurn(this.#db, 'webhooks', async (db) => {
      await this.#row(db, owner, id)
      await deliveries.insertFinished(db, {
        id: delivery,
        endpoint_id: id,
        event_id: event.id,
        event_type: TEST_EVENT,
        lane: event.id,
        replay_of: null,
        created_at,
        status: attempt.error === null ? 'delivered' : 'failed',
        ...attemptFacts(attempt, at),
        completed_at: at,
      })
      return await this.#delivery(db, id, delivery)
    })
  }

  /** One page of deliveries, newest first. @throws webhook_not_found */
  async deliveries(owner: Owner, id: string, page: Page & deliveries.DeliveryFilter) {
    await this.#row(this.#db, owner, id)
    const before =
      page.cursor === undefined
        ? undefined
        : ((await deliveries.findDelivery(this.#db, id, page.cursor))?.position ?? 0)
    const rows = await deliveries.listDeliveries(this.#db, id, {
      ...page,
      before,
      limit: page.limit + 1,
    })
    const { page: listed, next } = pageOf(rows, page.limit)
    return { deliveries: listed.map(toDelivery), ...next }
  }

  /** One page of events; see {@link EventsQuery}. @throws validation_failed for both cursors */
  async events({ account, key }: Owner, query: Omit<EventsQuery, 'accountId' | 'mode'>) {
    if (query.cursor !== undefined && query.after !== undefined)
      throw new AppError('validation_failed', say('webhooks.cursorOrAfter'))
    const rows = await listEvents(this.#db, {
      ...query,
      accountId: account.id,
      mode: key.mode,
      limit: query.limit + 1,
    })
    const { page, next } = pageOf(rows, query.limit)
    return {
      events: page.map(({ id, type, document_id, at, body }) => ({
        id,
        type,
        ...optional('document_id', document_id),
        created_at: at,
        body,
      })),
      ...next,
    }
  }

  /** One delivery with the body that is sent. @throws webhook_not_found, delivery_not_found */
  async delivery(owner: Owner, id: string, deliveryId: string) {
    await this.#row(this.#db, owner, id)
    const row = await deliveries.findDelivery(this.#db, id, deliveryId)
    const event = row && (await deliveries.bodyOf(this.#db, row.event_id))
    if (row === undefined || event === undefined) throw noSuchDelivery()
    return { delivery: toDelivery(row), body: event.body }
  }

  /** Replays an event. @throws webhook_not_found, delivery_not_found, validation_failed */
  async replay(owner: Owner, id: string, deliveryId: string): Promise<Delivery> {
    const made = await inTurn(this.#db, 'webhooks', async (db) => {
      await this.#active(db, owner, id)
      const row = await deliveries.findDelivery(db, id, deliveryId)
      if (row === undefined) throw noSuchDelivery()
      return await this.#delivery(db, id, await this.#again(db, row))
    })
    this.#parts.dispatcher.wake()
    return made
  }

  /**
   * Replays the deliveries of a period, oldest first.
   * @throws webhook_not_found, validation_failed
   */
  async replayRange(owner: Owner, id: string, { since, until, status }: Replay) {
    const range = {
      since: toIso(Date.parse(since)),
      until: until === undefined ? undefined : toIso(Date.parse(until)),
      status,
    }
    const rows = await inTurn(this.#db, 'webhooks', async (db) => {
      await this.#active(db, owner, id)
      const found = await deliveries.replayable(db, id, { ...range, limit: REPLAY_MAX + 1 })
      for (const row of found.slice(0, REPLAY_MAX)) await this.#again(db, row)
      return found
    })
    this.#parts.dispatcher.wake()
    const taken = rows.slice(0, REPLAY_MAX)
    return {
      replayed: taken.length,
      more: rows.length > taken.length,
      ...optional('last_created_at', taken.at(-1)?.created_at ?? null),
    }
  }

  async #again(db: Db, row: deliveries.DeliveryRow): Promise<string> {
    const nowMs = this.#parts.clock.now()
    const id = newId('dlv', nowMs)
    const again = { ...row, id, replay_of: row.replay_of ?? row.id, created_at: toIso(nowMs) }
    await deliveries.insertDelivery(db, again, nowMs)
    return id
  }

  async #delivery(db: Db, endpointId: string, id: string): Promise<Delivery> {
    const row = await deliveries.findDelivery(db, endpointId, id)
    invariant(row !== undefined, 'the delivery was just made')
    return toDelivery(row)
  }

  async #active(db: Db, owner: Owner, id: string): Promise<void> {
    const { status } = await this.#row(db, owner, id)
    if (status === 'disabled') throw new AppError('validation_failed', say('webhooks.disabled'))
  }

  async #row(db: Db, owner: Owner, id: string): Promise<store.EndpointRow> {
    const row = await store.findEndpoint(db, holderOf(owner), id)
    if (row === undefined) throw new AppError('webhook_not_found', say('webhooks.unknown'))
    return row
  }
}

const shown = (rotated: { secret: string; previousUntil: string }) => ({
  secret: rotated.secret,
  previous_expires_at: rotated.previousUntil,
})
