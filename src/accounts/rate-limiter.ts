/**
 * The rate limiter: a caller's monthly quota, rate per minute and concurrency in one place, shared by the guard, the
 * headers and `GET /usage`.
 */
import { type Clock, startOfNextMonth } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import type { Admitted, Call, Calls, LimitCheck, RateState, Refused } from '../throttling/ports.ts'
import { say, textsIn } from '../translations/texts.ts'
import { type PolicyState, secondsOf, tooManyWrongKeys } from './address-limits.ts'
import type { Caller, Interface } from './caller.ts'
import type { Quota } from './quota.ts'
import type { Metric } from './quota-store.ts'

/** Who may call a route and what the call counts as. */
export interface Access {
  /** The plan must include it; absent: any valid key, for routes about the account itself. */
  interface?: Interface
  /** The metric the route consumes. A signature route that sends counts against sends per minute. */
  metered?: Metric
  /** Cost class of a call that neither sends nor makes a document; absent: a read of the signature interface. */
  rate?: 'changes' | 'checks' | 'reads'
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
  if (access.rate === 'changes') return { name: 'changes-minute', limit: rates.changesPerMinute }
  if (access.rate === 'checks') return { name: 'checks-minute', limit: rates.checksPerMinute }
  const reads = { name: 'reads-minute', limit: rates.readsPerMinute } as const
  if (access.rate === 'reads') return reads
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
  return reads
}

const monthSeconds = (nowMs: number): number => {
  const date = new Date(nowMs)
  const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  return (startOfNextMonth(nowMs) - start) / 1000
}

/** A call that was not admitted, and the error that says so. */
type RefusedCall = Refused & { problem: AppError }

/** Rates and concurrency of every key, besides the monthly quota. */
export class RateLimiter {
  readonly #clock: Clock
  readonly #quota: Quota
  readonly #calls: Calls
  readonly #signatureRates: SignatureRates

  constructor(parts: { clock: Clock; quota: Quota; calls: Calls; rates: SignatureRates }) {
    this.#clock = parts.clock
    this.#quota = parts.quota
    this.#signatureRates = parts.rates
    this.#calls = parts.calls
  }

  /**
   * Admits a call, or says why not: takes a concurrency slot, then counts it against the rate per minute. Its slot is
   * free once it has left.
   * @param bar what refuses the call first
   * @returns the problem of a refused call: `concurrency_limited`, `rate_limited`
   * @throws AppError `storage_unavailable`
   */
  async ask(caller: Caller, access: Access, check?: LimitCheck): Promise<Admitted | RefusedCall> {
    const rate = minuteLimit(caller, access, this.#signatureRates)
    const slots = slotsOf(caller, access)
    const call: Call = { owner: caller.key.id, slots, rate, check }
    const verdict = await this.#calls.enter(call)
    if (verdict.refused === undefined) return verdict
    const problem = limitError(verdict, { title: caller.plan.title, slots, rate })
    return { ...verdict, problem }
  }

  /** Admits a call. @throws AppError `concurrency_limited`, `rate_limited`, `storage_unavailable` */
  async enter(caller: Caller, access: Access): Promise<Admitted> {
    const verdict = await this.ask(caller, access)
    if (verdict.refused !== undefined) throw verdict.problem
    return verdict
  }

  /** Counts a call that holds no slot. @throws AppError `rate_limited`, `storage_unavailable` */
  async count(caller: Caller, access: Access): Promise<void> {
    const { leave } = await this.enter(caller, access)
    leave()
  }

  /** Runs work as an admitted call. @throws AppError those of {@link enter} */
  async within<Result>(caller: Caller, access: Access, work: () => Promise<Result>) {
    const { leave } = await this.enter(caller, access)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /**
   * Every policy that applies to a call, with its current state, for the response headers.
   * @param known state of its rate, if that is known
   */
  async policies(
    caller: Caller,
    access: Access,
    known: RateState | undefined,
  ): Promise<PolicyState[]> {
    const month = await this.#monthPolicy(caller, access)
    const rate = minuteLimit(caller, access, this.#signatureRates)
    if (rate === undefined) return month
    const { name, limit } = rate
    const state = known ?? (await this.minuteState(caller, name, limit))
    return [
      ...month,
      {
        name,
        quota: limit,
        windowSeconds: MINUTE_SECONDS,
        remaining: state.remaining,
        resetSeconds: state.waitMs / 1000,
      },
    ]
  }

  /** State of a key's limit per minute. */
  minuteState(caller: Caller, name: MinuteLimit['name'], limit: number): Promise<RateState> {
    return this.#calls.rate(caller.key.id, { name, limit })
  }

  /** Number of running document requests of a key. */
  running(caller: Caller): Promise<number> {
    return this.#calls.running(caller.key.id)
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

const slotsOf = ({ plan }: Caller, access: Access): number | undefined =>
  access.interface === 'documents' && access.rate === undefined
    ? plan.documents?.simultaneous_requests
    : undefined

function limitError(
  verdict: Refused,
  {
    title,
    slots,
    rate,
  }: { title: string; slots?: number | undefined; rate?: MinuteLimit | undefined },
): AppError {
  if (verdict.refused === 'bar') return tooManyWrongKeys(verdict.waitMs)
  if (verdict.refused === 'slots')
    return new AppError(
      'concurrency_limited',
      say('accounts.slots', { plan: title, slots: slots ?? 0 }),
      { retryAfterSeconds: CONCURRENCY_RETRY_SECONDS },
    )
  const { limit, waitMs } = verdict.rate
  const wait = secondsOf(Math.max(1, waitMs))
  const name = rate?.name ?? 'requests-minute'
  return new AppError(
    'rate_limited',
    say('accounts.rate', (locale) => ({
      plan: title,
      limit,
      counted: textsIn(locale).details.counted[name],
      wait,
    })),
    { retryAfterSeconds: wait },
  )
}
