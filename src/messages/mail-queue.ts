/**
 * Mails as jobs. What is stored says what the mail is about; the mail itself is written when it is sent, so that
 * no signing token lies in the queue. A mail may go out twice after a crash, always with the same Message-ID.
 */
import type { Db } from '../database/open.ts'
import { GiveUp, type JobContext, type JobOptions, type Jobs, RetryLater } from '../jobs/jobs.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { traced } from '../kernel/trace.ts'
import type { MessageCounters } from './counters.ts'
import {
  type Mail,
  type MailDriver,
  outcomeOf,
  PermanentFailure,
  type PermanentReason,
  TemporaryFailure,
} from './ports.ts'

/** Writes a mail of one kind; `undefined` when there is no longer anything to send. */
export type Composer<Payload> = (payload: Payload) => Promise<Mail | undefined>

/** A mail that was handed over. */
export interface SentMail {
  kind: string
  payload: unknown
  /** Without its domain. */
  messageId: string
  /** What the mail server knows it by. */
  providerId: string
}

/** A mail that will not be sent. */
export interface FailedMail {
  kind: string
  payload: unknown
  messageId: string
  /** In plain English, without addresses. */
  reason: string
  /** What is wrong for good; absent when it was tried for a day without success. */
  permanent?: PermanentReason
}

/** Told what became of the mails of one kind. */
export interface MailEvents {
  /** In a transaction of its own, after the mail server took it; may come twice for one mail. */
  sent?(db: Db, mail: SentMail): Promise<void>
  /** In a transaction of its own, when it was kept instead of sent. */
  kept?(db: Db, mail: { kind: string; payload: unknown; messageId: string }): Promise<void>
  /** In the transaction that gives the mail up. */
  failed?(db: Db, mail: FailedMail): Promise<void>
}

/** Told of errors; no address, no text. */
export interface MailLog {
  error(facts: object, message: string): void
}

/** A mail server that hangs has each mail wait for half a minute; signatures and seals must not wait behind them. */
const AT_ONCE = 2

const JOB = 'mail'
const MINUTE = 60_000
/** Twelve attempts in 23 to 26 hours: an hour without a mail server costs minutes, a bad night nothing. */
const RETRY_DELAYS_MS = [0.5, 1, 5, 10, 20, 40, 60, 120, 240, 360, 540].map(
  (minutes) => minutes * MINUTE,
)

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

/** The mails of the service. */
export class MailQueue {
  readonly #db: Db
  readonly #jobs: Jobs
  readonly #clock: Clock
  readonly #log: MailLog
  readonly #driver: MailDriver
  readonly #keeper: MailDriver | undefined
  readonly #counters: MessageCounters
  readonly #kinds = new Map<string, { composer: Composer<unknown>; events: MailEvents }>()

  constructor(parts: {
    db: Db
    jobs: Jobs
    clock: Clock
    log: MailLog
    driver: MailDriver
    /** Where mails go that are kept instead of sent; absent: nowhere. */
    keeper?: MailDriver | undefined
    counters: MessageCounters
  }) {
    this.#db = parts.db
    this.#jobs = parts.jobs
    this.#clock = parts.clock
    this.#log = parts.log
    this.#driver = parts.driver
    this.#keeper = parts.keeper
    this.#counters = parts.counters
    this.#jobs.handle<Stored>(JOB, {
      atOnce: AT_ONCE,
      retryDelaysMs: RETRY_DELAYS_MS,
      run: (stored, context) => this.#run(stored, context),
      givenUp: (db, stored, error) => this.#givenUp(db, stored, error),
    })
  }

  /** Says how mails of a kind are written and who is told what became of them; before the jobs start. */
  compose<Payload>(kind: string, composer: Composer<Payload>, events: MailEvents = {}): void {
    this.#kinds.set(kind, { composer: composer as Composer<unknown>, events })
  }

  /**
   * Adds a mail in the caller's transaction: it is sent if and only if that commits.
   * @param payload what the composer needs to write it; ids, never a token or a code
   * @param options `uniqueKey`: one mail of this kind and key waits at most; `lane`: mails of a lane keep their
   * order, so one that is being retried for a day holds the others up
   */
  async add(db: Db, kind: string, payload: unknown, options: JobOptions = {}): Promise<void> {
    const { uniqueKey, ...rest } = options
    const stored: Stored = { kind, messageId: newId('msg', this.#clock.now()), payload }
    await this.#jobs.add(db, JOB, stored, {
      ...rest,
      ...(uniqueKey !== undefined && { uniqueKey: `${kind} ${uniqueKey}` }),
    })
  }

  async #run({ kind, messageId, payload }: Stored, { signal }: JobContext): Promise<void> {
    const how = this.#kinds.get(kind)
    if (how === undefined) throw new Error(`nobody writes mails of the kind ${kind}`)
    const mail = await how.composer(payload)
    if (mail === undefined) return this.#counters.count('mail', 'dropped')
    if (mail.kept === true) {
      await this.#keeper?.send({ ...mail, messageId })
      this.#counters.count('mail', 'kept')
      const facts = { kind, messageId, payload }
      await this.#db.transaction().execute(async (db) => how.events.kept?.(db, facts))
      return
    }
    let providerId: string
    try {
      ;({ providerId } = await traced(
        'mail.send',
        () => this.#driver.send({ ...mail, messageId }, signal),
        { kind: 'client', facts: { 'paraph.mail.kind': kind } },
      ))
    } catch (error) {
      const trouble = error instanceof TemporaryFailure ? error.message : undefined
      this.#counters.count('mail', outcomeOf(error), trouble)
      throw toJobError(error)
    }
    this.#counters.count('mail', 'sent')
    await this.#tellSent(how.events, { kind, messageId, payload, providerId })
  }

  /** The mail is out: an error here must not send it again. */
  async #tellSent(events: MailEvents, mail: SentMail): Promise<void> {
    if (events.sent === undefined) return
    try {
      await this.#db.transaction().execute(async (db) => events.sent?.(db, mail))
    } catch (error) {
      this.#log.error({ err: error, mail: mail.kind }, 'a mail was sent, but not recorded')
    }
  }

  async #givenUp(db: Db, { kind, messageId, payload }: Stored, error: Error): Promise<void> {
    this.#counters.count('mail', 'given_up')
    await this.#kinds.get(kind)?.events.failed?.(db, {
      kind,
      payload,
      messageId,
      reason: isAboutDelivery(error) ? error.message : 'the mail could not be written',
      ...(error instanceof Undeliverable && { permanent: error.reason }),
    })
  }
}

/** Other messages may hold what is nobody's business. */
const isAboutDelivery = (error: Error): boolean =>
  error instanceof Undeliverable || error instanceof TemporaryFailure || error instanceof RetryLater

function toJobError(error: unknown): unknown {
  if (error instanceof PermanentFailure) return new Undeliverable(error)
  if (error instanceof TemporaryFailure && error.retryAfterMs !== undefined)
    return new RetryLater(error.message, error.retryAfterMs)
  return error
}
