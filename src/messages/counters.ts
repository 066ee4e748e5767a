/** Counts delivery outcomes of messages, and remembers the result of the last attempt. */
import type { Counter, Metrics } from '../kernel/metrics.ts'

const CHANNELS = ['mail', 'sms', 'call'] as const
/** Mail, text message or telephone call. */
export type Channel = (typeof CHANNELS)[number]

const OUTCOMES = [
  'sent',
  'temporary',
  'permanent',
  'error',
  'dropped',
  'kept',
  'given_up',
  'delivered',
  'undelivered',
] as const
/**
 * Outcome of one attempt; `dropped`: there was nothing left to send; `kept`: stored instead of sent, in test mode;
 * `delivered`, `undelivered`: the carrier's report.
 */
type Outcome = (typeof OUTCOMES)[number]

/** The counters of the channels. */
export class MessageCounters {
  readonly #counter: Counter
  readonly #trouble = new Map<Channel, string>()

  constructor(metrics: Metrics) {
    this.#counter = metrics.counter(
      'paraph_messages_total',
      'Attempts to send messages, by channel and outcome',
      CHANNELS.flatMap((channel) => OUTCOMES.map((outcome) => ({ channel, outcome }))),
    )
  }

  /** @param trouble the carrier's error, without addresses; absent: it works */
  count(channel: Channel, outcome: Outcome, trouble?: string): void {
    this.#counter.add({ channel, outcome })
    if (outcome === 'sent') this.#trouble.delete(channel)
    else if (trouble !== undefined) this.#trouble.set(channel, trouble)
  }

  /** The error of the last attempt, if it was not the recipient's fault. */
  trouble(channel: Channel): string | undefined {
    return this.#trouble.get(channel)
  }
}
