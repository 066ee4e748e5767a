/**
 * How long an account keeps its signature requests: as long as the operator says, or for fewer days of its own choice.
 * Fewer days count a week later, so that a slip, or an intruder in the owner's browser, erases nothing at once.
 */

import type { Trails } from '../../audit/trail.ts'
import type { Db } from '../../database/open.ts'
import { type Clock, DAY_MS, toIso } from '../../kernel/clock.ts'
import type { Finding } from '../../kernel/coded-error.ts'
import { throwIfInvalid } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import { findingAt } from '../../translations/texts.ts'
import * as store from './periods-store.ts'

/** Days until fewer days count. */
export const NOTICE_DAYS = 7

/** Ends with a period of their own: of signed documents, and of all others. */
export const PERIOD_KINDS = ['completed', 'unsigned'] as const
/** See {@link PERIOD_KINDS}. */
export type PeriodKind = (typeof PERIOD_KINDS)[number]

/** Days after the end; 0: without limit. */
export type Days = Readonly<Record<PeriodKind, number>>
/** What an account chooses; null: as long as the operator keeps them. */
export type ChosenDays = Readonly<Record<PeriodKind, number | null>>

/** The periods of an account. */
export interface Periods {
  /** What counts now. */
  now: Days
  /** What counts from some day on; undefined: nothing else. */
  next: { from: string; days: Days } | undefined
  chosen: ChosenDays
}

/** Dependencies of the service. */
export interface PeriodsParts {
  db: Db
  clock: Clock
  trails: Pick<Trails, 'note'>
  /** The operator's days, which are also the most; 0: without limit. */
  operator: Days
  /** The fewest that an account may choose. */
  min: number
  /** The most where the operator sets no limit. */
  max: number
}

const byKind = <Value>(of: (kind: PeriodKind) => Value): Record<PeriodKind, Value> => ({
  completed: of('completed'),
  unsigned: of('unsigned'),
})

const longer = (one: number, other: number) => (one === 0 || other === 0 ? 0 : Math.max(one, other))

const isShorter = (one: number, other: number): boolean => one !== 0 && (other === 0 || one < other)

/** The periods of all accounts. */
export class RetentionPeriods extends Service<PeriodsParts> {
  /** The fewest and the most days that an account may choose, and how long the operator keeps them; 0: without limit. */
  bounds(kind: PeriodKind): { min: number; max: number; operator: number } {
    const { operator, min, max } = this.parts
    const own = operator[kind]
    return { min: own === 0 ? min : Math.min(min, own), max: own || max, operator: own }
  }

  async of(accountId: string, db: Db = this.parts.db): Promise<Periods> {
    return this.#read(await store.findPeriods(db, accountId))
  }

  /** Until when a request that has ended is kept; undefined: without limit, or still open. RFC 3339. */
  async keptUntil(
    {
      account_id,
      status,
      ended_at,
    }: { account_id: string; status: string; ended_at: string | null },
    db: Db = this.parts.db,
  ): Promise<string | undefined> {
    if (ended_at === null) return undefined
    const { now } = await this.of(account_id, db)
    const days = now[status === 'completed' ? 'completed' : 'unsigned']
    return days === 0 ? undefined : toIso(Date.parse(ended_at) + days * DAY_MS)
  }

  /** Accounts that keep requests with such an end for fewer days than the operator now. */
  async shorter(kind: PeriodKind): Promise<Array<{ accountId: string; days: number }>> {
    const rows = await store.listPeriods(this.parts.db)
    return rows
      .map((row) => ({ accountId: row.account_id, days: this.#read(row).now[kind] }))
      .filter(({ days }) => isShorter(days, this.parts.operator[kind]))
  }

  /** What a choice would change: the ends whose days become fewer, and from when they would count. */
  async preview(
    accountId: string,
    chosen: ChosenDays,
    db: Db = this.parts.db,
  ): Promise<{ shortened: PeriodKind[]; from: string; now: Days; days: Days }> {
    const { now } = await this.of(accountId, db)
    const days = byKind((kind) => this.#effective(kind, chosen[kind]))
    const shortened = PERIOD_KINDS.filter((kind) => isShorter(days[kind], now[kind]))
    return { shortened, from: this.#noticeEnds(), now, days }
  }

  /**
   * Stores an account's choice, in the caller's transaction, and records it in the service's own trail.
   * @throws AppError `validation_failed` outside the operator's bounds
   */
  async set(trx: Db, accountId: string, chosen: ChosenDays, actor: string): Promise<void> {
    const findings = PERIOD_KINDS.flatMap((kind) => this.#findings(kind, chosen[kind]))
    throwIfInvalid(findings)
    // What counts now counts on; what another change has announced meanwhile never did.
    const { now } = await this.of(accountId, trx)
    const from = this.#noticeEnds()
    await store.setPeriods(trx, {
      account_id: accountId,
      completed_days: chosen.completed,
      unsigned_days: chosen.unsigned,
      earlier_completed_days: now.completed,
      earlier_unsigned_days: now.unsigned,
      alone_from: from,
    })
    const data = { account_id: accountId, days: { ...chosen }, from }
    await this.parts.trails.note(trx, { type: 'retention.changed', actor, data })
  }

  #noticeEnds(): string {
    return toIso(this.parts.clock.now() + NOTICE_DAYS * DAY_MS)
  }

  #findings(kind: PeriodKind, days: number | null): Finding[] {
    const { min, max } = this.bounds(kind)
    if (days === null || (Number.isInteger(days) && days >= min && days <= max)) return []
    const facts = { name: `${kind}_days`, min, max }
    return [findingAt(`/${facts.name}`, undefined, 'people.period', facts)]
  }

  /** The operator may have set less since it was chosen. */
  #effective(kind: PeriodKind, chosen: number | null): number {
    const own = this.parts.operator[kind]
    return chosen === null || isShorter(own, chosen) ? own : chosen
  }

  #read(row: store.PeriodsRow | undefined): Periods {
    const { operator, clock } = this.parts
    if (row === undefined)
      return { now: operator, next: undefined, chosen: { completed: null, unsigned: null } }
    const chosen = { completed: row.completed_days, unsigned: row.unsigned_days }
    const earlier = { completed: row.earlier_completed_days, unsigned: row.earlier_unsigned_days }
    const days = byKind((kind) => this.#effective(kind, chosen[kind]))
    if (row.alone_from <= toIso(clock.now())) return { now: days, next: undefined, chosen }
    const now = byKind((kind) => longer(days[kind], this.#effective(kind, earlier[kind])))
    const isSame = PERIOD_KINDS.every((kind) => now[kind] === days[kind])
    return { now, next: isSame ? undefined : { from: row.alone_from, days }, chosen }
  }
}
