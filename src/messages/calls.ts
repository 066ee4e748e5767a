/** Telephone calls that speak a code: placed at once or not at all, and answered when a key is pressed in them. */
import { saying } from '../kernel/coded-error.ts'
import { AppError } from '../kernel/errors.ts'
import { invariant } from '../kernel/invariant.ts'
import { inEveryLanguage, say } from '../translations/texts.ts'
import type { Accepted, CallDriver, CallReport, OutgoingCall, SpokenWords } from './ports.ts'
import { attempted, type CarrierParts } from './texts.ts'

/** Who knows what is to be said in a call, and what became of it. */
export interface CallListener {
  /** A key was pressed in the call. Returns what is said now. */
  pressed(reference: string): Promise<SpokenWords>
  /** The call is over. */
  ended(report: CallReport): Promise<void>
}

/** Places calls. */
export class Calls {
  readonly #parts: CarrierParts<CallDriver>
  #listener: CallListener | undefined

  constructor(parts: CarrierParts<CallDriver>) {
    this.#parts = parts
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

  /** See {@link attempted}. */
  place(call: OutgoingCall): Promise<Accepted> {
    return attempted(CALL, call.to, this.#parts, () => this.#parts.driver.place(call))
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

const CALL = {
  channel: 'call',
  span: 'call.place',
  failed: 'a call was not placed',
  unavailable: callUnavailable,
  impossible: () => ({
    says: inEveryLanguage(({ faults }) => faults.messages.callImpossible),
    code: 'call_impossible',
  }),
} as const
