/** What is stored of a call that is answered later: encrypted under a key of its own, which goes with its row. */
import { randomBytes } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { BlobStore } from '../files/blob-store.ts'
import { withRests } from '../kernel/batches.ts'
import { toIso } from '../kernel/clock.ts'
import { invariant } from '../kernel/invariant.ts'
import { JsonText } from '../kernel/json-text.ts'
import { SecretVault } from '../kernel/secret-vault.ts'
import { omitUndefined } from '../kernel/type-guards.ts'
import { type BatchJson, DEFERRED_LIMITS, type RowError } from './deferred-schemas.ts'
import { type CallRow, type PartRow, SENT } from './deferred-store.ts'

/** JSON text, which is parsed where it is used, is the only class in an order. */
interface Packed {
  order: { data?: unknown }
  text: { text: string; field: string } | undefined
}

/** The address of a call that is answered later. */
export const BATCHES = '/batches'

/** Writes and reads it. */
export class CallFiles {
  readonly #blobs: BlobStore
  readonly #vault: SecretVault
  readonly #origin: string

  /** @param parts `origin`: what addresses of results begin with */
  constructor(parts: { blobs: BlobStore; vault: SecretVault; origin: string }) {
    this.#blobs = parts.blobs
    this.#vault = parts.vault
    this.#origin = parts.origin
  }

  /** A new key, as it is stored in the row. */
  newKey(id: string): Buffer {
    return this.#vault.seal(id, randomBytes(32).toString('base64'))
  }

  seal(call: CallRow, number: number, value: unknown): Buffer {
    return this.#vaultOf(call).seal(`${call.id} ${number}`, serialize(value))
  }

  open<Value>(call: CallRow, number: number, sealed: Buffer): Value {
    return deserialize(this.#vaultOf(call).openBytes(`${call.id} ${number}`, sealed)) as Value
  }

  /** Stores a file. */
  async put(call: CallRow, number: number, value: unknown): Promise<PartRow> {
    const sealed = this.seal(call, number, value)
    const sha256 = await this.#blobs.put(sealed)
    return { call_id: call.id, number, sha256, bytes: sealed.length, error: null }
  }

  async read<Value>(call: CallRow, { number, sha256 }: PartRow): Promise<Value> {
    invariant(sha256 !== null, 'a part that is read has a file')
    return this.open<Value>(call, number, await this.#blobs.get(sha256))
  }

  putOrder(call: CallRow, number: number, order: { data?: unknown }): Promise<PartRow> {
    const { data } = order
    const isText = data instanceof JsonText
    const text = isText ? { text: data.text, field: data.field } : undefined
    const packed: Packed = { order: isText ? { ...order, data: undefined } : order, text }
    return this.put(call, number, packed)
  }

  async readOrder(call: CallRow, part: PartRow): Promise<object> {
    const { order, text } = await this.read<Packed>(call, part)
    return text === undefined ? order : { ...order, data: new JsonText(text.text, text.field) }
  }

  async discard(files: ReadonlyArray<string | null>): Promise<void> {
    for (const sha256 of files) if (sha256 !== null) await this.#blobs.remove(sha256)
  }

  /** Removes files that no row names; one written after `beforeMs` may be about to get its row. */
  async sweep(named: { has(hash: string): Promise<boolean> }, beforeMs: number): Promise<void> {
    for await (const hash of withRests(this.#blobs.list()))
      if (!(await named.has(hash)) && ((await this.#blobs.writtenMs(hash)) ?? beforeMs) < beforeMs)
        await this.#blobs.remove(hash)
    await this.#blobs.purge((hash) => named.has(hash))
  }

  /** A call as callers see it. */
  view(call: CallRow, parts: readonly PartRow[]): BatchJson {
    const rows = parts.filter(({ number }) => number > SENT)
    const failed = rows.filter(({ error }) => error !== null)
    const open = rows.length === 0 ? 'waiting' : 'running'
    const { id, status, row_count: total } = call
    return omitUndefined<BatchJson>({
      id,
      test: call.mode === 'test',
      operation: call.operation,
      status: status === 'open' ? open : status,
      rows: {
        total,
        waiting: total - rows.length,
        done: rows.length - failed.length,
        failed: failed.length,
      },
      errors: this.errorsOf(call, failed.slice(0, DEFERRED_LIMITS.errors)),
      problem:
        call.error === null
          ? undefined
          : this.open<NonNullable<BatchJson['problem']>>(call, SENT, call.error),
      result_url: status === 'completed' ? `${this.#origin}${BATCHES}/${id}/result` : undefined,
      created_at: call.created_at,
      ended_at: call.ended_at ?? undefined,
      expires_at: toIso(call.expires_at),
    })
  }

  errorsOf(call: CallRow, failed: readonly PartRow[]): RowError[] {
    return failed.flatMap(({ number, error }) =>
      error ? [this.open<RowError>(call, number, error)] : [],
    )
  }

  #vaultOf({ id, sealed_key }: CallRow): SecretVault {
    return new SecretVault(Buffer.from(this.#vault.open(id, sealed_key), 'base64'))
  }
}
