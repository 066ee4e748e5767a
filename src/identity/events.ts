/**
 * The log of the console: what people did, which they can review of themselves, and the owners and auditors of an
 * organisation of everybody in it.
 */
import type { Trails } from '../audit/trail.ts'
import { concurrently } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import { addRow, rowsOf } from '../database/rows.ts'
import { inBatches } from '../kernel/batches.ts'
import { wellFormed } from '../kernel/canonical-json.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import groups from './event-groups.json' with { type: 'json' }
import { chain, noteErased } from './log-chain.ts'
import { checkLog, type LogVerdict } from './log-check.ts'
import {
  eraseLog,
  type LogFilter,
  type LogRow,
  listLog,
  listLogPeople,
  organisationsBefore,
} from './log-store.ts'
import type { EventRow } from './store.ts'

/** A kind of event, with its group in event-groups.json; pages have words for each. */
export type EventType = keyof typeof groups

/** What events are about, for the filter of the log. */
export const EVENT_GROUPS = ['logins', 'members', 'keys', 'settings', 'requests'] as const
/** A kind of events. */
export type EventGroup = (typeof EVENT_GROUPS)[number]

/** The events of a group. */
export const typesOf = (group: EventGroup): string[] =>
  Object.entries(groups).flatMap(([type, of]) => (of === group ? [type] : []))

/** Where a request came from. */
export interface Origin {
  ip: string
  ua: string | undefined
}

const UNCHAINED = { salt: null, origin_salt: null, chain_seq: null }
const UA_LENGTH_MAX = 300
const SUBJECT_LENGTH_MAX = 300

/** A browser's user agent, shortened and without characters that would affect the surrounding text. */
export const cleanUa = (ua: string | undefined): string =>
  wellFormed((ua ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, UA_LENGTH_MAX))

/** A security event. */
interface HappenedEvent {
  /** The person: the account that they log in with. */
  accountId: string
  /** Where it happened; absent: in no organisation. */
  organisationId?: string | undefined
  type: EventType
  origin: Origin
  /** What it was about, such as the name of a key; never a secret. */
  subject?: string
}

/** Writes and lists events. */
export class SecurityEvents {
  readonly #db: Db
  readonly #clock: Clock
  readonly #trails: Trails

  /** @param trails where the logs of organisations are chained */
  constructor(db: Db, clock: Clock, trails: Trails) {
    this.#db = db
    this.#clock = clock
    this.#trails = trails
  }

  /** Writes an event, in the caller's transaction if there is one; those of an organisation into its chain, too. */
  async note(event: HappenedEvent, db: Db = this.#db): Promise<void> {
    if (db.isTransaction) await this.#write(db, event)
    else await concurrently(db, 'trail', (trx) => this.#write(trx, event))
  }

  async #write(trx: Db, event: HappenedEvent): Promise<void> {
    const nowMs = this.#clock.now()
    const row = {
      id: newId('sec', nowMs),
      account_id: event.accountId,
      type: event.type,
      at: toIso(nowMs),
      ip: event.origin.ip,
      ua: cleanUa(event.origin.ua),
      subject:
        event.subject === undefined ? null : wellFormed(event.subject.slice(0, SUBJECT_LENGTH_MAX)),
    }
    const { organisationId } = event
    if (organisationId === undefined) {
      await addRow(trx, 'security_events', { ...row, ...UNCHAINED, organisation_id: null })
      return
    }
    const own = { ...row, organisation_id: organisationId }
    const place = await chain(trx, this.#trails, own)
    await addRow(trx, 'security_events', { ...own, ...place })
  }

  /** Erases the events before a time, RFC 3339; chains say up to where. */
  async sweep(before: string): Promise<void> {
    for (const id of await organisationsBefore(this.#db, before))
      await inBatches((limit) =>
        concurrently(this.#db, 'trail', (trx) => this.erase(trx, id, { before, limit })),
      )
  }

  /** Erases the log of an organisation, or some of it, in the caller's transaction; returns how many entries. */
  async erase(trx: Db, organisationId: string, some?: { before: string; limit: number }) {
    const { count, through } = await eraseLog(trx, organisationId, some)
    const before = some?.before ?? toIso(this.#clock.now())
    if (through !== undefined)
      await noteErased(trx, this.#trails, organisationId, { before, through })
    return count
  }

  /** Compares the log of an organisation with its chain. */
  check(organisationId: string): Promise<LogVerdict> {
    return checkLog(this.#db, this.#trails, organisationId)
  }

  /** A page of the log of an organisation, newest first; entries before an id. */
  log(filter: LogFilter, page: { before?: string | undefined; limit: number }): Promise<LogRow[]> {
    return listLog(this.#db, filter, { before: page.before, limit: page.limit })
  }

  /** Everybody who has an entry in the log of an organisation. */
  people(organisationId: string): Promise<Array<{ id: string; email: string }>> {
    return listLogPeople(this.#db, organisationId)
  }

  /** The newest events of a person. */
  list(accountId: string, limit = 50): Promise<EventRow[]> {
    const order = { id: 'desc' } as const
    return rowsOf(this.#db, 'security_events', { account_id: accountId }).all({ order, limit })
  }
}
