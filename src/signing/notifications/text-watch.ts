/**
 * Codes that are requested and never entered: the pattern of SMS pumping fraud. Checked once the codes have expired;
 * the operator is notified, once a day per account and block of numbers.
 */

import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { DAY_MS } from '../../kernel/clock.ts'
import { Service } from '../../kernel/service.ts'
import type { OperatorAlerts } from '../../messages/operator-alerts.ts'
import { OTP } from '../authentication/otp.ts'
import { JOBS } from '../model/job-kinds.ts'
import type { Given } from '../model/parts.ts'
import * as store from './text-store.ts'

const WINDOW_MS = DAY_MS
/** Fewer prove nothing: people do abandon a signature. */
const LEAST = 10
/** Less than this share of codes entered raises the alarm. */
const SHARE = 0.5
const RETRIES_MS = [60_000, 600_000]

/** Dependencies of the watch. */
export interface TextWatchParts extends Given<'db' | 'clock' | 'jobs' | 'trails'> {
  alerts: OperatorAlerts
}

/** Checks how many codes were entered. */
export class TextWatch extends Service<TextWatchParts> {
  /** Create it before the jobs start. */
  constructor(parts: TextWatchParts) {
    super(parts)
    parts.jobs.handle(JOBS.watchTexts, { retryDelaysMs: RETRIES_MS, run: () => this.look() })
  }

  /** Schedules a check for when the code being sent has expired, in the caller's transaction. */
  async plan(db: Db): Promise<void> {
    await this.parts.jobs.add(
      db,
      JOBS.watchTexts,
      {},
      { uniqueKey: 'all', delayMs: OTP.validMs + 1_000 },
    )
  }

  /** Runs one check. */
  async look(): Promise<void> {
    const { db, clock } = this.parts
    const nowMs = clock.now()
    const [sinceMs, overMs] = [nowMs - WINDOW_MS, nowMs - OTP.validMs]
    await store.forgetTexts(db, sinceMs - WINDOW_MS)
    await concurrently(db, 'rows', async (trx) => {
      const query = { sinceMs, overMs, min: LEAST, share: SHARE }
      for (const found of await store.unanswered(trx, query))
        if (await store.noteAlarm(trx, found, { nowMs, sinceMs })) await this.#raise(trx, found)
      if (await store.isUndecided(trx, overMs)) await this.plan(trx)
    })
  }

  async #raise(db: Db, { scope, subject, sent, entered }: store.Answered): Promise<void> {
    const { trails, alerts } = this.parts
    const data = { scope, subject, sent, entered, hours: WINDOW_MS / 3_600_000 }
    await trails.note(db, { type: 'texts.unanswered', actor: 'service', data })
    const whom = scope === 'account' ? `account ${subject}` : `numbers +${subject}…`
    await alerts.raise(db, {
      kind: 'texts_unanswered',
      title: `SMS codes are requested but not entered: ${whom}`,
      text: `Of ${sent} codes sent within 24 hours, ${entered} were entered. This pattern is typical of SMS pumping fraud. Check the requests of the account; "account disable" stops it, "account limits" restricts its countries.`,
      facts: data,
    })
  }
}
