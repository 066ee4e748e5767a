/** What a queue knows about its tenants: the time each was served, and the usual duration of their tasks. */

/** One tenant. Times in milliseconds. */
export interface TenantUsage {
  readonly name: string
  /** Worker time used, on a virtual clock that a tenant joins at the others' current value: the least goes first. */
  served: number
  /** Moving average of its tasks' duration; undefined before the first one. */
  typicalMs: number | undefined
  /** Numbers of waiting and of running tasks. */
  waiting: number
  running: number
  /** When it was last active. */
  seenAt: number
}

/** The other tenants, as far as they limit one tenant. */
export interface Others {
  /**
   * Duration up to which a task counts as short, based on the others' own tasks: waiting for one takes no longer than
   * about one of their own. Undefined: no other tenant is present.
   */
  readonly shortMs: number | undefined
  /** Number of remembered tenants whose last task has just ended: a tenant that works step by step soon sends the next. */
  readonly returning: number
}

/** A tenant inactive for this long is no longer considered present: nothing is kept free for it. */
const ABOUT_MS = 30_000
/** Maximum tenants remembered; beyond that, idle ones are evicted, least recently active first. */
const PARTIES_MAX = 1_000
/** Tasks up to this duration always count as short: waiting for them goes unnoticed. */
const SHORT_MS = 20
/** Assumed task duration of a tenant without a finished task. */
const UNKNOWN_MS = 75
/**
 * A task up to this multiple of another tenant's own duration still counts as short: waiting for a running task takes
 * half of it on average, so about as long as one's own. With less, accounts with similar tasks would leave slots
 * empty.
 */
const SHORT_TIMES = 1.5
/** After its last task a tenant counts as returning for as long as one of its tasks takes, but no longer than this. */
const PAUSE_MS_MAX = 100

/** The tenants of one queue. */
export class TenantUsageBook {
  readonly #tenants = new Map<string, TenantUsage>()
  readonly #now: () => number
  /** The virtual clock: {@link TenantUsage.served} of the last tenant served. */
  #virtual = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** The tenant, now active. A returning tenant has accumulated no credit. */
  touch(name: string): TenantUsage {
    const known = this.#tenants.get(name)
    const tenant = known ?? this.#enter(name)
    if (tenant.waiting + tenant.running === 0)
      tenant.served = Math.max(tenant.served, this.#virtual)
    tenant.seenAt = this.#now()
    return tenant
  }

  /** A task of the tenant begins, charged with its expected duration. */
  begin(tenant: TenantUsage, chargedMs: number): void {
    this.#virtual = Math.max(this.#virtual, tenant.served)
    tenant.running++
    tenant.served += chargedMs
  }

  /** It has ended after `spentMs`. */
  end(tenant: TenantUsage, chargedMs: number, spentMs: number): void {
    tenant.running--
    tenant.served += spentMs - chargedMs
    tenant.seenAt = this.#now()
    const before = tenant.typicalMs ?? spentMs
    // up fast and down slowly: a tenant that starts sending large files usually continues
    const weight = spentMs > before ? 0.5 : 0.1
    tenant.typicalMs = before + weight * (spentMs - before)
  }

  /** What a tenant has to leave to the others. */
  othersOf(tenant: TenantUsage): Others {
    const since = this.#now() - ABOUT_MS
    let shortMs: number | undefined
    let returning = 0
    for (const other of this.#tenants.values()) {
      if (other === tenant) continue
      if (other.waiting + other.running === 0 && other.seenAt < since) continue
      const own = Math.max(SHORT_TIMES * (other.typicalMs ?? UNKNOWN_MS), SHORT_MS)
      shortMs = shortMs === undefined ? own : Math.min(shortMs, own)
      if (this.#returnsWithin(other) > 0) returning++
    }
    return { shortMs, returning }
  }

  /** Milliseconds until the next tenant no longer counts as returning; undefined if none does. */
  returningMs(): number | undefined {
    const left = [...this.#tenants.values()].map((tenant) => this.#returnsWithin(tenant))
    const some = left.filter((ms) => ms > 0)
    return some.length === 0 ? undefined : Math.min(...some)
  }

  #returnsWithin({ waiting, running, typicalMs, seenAt }: TenantUsage): number {
    if (waiting + running > 0 || typicalMs === undefined) return 0
    const pauseMs = Math.min(Math.max(typicalMs, SHORT_MS), PAUSE_MS_MAX)
    return seenAt + pauseMs - this.#now()
  }

  #enter(name: string): TenantUsage {
    if (this.#tenants.size >= PARTIES_MAX) this.#forget()
    const tenant: TenantUsage = {
      name,
      served: this.#virtual,
      typicalMs: undefined,
      waiting: 0,
      running: 0,
      seenAt: this.#now(),
    }
    this.#tenants.set(name, tenant)
    return tenant
  }

  #forget(): void {
    const idle = [...this.#tenants.values()]
      .filter(({ waiting, running }) => waiting + running === 0)
      .sort((one, other) => one.seenAt - other.seenAt)
    for (const { name } of idle.slice(0, PARTIES_MAX / 2)) this.#tenants.delete(name)
  }
}
