/**
 * How many people an account may mail for the first time in 24 hours. A new account that writes to many strangers
 * looks like spam or phishing; the ceiling doubles with every week of its age, and the operator can set another one.
 */

import { sql } from 'kysely'
import { takeTurn } from '../../database/concurrent.ts'
import { asciiLower, isAmong, namesText } from '../../database/conditions.ts'
import type { Db } from '../../database/open.ts'
import { is, rowsOf } from '../../database/rows.ts'
import { type Clock, DAY_MS, HOUR_MS, toIso } from '../../kernel/clock.ts'
import { saying, type Wording } from '../../kernel/coded-error.ts'
import { AppError } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import { inEveryLanguage, say } from '../../translations/texts.ts'
import { isOwnAddress, maskedPhone } from '../model/people.ts'
import { callsSince, linksSince } from './text-store.ts'

// How often a number is called in a day, by whomever: calls cost more than texts, and disturb more.

/** Calls to a number within 24 hours, for all accounts together. */
const CALLS_PER_DAY = 3
/** Links by text message to a number within 24 hours, for all accounts together. */
const LINKS_PER_DAY = 10

/**
 * In the transaction that counts the next call.
 * @param called keyed hash of the number
 * @throws AppError `sms_limit_reached`
 */
export async function refuseMoreCalls(db: Db, called: string, nowMs: number): Promise<void> {
  refuseBeyond(await callsSince(db, called, nowMs - DAY_MS), nowMs, {
    max: CALLS_PER_DAY,
    code: 'call_limit',
    detail: inEveryLanguage(({ faults }) => faults.messages.callsPerDay({ count: CALLS_PER_DAY })),
  })
}

/**
 * In the transaction that counts the next link to a number.
 * @throws AppError `sms_limit_reached`
 */
export async function refuseMoreLinks(db: Db, phone: string, nowMs: number): Promise<void> {
  refuseBeyond(await linksSince(db, phone, nowMs - DAY_MS), nowMs, {
    max: LINKS_PER_DAY,
    code: 'link_limit',
    detail: say('messages.linksPerDay', { phone: maskedPhone(phone), count: LINKS_PER_DAY }),
  })
}

/** @param times of the last day, oldest first */
function refuseBeyond(
  times: readonly number[],
  nowMs: number,
  { max, code, detail }: { max: number; code: string; detail: Wording },
): void {
  const oldest = times.at(-max)
  if (oldest === undefined) return
  // After the clock was set back, times in the future count but are not waited for.
  const waitMs = Math.min(oldest - nowMs, 0) + DAY_MS
  throw new AppError('sms_limit_reached', detail, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
    errors: [{ pointer: '/phone', code, ...saying(detail) }],
  })
}

/** `getsMail` in SQL. */
const GETS_MAIL = sql`(signers.delivery <> 'none' OR signers.authentication = 'email')`
/** When a signer's first mail was sent: people who are added later, or whose turn comes later, get it later. */
const MAILED_AT = sql`CASE WHEN signers.invited_at > request.sent_at THEN signers.invited_at ELSE request.sent_at END`
/** Requests in an hour to a person who has opened none of the account's. */
const UNOPENED_PER_HOUR = 20
const WEEK_MS = 7 * DAY_MS
/** From this age on there is no ceiling. */
const WEEKS_MAX = 10

declare module '../../database/tables.ts' {
  interface Tables {
    /** A first mail to a recipient, without the address. */
    first_mails: { account_id: string; at: number }
  }
}

/** What is known about a sending account. */
export interface SendingAccount {
  email: string
  createdAtMs: number
  /** Set by the operator; 0: no ceiling. */
  newRecipientsPerDay: number | undefined
}

/** The addresses that the account has mailed before, lowered as the columns are. */
async function known(db: Db, accountId: string, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    SELECT DISTINCT lower(signers.email) AS email FROM signers
    JOIN signature_requests AS request ON request.id = signers.request_id
    WHERE ${isAmong(sql`lower(signers.email)`, emails)}
      AND request.account_id = ${accountId} AND request.mode = 'live' AND ${GETS_MAIL}
      AND request.sent_at IS NOT NULL`.execute(db)
  const before = new Set(rows.map(({ email }) => email))
  for (const email of emails.filter((one) => !before.has(one)))
    if (await hadCopy(db, accountId, email)) before.add(email)
  return before
}

/** When the account sent live requests of which an address gets a copy. */
const copiesTo = (db: Db, accountId: string, email: string) =>
  db
    .selectFrom('signature_requests')
    .select('sent_at')
    .where('account_id', '=', accountId)
    .where('mode', '=', 'live')
    .where('sent_at', 'is not', null)
    // As the index says it.
    .where(sql<boolean>`copies <> '[]'`)
    .where(namesText('copies', email))

/** Whether there is one. */
const hadCopy = async (db: Db, accountId: string, email: string): Promise<boolean> =>
  (await copiesTo(db, accountId, email).limit(1).executeTakeFirst()) !== undefined

/**
 * Refuses the next request to a person who has opened none of the account's, and got many within an hour.
 * @throws AppError `recipient_limit_reached`
 */
async function refuseFlood(db: Db, accountId: string, emails: readonly string[], nowMs: number) {
  if (emails.length === 0) return
  // Of the same address only: requests to others do not wait.
  for (const email of [...emails].sort()) await takeTurn(db, 'firstMails', `${accountId} ${email}`)
  const since = toIso(nowMs - HOUR_MS)
  const { rows } = await sql<{ email: string; first: string }>`
    SELECT lower(signers.email) AS email,
      min(CASE WHEN ${MAILED_AT} > ${since} THEN ${MAILED_AT} END) AS first
    FROM signers JOIN signature_requests AS request ON request.id = signers.request_id
    WHERE ${isAmong(sql`lower(signers.email)`, emails)}
      AND request.account_id = ${accountId} AND request.mode = 'live'
      AND ${GETS_MAIL} AND request.sent_at IS NOT NULL
    GROUP BY lower(signers.email)
    HAVING count(signers.opened_at) = 0
      AND sum(CASE WHEN ${MAILED_AT} > ${since} THEN 1 ELSE 0 END) >= ${UNOPENED_PER_HOUR}`.execute(
    db,
  )
  const [row] = rows
  if (row !== undefined) throw flooded(row.email, row.first, nowMs)
}

/** The same for people who follow from the start: whether they have opened one is not known. */
async function refuseFollowFlood(
  db: Db,
  accountId: string,
  emails: readonly string[],
  nowMs: number,
): Promise<void> {
  for (const email of emails) {
    await takeTurn(db, 'firstMails', `${accountId} ${email}`)
    const rows = await copiesTo(db, accountId, email)
      .where('sent_at', '>', toIso(nowMs - HOUR_MS))
      .where('copies', 'like', '%"from_start":true%')
      .orderBy('sent_at')
      .execute()
    const first = rows.at(-UNOPENED_PER_HOUR)
    if (first !== undefined) throw flooded(email, first.sent_at ?? '', nowMs)
  }
}

/** The error for one request more to a person within an hour. */
function flooded(email: string, firstAt: string, nowMs: number): AppError {
  const waitMs = Math.min(Date.parse(firstAt) - nowMs, 0) + HOUR_MS
  return new AppError(
    'recipient_limit_reached',
    say('messages.flooded', { email, max: UNOPENED_PER_HOUR }),
    { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
  )
}

interface RecipientLimitParts {
  clock: Clock
  /** Of a new account; 0: no ceiling. */
  perDay: number
  accountOf(id: string, db: Db): Promise<SendingAccount>
}

/** Counts first mails. */
export class RecipientLimit extends Service<RecipientLimitParts> {
  /**
   * Counts those recipients whom the account has never mailed, in the caller's transaction, before the request is
   * stored as sent.
   * @throws AppError `recipient_limit_reached`; nothing is counted then
   */
  async consume(
    db: Db,
    accountId: string,
    given: readonly string[],
    followers: readonly string[] = [],
  ): Promise<void> {
    const account = await this.parts.accountOf(accountId, db)
    const emails = [...new Set(given.map(asciiLower))].filter(
      (email) => !isOwnAddress(email, account.email),
    )
    const nowMs = this.parts.clock.now()
    await refuseFlood(db, accountId, emails, nowMs)
    const others = followers.filter((email) => !isOwnAddress(email, account.email))
    await refuseFollowFlood(db, accountId, others.sort(), nowMs)
    const ceiling = this.#ceiling(account, nowMs)
    if (Number.isFinite(ceiling)) await takeTurn(db, 'firstMails', accountId)
    const before = await known(db, accountId, emails)
    const fresh = emails.filter((email) => !before.has(email)).length
    if (fresh === 0) return
    const times = await this.#today(db, accountId, nowMs)
    if (times.length + fresh > ceiling) throw tooMany({ fresh, ceiling, times, nowMs })
    await db
      .insertInto('first_mails')
      .values(Array.from({ length: fresh }, () => ({ account_id: accountId, at: nowMs })))
      .execute()
  }

  #ceiling({ newRecipientsPerDay, createdAtMs }: SendingAccount, nowMs: number): number {
    const own = newRecipientsPerDay ?? this.parts.perDay
    if (own === 0) return Number.POSITIVE_INFINITY
    if (newRecipientsPerDay !== undefined) return own
    const weeks = Math.max(0, Math.floor((nowMs - createdAtMs) / WEEK_MS))
    return weeks >= WEEKS_MAX ? Number.POSITIVE_INFINITY : own * 2 ** weeks
  }

  /** Times of the first mails of the last 24 hours, oldest first; older ones are forgotten. */
  async #today(db: Db, accountId: string, nowMs: number): Promise<number[]> {
    const sinceMs = nowMs - DAY_MS
    await rowsOf(db, 'first_mails', { account_id: accountId, at: is('<=', sinceMs) }).delete()
    return await rowsOf(db, 'first_mails', { account_id: accountId }).list('at', {
      order: { at: 'asc' },
    })
  }
}

function tooMany(facts: {
  fresh: number
  ceiling: number
  times: readonly number[]
  nowMs: number
}): AppError {
  const { fresh, ceiling, times, nowMs } = facts
  // This many must be a day old before the new ones fit.
  const nth = times[Math.min(times.length + fresh - ceiling, times.length) - 1] ?? nowMs
  const waitMs = Math.min(nth - nowMs, 0) + DAY_MS
  return new AppError(
    'recipient_limit_reached',
    say('messages.recipients', {
      max: ceiling,
      mailed: times.length,
      fresh,
      batches: fresh > ceiling,
    }),
    { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
  )
}
