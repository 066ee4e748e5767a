/**
 * What a caller may still do on one interface right now: the month, the minute and the simultaneous
 * requests in one place, shared by the guard, the headers and `GET /usage`.
 */
import { type Clock, startOfNextMonth } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import type { Caller, Interface } from './caller.ts'
import { Concurrency } from './concurrency.ts'
import { MinuteRates, type RateState } from './minute-rates.ts'
import type { Quota } from './quota.ts'
import type { Metric } from './quota-store.ts'
import type { PolicyState } from './rate-headers.ts'

/** Who may call a route and what the call counts as. */
export interface Access {
  /** The plan must include it; left out: any valid key, for routes about the account itself. */
  interface?: Interface
  /** What the route's service spends. A signature route that sends counts against sends per minute. */
  metered?: Metric
  /** Carries the calls of an agent, each of which is counted as what it is; the carrying has a limit of its own. */
  carries?: 'agents'
}

interface MinuteLimit {
  name: 'requests-minute' | 'sends-minute' | 'account-minute' | 'agent-minute'
  limit: number
}

const MINUTE_SECONDS = 60
/** Calls about the account itself do not eat the plan's requests, but are not free either. */
const ACCOUNT_CALLS_PER_MINUTE = 60
/** An agent reads guides and lists between its calls. */
const AGENT_MESSAGES_PER_MINUTE = 300
/** A running request is usually done within a second or two. */
const CONCURRENCY_RETRY_SECONDS = 1

/** The limit per minute that a call falls under, if any. */
function minuteLimit(caller: Caller, access: Access): MinuteLimit | undefined {
  const { documents, signature } = caller.plan
  if (access.carries === 'agents') {
    return { name: 'agent-minute', limit: AGENT_MESSAGES_PER_MINUTE }
  }
  if (access.interface === undefined) {
    return { name: 'account-minute', limit: ACCOUNT_CALLS_PER_MINUTE }
  }
  if (access.interface === 'documents' && documents !== undefined) {
    return { name: 'requests-minute', limit: documents.requests_per_minute }
  }
  if (access.metered === 'signatures' && signature !== undefined) {
    return { name: 'sends-minute', limit: signature.sends_per_minute }
  }
  return undefined
}

const monthSeconds = (nowMs: number): number => {
  const date = new Date(nowMs)
  const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  return (startOfNextMonth(nowMs) - start) / 1000
}

/** Rates and places of every key, in memory, beside the monthly quota in the database. */
export class Allowance {
  readonly #clock: Clock
  readonly #quota: Quota
  readonly #rates: MinuteRates
  readonly #concurrency = new Concurrency()

  constructor(clock: Clock, quota: Quota) {
    this.#clock = clock
    this.#quota = quota
    this.#rates = new MinuteRates(clock)
  }

  /**
   * Lets a call in: takes a place among the simultaneous requests, then counts it in the minute.
   * Answers the function that frees the place.
   * @throws AppError `concurrency_limited`, `rate_limited`
   */
  enter(caller: Caller, access: Access): () => void {
    const leave = this.#takePlace(caller, access)
    const minute = minuteLimit(caller, access)
    if (minute === undefined) return leave
    const state = this.#rates.hit(`${caller.key.id} ${minute.name}`, minute.limit)
    if (state.allowed) return leave
    leave()
    const wait = Math.max(1, Math.ceil(state.waitMs / 1000))
    throw new AppError(
      'rate_limited',
      `The plan ${caller.plan.title} allows ${minute.limit} ${minute.name === 'sends-minute' ? 'sends' : 'requests'} per key in any 60 seconds. Repeat the call in ${wait} s.`,
      { retryAfterSeconds: wait },
    )
  }

  /** Every policy a call falls under, with its present state, for the answer's headers. */
  async policies(caller: Caller, access: Access): Promise<PolicyState[]> {
    const month = await this.#monthPolicy(caller, access)
    const minute = minuteLimit(caller, access)
    if (minute === undefined) return month
    const state = this.minuteState(caller, minute.name, minute.limit)
    return [
      ...month,
      {
        name: minute.name,
        quota: minute.limit,
        windowSeconds: MINUTE_SECONDS,
        remaining: state.remaining,
        resetSeconds: state.waitMs / 1000,
      },
    ]
  }

  /** How a minute of a key stands. */
  minuteState(caller: Caller, name: MinuteLimit['name'], limit: number): RateState {
    return this.#rates.peek(`${caller.key.id} ${name}`, limit)
  }

  /** Document requests of a key that run now. */
  running(caller: Caller): number {
    return this.#concurrency.running(caller.key.id)
  }

  #takePlace(caller: Caller, access: Access): () => void {
    const limit =
      access.interface === 'documents' ? caller.plan.documents?.simultaneous_requests : undefined
    if (limit === undefined) return () => {}
    const leave = this.#concurrency.enter(caller.key.id, limit)
    if (leave !== undefined) return leave
    throw new AppError(
      'concurrency_limited',
      `The plan ${caller.plan.title} allows ${limit} simultaneous ${limit === 1 ? 'request' : 'requests'} per key. Wait for the answer of a running one.`,
      { retryAfterSeconds: CONCURRENCY_RETRY_SECONDS },
    )
  }

  async #monthPolicy(caller: Caller, access: Access): Promise<PolicyState[]> {
    if (access.interface === undefined) return []
    const metric = access.interface === 'documents' ? 'documents' : 'signatures'
    const { limit, remaining, resetsAtMs } = await this.#quota.state(caller, metric)
    if (limit === null || remaining === null) return []
    const nowMs = this.#clock.now()
    const [quota, windowSeconds] = [limit, monthSeconds(nowMs)]
    const resetSeconds = (resetsAtMs - nowMs) / 1000
    return [{ name: `${metric}-month`, quota, windowSeconds, remaining, resetSeconds }]
  }
}
