/**
 * The one queue in front of everything scarce: LibreOffice, threads, keys. Its places are shared out among parties
 * (see `tenant.ts`) by the time that each has used, the least first, so that nobody's many or long tasks delay
 * another party's by more than about one of its own:
 * - a party waits in a line of its own, of bounded length; when all lines together are full, the longest one gives;
 * - while other parties are about, long tasks take all places but one;
 * - a task that turns out long while it and its like hold every place gives way once to a party that holds none,
 *   begins anew later, and is known to be long from then on.
 */
import { AppError } from './errors.ts'
import { type Party, PartyBook } from './party-book.ts'
import { currentTenant } from './tenant.ts'

/** What a {@link FairQueue} shares out, and its bounds. */
export interface FairQueueOptions<Resource> {
  /** How many there are of what is shared out. */
  places: number
  /**
   * Claims one that is free for this party; undefined: none is. A resource that became free again is announced by
   * {@link FairQueue.serve}.
   */
  claim(party: string, request: QueueRequest): Resource | undefined
  /** Most that wait at once; of one party, half of them. */
  max: number
  /** Longest wait, milliseconds. */
  timeoutMs: number
  words: QueueWords
  /** Seconds after which whoever is turned away may try again; 2 by default. */
  retryAfterSeconds?(): number
  /** Monotonic milliseconds. */
  now?: () => number
}

/** Why somebody is turned away. */
export interface QueueWords {
  /** The queue is full; with the most that may wait, of this account or of all. */
  full(max: number, whose: 'own' | 'all'): string
  late(seconds: number): string
}

/** What is known of a task that asks for a place. */
export interface QueueRequest {
  /** What it is expected to take, milliseconds; left out: what tasks of its party usually take. */
  expectMs?: number | undefined
  /** The caller left: its wait ends with the signal's reason. */
  signal?: AbortSignal | undefined
  /** It had a place and lost it through no fault of its own: goes before all others, into a full queue too. */
  again?: boolean | undefined
  /** The thread, say, that it would rather have; `claim` decides. */
  about?: string | undefined
  /** It can be begun anew: ends it, whereupon it gives its place back and asks again with `gaveWay`. */
  giveWay?: (() => void) | undefined
  /** It gave way before: goes first in its own line, and is long. */
  gaveWay?: boolean | undefined
}

/** A place, taken. */
export interface Lease<Resource> {
  readonly resource: Resource
  /** The task is over. Calling it again does nothing. @param spentMs left out: the time since it began */
  done(spentMs?: number): void
}

interface Waiter<Resource> {
  readonly party: Party
  readonly member: string
  readonly request: QueueRequest
  readonly since: number
  resolve(lease: Lease<Resource>): void
  reject(error: unknown): void
}

interface Running {
  readonly party: Party
  readonly began: number
  /** Milliseconds; 0 where nothing is known. */
  readonly expectedMs: number
  giveWay: (() => void) | undefined
}

/** A running task is long from then on, whatever was expected of it. */
const LONG_MS = 1_000
/** How often it is looked whether somebody long should give way, while anybody waits. */
const LOOK_MS = 100
const RETRY_AFTER_SECONDS = 2

/** Shares places out; see the top of this file. */
export class FairQueue<Resource> {
  readonly #options: FairQueueOptions<Resource>
  readonly #now: () => number
  readonly #book: PartyBook
  /** In the order they came, but for those that go first. */
  #waiters: Waiter<Resource>[] = []
  readonly #running = new Set<Running>()
  #look: NodeJS.Timeout | undefined

  constructor(options: FairQueueOptions<Resource>) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#book = new PartyBook(this.#now)
  }

  /** How many wait. */
  get length(): number {
    return this.#waiters.length
  }

  /**
   * Waits for a place, for the tenant whose work this is.
   * @throws AppError server_busy when too many wait already or the wait was too long
   * @throws the signal's reason when the caller leaves
   */
  async take(request: QueueRequest = {}): Promise<Lease<Resource>> {
    request.signal?.throwIfAborted()
    const { party: name, member } = currentTenant()
    const party = this.#book.heard(name)
    if (!request.again && !request.gaveWay) this.#makeRoom(party)
    const leave = new AbortController()
    try {
      return await new Promise<Lease<Resource>>((resolve, reject) => {
        const waiter = { party, member, request, since: this.#now(), resolve, reject }
        this.#enter(waiter)
        this.#watch(waiter, leave.signal)
        this.serve()
      })
    } finally {
      leave.abort()
    }
  }

  /** Something became free: hands it over, if anybody waits who may have it. */
  serve(): void {
    while (this.#serveOne());
    if (this.#waiters.length > 0) this.#look ??= setInterval(() => this.#makeWay(), LOOK_MS).unref()
    else this.#rest()
  }

  /** Turns everybody away who waits. */
  dismiss(error: unknown): void {
    for (const waiter of [...this.#waiters]) this.#turnAway(waiter, error)
    this.#rest()
  }

  #rest(): void {
    clearInterval(this.#look)
    this.#look = undefined
  }

  /** @throws AppError when neither the party nor the queue has room, and nobody has taken more of it */
  #makeRoom(party: Party): void {
    const { max } = this.#options
    const partyMax = Math.ceil(max / 2)
    if (party.waiting >= partyMax) throw this.#full(partyMax, 'own')
    if (this.#waiters.length < max) return
    const longest = this.#waiters.reduce<Party>(
      (most, waiter) => (waiter.party.waiting > most.waiting ? waiter.party : most),
      party,
    )
    const last = this.#waiters.findLast((waiter) => waiter.party === longest)
    if (last === undefined || longest.waiting <= party.waiting + 1) throw this.#full(max, 'all')
    this.#turnAway(last, this.#full(max, 'all'))
  }

  #full(max: number, whose: 'own' | 'all'): AppError {
    return this.#busy(this.#options.words.full(max, whose))
  }

  #busy(detail: string): AppError {
    const retryAfterSeconds = this.#options.retryAfterSeconds?.() ?? RETRY_AFTER_SECONDS
    return new AppError('server_busy', detail, { retryAfterSeconds })
  }

  #enter(waiter: Waiter<Resource>): void {
    waiter.party.waiting++
    if (waiter.request.again || waiter.request.gaveWay) this.#waiters.unshift(waiter)
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
    waiter.party.waiting--
    return true
  }

  #serveOne(): boolean {
    if (this.#running.size >= this.#options.places) return false
    const shorts = new Map<Party, number | undefined>()
    for (const waiter of this.#inTurn()) {
      const { party, request } = waiter
      if (!shorts.has(party)) shorts.set(party, this.#book.shortFor(party))
      if (!this.#mayBegin(waiter, shorts.get(party))) continue
      const resource = this.#options.claim(party.name, request)
      if (resource === undefined) continue
      this.#remove(waiter)
      waiter.resolve(this.#lease(waiter, resource))
      return true
    }
    return false
  }

  /** Who goes first, then the parties that have used least; of one party in the order of its line. */
  #inTurn(): Waiter<Resource>[] {
    const rank = ({ request }: Waiter<Resource>): number => (request.again ? 0 : 1)
    return this.#waiters.toSorted(
      (one, other) => rank(one) - rank(other) || one.party.served - other.party.served,
    )
  }

  /** Shorter tasks may overtake one that waits for others of its length, never the other way round. */
  #mayBegin({ party, request }: Waiter<Resource>, short: number | undefined): boolean {
    const { places } = this.#options
    if (places === 1 || short === undefined || !isLong(party, request, short)) return true
    const long = [...this.#running].filter((one) => one.expectedMs > short || this.#tookLong(one))
    return long.length < places - 1
  }

  #lease({ party, request, member }: Waiter<Resource>, resource: Resource): Lease<Resource> {
    this.#toTheEnd(party, member)
    const charged = request.expectMs ?? party.typicalMs ?? 0
    const expectedMs = request.gaveWay ? Number.POSITIVE_INFINITY : charged
    const began = this.#now()
    const running: Running = { party, began, expectedMs, giveWay: request.giveWay }
    this.#running.add(running)
    this.#book.begin(party, charged)
    return {
      resource,
      done: (spentMs = this.#now() - began) => {
        if (this.#running.delete(running)) this.#book.end(party, charged, spentMs)
      },
    }
  }

  #tookLong({ began }: Running): boolean {
    return this.#now() - began >= LONG_MS
  }

  /** Others of the party have their turn before this member has another one. */
  #toTheEnd(party: Party, member: string): void {
    if (member === '') return
    const own = (waiter: Waiter<Resource>) => waiter.party === party && waiter.member === member
    this.#waiters = [
      ...this.#waiters.filter((waiter) => !own(waiter)),
      ...this.#waiters.filter(own),
    ]
  }

  /** Has a long task give way when such tasks hold every place and somebody waits who holds none. */
  #makeWay(): void {
    const now = this.#now()
    const all = [...this.#running]
    if (all.length < this.#options.places) return
    if (!all.every((one) => one.expectedMs > LONG_MS || this.#tookLong(one))) return
    const needs = (candidate: Running) =>
      this.#waiters.some(
        ({ party, request, since }) =>
          party !== candidate.party &&
          party.running === 0 &&
          now - since >= LOOK_MS &&
          !isLong(party, request, LONG_MS),
      )
    // the one that has done least so far
    const candidate = all.findLast((one) => one.giveWay !== undefined && needs(one))
    const giveWay = candidate?.giveWay
    if (candidate === undefined || giveWay === undefined) return
    // one at a time: the next look comes after its place was taken
    candidate.giveWay = undefined
    giveWay()
  }
}

/** Whether a task is to leave one place free; of a party of which nothing is known, its second at a time. */
function isLong(party: Party, { expectMs, gaveWay }: QueueRequest, short: number): boolean {
  if (gaveWay) return true
  const expected = expectMs ?? party.typicalMs
  return expected === undefined ? party.running > 0 : expected > short
}
