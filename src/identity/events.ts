/**
 * The log of the console: what people did, which they can review of themselves, and the owners and auditors of an
 * organisation of everybody in it.
 */
import type { Db } from '../database/open.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { type LogFilter, type LogRow, listLog, listLogPeople } from './log-store.ts'
import * as store from './store.ts'

/** Every kind of event; pages have words for each. */
export const EVENT_TYPES = [
  'account.created',
  'login.done',
  'login.failed',
  'login.connected',
  'logout.done',
  'device.handed',
  'password.set',
  'password.changed',
  'factor.added',
  'factor.removed',
  'factor.failed',
  'factor.recovered',
  'factor.codes',
  'session.ended',
  'sessions.ended',
  'key.created',
  'key.renamed',
  'key.rotated',
  'key.revoked',
  'key.limited',
  'account.exported',
  'log.exported',
  'organisation.changed',
  'retention.changed',
  'settings.changed',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'request.drafted',
  'request.sent',
  'request.cancelled',
  'request.deleted',
  'member.invited',
  'invitation.revoked',
  'member.joined',
  'member.changed',
  'member.removed',
  'member.left',
  'ownership.transferred',
] as const

/** A kind of event. */
export type EventType = (typeof EVENT_TYPES)[number]

/** What events are about, for the filter of the log. */
export const EVENT_GROUPS = ['logins', 'members', 'keys', 'settings', 'requests'] as const
/** A kind of events. */
export type EventGroup = (typeof EVENT_GROUPS)[number]

const GROUP_OF: Readonly<Record<string, EventGroup>> = {
  login: 'logins',
  logout: 'logins',
  password: 'logins',
  factor: 'logins',
  session: 'logins',
  sessions: 'logins',
  member: 'members',
  invitation: 'members',
  ownership: 'members',
  key: 'keys',
  request: 'requests',
}

/** The events of a group; what is in no other is about the organisation's settings and data. */
export const typesOf = (group: EventGroup): EventType[] =>
  EVENT_TYPES.filter((type) => (GROUP_OF[type.split('.')[0] ?? ''] ?? 'settings') === group)

/** Where a request came from. */
export interface Origin {
  ip: string
  ua: string | undefined
}

const UA_LENGTH_MAX = 300
const SUBJECT_LENGTH_MAX = 300

/** A browser's user agent, shortened and without characters that would affect the surrounding text. */
export const cleanUa = (ua: string | undefined): string =>
  (ua ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, UA_LENGTH_MAX)

/** A security event. */
export interface HappenedEvent {
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

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Writes an event, in the caller's transaction if there is one. */
  async note(event: HappenedEvent, db: Db = this.#db): Promise<void> {
    const nowMs = this.#clock.now()
    await store.insertEvent(db, {
      id: newId('sec', nowMs),
      account_id: event.accountId,
      type: event.type,
      at: toIso(nowMs),
      ip: event.origin.ip,
      ua: cleanUa(event.origin.ua),
      subject: event.subject?.slice(0, SUBJECT_LENGTH_MAX) ?? null,
      organisation_id: event.organisationId ?? null,
    })
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
  list(accountId: string, limit = 50): Promise<store.EventRow[]> {
    return store.listEvents(this.#db, accountId, limit)
  }
}
