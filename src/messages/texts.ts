/** Text messages, sent at once or not at all: they contain codes, which are never stored. */
import { saying, type Wording } from '../kernel/coded-error.ts'
import { AppError } from '../kernel/errors.ts'
import { invariant } from '../kernel/invariant.ts'
import { traced } from '../kernel/trace.ts'
import { inEveryLanguage, say } from '../translations/texts.ts'
import type { MessageCounters } from './counters.ts'
import {
  type Accepted,
  E164,
  type OutgoingText,
  outcomeOf,
  PermanentFailure,
  type SmsDriver,
  TemporaryFailure,
  type TextReport,
} from './ports.ts'

const RETRY_AFTER_SECONDS = 60

/** Logs failures of text messages, without the number. */
export interface TextLog {
  warn(facts: object, message: string): void
}

/** A carrier, and where its failures are counted and logged. */
export interface CarrierParts<Driver> {
  driver: Driver
  counters: MessageCounters
  log: TextLog
}

/** What distinguishes text messages from calls: names for the metrics and the log, and the errors for the person. */
interface Order {
  channel: 'sms' | 'call'
  span: string
  failed: string
  unavailable(retryAfterSeconds: number, cause: unknown): AppError
  /** What the person can do about it, as shown on the page; of which code. */
  impossible(failure: PermanentFailure): { says: Wording; code?: string }
}

/**
 * One attempt; returns the carrier's id of the message or call.
 * @param to in E.164
 * @throws sms_unavailable with Retry-After when it may work later
 * @throws validation_failed at /phone when it never works with that number
 */
export async function attempted(
  order: Order,
  to: string,
  { counters, log }: CarrierParts<unknown>,
  attempt: () => Promise<Accepted>,
): Promise<Accepted> {
  invariant(E164.test(to), 'a number that codes are sent to is in E.164')
  try {
    const accepted = await traced(order.span, attempt, { kind: 'client' })
    counters.count(order.channel, 'sent')
    return accepted
  } catch (error) {
    const outcome = outcomeOf(error)
    const known = error instanceof TemporaryFailure || error instanceof PermanentFailure
    // Without numbers and texts.
    const reason = known ? error.message : 'an error of the program'
    // A country that the account does not send to must be enabled by the operator.
    const isRecipients = error instanceof PermanentFailure && error.reason !== 'country'
    counters.count(order.channel, outcome, isRecipients ? undefined : reason)
    log.warn({ outcome, reason }, order.failed)
    throw toAppError(order, error)
  }
}

function toAppError(order: Order, error: unknown): unknown {
  if (error instanceof PermanentFailure) {
    const { says, ...code } = order.impossible(error)
    return new AppError('validation_failed', says, {
      errors: [{ pointer: '/phone', ...code, ...saying(says) }],
      cause: error,
    })
  }
  if (!(error instanceof TemporaryFailure)) return error
  const { retryAfterMs = 1_000 * RETRY_AFTER_SECONDS } = error
  return order.unavailable(Math.max(1, Math.ceil(retryAfterMs / 1_000)), error)
}

const TEXT: Order = {
  channel: 'sms',
  span: 'sms.send',
  failed: 'a text message was not sent',
  unavailable: (retryAfterSeconds, cause) =>
    new AppError('sms_unavailable', say('messages.textFailed'), { retryAfterSeconds, cause }),
  impossible: ({ reason }) => ({
    says: inEveryLanguage(({ faults }) => faults.messages[reason]),
  }),
}

/** Sends text messages. */
export class Texts {
  readonly #parts: CarrierParts<SmsDriver>
  #listener: (report: TextReport) => Promise<void> = async () => undefined

  constructor(parts: CarrierParts<SmsDriver>) {
    this.#parts = parts
  }

  /** Registers the listener for delivery reports of accepted text messages. */
  onReport(listener: (report: TextReport) => Promise<void>): void {
    this.#listener = listener
  }

  /** Passes on the carrier's delivery report. */
  async report(report: TextReport): Promise<void> {
    const { counters, log } = this.#parts
    counters.count('sms', report.outcome === 'delivered' ? 'delivered' : 'undelivered')
    if (report.outcome === 'failed')
      log.warn({ reason: report.reason }, 'a text message was not delivered')
    await this.#listener(report)
  }

  /** See {@link attempted}. */
  send(message: OutgoingText): Promise<Accepted> {
    return attempted(TEXT, message.to, this.#parts, () => this.#parts.driver.send(message))
  }
}
