/**
 * Sends the rows of bulk sends, one after the other, at the pace of the key. A row is marked in the transaction that
 * creates its request, so a crash at any moment leaves both or neither.
 */

import type { Caller } from '../../accounts/caller.ts'
import { maySend } from '../../accounts/key-limits.ts'
import type { RateLimiter } from '../../accounts/rate-limiter.ts'
import type { Db } from '../../database/open.ts'
import type { JobContext } from '../../jobs/jobs.ts'
import { toIso } from '../../kernel/clock.ts'
import { AppError, ERRORS } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import { accountTenant, forTenant } from '../../kernel/tenant.ts'
import { JOBS } from '../model/job-kinds.ts'
import type { Needs } from '../requests/parts.ts'
import { filesOf } from '../templates/store.ts'
import type { TemplateUses } from '../templates/use.ts'
import { atColumn } from './check.ts'
import { leftToOthers, perMinute, sendsPerMinute } from './pace.ts'
import { stored } from './read.ts'
import type { BulkRow, ListRow, Pause } from './store.ts'
import * as store from './store.ts'

/** Dependencies. */
export interface BulkSendingParts extends Needs<'clock' | 'db' | 'jobs'> {
  uses: TemplateUses
  rateLimiter: Pick<RateLimiter, 'ask' | 'minuteState'>
  /** The key of a bulk send as a caller; undefined: it is revoked, or its account disabled. */
  callerOf(bulk: Pick<BulkRow, 'account_id' | 'key_id' | 'mode'>): Promise<Caller | undefined>
}

/** Then other jobs, and other bulk sends, have their turn. */
const SLICE_MS = 5_000
/** Unexpected errors, and pauses, after which a row is given up and the next one follows. */
const TRIES_MAX = 5
const RETRIES_MS = [5_000, 30_000, 60_000, 300_000, 900_000].concat(
  Array<number>(20).fill(3_600_000),
)
const MINUTE_MS = 60_000
const SEND = { interface: 'signature', metered: 'signatures' } as const

/** Another process has sent or cancelled the row in the meantime; its request was not created. */
class RowGone extends Error {}

/** What becomes of a slice: undefined goes on. */
type Stop = { afterMs: number } | 'ended' | undefined

/** Works through bulk sends. */
export class BulkSending extends Service<BulkSendingParts> {
  constructor(parts: BulkSendingParts) {
    super(parts)
    parts.jobs.handle<{ id: string }>(JOBS.bulk, {
      // One at a time: the other slots are for signatures, seals and mails.
      atOnce: 1,
      retryDelaysMs: RETRIES_MS,
      run: ({ id }, context) => this.#run(id, context),
      givenUp: async (trx, { id }, error) => {
        await this.#pause(trx, id, { code: 'internal_error', detail: error.message })
      },
    })
  }

  /** One slice; it plans the next one. */
  async #run(id: string, { signal }: JobContext): Promise<void> {
    const { clock, jobs } = this.parts
    const untilMs = clock.now() + SLICE_MS
    let stop: Stop
    while (stop === undefined && clock.now() < untilMs) {
      signal.throwIfAborted()
      stop = await this.#next(id, signal)
    }
    if (stop === 'ended') return
    await jobs.add(this.parts.db, JOBS.bulk, { id }, { uniqueKey: id, delayMs: stop?.afterMs ?? 0 })
  }

  /** Sends the next row. */
  async #next(id: string, signal: AbortSignal): Promise<Stop> {
    const bulk = await store.findBulk(this.parts.db, id)
    if (bulk === undefined) return 'ended'
    if (bulk.status === 'paused' && !(await this.#resumed(bulk))) return 'ended'
    if (bulk.status !== 'running' && bulk.status !== 'paused') return 'ended'
    const [row] = await store.waitingRows(this.parts.db, id, 1)
    if (row === undefined) return await this.#complete(id)
    const caller = await this.parts.callerOf(bulk)
    if (caller === undefined) return await this.#pause(this.parts.db, id, KEY_GONE)
    if (caller.key.limits !== undefined && !maySend(caller.key.limits))
      return await this.#pause(this.parts.db, id, KEY_LIMITED)
    const waitMs = await this.#turn(caller)
    if (waitMs > 0) return { afterMs: waitMs }
    const sender: Caller = bulk.by_owner === 1 ? { ...caller, owner: true } : caller
    return await forTenant(accountTenant(bulk.account_id), () =>
      this.#send(bulk, row, sender, signal),
    )
  }

  /** Whether a pause is over; it goes on then. */
  async #resumed({ id, paused }: BulkRow): Promise<boolean> {
    const at = paused?.resumes_at
    if (at === undefined || at > toIso(this.parts.clock.now())) return false
    return await store.moveBulk(this.parts.db, id, ['paused'], { status: 'running', paused: null })
  }

  async #complete(id: string): Promise<'ended'> {
    const ended_at = toIso(this.parts.clock.now())
    await store.moveBulk(this.parts.db, id, ['running'], { status: 'completed', ended_at })
    return 'ended'
  }

  /** Milliseconds until the key may send again; 0: this send is counted. */
  async #turn(caller: Caller): Promise<number> {
    const { rateLimiter } = this.parts
    const limit = sendsPerMinute(caller)
    const { remaining, waitMs } = await rateLimiter.minuteState(caller, 'sends-minute', limit)
    if (remaining <= leftToOthers(caller)) return Math.max(waitMs, MINUTE_MS / perMinute(caller))
    const verdict = await rateLimiter.ask(caller, SEND)
    if (verdict.refused === undefined) {
      verdict.leave()
      return 0
    }
    return verdict.refused === 'rate' ? Math.max(verdict.rate.waitMs, 1) : MINUTE_MS
  }

  async #send(bulk: BulkRow, row: ListRow, caller: Caller, signal: AbortSignal): Promise<Stop> {
    try {
      const files = (await filesOf(this.parts.db, 'bulk_send_id', [bulk.id])).get(bulk.id) ?? []
      await this.parts.uses.create(caller, { ...bulk, files }, row.payload ?? {}, {
        actor: bulk.actor,
        signal,
        save: async (trx, { id }) => {
          if (!(await store.markSent(trx, row, id))) throw new RowGone()
        },
      })
      return undefined
    } catch (error) {
      if (error instanceof RowGone) return undefined
      if (signal.aborted) throw error
      return await this.#failed(bulk, row, error)
    }
  }

  /** Refused for what the row says: it has failed. For what others decide: it waits. For no known reason: retried. */
  async #failed(bulk: BulkRow, row: ListRow, error: unknown): Promise<Stop> {
    const status = error instanceof AppError ? ERRORS[error.code].status : 500
    if (error instanceof AppError && (status === UNAVAILABLE || isBrief(error)))
      return { afterMs: (error.retryAfterSeconds ?? WAIT_SECONDS) * 1_000 }
    const isKnown = error instanceof AppError && status < 500
    const wait = isKnown ? pauseOf(error, this.parts.clock.now()) : undefined
    const tries = row.tries + 1
    const isLast = tries >= TRIES_MAX
    if (wait !== undefined && !isLast) {
      await store.updateWaiting(this.parts.db, row, { tries })
      await this.#pause(this.parts.db, bulk.id, wait)
      return { afterMs: Date.parse(wait.resumes_at) - this.parts.clock.now() }
    }
    if (!isKnown && !isLast) {
      await store.updateWaiting(this.parts.db, row, { tries })
      throw error
    }
    await store.updateWaiting(this.parts.db, row, {
      status: 'failed',
      errors: findingsOf(bulk, row, error),
    })
    return undefined
  }

  async #pause(db: Db, id: string, paused: Pause): Promise<'ended'> {
    await store.moveBulk(db, id, ['running'], { status: 'paused', paused })
    return 'ended'
  }
}

const KEY_GONE: Pause = {
  code: 'api_key_invalid',
  detail:
    'The key is revoked, or its account disabled. Start the bulk send again with another key, which is charged from then on.',
}

const KEY_LIMITED: Pause = {
  code: 'key_scope_missing',
  detail:
    'The key has been limited and no longer has the scope "documents:write". Change its limits, or start the bulk send again with another key, which is charged from then on.',
}

/** Something that the row has nothing to do with is away for a while. */
const UNAVAILABLE = 503
const WAIT_SECONDS = 10

/** Units held by running calls: they are free again in a moment. */
const BRIEF_SECONDS = 10
const isBrief = ({ code, retryAfterSeconds = Number.POSITIVE_INFINITY }: AppError): boolean =>
  code === 'quota_exceeded' && retryAfterSeconds <= BRIEF_SECONDS

const RESUMES =
  'The bulk send goes on by itself then; after a change of plan, start it again at once.'

const PAUSES = ['quota_exceeded', 'recipient_limit_reached', 'sms_limit_reached'] as const

/** The pause for an error that more time, or a larger plan, removes. */
function pauseOf({ code, message, retryAfterSeconds = 60 }: AppError, nowMs: number) {
  if (!PAUSES.some((each) => each === code)) return undefined
  const resumes_at = toIso(nowMs + retryAfterSeconds * 1_000)
  return { code, detail: `${message} ${RESUMES}`, resumes_at }
}

function findingsOf({ definition }: BulkRow, row: ListRow, error: unknown) {
  const at = { row: row.number, line: row.line }
  if (!(error instanceof AppError) || ERRORS[error.code].status >= 500)
    return [
      {
        ...at,
        code: 'internal_error',
        detail:
          'The request could not be created: something went wrong on our side. Send this row again.',
      },
    ]
  const { code, errors, message } = error
  if (errors.length === 0) return [{ ...at, code, detail: message }]
  const roleOf = (index: number) => row.payload?.signers?.[index]?.role ?? ''
  return errors.map((each) => ({
    code,
    ...stored(atColumn(each, at, roleOf, definition.roles)),
  }))
}
