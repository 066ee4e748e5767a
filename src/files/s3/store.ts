/**
 * Files in a bucket, which other instances use too. A removed file lies beside the others for a day: theirs may have
 * been about to refer to it. See docs/adr/0019-files-in-a-bucket.md.
 */

import { type GrowableBuffer, growableBuffer } from '../../kernel/bytes.ts'
import { type Clock, DAY_MS } from '../../kernel/clock.ts'
import { type BegunBlob, type BlobStore, isBlobName, sha256Later } from '../blob-store.ts'
import { FileDamaged } from '../damaged-files.ts'
import type { LocalCopies } from '../local-copies.ts'
import type { Bucket } from './bucket.ts'

/** What a store consists of. */
interface S3StoreParts {
  bucket: Bucket
  /** What its keys begin with, such as `prefix/fonts/`, and those of its removed files. */
  keys: { stored: string; removed: string }
  clock: Clock
  /** Files that are needed again and again are kept here too; undefined: nothing is. */
  copies: LocalCopies | undefined
  /** Is called for every file that is found missing or damaged. */
  report(hash: string): void
}

/** Stores and finds files by content hash under one prefix. */
export class S3BlobStore implements BlobStore {
  readonly isShared = true
  readonly #parts: S3StoreParts

  constructor(parts: S3StoreParts) {
    this.#parts = parts
  }

  async open(): Promise<void> {
    await this.#parts.copies?.open()
  }

  /** Writes also what exists: its age begins anew, so that no sweep takes it before a row names it. */
  async put(bytes: Uint8Array, known?: string): Promise<string> {
    const hash = known ?? (await sha256Later(bytes))
    await this.#parts.bucket.put(this.#key(hash), bytes, hash)
    return hash
  }

  /** Nothing begins: an object is written at once. */
  begin(): BegunBlob {
    return { put: (bytes, known) => this.put(bytes, known), abandon: async () => undefined }
  }

  async get(hash: string): Promise<Buffer> {
    const { copies } = this.#parts
    const fetch = () => this.#checked(hash)
    return copies === undefined ? await fetch() : await copies.read(this.#named(hash), fetch)
  }

  async read(hash: string): Promise<GrowableBuffer> {
    return await this.#whole(hash, growableBuffer)
  }

  async localFile(hash: string): Promise<string> {
    const { copies } = this.#parts
    if (copies === undefined) throw new Error('these files have no local copies')
    return await copies
      .path(this.#named(hash), () => this.#checked(hash))
      .catch((error) => {
        if (error instanceof FileDamaged && error.isMissing) return copies.pathOf(hash)
        throw error
      })
  }

  /** Moves it to the removed files. */
  async remove(hash: string): Promise<void> {
    const { bucket, copies } = this.#parts
    if (await bucket.copy(this.#key(hash), this.#removedKey(hash)))
      await bucket.delete(this.#key(hash))
    await copies?.forget(hash)
  }

  async writtenMs(hash: string): Promise<number | undefined> {
    return await this.#parts.bucket.writtenMs(this.#key(hash))
  }

  async *earlier(hash: string): AsyncGenerator<Buffer> {
    for (const key of [this.#key(hash), this.#removedKey(hash)])
      yield* this.#parts.bucket.versions(key)
  }

  async *list(slices = ['']): AsyncGenerator<string> {
    for (const slice of slices)
      for await (const { hash } of this.#listed(this.#parts.keys.stored, slice)) yield hash
  }

  async purge(isReferenced: (hash: string) => Promise<boolean>): Promise<void> {
    const { bucket, clock, keys } = this.#parts
    const beforeMs = clock.now() - DAY_MS
    for await (const { hash, writtenMs } of this.#listed(keys.removed)) {
      if (writtenMs >= beforeMs) continue
      const isLost = (await isReferenced(hash)) && (await this.writtenMs(hash)) === undefined
      if (isLost) await bucket.copy(this.#removedKey(hash), this.#key(hash))
      await bucket.delete(this.#removedKey(hash))
    }
    await bucket.abortUploads(keys.stored, beforeMs)
  }

  async *#listed(prefix: string, slice = ''): AsyncGenerator<{ hash: string; writtenMs: number }> {
    for await (const { key, writtenMs } of this.#parts.bucket.list(prefix + slice)) {
      const hash = key.slice(prefix.length)
      if (isBlobName(hash)) yield { hash, writtenMs }
    }
  }

  /** A file that differs from its name is read once more: it may have changed on the way. */
  async #checked(hash: string): Promise<Buffer> {
    for (const _try of [1, 2]) {
      const bytes = await this.#whole(hash, (length) => Buffer.allocUnsafeSlow(length))
      if ((await sha256Later(bytes)) === hash) return bytes
    }
    throw this.#damaged(hash, 'damaged')
  }

  /** @throws AppError `storage_unavailable`; FileDamaged */
  async #whole<Bytes extends Uint8Array>(hash: string, allocate: (length: number) => Bytes) {
    // The first key again: the file may just have come back.
    for (const key of [this.#key(hash), this.#removedKey(hash), this.#key(hash)]) {
      const bytes = await this.#parts.bucket.get(key, allocate)
      if (bytes !== undefined) return bytes
    }
    throw this.#damaged(hash, 'missing')
  }

  #damaged(hash: string, state: 'missing' | 'damaged'): FileDamaged {
    this.#parts.report(hash)
    return new FileDamaged(hash, state)
  }

  #named(hash: string): string {
    if (!isBlobName(hash)) throw new Error('not a blob name')
    return hash
  }

  #key(hash: string): string {
    return this.#parts.keys.stored + this.#named(hash)
  }

  #removedKey(hash: string): string {
    return this.#parts.keys.removed + this.#named(hash)
  }
}
