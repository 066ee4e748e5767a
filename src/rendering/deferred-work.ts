/**
 * The work on calls with `Prefer: respond-async`, a slice at a time. A row is stored in the transaction that counts it,
 * so a crash at any moment leaves both or neither.
 */
import type { Caller } from '../accounts/caller.ts'
import type { Quota } from '../accounts/quota.ts'
import { concurrently } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import { toAppError, toWire } from '../http/problem.ts'
import type { JobLog } from '../jobs/jobs.ts'
import { together } from '../kernel/batches.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { AppError, ERRORS } from '../kernel/errors.ts'
import { detailIn } from '../translations/findings.ts'
import { say } from '../translations/texts.ts'
import type { Answer } from './answer.ts'
import { BATCH_LIMITS } from './batch-rows.ts'
import type { CallFiles } from './deferred-files.ts'
import { DEFERRED_LIMITS, type RowError } from './deferred-schemas.ts'
import type { CallRow, PartRow } from './deferred-store.ts'
import * as store from './deferred-store.ts'
import type { BatchEvents } from './ports.ts'

/** A call that makes a file. The only class in its order is that of JSON text as `data`, since it is stored. */
export interface FileCall<Order extends object> {
  make(caller: Caller, order: Order, signal: AbortSignal): Promise<Answer>
  /** Of many documents, each a row. */
  rows?: {
    count(order: Order): number
    make(caller: Caller, order: Order, index: number, signal: AbortSignal): Promise<Answer>
    join(order: Order, made: readonly Answer[], failed: readonly RowError[]): Promise<Answer>
  }
}

/** Dependencies of the work. */
export interface WorkParts {
  db: Db
  clock: Clock
  log: JobLog
  quota: Pick<Quota, 'spend'>
  events: BatchEvents
  files: CallFiles
  /** The key of a call as a caller; undefined: it is revoked, or its account disabled. */
  callerOf(call: Pick<CallRow, 'account_id' | 'key_id' | 'mode'>): Promise<Caller | undefined>
}

/** Documents of one call that are made at the same time: the queues behind share their slots among accounts. */
const ROWS_AT_ONCE = 4
/** Then another call has its turn. */
const SLICE_MS = 5_000
const UNAVAILABLE = 503

/** Erased meanwhile, or another process was faster: nothing of this attempt remains. */
class Gone extends Error {}

/** What a call ends with: its result, or why there is none; `rows`: its rows say it. */
type End = PartRow | AppError | 'rows'

interface Slice {
  call: CallRow
  work: FileCall<object>
  order: object
  caller: Caller
  signal: AbortSignal
}

/** Works calls off. */
export class DeferredWork {
  readonly #parts: WorkParts
  /** What is worked on here. */
  readonly #working = new Map<string, AbortController>()

  constructor(parts: WorkParts) {
    this.#parts = parts
  }

  /** Does rows for a while; returns whether the call has ended. */
  async go(call: CallRow, work: FileCall<object>, stopping: AbortSignal): Promise<boolean> {
    const { db, files, callerOf } = this.#parts
    const stop = new AbortController()
    const signal = AbortSignal.any([stopping, stop.signal])
    this.#working.set(call.id, stop)
    try {
      const caller = await callerOf(call)
      if (caller === undefined)
        return await this.end(call, new AppError('api_key_invalid', say('batches.keyGone')))
      const parts = await store.partsOf(db, call.id)
      const sent = parts.find(({ number }) => number === store.SENT)
      if (sent === undefined) return true
      const order = await files.readOrder(call, sent)
      const slice = { call, work, order, caller, signal }
      await together(waiting(call, parts), ROWS_AT_ONCE, (number) => this.#row(slice, number))
      const made = (await store.partsOf(db, call.id)).filter(({ number }) => number > store.SENT)
      return made.length === call.row_count && (await this.#finish(slice, made))
    } catch (error) {
      if (error instanceof Gone || stop.signal.aborted) return true
      throw error
    } finally {
      this.#working.delete(call.id)
    }
  }

  /** Stops what runs here. */
  stop(id: string): void {
    this.#working.get(id)?.abort(new Gone())
  }

  /** Ends a call. */
  async end(call: CallRow, end: End): Promise<true> {
    const { db, files } = this.#parts
    await files.discard(await concurrently(db, 'rows', (trx) => this.write(trx, call, end)))
    return true
  }

  /** Ends a call, with its event, in the caller's transaction; returns files that are of no use any more. */
  async write(trx: Db, call: CallRow, end: End): Promise<string[]> {
    const { clock, events, files } = this.#parts
    const problem = end instanceof AppError ? end : undefined
    const result = end instanceof AppError || end === 'rows' ? undefined : end
    if (result?.number === store.RESULT && !(await store.addPart(trx, result))) throw new Gone()
    const detail = problem && detailIn(call.locale, problem)
    const changes = {
      status: result === undefined ? ('failed' as const) : ('completed' as const),
      error: problem ? files.seal(call, store.SENT, { code: problem.code, detail }) : null,
      ended_at: toIso(clock.now()),
    }
    if (!(await store.endCall(trx, call.id, changes))) throw new Gone()
    const parts = await store.partsOf(trx, call.id)
    const { id, test: _test, errors: _errors, ...data } = files.view({ ...call, ...changes }, parts)
    const { account_id: accountId, mode } = call
    const type = `batch.${changes.status}` as const
    await events.publish(trx, { type, accountId, mode, data: { batch_id: id, ...data }, id })
    return await store.forgetFiles(trx, id, result?.number ?? store.NONE)
  }

  /** Makes the document of a row, or notes what is wrong with it. */
  async #row({ call, work, order, caller, signal }: Slice, number: number): Promise<void> {
    const { db, quota, log, files } = this.#parts
    const paid: Caller = { ...caller, prepaid: true }
    const made: string[] = []
    const add = async (trx: Db, part: PartRow) => {
      if (!(await store.addPart(trx, part))) throw new Gone()
    }
    const make = async (): Promise<PartRow> => {
      signal.throwIfAborted()
      const answer = await (work.rows?.make(paid, order, number - 1, signal) ??
        work.make(paid, order, signal))
      const part = await files.put(call, number, answer)
      made.push(part.sha256 ?? '')
      return part
    }
    try {
      await quota.spend(caller, 'documents', make, 1, add)
    } catch (error) {
      await files.discard(made)
      if (signal.aborted || error instanceof Gone) throw error
      const known = toAppError(error)
      const { status } = ERRORS[known.code]
      if (status === UNAVAILABLE) throw known
      if (status >= 500) log.error({ err: error, batch: call.id }, 'a row of a batch failed')
      const errors = known.errors.slice(0, DEFERRED_LIMITS.findings).map(toWire(call.locale))
      const detail = detailIn(call.locale, known)
      const said = { row: number, code: known.code, detail, ...(errors.length > 0 && { errors }) }
      const sealed = files.seal(call, number, said)
      const part = { call_id: call.id, number, sha256: null, bytes: 0, error: sealed }
      await concurrently(db, 'rows', (trx) => add(trx, part))
    }
  }

  /** Puts the documents together, where there are several. */
  async #finish({ call, work, order }: Slice, parts: readonly PartRow[]): Promise<true> {
    const { files } = this.#parts
    const [first] = parts
    const good = parts.filter(({ error }) => error === null)
    if (first === undefined || good.length === 0) return await this.end(call, 'rows')
    if (work.rows === undefined) return await this.end(call, first)
    const made: string[] = []
    try {
      const max = BATCH_LIMITS.bytes
      if (good.reduce((sum, { bytes }) => sum + bytes, 0) > max)
        throw new AppError('render_limit_exceeded', say('lists.bytes', { max: max / 1_048_576 }))
      const answers: Answer[] = []
      for (const part of good) answers.push(await files.read(call, part))
      const joined = await work.rows.join(order, answers, files.errorsOf(call, parts))
      const result = await files.put(call, store.RESULT, joined)
      made.push(result.sha256 ?? '')
      return await this.end(call, result)
    } catch (error) {
      await files.discard(made)
      if (!(error instanceof AppError) || ERRORS[error.code].status >= 500) throw error
      return await this.end(call, error)
    }
  }
}

/** The rows that are not made, as long as a slice lasts. */
function* waiting({ row_count }: CallRow, parts: readonly PartRow[]): Generator<number> {
  const made = new Set(parts.map(({ number }) => number))
  const untilMs = performance.now() + SLICE_MS
  for (let number = 1; number <= row_count && performance.now() < untilMs; number += 1)
    if (!made.has(number)) yield number
}
