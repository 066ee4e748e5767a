/**
 * The rate limiter: a caller's monthly quota, rate per minute and concurrency in one place, shared by the guard, the
 * headers and `GET /usage`.
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
  /** The plan must include it; absent: any valid key, for routes about the account itself. */
  interface?: Interface
  /** The metric the route consumes. A signature route that sends counts against sends per minute. */
  metered?: Metric
  /** Cost class of a call of the signature interface that sends nothing; absent: a read. */
  rate?: 'changes' | 'checks'
  /**
   * Transports calls of an agent or console actions, each of which is counted on its own; the transport has its own
   * limit.
   */
  carries?: 'agents' | 'forms'
}

/** Calls per key and minute on the signature interface, besides sends; set by the operator. */
export interface SignatureRates {
  /** Writes and mails: correcting signers, reminders, creating and testing webhooks. */
  changesPerMinute: number
  /** Computation: verifying files, building evidence. */
  checksPerMinute: number
  readsPerMinute: number
}

interface MinuteLimit {
  name:
    | 'requests-minute'
    | 'sends-minute'
    | 'account-minute'
    | 'agent-minute'
    | 'forms-minute'
    | 'changes-minute'
    | 'checks-minute'
    | 'reads-minute'
  limit: number
}

/** What a limit counts, for the error message. */
const COUNTED: Readonly<Record<MinuteLimit['name'], string>> = {
  'requests-minute': 'requests',
  'sends-minute': 'sends',
  'account-minute': 'requests',
  'agent-minute': 'requests',
  'forms-minute': 'forms of the console',
  'changes-minute': 'changes of signature requests and webhooks',
  'checks-minute': 'verifications and evidence files',
  'reads-minute': 'reads of signature requests and webhooks',
}

const MINUTE_SECONDS = 60
/** Calls about the account itself do not use up the plan's requests, but are limited too. */
const ACCOUNT_CALLS_PER_MINUTE = 60
/** An agent reads guides and lists between its calls. */
const AGENT_MESSAGES_PER_MINUTE = 300
/** The fastest page renders while the user types, at most a few times per second. */
const FORMS_PER_MINUTE = 240
/** A running request usually finishes within a second or two. */
const CONCURRENCY_RETRY_SECONDS = 1

/** The limit per minute that a call falls under; undefined where the plan lacks its interface. */
function minuteLimit(
  caller: Caller,
  access: Access,
  rates: SignatureRates,
): MinuteLimit | undefined {
  const { documents, signature } = caller.plan
  if (access.carries === 'agents') {
    return { name: 'agent-minute', limit: AGENT_MESSAGES_PER_MINUTE }
  }
  if (access.carries === 'forms') return { name: 'forms-minute', limit: FORMS_PER_MINUTE }
  if (access.interface === undefined) {
    return { name: 'account-minute', limit: ACCOUNT_CALLS_PER_MINUTE }
  }
  if (access.interface === 'documents' && documents !== undefined) {
    return { name: 'requests-minute', limit: documents.requests_per_minute }
  }
  if (access.interface === 'documents' || signature === undefined) return undefined
  if (access.metered === 'signatures') {
    return { name: 'sends-minute', limit: signature.sends_per_minute }
  }
  if (access.rate === 'changes') return { name: 'changes-minute', limit: rates.changesPerMinute }
  if (access.rate === 'checks') return { name: 'checks-minute', limit: rates.checksPerMinute }
  return { name: 'reads-minute', limit: rates.readsPerMinute }
}

const monthSeconds = (nowMs: number): number => {
  const date = new Date(nowMs)
  const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  return (startOfNextMonth(nowMs) - start) / 1000
}

/** Rates and concurrency of every key, in memory, besides the monthly quota in the database. */
export class RateLimiter {
  readonly #clock: Clock
  readonly #quota: Quota
  readonly #rates: MinuteRates
  readonly #signatureRates: SignatureRates
  readonly #concurrency = new Concurrency()

  constructor(clock: Clock, quota: Quota, rates: SignatureRates) {
    this.#clock = clock
    this.#quota = quota
    this.#signatureRates = rates
    this.#rates = new MinuteRates(clock)
  }

  /**
   * Admits a call: takes a concurrency slot, then counts it against the rate per minute. Returns the function that
   * frees the slot.
   * @throws AppError `concurrency_limited`, `rate_limited`
   */
  enter(caller: Caller, access: Access): () => void {
    const leave = this.#takePlace(caller, access)
    const minute = minuteLimit(caller, access, this.#signatureRates)
    if (minute === undefined) return leave
    const state = this.#rates.hit(`${caller.key.id} ${minute.name}`, minute.limit)
    if (state.allowed) return leave
    leave()
    const wait = Math.max(1, Math.ceil(state.waitMs / 1000))
    throw new AppError(
      'rate_limited',
      `The plan ${caller.plan.title} allows ${minute.limit} ${COUNTED[minute.name]} per key in any 60 seconds. Try again in ${wait} s.`,
      { retryAfterSeconds: wait },
    )
  }

  /** Runs work as an admitted call. @throws AppError those of {@link enter} */
  async within<Result>(
    caller: Caller,
    access: Access,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const leave = this.enter(caller, access)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** Every policy that applies to a call, with its current state, for the response headers. */
  async policies(caller: Caller, access: Access): Promise<PolicyState[]> {
    const month = await this.#monthPolicy(caller, access)
    const minute = minuteLimit(caller, access, this.#signatureRates)
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

  /** State of a key's limit per minute. */
  minuteState(caller: Caller, name: MinuteLimit['name'], limit: number): RateState {
    return this.#rates.peek(`${caller.key.id} ${name}`, limit)
  }

  /** Number of running document requests of a key. */
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
      `The plan ${caller.plan.title} allows ${limit} simultaneous ${limit === 1 ? 'request' : 'requests'} per key. Wait for one of them to be answered.`,
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
