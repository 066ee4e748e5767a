/**
 * Repeating a call safely (draft-ietf-httpapi-idempotency-key-header-07): the same key and request get the same
 * answer for 24 hours. A call that failed can be repeated with the same key.
 */
import { createHash } from 'node:crypto'
import type { Db } from '../database/open.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'

interface KeysTable {
  account_id: string
  key: string
  request_hash: string
  status: number | null
  answer: string | null
  created_at: number
}

declare module '../database/tables.ts' {
  interface Tables {
    idempotency_keys: KeysTable
  }
}

const KEPT_MS = 24 * 3_600_000
/** A call that has not answered by then died with its process. */
const RUNNING_MS = 10 * 60_000

/** An answer that can be given again. */
export interface KeptAnswer {
  status: number
  body: unknown
  /** Whether it was given before. */
  replayed: boolean
}

/** Hash of everything that makes a request the same one. */
export function requestHash(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length} `).update(part)
  return hash.digest('hex')
}

/** Keeps answers. */
export class Idempotency {
  readonly #db: Db
  readonly #clock: Clock

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /**
   * Runs work once per key.
   * @throws AppError `idempotency_key_reused`, `idempotency_key_in_use`; whatever the work throws
   */
  async once(
    id: { accountId: string; key: string | undefined; hash: string },
    work: () => Promise<{ status: number; body: unknown }>,
  ): Promise<KeptAnswer> {
    if (id.key === undefined) return { ...(await work()), replayed: false }
    const kept = await this.#begin(id.accountId, id.key, id.hash)
    if (kept !== undefined) return kept
    try {
      const { status, body } = await work()
      await this.#db
        .updateTable('idempotency_keys')
        .set({ status, answer: JSON.stringify(body) })
        .where('account_id', '=', id.accountId)
        .where('key', '=', id.key)
        .execute()
      return { status, body, replayed: false }
    } catch (error) {
      await this.#forget(this.#db, id.accountId, id.key)
      throw error
    }
  }

  /** Takes the key, or answers what was answered before. */
  async #begin(accountId: string, key: string, hash: string): Promise<KeptAnswer | undefined> {
    const nowMs = this.#clock.now()
    return await this.#db.transaction().execute(async (trx) => {
      await trx
        .deleteFrom('idempotency_keys')
        .where((eb) =>
          eb.or([
            eb('created_at', '<', nowMs - KEPT_MS),
            eb.and([eb('status', 'is', null), eb('created_at', '<', nowMs - RUNNING_MS)]),
          ]),
        )
        .execute()
      const row = await trx
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('key', '=', key)
        .executeTakeFirst()
      if (row === undefined) {
        await trx
          .insertInto('idempotency_keys')
          .values({
            account_id: accountId,
            key,
            request_hash: hash,
            status: null,
            answer: null,
            created_at: nowMs,
          })
          .execute()
        return undefined
      }
      if (row.request_hash !== hash)
        throw new AppError(
          'idempotency_key_reused',
          'This Idempotency-Key came with another request within 24 hours. Use a new one.',
        )
      if (row.status === null || row.answer === null)
        throw new AppError(
          'idempotency_key_in_use',
          'The first request with this Idempotency-Key is still running. Repeat the call in a moment.',
          { retryAfterSeconds: 2 },
        )
      return { status: row.status, body: JSON.parse(row.answer) as unknown, replayed: true }
    })
  }

  async #forget(db: Db, accountId: string, key: string): Promise<void> {
    await db
      .deleteFrom('idempotency_keys')
      .where('account_id', '=', accountId)
      .where('key', '=', key)
      .execute()
  }
}
