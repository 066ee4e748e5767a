/** Sessions of people who are logged in: a random token in a cookie, of which only the hash is stored. */
import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../database/open.ts'
import { addRow, is, rowsOf } from '../database/rows.ts'
import { type Clock, HOUR_MS, stillHolds, toIso } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { cleanUa, type Origin } from './events.ts'
import { adopt, type Membership } from './members.ts'
import { type Role, roleOf } from './roles.ts'
import * as store from './store.ts'

/** Idle timeout of a session. */
export const IDLE_MS = 72 * HOUR_MS
/** Maximum lifetime, however much it is used (NIST SP 800-63B, 4.1.4). */
export const ABSOLUTE_MS = 30 * 24 * HOUR_MS
/** Sensitive actions are allowed for this long after the password was entered (OWASP ASVS 7.5.3). */
export const CONFIRMED_MS = 10 * 60_000
/** A use is written at most this often. */
const TOUCH_EVERY_MS = 5 * 60_000

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Who is logged in, and by which session. */
export interface PersonSession {
  id: string
  /** The account that the person logs in with. */
  personId: string
  email: string
  locale: store.UserLocale | null
  createdAt: string
  /** Whether the person proved who they are within the last {@link CONFIRMED_MS}. */
  confirmed: boolean
  /** The organisation that the browser has open; undefined: none that the person belongs to. */
  membership: Membership | undefined
}

/** The session of a member, in the organisation that the browser has open. */
export interface Session extends PersonSession {
  /** The organisation. */
  accountId: string
  role: Role
}

/** The session as a member's; undefined for a person without an organisation. */
export function asMember(person: PersonSession | undefined): Session | undefined {
  const membership = person?.membership
  if (person === undefined || membership === undefined) return undefined
  const { accountId, role } = membership
  return { ...person, accountId, role }
}

/** The session service. */
export class Sessions {
  readonly #db: Db
  readonly #clock: Clock

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /**
   * Begins a session and returns its token. A token the browser had before is never reused, which prevents session
   * fixation.
   */
  async begin(
    { personId, accountId }: { personId: string; accountId: string | undefined },
    { ip, ua }: Origin,
    db: Db = this.#db,
  ): Promise<string> {
    const nowMs = this.#clock.now()
    const token = randomBytes(32).toString('base64url')
    await addRow(db, 'user_sessions', {
      id: newId('ses', nowMs),
      account_id: personId,
      token_hash: hashOf(token),
      created_at: toIso(nowMs),
      seen_at: toIso(nowMs),
      expires_at: toIso(nowMs + ABSOLUTE_MS),
      ip,
      ua: cleanUa(ua),
      confirmed_at: toIso(nowMs),
      organisation_id: accountId ?? null,
    })
    return token
  }

  /** The session of a token; undefined when it is unknown, idle for too long or expired. */
  async find(token: string): Promise<PersonSession | undefined> {
    if (!/^[\w-]{43}$/.test(token)) return undefined
    const row = await this.#row(token)
    if (row === undefined) return undefined
    const nowMs = this.#clock.now()
    const idleMs = nowMs - Date.parse(row.seen_at)
    if (idleMs > IDLE_MS || Date.parse(row.expires_at) <= nowMs) {
      await store.endSession(this.#db, row.account_id, row.id)
      return undefined
    }
    if (idleMs > TOUCH_EVERY_MS) await this.#rows({ id: row.id }).change({ seen_at: toIso(nowMs) })
    const role = row.place_disabled_at === null ? roleOf(row.role) : undefined
    return {
      id: row.id,
      personId: row.account_id,
      email: row.email,
      locale: row.locale,
      createdAt: row.created_at,
      confirmed: stillHolds(Date.parse(row.confirmed_at ?? row.created_at), CONFIRMED_MS, nowMs),
      membership: role && { accountId: row.place_id, role, name: row.name ?? undefined },
    }
  }

  async #row(token: string) {
    const hash = hashOf(token)
    const row = await store.findSession(this.#db, hash)
    if (row === undefined || row.state !== null) return row
    await adopt(this.#db, row.place_id, toIso(this.#clock.now()))
    return await store.findSession(this.#db, hash)
  }

  /** Records that the person has just re-authenticated. */
  async confirm(id: string): Promise<void> {
    await this.#rows({ id }).change({ confirmed_at: toIso(this.#clock.now()) })
  }

  /** Sessions of a person, the last used first. */
  async list(accountId: string) {
    const nowMs = this.#clock.now()
    const rows = await this.#rows({ account_id: accountId }).all({ order: { seen_at: 'desc' } })
    return rows.filter(
      (row) => nowMs - Date.parse(row.seen_at) <= IDLE_MS && Date.parse(row.expires_at) > nowMs,
    )
  }

  /** Ends one session of an account; returns whether there was one. */
  end(accountId: string, id: string): Promise<boolean> {
    return store.endSession(this.#db, accountId, id)
  }

  /** Ends every session of an account but one. */
  async endOthers(accountId: string, except = '', db: Db = this.#db): Promise<void> {
    await rowsOf(db, 'user_sessions', { account_id: accountId, id: is('!=', except) }).delete()
  }

  #rows(where: Partial<Pick<store.SessionRow, 'id' | 'account_id'>>) {
    return rowsOf(this.#db, 'user_sessions', where)
  }
}
