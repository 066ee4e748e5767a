/**
 * Sends due deliveries. All its state is in the database: a crash between a response and its row only means that the
 * receiver gets the same `webhook-id` again.
 */

import { KEY_MODES } from '../accounts/key-format.ts'
import { inTurn } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import type { JobLog } from '../jobs/jobs.ts'
import { inBatches } from '../kernel/batches.ts'
import { type Clock, ClockWatch, DAY_MS, HOUR_MS, toIso } from '../kernel/clock.ts'
import { PollLoop } from '../kernel/poll-loop.ts'
import { traced } from '../kernel/trace.ts'
import * as deliveries from './delivery-store.ts'
import * as queue from './due-deliveries.ts'
import { CIRCUIT_FAILURES, healthAfter, retryDelay } from './retry-rules.ts'
import type { Secrets } from './secrets.ts'
import type { Outcome, Sender } from './sender.ts'
import { type SignedHeaders, signedHeaders } from './signature.ts'
import * as endpoints from './store.ts'

/** Dependencies of the dispatcher. */
interface DispatcherParts {
  db: Db
  clock: Clock
  log: JobLog
  sender: Sender
  secrets: Secrets
  /** Continues reading the trail; returns the number of entries read. */
  read(): Promise<number>
  /** Whether this process is the one that sends; asked before every look. */
  leads(): Promise<boolean>
  version: string
  /** Retention of deliveries, in days after they ended. */
  keepDays: number
  /** In the range [0, 1). */
  random?: () => number
}

/** One account's slow receivers leave room for all others. */
const SENDING_MAX = 32
const SENDING_PER_ACCOUNT_MAX = 8
const SENDING_PER_ENDPOINT_MAX = 4
const ENDPOINTS_PER_LOOK = 50
const PRUNE_EVERY_MS = HOUR_MS
/** A request may stay open this long; after that its own webhook address is not needed. */
const REQUEST_MS = 30 * DAY_MS

/** The outcome of one attempt, and its signature headers. */
interface Attempt extends Outcome {
  headers: SignedHeaders
}

/** What is recorded of an attempt, whatever happens to the delivery. */
export const attemptFacts = (
  { status, error, excerpt, durationMs, headers }: Attempt,
  at: string,
) => ({
  response_status: status,
  error,
  excerpt: error === null ? null : excerpt,
  duration_ms: durationMs,
  headers: JSON.stringify(headers),
  last_attempt_at: at,
})

interface Sending {
  endpoint: string
  account: string
  lane: string
  done: Promise<void>
}

/** Where a delivery goes. */
type Endpoint = Omit<queue.DueEndpoint, 'failures'>

/** Tracks what this process is sending and the remaining capacity. */
export class Dispatcher {
  readonly #parts: DispatcherParts
  readonly #random: () => number
  readonly #watch: ClockWatch
  readonly #sending = new Map<string, Sending>()
  readonly #stop = new AbortController()
  readonly #poll = new PollLoop(
    () => this.#look(),
    (error) => this.#parts.log.error({ err: error }, 'webhooks cannot be sent'),
  )
  #prunedMs = 0

  constructor(parts: DispatcherParts) {
    this.#parts = parts
    this.#random = parts.random ?? Math.random
    this.#watch = new ClockWatch(parts.clock)
  }

  start(): void {
    this.#poll.start()
  }

  /** Wakes the dispatcher: there may be new events. */
  wake(): void {
    this.#poll.wake()
  }

  /** Reads the trail and sends everything due; returns the number sent; for tests and commands. */
  async runDue(): Promise<number> {
    await this.#parts.read()
    let total = 0
    for (;;) {
      const begun = await this.#begin()
      total += begun
      if (begun === 0 && this.#sending.size === 0) return total
      await Promise.all([...this.#sending.values()].map(({ done }) => done))
    }
  }

  /** Aborts running deliveries; they are sent again at the next start. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#poll.close()
    await Promise.all([...this.#sending.values()].map(({ done }) => done))
  }

  /** Sends one delivery now, once, whatever its endpoint's state; for the test event. */
  async sendOnce(endpoint: Endpoint, id: string, body: string) {
    const attempt = await this.#post(endpoint, id, body)
    return { attempt, at: toIso(this.#parts.clock.now()) }
  }

  async #look(): Promise<void> {
    if (!(await this.#parts.leads())) return
    await this.#parts.read()
    await this.#begin()
    await this.#prune()
  }

  async #prune(): Promise<void> {
    const nowMs = this.#parts.clock.now()
    if (nowMs - this.#prunedMs < PRUNE_EVERY_MS) return
    this.#prunedMs = nowMs
    const keptMs = this.#parts.keepDays * DAY_MS
    const old = {
      before: toIso(nowMs - keptMs),
      requestsBefore: toIso(nowMs - keptMs - REQUEST_MS),
    }
    const { db } = this.#parts
    await inBatches((limit) => inTurn(db, 'webhooks', (trx) => deliveries.prune(trx, old, limit)))
  }

  #count(of: 'endpoint' | 'account', id: string): number {
    return [...this.#sending.values()].filter((sending) => sending[of] === id).length
  }

  /** How many more deliveries an endpoint may receive now; one at a time while its circuit is open. */
  #room({ id, account_id, failures }: queue.DueEndpoint): number {
    const perEndpoint = failures >= CIRCUIT_FAILURES ? 1 : SENDING_PER_ENDPOINT_MAX
    return Math.min(
      SENDING_MAX - this.#sending.size,
      SENDING_PER_ACCOUNT_MAX - this.#count('account', account_id),
      perEndpoint - this.#count('endpoint', id),
    )
  }

  /** Starts as many deliveries as there is capacity for; returns how many. */
  async #begin(): Promise<number> {
    const { db, clock } = this.#parts
    const { nowMs, wentBack } = this.#watch.look()
    if (wentBack) await inTurn(db, 'webhooks', (trx) => queue.resetBackoffs(trx, nowMs))
    const looked: string[] = []
    let begun = 0
    while (this.#sending.size < SENDING_MAX && !this.#stop.signal.aborted) {
      const query = { nowMs: clock.now(), except: looked, limit: ENDPOINTS_PER_LOOK }
      const due = await queue.dueEndpoints(db, query)
      if (due.length === 0) break
      for (const endpoint of due) {
        looked.push(endpoint.id)
        begun += await this.#beginFor(endpoint)
      }
    }
    return begun
  }

  async #beginFor(endpoint: queue.DueEndpoint): Promise<number> {
    if (this.#room(endpoint) <= 0) return 0
    const { db, clock } = this.#parts
    const limit = SENDING_PER_ENDPOINT_MAX + this.#count('endpoint', endpoint.id)
    const due = await queue.dueDeliveries(db, endpoint.id, { nowMs: clock.now(), limit })
    let begun = 0
    for (const delivery of due) {
      if (this.#room(endpoint) <= 0) break
      if (this.#sending.has(delivery.id)) continue
      this.#send(endpoint, delivery)
      begun += 1
    }
    return begun
  }

  #send(endpoint: queue.DueEndpoint, delivery: queue.DueDelivery): void {
    const done = this.#deliver(endpoint, delivery)
      .catch((error: unknown) => {
        this.#parts.log.error(
          { err: error, delivery: delivery.id },
          'could not record the outcome of a webhook delivery',
        )
      })
      .finally(() => {
        this.#sending.delete(delivery.id)
        this.wake()
      })
    const { id, account_id: account } = endpoint
    this.#sending.set(delivery.id, { endpoint: id, account, lane: delivery.lane, done })
  }

  async #post(endpoint: Endpoint, eventId: string, body: string): Promise<Attempt> {
    const { clock, secrets, sender, version } = this.#parts
    const timestamp = Math.floor(clock.now() / 1000)
    const headers = signedHeaders({ id: eventId, timestamp, body }, await secrets.signing(endpoint))
    const all = { ...headers, 'user-agent': `Paraph-Webhooks/${version}` }
    const send = () => sender.send(endpoint.url, body, all, this.#stop.signal)
    return await traced(
      'webhook.send',
      async (span) => {
        const outcome = await send()
        if (outcome.status !== null) span.set({ 'http.response.status_code': outcome.status })
        return { ...outcome, headers }
      },
      { kind: 'client', facts: { 'http.request.method': 'POST' } },
    )
  }

  async #deliver(endpoint: queue.DueEndpoint, delivery: queue.DueDelivery): Promise<void> {
    const outcome = await this.#post(endpoint, delivery.event_id, delivery.body)
    // Our own shutdown is not a result: the row stays unchanged.
    if (outcome.status === null && this.#stop.signal.aborted) return
    await inTurn(this.#parts.db, 'webhooks', (db) => this.#settle(db, endpoint, delivery, outcome))
  }

  /** Records an attempt, releases the next of the lane, and updates the endpoint's health. */
  async #settle(
    db: Db,
    { id, account_id }: queue.DueEndpoint,
    delivery: queue.DueDelivery,
    outcome: Attempt,
  ): Promise<void> {
    const nowMs = this.#parts.clock.now()
    const at = toIso(nowMs)
    const delay = retryDelay(delivery.attempts + 1, outcome.retryAfterMs, this.#random)
    const delivered = outcome.error === null
    const over = delivered || delay === undefined
    const known = await queue.recordAttempt(db, delivery.id, {
      status: delivered ? 'delivered' : over ? 'failed' : 'pending',
      next_at: over ? null : nowMs + (delay ?? 0),
      ...attemptFacts(outcome, at),
      completed_at: over ? at : null,
    })
    if (known && over) await queue.advanceLane(db, id, delivery.lane, nowMs)
    const endpoint = await endpoints.findEndpoint(
      db,
      { accountId: account_id, modes: KEY_MODES },
      id,
    )
    if (endpoint === undefined) return
    const {
      recovered,
      disable: reason,
      ...health
    } = healthAfter(endpoint, outcome, nowMs, this.#random)
    await endpoints.updateEndpoint(db, id, {
      ...health,
      ...(delivered ? { last_success_at: at } : { last_failure_at: at }),
    })
    if (recovered) await queue.retryNow(db, id, nowMs)
    if (reason !== undefined && endpoint.status === 'active') await disable(db, id, reason, at)
    await queue.recomputeDueAt(db, id)
  }
}

const ABANDONED = {
  requested: 'the webhook was disabled by its owner',
  gone: 'the webhook was disabled: the receiver answered 410 Gone',
  failing: 'the webhook was disabled: nothing but failures for 5 days',
} as const

/** Disables an endpoint in the caller's transaction; its pending deliveries are abandoned and can be replayed. */
export async function disable(db: Db, id: string, reason: endpoints.DisabledReason, at: string) {
  await endpoints.updateEndpoint(db, id, {
    status: 'disabled',
    disabled_reason: reason,
    disabled_at: at,
    updated_at: at,
    due_at: null,
  })
  await queue.abandonPending(db, id, at, ABANDONED[reason])
}
