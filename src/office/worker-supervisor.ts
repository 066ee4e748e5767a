/** Keeps a number of workers alive: replaces lost ones at once and worn ones in advance. */
import { SERVICE_TENANT } from '../kernel/tenant.ts'
import type { OfficeLog, OfficeWorker } from './worker-port.ts'

/** One worker slot and its current worker. */
export interface Slot {
  readonly index: number
  worker: OfficeWorker | undefined
  /** Ready to take over as soon as the worker is idle. */
  successor: OfficeWorker | undefined
  busy: boolean
  starting: boolean
  /** Documents of the current worker. */
  documents: number
  /** Resident bytes of the current worker after its last document. */
  rss: number
  /** The tenant that first used the current worker. */
  host: string | undefined
  /** Documents of the current worker since another tenant first used it, that one included. */
  shared: number
  /** When the current worker last took or ended a document, monotonic milliseconds. */
  usedAt: number
}

/** Number of workers and when each is replaced. */
interface SupervisorOptions {
  workers: number
  /** Documents after which a worker is replaced. */
  recycleDocuments: number
  /** Resident bytes after a document at which a worker is replaced. */
  recycleBytes: number
  /** Documents that a worker accepts once a second tenant uses it. */
  sharedDocuments: number
  log: OfficeLog
  /** Starts a worker that is ready for documents, already warmed up. */
  start(id: number, signal: AbortSignal): Promise<OfficeWorker>
  /** A slot can take a document. */
  onIdle(): void
  /** No worker is left and the last start failed. */
  onStranded(error: Error): void
}

/** A worker used within this time is one that its tenant works with. */
const LATELY_MS = 1_000
const BACKOFF_MS = 250
const BACKOFF_MAX_MS = 10_000

/** The workers of a pool. */
export class WorkerSupervisor {
  readonly slots: readonly Slot[]
  /** Workers started, recycled and lost so far. */
  readonly counts = { started: 0, recycled: 0, lost: 0, failedStarts: 0 }
  readonly #options: SupervisorOptions
  readonly #closing = new AbortController()
  readonly #living = new Set<OfficeWorker>()
  readonly #starts = new Set<Promise<void>>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #lastId = 0
  #failures = 0
  #lastFailure: Error | undefined

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.slots = Array.from({ length: options.workers }, (_, index) => ({
      index,
      worker: undefined,
      successor: undefined,
      busy: false,
      starting: false,
      documents: 0,
      rss: 0,
      host: undefined,
      shared: 0,
      usedAt: Number.NEGATIVE_INFINITY,
    }))
  }

  /**
   * Fills every slot.
   * @throws Error of the last start when no worker came up
   */
  async open(): Promise<void> {
    for (const slot of this.slots) this.#fill(slot)
    await Promise.all(this.#starts)
    if (this.stranded !== undefined) throw this.stranded
  }

  /** Why no document can be converted now; undefined while a worker is alive or may still come up. */
  get stranded(): Error | undefined {
    return this.#living.size === 0 ? this.#lastFailure : undefined
  }

  /**
   * A free slot for a document of this tenant: one used only by this tenant, else a new one, else one that may still be
   * shared. If all free ones have reached the sharing limit, one of them is replaced. While one is, its tenant
   * waits for it and does not share the worker that another tenant works with: shared, that one would have to be
   * replaced next, and so on without end.
   */
  claim(tenant: string): Slot | undefined {
    const free = this.slots.filter(({ busy, worker }) => !busy && worker !== undefined)
    const slot =
      free.find(({ host, shared }) => host === tenant && shared === 0) ??
      free.find(({ host }) => host === undefined) ??
      free.find(({ shared }) => shared > 0 && shared < this.#options.sharedDocuments) ??
      free.find((one) => this.#mayBecomeShared(one))
    if (slot === undefined) {
      const spent = free.find(({ shared }) => shared >= this.#options.sharedDocuments)
      if (spent !== undefined && !this.#isStarting) this.#fill(spent)
      return undefined
    }
    slot.busy = true
    slot.usedAt = performance.now()
    if (tenant === SERVICE_TENANT) return slot
    slot.host ??= tenant
    if (slot.shared > 0 || slot.host !== tenant) slot.shared++
    return slot
  }

  #mayBecomeShared({ shared, usedAt }: Slot): boolean {
    if (shared >= this.#options.sharedDocuments) return false
    return !this.#isStarting || performance.now() - usedAt > LATELY_MS
  }

  /** The slot's document is closed. */
  release(slot: Slot, rss: number): void {
    slot.busy = false
    slot.usedAt = performance.now()
    slot.documents++
    slot.rss = rss
    const { recycleDocuments, recycleBytes, sharedDocuments } = this.#options
    const tired =
      slot.documents >= recycleDocuments ||
      rss >= recycleBytes ||
      // in advance, since it accepts no more after that
      (slot.shared > 0 && slot.shared >= sharedDocuments / 2)
    // one at a time: the others carry the load meanwhile, and this one continues until replaced
    if (tired && !this.#isStarting) this.#fill(slot)
    this.#settle(slot)
  }

  /** The slot's document is closed, and its worker must take no other. */
  retire(slot: Slot): void {
    const { worker } = slot
    slot.busy = false
    slot.worker = undefined
    this.counts.recycled++
    worker?.kill('recycled: its document brought fonts')
    this.#settle(slot)
    if (slot.worker === undefined) this.#fill(slot)
  }

  get #isStarting(): boolean {
    return this.slots.some(({ starting }) => starting)
  }

  /** Stops every worker and waits until their processes are gone. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the pool is closing'))
    for (const timer of this.#timers) clearTimeout(timer)
    for (const worker of this.#living) worker.kill('the pool is closing')
    await Promise.all([...this.#starts, ...[...this.#living].map(({ ended }) => ended)])
  }

  /** Lets a ready successor take over an idle slot, and signals when the slot can take a document. */
  #settle(slot: Slot): void {
    if (slot.busy) return
    if (slot.successor !== undefined) {
      const retired = slot.worker
      slot.worker = slot.successor
      slot.successor = undefined
      slot.documents = 0
      slot.rss = 0
      slot.host = undefined
      slot.shared = 0
      if (retired !== undefined) this.counts.recycled++
      retired?.kill('recycled')
    }
    if (slot.worker !== undefined && !this.#closing.signal.aborted) this.#options.onIdle()
  }

  #fill(slot: Slot): void {
    if (slot.starting || slot.successor !== undefined || this.#closing.signal.aborted) return
    slot.starting = true
    const start: Promise<void> = this.#start(slot).finally(() => this.#starts.delete(start))
    this.#starts.add(start)
  }

  async #start(slot: Slot): Promise<void> {
    const { log } = this.#options
    const id = ++this.#lastId
    try {
      const worker = await this.#options.start(id, this.#closing.signal)
      slot.starting = false
      this.#failures = 0
      this.#lastFailure = undefined
      this.counts.started++
      this.#living.add(worker)
      void worker.ended.then((reason) => this.#onEnded(slot, worker, reason))
      if (this.#closing.signal.aborted) return worker.kill('the pool is closing')
      slot.successor = worker
      this.#settle(slot)
    } catch (error) {
      slot.starting = false
      if (this.#closing.signal.aborted) return
      this.#failures++
      this.counts.failedStarts++
      this.#lastFailure = error instanceof Error ? error : new Error(String(error))
      log.error({ worker: id, reason: this.#lastFailure.message }, 'a converter failed to start')
      if (this.stranded !== undefined) this.#options.onStranded(this.stranded)
      if (slot.worker === undefined) this.#fillLater(slot)
      // who waited for this worker may share another one now
      this.#options.onIdle()
    }
  }

  #fillLater(slot: Slot): void {
    const delay = Math.min(BACKOFF_MS * 2 ** (this.#failures - 1), BACKOFF_MAX_MS)
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#fill(slot)
    }, delay)
    this.#timers.add(timer)
  }

  #onEnded(slot: Slot, worker: OfficeWorker, reason: string): void {
    this.#living.delete(worker)
    if (slot.successor === worker) slot.successor = undefined
    if (slot.worker !== worker || this.#closing.signal.aborted) return
    this.counts.lost++
    this.#options.log.warn(
      { worker: worker.id, reason },
      'a converter was lost and is being replaced',
    )
    slot.worker = undefined
    slot.busy = false
    this.#settle(slot)
    if (slot.worker === undefined) this.#fill(slot)
  }
}
