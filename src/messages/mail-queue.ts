/**
 * Mails as jobs. The queue stores what the mail is about; the mail itself is written when it is sent, so that the
 * queue contains no signing token. A mail may go out twice after a crash, always with the same Message-ID.
 */
import { concurrently } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import { GiveUp, type JobContext, type JobOptions, type Jobs, RetryLater } from '../jobs/jobs.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { traced } from '../kernel/trace.ts'
import { CarrierWatch } from './carrier-watch.ts'
import type { MessageCounters } from './counters.ts'
import type { Composer, MailEvents, MailLog, SentMail } from './mail-events.ts'
import {
  type MailDriver,
  outcomeOf,
  PermanentFailure,
  type PermanentReason,
  TemporaryFailure,
} from './ports.ts'

/** With a hanging mail server each mail waits for half a minute; signatures and seals must not queue behind them. */
const AT_ONCE = 2

const JOB = 'mail'
const MINUTE = 60_000
/** Twelve attempts in 23 to 26 hours: an hour without a mail server costs minutes, a bad night nothing. */
const RETRY_DELAYS_MS = [0.5, 1, 5, 10, 20, 40, 60, 120, 240, 360, 540].map(
  (minutes) => minutes * MINUTE,
)

/** After an outage of the mail server, ten a second beside new ones: it has to catch up with others' mails, too. */
const CATCH_UP_MS = 100

/** What is stored. */
interface Stored {
  kind: string
  messageId: string
  payload: unknown
}

class Undeliverable extends GiveUp {
  readonly reason: PermanentReason

  constructor({ message, reason }: PermanentFailure) {
    super(message)
    this.reason = reason
  }
}

/** Dependencies of the queue. */
interface MailQueueParts {
  db: Db
  jobs: Jobs
  clock: Clock
  log: MailLog
  driver: MailDriver
  /** Where mails go that are stored instead of sent; absent: nowhere. */
  keeper?: MailDriver | undefined
  counters: MessageCounters
  /** How often a mail server that is away is looked for, milliseconds, where that differs from the usual. */
  lookMs?: number | undefined
}

/** The mails of the service. */
export class MailQueue {
  readonly #parts: MailQueueParts
  readonly #watch: CarrierWatch
  readonly #kinds = new Map<string, { composer: Composer<unknown>; events: MailEvents }>()

  constructor(parts: MailQueueParts) {
    this.#parts = parts
    const { driver, jobs } = parts
    this.#watch = new CarrierWatch(
      async () => await driver.verify?.(),
      () => this.#catchUp(),
      parts.lookMs,
    )
    jobs.handle<Stored>(JOB, {
      atOnce: AT_ONCE,
      retryDelaysMs: RETRY_DELAYS_MS,
      run: (stored, context) => this.#run(stored, context),
      givenUp: (db, stored, error) => this.#givenUp(db, stored, error),
    })
  }

  /** Registers the composer and the callbacks of a kind of mail; call before the jobs start. */
  compose<Payload>(kind: string, composer: Composer<Payload>, events: MailEvents<Payload> = {}) {
    this.#kinds.set(kind, { composer: composer as Composer<unknown>, events })
  }

  /**
   * Adds a mail in the caller's transaction: it is sent if and only if that commits.
   * @param payload what the composer needs to write it; ids, never a token or a code
   * @param options `uniqueKey`: at most one mail of this kind and key is queued; `lane`: mails of a lane keep their
   * order, so one being retried for a day delays the others
   */
  async add(db: Db, kind: string, payload: unknown, options: JobOptions = {}): Promise<void> {
    const { uniqueKey, ...rest } = options
    const stored: Stored = { kind, messageId: newId('msg', this.#parts.clock.now()), payload }
    await this.#parts.jobs.add(db, JOB, stored, {
      ...rest,
      ...(uniqueKey !== undefined && { uniqueKey: `${kind} ${uniqueKey}` }),
    })
  }

  /** Whether one of the mails with these kinds and keys is still to be sent, as the caller's transaction sees it. */
  isWaiting(db: Db, mails: ReadonlyArray<{ kind: string; uniqueKey: string }>): Promise<boolean> {
    const keys = mails.map(({ kind, uniqueKey }) => `${kind} ${uniqueKey}`)
    return this.#parts.jobs.isWaiting(db, JOB, keys)
  }

  /** Looks no longer for a mail server that is away. Call after the jobs have ended. */
  close(): void {
    this.#watch.close()
  }

  async #catchUp(): Promise<void> {
    try {
      await this.#parts.jobs.endWaits(JOB, CATCH_UP_MS)
    } catch (error) {
      this.#parts.log.error({ err: error }, 'mails wait longer than they have to after an outage')
    }
  }

  async #run({ kind, messageId, payload }: Stored, { signal }: JobContext): Promise<void> {
    const how = this.#kinds.get(kind)
    if (how === undefined) throw new Error(`nobody writes mails of the kind ${kind}`)
    const mail = await how.composer(payload)
    if (mail === undefined) return this.#parts.counters.count('mail', 'dropped')
    if (mail.kept === true) {
      await this.#parts.keeper?.send({ ...mail, messageId })
      this.#parts.counters.count('mail', 'kept')
      const facts = { kind, messageId, payload }
      await concurrently(this.#parts.db, 'request', async (db) => how.events.kept?.(db, facts))
      return
    }
    let providerId: string
    try {
      ;({ providerId } = await traced(
        'mail.send',
        () => this.#parts.driver.send({ ...mail, messageId }, signal),
        { kind: 'client', facts: { 'paraph.mail.kind': kind } },
      ))
    } catch (error) {
      const trouble = error instanceof TemporaryFailure ? error.message : undefined
      this.#parts.counters.count('mail', outcomeOf(error), trouble)
      // A carrier that cannot be asked is back with the next mail that it takes.
      if (trouble !== undefined && this.#parts.driver.verify !== undefined) this.#watch.failed()
      throw toJobError(error)
    }
    this.#parts.counters.count('mail', 'sent')
    await this.#watch.sent()
    await this.#tellSent(how.events, { kind, messageId, payload, providerId })
  }

  /** The mail has been sent: an error here must not send it again. */
  async #tellSent(events: MailEvents, mail: SentMail): Promise<void> {
    if (events.sent === undefined) return
    try {
      await concurrently(this.#parts.db, 'request', async (db) => events.sent?.(db, mail))
    } catch (error) {
      this.#parts.log.error(
        { err: error, mail: mail.kind },
        'an e-mail was sent but could not be recorded',
      )
    }
  }

  async #givenUp(db: Db, { kind, messageId, payload }: Stored, error: Error): Promise<void> {
    this.#parts.counters.count('mail', 'given_up')
    await this.#kinds.get(kind)?.events.failed?.(db, {
      kind,
      payload,
      messageId,
      reason: isAboutDelivery(error) ? error.message : 'the mail could not be written',
      ...(error instanceof Undeliverable && { permanent: error.reason }),
    })
  }
}

/** Other error messages may contain personal data. */
const isAboutDelivery = (error: Error): boolean =>
  error instanceof Undeliverable || error instanceof TemporaryFailure || error instanceof RetryLater

function toJobError(error: unknown): unknown {
  if (error instanceof PermanentFailure) return new Undeliverable(error)
  if (error instanceof TemporaryFailure && error.retryAfterMs !== undefined)
    return new RetryLater(error.message, error.retryAfterMs)
  return error
}
