/** Text messages, sent at once or not at all: they contain codes, which are never stored. */
import { saying } from '../kernel/coded-error.ts'
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

/** Sends text messages. */
export class Texts {
  readonly #driver: SmsDriver
  readonly #counters: MessageCounters
  readonly #log: TextLog
  #listener: (report: TextReport) => Promise<void> = async () => undefined

  constructor(parts: { driver: SmsDriver; counters: MessageCounters; log: TextLog }) {
    this.#driver = parts.driver
    this.#counters = parts.counters
    this.#log = parts.log
  }

  /** Registers the listener for delivery reports of accepted text messages. */
  onReport(listener: (report: TextReport) => Promise<void>): void {
    this.#listener = listener
  }

  /** Passes on the carrier's delivery report. */
  async report(report: TextReport): Promise<void> {
    this.#counters.count('sms', report.outcome === 'delivered' ? 'delivered' : 'undelivered')
    if (report.outcome === 'failed')
      this.#log.warn({ reason: report.reason }, 'a text message was not delivered')
    await this.#listener(report)
  }

  /**
   * One attempt; returns the carrier's id of the message.
   * @param message `to` in E.164
   * @throws sms_unavailable with Retry-After when it may work later
   * @throws validation_failed at /phone when that number can never receive it
   */
  async send(message: OutgoingText): Promise<Accepted> {
    invariant(E164.test(message.to), 'a text message goes to a number in E.164')
    try {
      const sent = () => this.#driver.send(message)
      const accepted = await traced('sms.send', sent, { kind: 'client' })
      this.#counters.count('sms', 'sent')
      return accepted
    } catch (error) {
      const outcome = outcomeOf(error)
      this.#counters.count('sms', outcome, troubleOf(error))
      this.#log.warn({ outcome, reason: reasonOf(error) }, 'a text message was not sent')
      throw toAppError(error)
    }
  }
}

/** A country that the account does not send to must be enabled by the operator. */
export const troubleOf = (error: unknown): string | undefined =>
  error instanceof PermanentFailure && error.reason !== 'country' ? undefined : reasonOf(error)

/** Why it failed, for the log: without numbers and texts. */
export const reasonOf = (error: unknown): string =>
  error instanceof TemporaryFailure || error instanceof PermanentFailure
    ? error.message
    : 'an error of the program'

function toAppError(error: unknown): unknown {
  if (error instanceof PermanentFailure) {
    // What the person can do about it, as shown on the page.
    const detail = inEveryLanguage(({ faults }) => faults.messages[error.reason])
    return new AppError('validation_failed', detail, {
      errors: [{ pointer: '/phone', ...saying(detail) }],
      cause: error,
    })
  }
  if (!(error instanceof TemporaryFailure)) return error
  const { retryAfterMs } = error
  return new AppError('sms_unavailable', say('messages.textFailed'), {
    retryAfterSeconds:
      retryAfterMs === undefined
        ? RETRY_AFTER_SECONDS
        : Math.max(1, Math.ceil(retryAfterMs / 1_000)),
    cause: error,
  })
}
