/** How often a number is called in a day, by whomever: calls cost more than texts, and disturb more. */
import type { Db } from '../../database/open.ts'
import { DAY_MS } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { callsSince } from './text-store.ts'

/** Calls to a number within 24 hours, for all accounts together. */
const CALLS_PER_DAY = 3

/**
 * In the transaction that counts the next call.
 * @param called keyed hash of the number
 * @throws AppError `sms_limit_reached`
 */
export async function refuseFurtherCalls(db: Db, called: string, nowMs: number): Promise<void> {
  const oldest = (await callsSince(db, called, nowMs - DAY_MS)).at(-CALLS_PER_DAY)
  if (oldest === undefined) return
  // After the clock was set back, times in the future count but are not waited for.
  const waitMs = Math.min(oldest - nowMs, 0) + DAY_MS
  const detail = `This number was called ${CALLS_PER_DAY} times within 24 hours. Try again tomorrow, or ask the sender for another number.`
  const detailFr = `Ce numéro a été appelé ${CALLS_PER_DAY} fois en 24 heures. Réessayez demain, ou donnez un autre numéro à l’expéditeur.`
  throw new AppError('sms_limit_reached', detail, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
    errors: [{ pointer: '/phone', code: 'call_limit', detail, detailFr }],
  })
}
