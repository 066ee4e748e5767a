/**
 * Safe retries (draft-ietf-httpapi-idempotency-key-header-07): the same key and request get the same response for 24
 * hours. A failed call can be repeated with the same key.
 */

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { concurrently, takeTurn } from '../../database/concurrent.ts'
import type { Instance } from '../../database/instance.ts'
import type { Db } from '../../database/open.ts'
import { is, rowsOf } from '../../database/rows.ts'
import { sha256Later } from '../../files/blob-store.ts'
import { type Clock, DAY_MS } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { say } from '../../translations/texts.ts'

interface KeysTable {
  account_id: string
  key: string
  request_hash: string
  status: number | null
  answer: string | null
  created_at: number
  /** The instance that runs the first call. */
  owner: string | null
}

declare module '../../database/tables.ts' {
  interface Tables {
    idempotency_keys: KeysTable
  }
}

const KEPT_MS = DAY_MS
/** Status of every stored response. */
const CREATED = 201

const RETRY_SECONDS = 2
/** An hour; a key that is still in use then is freed when the process ends. */
const FORGET_TRIES = 1_800

const isAway = (error: unknown) => error instanceof AppError && error.code === 'storage_unavailable'

/** A key in use, and by whom. */
interface Claim {
  accountId: string
  key: string
  owner: string
  /** Epoch milliseconds. */
  atMs: number
}

/** A response that can be replayed. */
export interface KeptAnswer {
  body: unknown
  /** Whether it was sent before. */
  replayed: boolean
}

/** Hash of everything that identifies a repeated request. */
export async function requestHash(parts: readonly (string | Uint8Array)[]): Promise<string> {
  const hash = createHash('sha256')
  for (const part of parts)
    hash.update(`${part.length} ${typeof part === 'string' ? part : await sha256Later(part)}`)
  return hash.digest('hex')
}

/** Stores responses by idempotency key. */
export class Idempotency extends Service<{ db: Db; clock: Clock; instance: Instance }> {
  /** Frees the keys of calls interrupted by a crash, now and whenever an instance is found to have ended. */
  async recover(): Promise<void> {
    const free = (db: Db) =>
      db
        .deleteFrom('idempotency_keys')
        .where('status', 'is', null)
        .where(this.parts.instance.isGone('owner'))
        .execute()
    await free(this.parts.db)
    this.parts.instance.onGone(free)
  }

  /**
   * Runs work once per key.
   * @param work stores its response in the transaction that has the effect, so that neither exists without the other
   * @throws AppError `idempotency_key_reused`, `idempotency_key_in_use`; whatever the work throws
   */
  async once(
    call: { accountId: string; mode: string; key: string | undefined; hash: string },
    work: (save?: (trx: Db, answer: unknown) => Promise<void>) => Promise<unknown>,
  ): Promise<KeptAnswer> {
    const { accountId, hash } = call
    if (call.key === undefined) return { body: await work(), replayed: false }
    // A key used with a test API key can be used again with a live one.
    const key = `${call.mode} ${call.key}`
    const claim = { accountId, key, owner: this.parts.instance.id, atMs: this.parts.clock.now() }
    const stored = await this.#begin(claim, hash).catch((error) => {
      // It may have begun nevertheless: the answer was lost, not the transaction.
      if (isAway(error)) void this.#forgetLater(claim)
      throw error
    })
    if (stored !== undefined) return stored
    try {
      const body = await work((trx, answer) => this.#save(trx, claim, answer))
      return { body, replayed: false }
    } catch (error) {
      await this.#forget(claim).catch(() => void this.#forgetLater(claim))
      throw error
    }
  }

  /** Undoes the transaction where the key is no longer this call's: others took this process for dead. */
  async #save(trx: Db, claim: Claim, answer: unknown): Promise<void> {
    const isKept = await rowsOf(trx, 'idempotency_keys', {
      account_id: claim.accountId,
      key: claim.key,
      owner: claim.owner,
      created_at: claim.atMs,
      status: null,
    }).change({ status: CREATED, answer: JSON.stringify(answer) })
    if (!isKept)
      throw new AppError('storage_unavailable', say('requests.tooLong'), {
        retryAfterSeconds: RETRY_SECONDS,
      })
  }

  /** Reserves the key, or returns the stored response. */
  async #begin(
    { accountId, key, owner, atMs }: Claim,
    hash: string,
  ): Promise<KeptAnswer | undefined> {
    return await concurrently(this.parts.db, 'turn', async (trx) => {
      await takeTurn(trx, 'idempotency', accountId, key)
      await rowsOf(trx, 'idempotency_keys', {
        created_at: is('<', atMs - KEPT_MS),
        status: is('!=', null),
      }).delete()
      const row = await rowsOf(trx, 'idempotency_keys', { account_id: accountId, key }).first()
      if (row === undefined) {
        await trx
          .insertInto('idempotency_keys')
          .values({
            account_id: accountId,
            key,
            request_hash: hash,
            status: null,
            answer: null,
            created_at: atMs,
            owner,
          })
          .execute()
        return undefined
      }
      if (row.request_hash !== hash)
        throw new AppError('idempotency_key_reused', say('requests.keyReused'))
      if (row.status === null || row.answer === null)
        throw new AppError('idempotency_key_in_use', say('requests.keyInUse'), {
          retryAfterSeconds: RETRY_SECONDS,
        })
      const body: unknown = JSON.parse(row.answer)
      if (membersOf(body).erased === true)
        throw new AppError('document_erased', say('requests.keyErased'))
      return { body, replayed: true }
    })
  }

  /** The database is away: the caller will repeat the call, and must not find its key in use for ever. */
  async #forgetLater(claim: Claim): Promise<void> {
    for (let tries = 0; tries < FORGET_TRIES; tries += 1) {
      await sleep(RETRY_SECONDS * 1_000, undefined, { ref: false })
      const done = await this.#forget(claim).then(
        () => true,
        () => false,
      )
      if (done) return
    }
  }

  async #forget({ accountId, key, owner, atMs }: Claim): Promise<void> {
    await rowsOf(this.parts.db, 'idempotency_keys', {
      account_id: accountId,
      key,
      owner,
      created_at: atMs,
      status: null,
    }).delete()
  }
}

/**
 * Erases the stored response of the call that created a document, in the caller's transaction. The key stays used: a
 * repeated call must not create it anew.
 */
export const forgetAnswer = (trx: Db, created: { accountId: string; documentId: string }) =>
  trx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify({ erased: true }) })
    .where('account_id', '=', created.accountId)
    .where(sql`json_extract(answer, '$.id')`, '=', created.documentId)
    .execute()
