/**
 * Files that are on disk before a row references them. Files left unreferenced are removed as soon as the call fails,
 * not only at the next start: refused calls must not fill the disk.
 */

import type { Db } from '../../database/open.ts'
import { type BlobStore, sha256Later, slicesOf } from '../../files/blob-store.ts'
import { inPages, withRests } from '../../kernel/batches.ts'
import { Service } from '../../kernel/service.ts'
import { blobsInUse, hasGaps, isBlobNamed, unnamedOf } from '../store/blob-refs.ts'

/** Stores a file and returns its hash. @throws AppError `storage_unavailable` */
export type SaveFile = (bytes: Uint8Array) => Promise<string>

/** Stores files for calls; the same file may be part of several at once. */
export class PendingBlobs extends Service<{ db: Db; blobs: BlobStore }> {
  /** Number of calls using a file that may not be referenced by a row yet. */
  readonly #held = new Map<string, number>()
  readonly #removing = new Map<string, Promise<void>>()

  /** Runs work that stores files; if it throws, removes those that no row references. */
  async during<Result>(work: (save: SaveFile) => Promise<Result>): Promise<Result> {
    const mine: string[] = []
    const save: SaveFile = async (bytes) => {
      const hash = await sha256Later(bytes)
      this.#held.set(hash, (this.#held.get(hash) ?? 0) + 1)
      mine.push(hash)
      await this.#removing.get(hash)
      return await this.parts.blobs.put(bytes)
    }
    try {
      const result = await work(save)
      for (const hash of mine) this.#release(hash)
      return result
    } catch (error) {
      for (const hash of mine) this.#release(hash)
      // If this fails too, the daily sweep removes them.
      for (const hash of new Set(mine)) await this.#discard(hash).catch(() => undefined)
      throw error
    }
  }

  /** Removes files that no row references any more, except those a running call has just stored. */
  async discard(hashes: Iterable<string>): Promise<void> {
    for await (const hash of withRests(new Set(hashes))) await this.#discard(hash)
  }

  /**
   * Removes unreferenced files not written recently; returns how many. None while rows of earlier builds are recorded. Of a
   * large bucket it lists what is due today: see {@link slicesOf}.
   */
  async sweep(beforeMs: number): Promise<number> {
    const { db, blobs } = this.parts
    if (await hasGaps(db)) return 0
    let removed = 0
    const slices = await slicesOf(blobs, blobsInUse(db), beforeMs)
    for await (const page of inPages(blobs.list(slices)))
      for (const hash of await unnamedOf(db, page)) {
        // Files being signed or sealed are on disk before their row.
        if (((await blobs.writtenMs(hash)) ?? beforeMs) >= beforeMs) continue
        await this.#discard(hash)
        removed += 1
      }
    await blobs.purge((hash) => isBlobNamed(db, hash))
    return removed
  }

  #release(hash: string): void {
    const count = (this.#held.get(hash) ?? 1) - 1
    if (count === 0) this.#held.delete(hash)
    else this.#held.set(hash, count)
  }

  async #discard(hash: string): Promise<void> {
    const removal = this.#removeUnnamed(hash)
    this.#removing.set(
      hash,
      removal.catch(() => undefined),
    )
    try {
      await removal
    } finally {
      this.#removing.delete(hash)
    }
  }

  async #removeUnnamed(hash: string): Promise<void> {
    if (await isBlobNamed(this.parts.db, hash)) return
    // A call that arrives meanwhile waits for this to end and stores the file again.
    if (!this.#held.has(hash)) await this.parts.blobs.remove(hash)
  }
}
