/** Calls with `Prefer: respond-async`: what was sent is stored, a job works it off, and the result waits to be fetched. */
import { type Caller, holderOf } from '../accounts/caller.ts'
import { concurrently, inTurn } from '../database/concurrent.ts'
import { toAppError } from '../http/problem.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { HOUR_MS, toIso } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { Locale } from '../kernel/languages.ts'
import { say } from '../translations/texts.ts'
import type { Answer } from './answer.ts'
import { type BatchJson, DEFERRED_LIMITS, type Keeping } from './deferred-schemas.ts'
import type { CallRow } from './deferred-store.ts'
import * as store from './deferred-store.ts'
import { DeferredWork, type FileCall, type WorkParts } from './deferred-work.ts'
import type { FileCalls } from './file-calls.ts'

const JOB = 'rendering.deferred'
/** The other slots of jobs are for signatures, seals and mails. */
const CALLS_AT_ONCE = 2
const RETRIES_MS = [5_000, 15_000, 30_000, 60_000, 300_000, 300_000, 900_000, 900_000]

/** Dependencies. */
interface DeferredParts extends WorkParts {
  jobs: Jobs
  calls: FileCalls
}

/** Accepts calls, has them worked off, and keeps what they made. */
export class Deferred {
  readonly #parts: DeferredParts
  readonly #work: DeferredWork

  constructor(parts: DeferredParts) {
    this.#parts = parts
    this.#work = new DeferredWork(parts)
    parts.jobs.handle<{ id: string }>(JOB, {
      atOnce: CALLS_AT_ONCE,
      retryDelaysMs: RETRIES_MS,
      run: ({ id }, { signal }) => this.#run(id, signal),
      givenUp: async (trx, { id }, error) => {
        const call = await store.findCall(trx, id)
        if (call === undefined) return
        await this.#work.write(trx, call, toAppError(error))
        await this.#plan(trx, id, call.expires_at)
      },
    })
  }

  /** Makes the file of a call at once. */
  make(operation: keyof FileCalls, caller: Caller, order: object, signal: AbortSignal) {
    return this.#callOf(operation).make(caller, order, signal)
  }

  /** Stores a call, to be worked off by a job. @throws batch_limit_reached */
  async accept(
    caller: Caller,
    asked: { operation: keyof FileCalls; order: object; keeping: Keeping; locale: Locale },
  ): Promise<BatchJson> {
    const { db, clock, files } = this.#parts
    const { operation, order, keeping, locale } = asked
    const nowMs = clock.now()
    const id = newId('bat', nowMs)
    const call: CallRow = {
      id,
      account_id: caller.account.id,
      mode: caller.key.mode,
      key_id: caller.key.id,
      operation,
      locale,
      sealed_key: files.newKey(id),
      row_count: this.#callOf(operation).rows?.count(order) ?? 1,
      keeps: keeping.isChosen ? 1 : 0,
      status: 'open',
      error: null,
      created_at: toIso(nowMs),
      ended_at: null,
      expires_at: nowMs + keeping.seconds * 1_000,
    }
    const sent = await files.putOrder(call, store.SENT, order)
    try {
      await inTurn(db, ['account', call.account_id], async (trx) => {
        const { held: max } = DEFERRED_LIMITS
        if ((await store.countCalls(trx, call.account_id, call.mode)) >= max)
          throw new AppError('batch_limit_reached', say('batches.most', { max }))
        await store.insertCall(trx, call, sent)
        await this.#plan(trx, id, nowMs)
      })
    } catch (error) {
      await files.discard([sent.sha256])
      throw error
    }
    return files.view(call, [])
  }

  /** @throws batch_not_found */
  async get(caller: Caller, id: string): Promise<BatchJson> {
    const call = await this.#find(caller, id)
    return this.#parts.files.view(call, await store.partsOf(this.#parts.db, id))
  }

  /**
   * The finished file, and what is to be done once it is sent.
   * @throws batch_not_found, batch_state_conflict
   */
  async result(caller: Caller, id: string): Promise<Answer & { sent(): Promise<void> }> {
    const { db, files } = this.#parts
    const call = await this.#find(caller, id)
    if (call.status !== 'completed') {
      const detail = say(call.status === 'open' ? 'batches.unfinished' : 'batches.failed')
      throw new AppError('batch_state_conflict', detail)
    }
    const part = (await store.partsOf(db, id)).find(({ sha256 }) => sha256 !== null)
    if (part === undefined) throw notFound()
    const answer = await files.read<Answer>(call, part)
    return { ...answer, sent: async () => (call.keeps === 1 ? undefined : this.#erase(id)) }
  }

  /** Cancels a call, and erases all of it. @throws batch_not_found */
  async erase(caller: Caller, id: string): Promise<void> {
    await this.#find(caller, id)
    await this.#erase(id)
  }

  /** Erases everything of an account. */
  async eraseAccount(accountId: string): Promise<void> {
    for (const id of await store.idsOf(this.#parts.db, accountId)) await this.#erase(id)
  }

  /** Removes files that a crash left without a row. */
  async sweep(): Promise<void> {
    const { db, files, clock } = this.#parts
    await files.sweep(store.deferredFiles(db), clock.now() - HOUR_MS)
  }

  async #find(caller: Caller, id: string): Promise<CallRow> {
    const holder = { ...holderOf(caller), nowMs: this.#parts.clock.now() }
    const call = await store.findCall(this.#parts.db, id, holder)
    if (call === undefined) throw notFound()
    return call
  }

  #callOf(operation: keyof FileCalls): FileCall<object> {
    return this.#parts.calls[operation] as FileCall<object>
  }

  /** Has a call worked on, or what is over erased. */
  async #run(id: string, stopping: AbortSignal): Promise<void> {
    const { db, clock } = this.#parts
    const call = await store.findCall(db, id)
    if (call === undefined) return
    const isOpen = call.ended_at === null
    if (call.expires_at <= clock.now()) {
      const late = new AppError('render_limit_exceeded', say('batches.late'))
      if (isOpen) await this.#work.end(call, late)
      return await this.#erase(id)
    }
    const work = this.#callOf(call.operation as keyof FileCalls)
    const hasEnded = !isOpen || (await this.#work.go(call, work, stopping))
    await this.#plan(db, id, hasEnded ? call.expires_at : clock.now())
  }

  #plan(db: WorkParts['db'], id: string, runAtMs: number): Promise<void> {
    return this.#parts.jobs.add(db, JOB, { id }, { uniqueKey: id, runAtMs })
  }

  async #erase(id: string): Promise<void> {
    const { db, files } = this.#parts
    this.#work.stop(id)
    await files.discard(await concurrently(db, 'rows', (trx) => store.deleteCall(trx, id)))
  }
}

const notFound = (): AppError => new AppError('batch_not_found', say('batches.unknown'))
