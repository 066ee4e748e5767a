/** The running calls of this instance, as rows that it renews and ends. */
import { randomUUID } from 'node:crypto'
import type { Db } from '../database/open.ts'
import * as store from './shared-store.ts'

/** A dead instance's slots come free after this. */
export const LEASE_MS = 30_000
const RENEW_EVERY_MS = 10_000

/**
 * Renews and ends leases, one statement at a time: an ended one must not be entered again by a renewal that is still
 * under way. What fails is not repeated: a lease that was not renewed is renewed the next time, and one that was not
 * ended ends by itself.
 */
export class Leases {
  readonly #db: Db
  readonly #held = new Map<string, store.Lease>()
  #ended: store.Lease[] = []
  #turn: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** An id for a call that is about to be admitted. */
  newId(): string {
    return randomUUID()
  }

  /** Holds an admitted call; returns what ends it, once. */
  hold(lease: store.Lease): () => void {
    this.#held.set(lease.id, lease)
    this.#timer ??= setInterval(() => void this.renew(), RENEW_EVERY_MS).unref()
    return () => {
      if (!this.#held.delete(lease.id)) return
      this.#ended.push(lease)
      // What ends until this has its turn goes along.
      if (this.#ended.length === 1) void this.#inTurn(() => this.#end())
    }
  }

  /** Waits until every call that has ended here has ended in the database too. */
  settled(): Promise<void> {
    return this.#turn
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.settled()
  }

  async #end(): Promise<void> {
    const leases = this.#ended
    this.#ended = []
    await store.endLeases(this.#db, leases)
  }

  /** Prolongs what runs; a timer does so. */
  renew(): Promise<void> {
    return this.#inTurn(async () => {
      const leases = [...this.#held.values()]
      if (leases.length > 0) await store.renewLeases(this.#db, leases, LEASE_MS)
    })
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work).catch(() => undefined)
    this.#turn = done
    return done
  }
}
