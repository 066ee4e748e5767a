/** Telephone calls that speak a code: placed at once or not at all, and answered when a key is pressed in them. */
import { saying } from '../kernel/coded-error.ts'
import { AppError } from '../kernel/errors.ts'
import { invariant } from '../kernel/invariant.ts'
import { traced } from '../kernel/trace.ts'
import { inEveryLanguage, say } from '../translations/texts.ts'
import type { MessageCounters } from './counters.ts'
import {
  type Accepted,
  type CallDriver,
  type CallReport,
  E164,
  type OutgoingCall,
  outcomeOf,
  PermanentFailure,
  type SpokenWords,
  TemporaryFailure,
} from './ports.ts'
import { reasonOf, type TextLog, troubleOf } from './texts.ts'

const RETRY_AFTER_SECONDS = 60

/** Who knows what is to be said in a call, and what became of it. */
export interface CallListener {
  /** A key was pressed in the call. Returns what is said now. */
  pressed(reference: string): Promise<SpokenWords>
  /** The call is over. */
  ended(report: CallReport): Promise<void>
}

/** Places calls. */
export class Calls {
  readonly #driver: CallDriver
  readonly #counters: MessageCounters
  readonly #log: TextLog
  #listener: CallListener | undefined

  constructor(parts: { driver: CallDriver; counters: MessageCounters; log: TextLog }) {
    this.#driver = parts.driver
    this.#counters = parts.counters
    this.#log = parts.log
  }

  /** Registers the domain that writes what is said. */
  onAnswer(listener: CallListener): void {
    this.#listener = listener
  }

  /** See {@link CallListener.pressed}. */
  async pressed(reference: string): Promise<SpokenWords> {
    invariant(this.#listener !== undefined, 'calls are answered')
    return await this.#listener.pressed(reference)
  }

  /** See {@link CallListener.ended}. */
  async ended(report: CallReport): Promise<void> {
    await this.#listener?.ended(report)
  }

  /**
   * One attempt; returns the carrier's id of the call.
   * @throws sms_unavailable with Retry-After when it may work later
   * @throws validation_failed at /phone when that number can never be called
   */
  async place(call: OutgoingCall): Promise<Accepted> {
    invariant(E164.test(call.to), 'a call goes to a number in E.164')
    try {
      const placed = () => this.#driver.place(call)
      const accepted = await traced('call.place', placed, { kind: 'client' })
      this.#counters.count('call', 'sent')
      return accepted
    } catch (error) {
      const outcome = outcomeOf(error)
      this.#counters.count('call', outcome, troubleOf(error))
      this.#log.warn({ outcome, reason: reasonOf(error) }, 'a call was not placed')
      throw toAppError(error)
    }
  }
}

/** The error while no call can be made. */
export const callUnavailable = (retryAfterSeconds?: number, cause?: unknown): AppError =>
  new AppError('sms_unavailable', say('messages.callFailed'), {
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    errors: [
      {
        pointer: '/phone',
        code: 'call_unavailable',
        ...saying(inEveryLanguage(({ faults }) => faults.messages.callFailed)),
      },
    ],
    cause,
  })

function toAppError(error: unknown): unknown {
  if (error instanceof PermanentFailure) {
    const detail = inEveryLanguage(({ faults }) => faults.messages.callImpossible)
    return new AppError('validation_failed', detail, {
      errors: [{ pointer: '/phone', code: 'call_impossible', ...saying(detail) }],
      cause: error,
    })
  }
  if (!(error instanceof TemporaryFailure)) return error
  const { retryAfterMs } = error
  return callUnavailable(
    retryAfterMs === undefined ? RETRY_AFTER_SECONDS : Math.max(1, Math.ceil(retryAfterMs / 1_000)),
    error,
  )
}
