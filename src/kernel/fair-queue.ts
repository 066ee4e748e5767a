/**
 * The fair queue in front of every scarce resource: LibreOffice, threads, keys. Its slots are shared among tenants
 * (see `tenant.ts`) by the time each has used, least first, so that one tenant's many or long tasks delay another
 * tenant's by no more than about one of its own tasks:
 * - each tenant has its own bounded queue; when all queues together are full, the longest one gives up an entry;
 * - while other tenants are active, long tasks take all slots but one;
 * - a slot whose tenant has just finished a task stays free for its next one for a moment, unless another tenant has none;
 * - a task that turns out long while long tasks hold every slot yields once to a tenant that holds none,
 *   restarts later, and is treated as long from then on.
 */
import { CodedError, type Wording } from './coded-error.ts'
import type { Processors } from './processors.ts'
import { currentTenant } from './tenant.ts'
import { type Others, type TenantUsage, TenantUsageBook } from './tenant-usage.ts'

/** The resource that a {@link FairQueue} shares, and its bounds. */
interface FairQueueOptions<Resource> {
  /** Number of slots. */
  places: number
  /**
   * Claims a free resource for this tenant; undefined if there is none. Call {@link FairQueue.serve} when a resource
   * becomes free.
   */
  claim(tenant: string, request: QueueRequest): Resource | undefined
  /** Shared with other queues, for tasks that need a processor. */
  processors?: Processors | undefined
  /** Maximum queue length; half of it for one tenant. */
  max: number
  /** Maximum wait, milliseconds. */
  timeoutMs: number
  words: QueueWords
  /** Retry-After of rejected callers, in seconds; 2 by default. */
  retryAfterSeconds?(): number
  /** Monotonic milliseconds. */
  now?: () => number
}

/** Messages of rejections. */
export interface QueueWords {
  /** The queue is full; with the maximum queue length, of this account or of all. */
  full(max: number, whose: 'own' | 'all'): Wording
  late(seconds: number): Wording
}

/** What is known about a task that requests a slot. */
export interface QueueRequest {
  /** Expected duration, milliseconds; absent: the usual duration of the tenant’s tasks. */
  expectMs?: number | undefined
  /** Aborted when the caller disconnects: the wait ends with the signal's reason. */
  signal?: AbortSignal | undefined
  /** It had a slot and lost it through no fault of its own: goes before all others, even into a full queue. */
  again?: boolean | undefined
  /** Preference, such as a thread; `claim` decides. */
  affinityKey?: string | undefined
  /** Set if the task can be restarted: stops it, whereupon it returns its slot and asks again with `preempted`. */
  preempt?: (() => void) | undefined
  /** It yielded before: goes first in its tenant's queue, and counts as long. */
  preempted?: boolean | undefined
}

/** An occupied slot. */
export interface Lease<Resource> {
  readonly resource: Resource
  /** It left a slot to others because they have shorter tasks. */
  readonly long: boolean
  /** Ends the task. Calling it again does nothing. @param spentMs absent: the time since it began */
  done(spentMs?: number): void
}

interface Waiter<Resource> {
  readonly tenant: TenantUsage
  readonly member: string
  readonly request: QueueRequest
  readonly since: number
  resolve(lease: Lease<Resource>): void
  reject(error: unknown): void
}

interface Running {
  readonly tenant: TenantUsage
  readonly began: number
  /** Milliseconds; 0 if unknown. */
  readonly expectedMs: number
  preempt: (() => void) | undefined
}

/** A running task counts as long after this time, whatever was expected. */
const LONG_MS = 1_000
/** Interval of the check whether a long task should yield, while anybody waits. */
const LOOK_MS = 100
const RETRY_AFTER_SECONDS = 2

/** Shares slots; see the top of this file. */
export class FairQueue<Resource> {
  readonly #options: FairQueueOptions<Resource>
  readonly #now: () => number
  readonly #book: TenantUsageBook
  /** In order of arrival, except those that go first. */
  #waiters: Waiter<Resource>[] = []
  readonly #running = new Set<Running>()
  readonly #serveAgain = (): void => this.serve()
  #look: NodeJS.Timeout | undefined
  #later: NodeJS.Timeout | undefined

  constructor(options: FairQueueOptions<Resource>) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#book = new TenantUsageBook(this.#now)
  }

  /** Number of waiting tasks. */
  get length(): number {
    return this.#waiters.length
  }

  /** Number of tenants with waiting tasks. */
  get tenants(): number {
    return new Set(this.#waiters.map(({ tenant }) => tenant)).size
  }

  /**
   * Waits for a slot, on behalf of the current tenant.
   * @throws CodedError server_busy when the queue is full or the wait was too long
   * @throws the signal's reason when the caller disconnects
   */
  async take(request: QueueRequest = {}): Promise<Lease<Resource>> {
    request.signal?.throwIfAborted()
    const { name, member } = currentTenant()
    const tenant = this.#book.touch(name)
    if (!request.again && !request.preempted) this.#makeRoom(tenant)
    const leave = new AbortController()
    const { processors } = this.#options
    processors?.arrive(name)
    try {
      return await new Promise<Lease<Resource>>((resolve, reject) => {
        const waiter = { tenant, member, request, since: this.#now(), resolve, reject }
        this.#enter(waiter)
        this.#watch(waiter, leave.signal)
        this.serve()
      })
    } catch (error) {
      processors?.leave(name)
      throw error
    } finally {
      leave.abort()
    }
  }

  /** Hands out a freed resource, if an eligible task is waiting. */
  serve(): void {
    while (this.#serveOne());
    clearTimeout(this.#later)
    if (this.#waiters.length === 0) this.#rest()
    else {
      this.#look ??= setInterval(() => this.#preemptLongest(), LOOK_MS).unref()
      const pauseMs = this.#free > 0 ? this.#book.returningMs() : undefined
      if (pauseMs !== undefined)
        this.#later = setTimeout(() => this.serve(), Math.ceil(pauseMs)).unref()
    }
  }

  get #free(): number {
    return this.#options.places - this.#running.size
  }

  /** Rejects all waiting tasks. */
  dismiss(error: unknown): void {
    for (const waiter of [...this.#waiters]) this.#turnAway(waiter, error)
    this.#rest()
  }

  #rest(): void {
    clearTimeout(this.#later)
    clearInterval(this.#look)
    this.#look = undefined
  }

  /** @throws CodedError when the tenant's own queue is full, or all together are and no other tenant has more waiting */
  #makeRoom(tenant: TenantUsage): void {
    const { max } = this.#options
    const tenantMax = Math.ceil(max / 2)
    if (tenant.waiting >= tenantMax) throw this.#full(tenantMax, 'own')
    if (this.#waiters.length < max) return
    const longest = this.#waiters.reduce<TenantUsage>(
      (most, waiter) => (waiter.tenant.waiting > most.waiting ? waiter.tenant : most),
      tenant,
    )
    const last = this.#waiters.findLast((waiter) => waiter.tenant === longest)
    if (last === undefined || longest.waiting <= tenant.waiting + 1) throw this.#full(max, 'all')
    this.#turnAway(last, this.#full(max, 'all'))
  }

  #full(max: number, whose: 'own' | 'all'): CodedError {
    return this.#busy(this.#options.words.full(max, whose))
  }

  #busy(detail: Wording): CodedError {
    const retryAfterSeconds = this.#options.retryAfterSeconds?.() ?? RETRY_AFTER_SECONDS
    return new CodedError('server_busy', detail, { retryAfterSeconds })
  }

  #enter(waiter: Waiter<Resource>): void {
    waiter.tenant.waiting++
    if (waiter.request.again || waiter.request.preempted) this.#waiters.unshift(waiter)
    else this.#waiters.push(waiter)
  }

  #watch(waiter: Waiter<Resource>, left: AbortSignal): void {
    const { timeoutMs, words } = this.#options
    const { signal } = waiter.request
    const late = () => this.#turnAway(waiter, this.#busy(words.late(timeoutMs / 1000)))
    const timer = setTimeout(late, timeoutMs)
    const onAbort = () => this.#turnAway(waiter, signal?.reason)
    signal?.addEventListener('abort', onAbort)
    left.addEventListener('abort', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    })
  }

  #turnAway(waiter: Waiter<Resource>, error: unknown): void {
    if (this.#remove(waiter)) waiter.reject(error)
  }

  #remove(waiter: Waiter<Resource>): boolean {
    const at = this.#waiters.indexOf(waiter)
    if (at < 0) return false
    this.#waiters.splice(at, 1)
    waiter.tenant.waiting--
    return true
  }

  #serveOne(): boolean {
    if (this.#free <= 0) return false
    const others = new Map<TenantUsage, Others>()
    for (const waiter of this.#inTurn()) {
      const { tenant, request } = waiter
      const beside = others.get(tenant) ?? this.#book.othersOf(tenant)
      others.set(tenant, beside)
      const long = beside.shortMs !== undefined && isLong(tenant, request, beside.shortMs)
      if (!this.#mayBegin(tenant, beside, long)) continue
      if (!request.again && !this.#hasProcessor(tenant)) continue
      const resource = this.#options.claim(tenant.name, request)
      if (resource === undefined) continue
      this.#remove(waiter)
      waiter.resolve(this.#lease(waiter, resource, long))
      return true
    }
    return false
  }

  /** Those that go first, then tenants without a slot, then by least time used; within a tenant in queue order. */
  #inTurn(): Waiter<Resource>[] {
    const rank = ({ request, tenant }: Waiter<Resource>): number => {
      if (request.again) return 0
      return tenant.running === 0 ? 1 : 2
    }
    return this.#waiters.toSorted(
      (one, other) => rank(one) - rank(other) || one.tenant.served - other.tenant.served,
    )
  }

  #hasProcessor({ name }: TenantUsage): boolean {
    return this.#options.processors?.mayBegin(name, this.#serveAgain) ?? true
  }

  /** Shorter tasks may overtake one waiting for others of its length, never the other way round. */
  #mayBegin(tenant: TenantUsage, { shortMs = 0, returning }: Others, long: boolean): boolean {
    const { places } = this.#options
    if (tenant.running > 0 && this.#free <= returning) return false
    if (places === 1 || !long) return true
    const others = [...this.#running].filter(
      (one) => one.expectedMs > shortMs || this.#tookLong(one),
    )
    return others.length < places - 1
  }

  #lease(
    { tenant, request, member }: Waiter<Resource>,
    resource: Resource,
    long: boolean,
  ): Lease<Resource> {
    this.#toTheEnd(tenant, member)
    const charged = request.expectMs ?? tenant.typicalMs ?? 0
    const expectedMs = request.preempted ? Number.POSITIVE_INFINITY : charged
    const began = this.#now()
    const running: Running = { tenant, began, expectedMs, preempt: request.preempt }
    this.#running.add(running)
    this.#book.begin(tenant, charged)
    const { processors } = this.#options
    processors?.begin(tenant.name)
    return {
      resource,
      long,
      done: (spentMs = this.#now() - began) => {
        if (!this.#running.delete(running)) return
        this.#book.end(tenant, charged, spentMs)
        processors?.leave(tenant.name)
        processors?.end(tenant.name)
      },
    }
  }

  #tookLong({ began }: Running): boolean {
    return this.#now() - began >= LONG_MS
  }

  /** Other members of the tenant take their turn before this one gets another. */
  #toTheEnd(tenant: TenantUsage, member: string): void {
    if (member === '') return
    const own = (waiter: Waiter<Resource>) => waiter.tenant === tenant && waiter.member === member
    this.#waiters = [
      ...this.#waiters.filter((waiter) => !own(waiter)),
      ...this.#waiters.filter(own),
    ]
  }

  /** Makes a long task yield when long tasks hold every slot and a tenant without one is waiting. */
  #preemptLongest(): void {
    const now = this.#now()
    const all = [...this.#running]
    if (all.length < this.#options.places) return
    if (!all.every((one) => one.expectedMs > LONG_MS || this.#tookLong(one))) return
    const needs = (candidate: Running) =>
      this.#waiters.some(
        ({ tenant, request, since }) =>
          tenant !== candidate.tenant &&
          tenant.running === 0 &&
          now - since >= LOOK_MS &&
          !isLong(tenant, request, LONG_MS),
      )
    // the one that has done least so far
    const candidate = all.findLast((one) => one.preempt !== undefined && needs(one))
    const preempt = candidate?.preempt
    if (candidate === undefined || preempt === undefined) return
    // one at a time: the next check happens after its slot was taken
    candidate.preempt = undefined
    preempt()
  }
}

/** Whether a task must leave one slot free; for an unknown tenant, from its second concurrent task. */
function isLong(tenant: TenantUsage, { expectMs, preempted }: QueueRequest, short: number) {
  if (preempted) return true
  const expected = expectMs ?? tenant.typicalMs
  return expected === undefined ? tenant.running > 0 : expected > short
}
