/**
 * The trail: what happened, in the order it happened, never changed. It is also the event stream: webhooks and others
 * read it after the state is committed, so uncommitted events are never published and committed ones always are.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterCommit, concurrently } from '../database/concurrent.ts'
import { isSqlite } from '../database/conditions.ts'
import type { Db } from '../database/open.ts'
import { is } from '../database/rows.ts'
import { canonicalJson, type JsonValue, wellFormed } from '../kernel/canonical-json.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { FatalError, invariant } from '../kernel/invariant.ts'
import { entryHash, headerHash, type TrailEntry } from './chain.ts'
import * as store from './store.ts'

/** Something that happened. */
export interface TrailEvent {
  type: string
  actor: string
  ip?: string | undefined
  ua?: string | undefined
  data?: { readonly [member: string]: JsonValue }
}

/** A whole trail. */
export interface Trail {
  id: string
  header: JsonValue
  entries: readonly TrailEntry[]
  /** Time-stamps over heads: the number of the entry and the token (DER). */
  stamps: ReadonlyArray<{ seq: number; at: string; token: Buffer }>
}

/** An entry with its position in the stream. */
export interface StreamEntry extends TrailEntry {
  position: number
  trailId: string
  accountId: string
}

const UA_MAX = 512
/** How often, and after which pauses, entries are looked for that wait for others: most transactions take less. */
const SETTLING_WAITS = 20
const SETTLING_MS = 25

/** The trail of the service itself, which records erased trails. */
export const OWN_TRAIL = 'service'

function wellFormedJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return wellFormed(value)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(wellFormedJson)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [wellFormed(name), wellFormedJson(each)]),
  )
}

const entryOf = (row: store.EntryRow): TrailEntry => ({
  seq: row.seq,
  type: row.type,
  at: row.at,
  actor: row.actor,
  ip: row.ip,
  ua: row.ua,
  data: JSON.parse(row.data) as TrailEntry['data'],
  prev_hash: row.prev_hash,
  hash: row.hash,
})

/** Every trail of the service. */
export class Trails {
  readonly #db: Db
  readonly #clock: Clock
  readonly #listeners: Array<() => void> = []
  readonly #count: (type: string) => void
  /** Every entry up to this position is visible or never will be. */
  #settled = 0
  /** What becomes settled when the transactions have ended that were running at that moment. */
  #awaited: { newest: number; next: bigint } | undefined

  /** @param count called with the type of every entry, for the metrics */
  constructor(db: Db, clock: Clock, count: (type: string) => void = () => undefined) {
    this.#db = db
    this.#clock = clock
    this.#count = count
  }

  /**
   * Registers a listener that is called soon after an entry was added; the data is in the database, so a missed call
   * only causes a delay.
   */
  onAppend(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /**
   * Opens a trail in the caller's transaction. Its header contains the trail's id, so that no other trail can be
   * substituted.
   */
  async open(
    db: Db,
    trail: { id: string; accountId: string; header: { readonly [member: string]: JsonValue } },
  ): Promise<void> {
    await store.insertTrail(db, {
      id: trail.id,
      account_id: trail.accountId,
      header: canonicalJson(wellFormedJson({ ...trail.header, document_id: trail.id })),
      opened_at: toIso(this.#clock.now()),
    })
  }

  /** Adds an entry about what a person or the service did. See `append`. */
  record(
    db: Db,
    trailId: string,
    type: string,
    by: Pick<TrailEvent, 'actor' | 'ip' | 'ua'>,
    data: TrailEvent['data'] = {},
  ): Promise<TrailEntry> {
    return this.append(db, trailId, { ...by, type, data })
  }

  /**
   * Adds an entry in the caller's transaction, which must also contain the change it records.
   * @throws FatalError when the trail does not exist
   */
  async append(db: Db, trailId: string, event: TrailEvent): Promise<TrailEntry> {
    invariant(db.isTransaction, 'an entry is written with the change it tells of')
    await store.lockTrail(db, trailId)
    const head = await store.headOf(db, trailId)
    const [seq, before] =
      head === undefined ? [1, await this.#beginning(db, trailId)] : [head.seq + 1, head.hash]
    const now = toIso(this.#clock.now())
    const unhashed = {
      seq,
      type: event.type,
      // A clock that jumps back must not make the trail run backwards.
      at: head !== undefined && head.at > now ? head.at : now,
      actor: wellFormed(event.actor),
      ip: event.ip ?? null,
      ua: event.ua === undefined ? null : wellFormed(event.ua.slice(0, UA_MAX)),
      data: wellFormedJson(event.data ?? {}) as TrailEntry['data'],
      prev_hash: before,
    }
    const entry = { ...unhashed, hash: entryHash(unhashed) }
    await store.insertEntry(db, {
      ...entry,
      trail_id: trailId,
      data: canonicalJson(entry.data),
    })
    this.#count(entry.type)
    for (const listener of this.#listeners) afterCommit(db, listener)
    return entry
  }

  /** How many entries of a type a trail has, in the caller's transaction. */
  count(db: Db, trailId: string, type: string): Promise<number> {
    return store.countEntries(db, trailId, type)
  }

  /** A trail with everything in it; undefined when there is none. */
  async read(id: string, db: Db = this.#db): Promise<Trail | undefined> {
    const trail = await this.bare(id, db)
    return trail && { ...trail, entries: (await store.entriesOf(db, id)).map(entryOf) }
  }

  /** A trail without its entries; see {@link Trails.page}. */
  async bare(id: string, db: Db = this.#db): Promise<Trail | undefined> {
    const trail = await store.findTrail(db, id)
    if (trail === undefined) return undefined
    const stamps = await store.stampsOf(db, id)
    return {
      id,
      header: JSON.parse(trail.header),
      entries: [],
      stamps: stamps.map(({ seq, stamped_at, token }) => ({ seq, at: stamped_at, token })),
    }
  }

  /** Entries of a trail after a number, oldest first. */
  async page(id: string, after: number, limit: number): Promise<TrailEntry[]> {
    return (await store.entriesOf(this.#db, id, { seq: is('>', after) }, limit)).map(entryOf)
  }

  /** Entries of a trail by their numbers. */
  async entries(id: string, seqs: readonly number[]): Promise<TrailEntry[]> {
    return (await store.entriesOf(this.#db, id, { seq: seqs })).map(entryOf)
  }

  /** The newest entry of a type. */
  async newest(id: string, type: string): Promise<TrailEntry | undefined> {
    const row = await store.newestOf(this.#db, id, type)
    return row && entryOf(row)
  }

  /** Whether an entry is time-stamped. */
  isStamped(id: string, seq: number): Promise<boolean> {
    return store.isStamped(this.#db, id, seq)
  }

  /** The newest entry's number and hash. */
  head(id: string, db: Db = this.#db) {
    return store.headOf(db, id)
  }

  /** Stores a time-stamp over the hash of an entry in the caller's transaction; the first one stays. */
  async storeStamp(db: Db, id: string, seq: number, token: Buffer): Promise<void> {
    invariant(db.isTransaction, 'a time-stamp is looked up and kept at once')
    await store.insertStamp(db, {
      trail_id: id,
      seq,
      token,
      stamped_at: toIso(this.#clock.now()),
    })
  }

  /**
   * Erases a trail in the caller's transaction. What remains is an entry in the service's own trail: its id, the
   * number of entries, the hash of the last. Returns false when there is no such trail.
   */
  async erase(db: Db, id: string, why: { readonly [member: string]: JsonValue }): Promise<boolean> {
    await store.lockTrail(db, id)
    const head = await store.headOf(db, id)
    if (head === undefined) return false
    const data = { ...why, trail_id: id, entries: head.seq, head: head.hash }
    const mark = await this.note(db, { type: 'trail.erased', actor: 'service', data })
    await store.eraseTrail(db, id, { trail: OWN_TRAIL, seq: mark.seq })
    return true
  }

  /** Adds an entry to the service's own trail in the caller's transaction; the first one opens it. */
  async note(db: Db, event: TrailEvent): Promise<TrailEntry> {
    if ((await store.findTrail(db, OWN_TRAIL)) === undefined)
      await this.open(db, { id: OWN_TRAIL, accountId: OWN_TRAIL, header: { about: 'erasures' } })
    return await this.append(db, OWN_TRAIL, event)
  }

  /** The latest time among the newest entries of all trails, epoch milliseconds; 0: there is none. */
  async latestMs(): Promise<number> {
    return Date.parse((await store.latestAt(this.#db)) ?? '') || 0
  }

  /** How far a reader is, which does not read on until the caller's transaction ends. */
  positionOf(db: Db, reader: string): Promise<number> {
    return store.positionOf(db, reader)
  }

  /** Ids of the trails that contain exactly this text, such as an e-mail address. */
  naming(text: string): Promise<string[]> {
    return store.trailsNaming(this.#db, text)
  }

  /** How many trails were erased. */
  erased(): Promise<number> {
    return store.countErased(this.#db)
  }

  /** Ids of the trails whose newest entry has no time-stamp, so many trails looked at in one go. */
  async *unstamped(page: number): AsyncGenerator<string[]> {
    for (let after = ''; ; ) {
      const trails = await store.trailsAfter(this.#db, after, page)
      const ids = trails.filter(({ isStamped }) => !isStamped).map(({ id }) => id)
      if (ids.length > 0) yield ids
      const last = trails.at(-1)
      if (last === undefined || trails.length < page) return
      after = last.id
    }
  }

  /** Ids of all trails, oldest first. */
  list(): Promise<string[]> {
    return store.listTrails(this.#db)
  }

  /**
   * Continues from a reader's position and stores the new one, in one transaction with what the reader writes.
   * Returns the number of entries read.
   */
  async readOn(
    reader: string,
    limit: number,
    take: (db: Db, entries: readonly StreamEntry[]) => Promise<void>,
  ): Promise<number> {
    return await concurrently(this.#db, 'rows', async (db) => {
      const newest = await store.newestPosition(db)
      const position = await store.positionOf(db, reader)
      if (newest <= position) return 0
      const upTo = isSqlite(db) ? newest : await this.#settledUpTo(db, newest)
      const rows = await store.entriesBetween(db, position, upTo, limit)
      const last = rows.at(-1)
      if (last === undefined) return 0
      const entries = rows.map((row) => ({
        ...entryOf(row),
        position: row.position,
        trailId: row.trail_id,
        accountId: row.account_id,
      }))
      await take(db, entries)
      await store.savePosition(db, reader, last.position)
      return rows.length
    })
  }

  /** Reads on to the end, entries included that wait for others to be committed; returns how many were read. */
  async readAll(
    reader: string,
    limit: number,
    take: (db: Db, entries: readonly StreamEntry[]) => Promise<void>,
  ): Promise<number> {
    let total = 0
    for (let waits = 0; ; ) {
      const count = await this.readOn(reader, limit, take)
      total += count
      if (count === limit) continue
      if (waits === SETTLING_WAITS || !(await store.isBehind(this.#db, reader))) return total
      waits += 1
      await sleep(SETTLING_MS)
    }
  }

  /**
   * Up to which position no entry can come any more. PostgreSQL hands out positions in the order in which they are asked
   * for, and transactions end in another. A writer has locked its trail, and so has a number of its own, before it asks:
   * the positions below one that is visible belong to transactions that had a number by then, so all are there once
   * these have ended. The number of the entry's own transaction says nothing: one that began to write later may
   * have asked sooner.
   * @param newest position that was visible before this transaction got its number
   */
  async #settledUpTo(db: Db, newest: number): Promise<number> {
    const { own, oldest } = await store.runningNow(db)
    const awaited = this.#awaited
    if (oldest >= own) {
      this.#settled = Math.max(this.#settled, newest)
      this.#awaited = undefined
    } else if (awaited === undefined || oldest >= awaited.next) {
      this.#settled = Math.max(this.#settled, awaited?.newest ?? 0)
      this.#awaited = { newest, next: own }
    }
    return this.#settled
  }

  async #beginning(db: Db, id: string): Promise<string> {
    const trail = await store.findTrail(db, id)
    if (trail === undefined) throw new FatalError(`there is no trail ${id}`)
    return headerHash(JSON.parse(trail.header) as JsonValue)
  }
}
