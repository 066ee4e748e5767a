/**
 * Limits on text messages: per key, per account and per block of numbers, in any hour and any day. A text is counted
 * when it is requested and never refunded, whatever becomes of the request: a sent text has been paid for.
 */

import { takeTurn } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { type Clock, DAY_MS, HOUR_MS } from '../../kernel/clock.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import type { Language } from '../../kernel/languages.ts'
import type { Counter, Metrics } from '../../kernel/metrics.ts'
import { Service } from '../../kernel/service.ts'
import {
  type PhoneVerdict,
  type TextableNumber,
  validatePhone,
} from '../../messages/phone-rules.ts'
import type { HourAndDay, TextLimits } from '../../messages/ports.ts'
import { say } from '../../translations/texts.ts'
import type { RequestRow } from '../model/rows.ts'
import { countryOf } from './notice-store.ts'
import { refuseMoreCalls, refuseMoreLinks } from './recipient-limit.ts'
import * as store from './text-store.ts'

/** A number as people write it. */
export interface TypedPhone {
  typed: string
  /** ISO 3166-1, where it was given with the number. */
  country?: string | undefined
  /** Language of the signer, from which the country is taken where nothing else names it. */
  locale: Language
  pointer: string
  /** Whether codes may be spoken in a call to this person: then a landline is right too. */
  calls: boolean
}

const REFUSALS = ['key', 'account', 'prefix', 'number', 'disabled'] as const

/** What the budgets need to know about accounts. */
export interface TextAccounts {
  /** Countries set for an account; undefined: the default ones. */
  countriesOf(accountId: string, db: Db): Promise<readonly string[] | undefined>
  /** Whether the operator has disabled the account: then nothing more is sent for it. */
  isDisabled(accountId: string, db: Db): Promise<boolean>
  /** Signatures per month of a key's plan; 0 for an unknown key. */
  signaturesOf(keyId: string, db: Db): Promise<number>
}

/** A large plan must be usable: a tenth of its signatures in an hour, half in a day. */
const atLeast = (limit: HourAndDay, signatures: number, times: number): HourAndDay => ({
  hour: Math.max(limit.hour, Math.ceil((times * signatures) / 10)),
  day: Math.max(limit.day, Math.ceil((times * signatures) / 2)),
})

/**
 * A company may have thousands of consecutive numbers: its people enter their codes, and such texts do not count
 * towards a block's limit. A fraudster who is paid per text could enter codes too, so the total is limited as well.
 */
const ENTERED_TIMES = 10
const timesEntered = ({ hour, day }: HourAndDay): HourAndDay => ({
  hour: ENTERED_TIMES * hour,
  day: ENTERED_TIMES * day,
})

/** Where nearly all who choose a language live; the others are spoken in too many countries. */
const COUNTRIES: Partial<Record<Language, string>> = { fr: 'FR', it: 'IT', pl: 'PL' }

interface TextBudgetParts {
  clock: Clock
  limits: TextLimits
  accounts: TextAccounts
  metrics: Metrics
}

/** The text message limits, stored in the database. */
export class TextBudget extends Service<TextBudgetParts> {
  readonly #refused: Counter

  constructor(parts: TextBudgetParts) {
    super(parts)
    this.#refused = parts.metrics.counter(
      'paraph_texts_refused_total',
      'Text messages requested but not sent, by reason',
    )
    for (const why of REFUSALS) this.#refused.add({ why }, 0)
  }

  /**
   * The numbers of signers as they are stored, in E.164 and in the given order, and the faults of those that cannot
   * receive text messages, by JSON pointer.
   */
  async read(db: Db, accountId: string, given: readonly TypedPhone[]) {
    const checked = await Promise.all(given.map((one) => this.#phoneVerdict(db, accountId, one)))
    return {
      phones: checked.map((one) => ('phone' in one ? one.phone : '')),
      findings: checked.flatMap((one) => ('finding' in one ? [one.finding] : [])),
    }
  }

  /** A number that a signer has typed, in E.164. @throws AppError `validation_failed` at /phone */
  async typed(db: Db, accountId: string, given: Pick<TypedPhone, 'typed' | 'locale' | 'calls'>) {
    const checked = await this.#phoneVerdict(db, accountId, { ...given, pointer: '/phone' })
    if ('phone' in checked) return checked.phone
    this.#refused.add({ why: 'number' })
    throw invalid([checked.finding])
  }

  /** The countries (ISO 3166-1) whose numbers an account may send codes to. */
  async countries(db: Db, accountId: string): Promise<string[]> {
    return [...(await this.#allowed(db, accountId))]
  }

  /** The country of numbers that are written without the code of their country; undefined: not known. */
  async country(db: Db, accountId: string, locale: Language): Promise<string | undefined> {
    const chosen = await countryOf(db, accountId)
    if (chosen !== undefined) return chosen
    const [only, ...others] = await this.countries(db, accountId)
    if (others.length === 0) return only
    return COUNTRIES[locale]
  }

  async #phoneVerdict(db: Db, accountId: string, given: TypedPhone): Promise<PhoneVerdict> {
    const { typed, locale, pointer, calls } = given
    const country = given.country ?? (await this.country(db, accountId, locale))
    return validatePhone(typed, await this.#allowed(db, accountId), pointer, { country, calls })
  }

  /**
   * The parsed phone number.
   * @param calls whether codes may be spoken in a call to it
   * @throws AppError `validation_failed` at /phone when it cannot receive codes
   */
  async number(db: Db, accountId: string, phone: string, calls: boolean): Promise<TextableNumber> {
    const checked = validatePhone(phone, await this.#allowed(db, accountId), '/phone', { calls })
    if ('number' in checked) return checked.number
    this.#refused.add({ why: 'number' })
    throw invalid([checked.finding])
  }

  /**
   * Counts a text in the transaction that also has it sent.
   * @param text `called`: keyed hash of the number where it is called. `link`: whose link it is, instead of a code
   * @throws AppError `sms_limit_reached`
   */
  async consume(
    db: Db,
    { account_id, key_id }: Pick<RequestRow, 'account_id' | 'key_id'>,
    text: {
      id: string
      number: TextableNumber
      called?: string | null
      link?: { id: string; phone: string | null }
    },
  ): Promise<void> {
    const { id, number, called = null, link } = text
    if (await this.parts.accounts.isDisabled(account_id, db)) {
      this.#refused.add({ why: 'disabled' })
      throw new AppError('sms_limit_reached', say('messages.accountDisabled'), {
        retryAfterSeconds: DAY_MS / 1000,
      })
    }
    const signatures = await this.parts.accounts.signaturesOf(key_id, db)
    // The limits of keys, accounts and blocks of numbers overlap.
    await takeTurn(db, 'texts')
    await this.#check(db, ['key_id', key_id], 'key', atLeast(this.parts.limits.key, signatures, 1))
    const ofAccount = atLeast(this.parts.limits.account, signatures, 2)
    await this.#check(db, ['account_id', account_id], 'account', ofAccount)
    const { prefix } = this.parts.limits
    await this.#check(db, ['prefix', number.prefix], 'prefix', timesEntered(prefix), prefix)
    const at = this.parts.clock.now()
    if (called !== null) await refuseMoreCalls(db, called, at)
    if (link !== undefined) await refuseMoreLinks(db, link.phone ?? '', at)
    const signer_id = link?.id ?? null
    const row = { id, account_id, key_id, ...number, at, entered: 0, called, signer_id }
    await store.insertText(db, row)
  }

  async #check(
    db: Db,
    counted: readonly [store.TextScope, string],
    who: 'key' | 'account' | 'prefix',
    limit: HourAndDay,
    /** For texts whose codes were not entered. */
    unanswered?: HourAndDay,
  ): Promise<void> {
    const nowMs = this.parts.clock.now()
    const day = await store.textsSince(db, counted, nowMs - DAY_MS)
    this.#refuseBeyond(day, limit, who)
    const open = day.filter(({ entered }) => entered === 0)
    if (unanswered !== undefined) this.#refuseBeyond(open, unanswered, who)
  }

  /** @param day texts of the last 24 hours */
  #refuseBeyond(
    day: ReadonlyArray<{ at: number }>,
    limit: HourAndDay,
    who: 'key' | 'account' | 'prefix',
  ): void {
    const nowMs = this.parts.clock.now()
    const times = day.map(({ at }) => at)
    const waitMs = Math.max(
      waitFor(
        times.filter((at) => at > nowMs - HOUR_MS),
        limit.hour,
        HOUR_MS,
        nowMs,
      ),
      waitFor(times, limit.day, DAY_MS, nowMs),
    )
    if (waitMs <= 0) return
    this.#refused.add({ why: who })
    throw new AppError(
      'sms_limit_reached',
      say('messages.textsMany', {
        who,
        hour: limit.hour,
        day: limit.day,
        minutes: Math.ceil(waitMs / 60_000),
      }),
      { retryAfterSeconds: Math.ceil(waitMs / 1000) },
    )
  }

  async #allowed(db: Db, accountId: string): Promise<ReadonlySet<string>> {
    return new Set(
      (await this.parts.accounts.countriesOf(accountId, db)) ?? this.parts.limits.countries,
    )
  }
}

/** Time until one more fits. After the clock was set back, times in the future count but are not waited for. */
function waitFor(times: readonly number[], max: number, windowMs: number, nowMs: number): number {
  const oldest = times.at(-max)
  return oldest === undefined ? 0 : Math.min(oldest - nowMs, 0) + windowMs
}
