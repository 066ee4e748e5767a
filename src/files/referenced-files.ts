/** Files that rows refer to by their hash; several rows may share one. A file without a row is removed. */
import { withRests } from '../kernel/batches.ts'
import { type Clock, DAY_MS } from '../kernel/clock.ts'
import { type BlobStore, type Named, slicesOf } from './blob-store.ts'

/** Stores and removes such files, one change at a time: a removal must not coincide with an upload of the same file. */
export class ReferencedFiles {
  readonly blobs: BlobStore
  readonly #clock: Clock
  readonly #named: Named
  #turn: Promise<unknown> = Promise.resolve()

  constructor(blobs: BlobStore, clock: Clock, named: Named) {
    this.blobs = blobs
    this.#clock = clock
    this.#named = named
  }

  /** Runs a change after those before it. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }

  /**
   * Removes files that a crash left without a row; serialised with uploads, so it is safe while the service runs. In a
   * store that others use too it removes only what has been there for a day: their uploads take no turns with ours. Of a
   * large one it lists what is due today.
   */
  async sweep(): Promise<void> {
    const beforeMs = this.#clock.now() - DAY_MS
    const slices = await slicesOf(this.blobs, this.#named, beforeMs)
    for await (const hash of withRests(this.blobs.list(slices))) {
      const isLeft = async () =>
        !this.blobs.isShared || ((await this.blobs.writtenMs(hash)) ?? beforeMs) < beforeMs
      await this.inTurn(() => this.#removeUnused(hash, isLeft))
    }
    await this.blobs.purge((hash) => this.#named.has(hash))
  }

  /** Stores a file and writes its rows; removes it again if they could not be written. Within {@link ReferencedFiles.inTurn}. */
  async store<T>(bytes: Uint8Array, write: (sha256: string) => Promise<T>): Promise<T> {
    const sha256 = await this.blobs.put(bytes)
    try {
      return await write(sha256)
    } catch (error) {
      await this.removeUnused([sha256])
      throw error
    }
  }

  /** Removes those of the files that no row refers to any more. Within {@link ReferencedFiles.inTurn}. */
  async removeUnused(hashes: readonly string[]): Promise<void> {
    for (const hash of new Set(hashes)) await this.#removeUnused(hash, async () => true)
  }

  async #removeUnused(hash: string, may: () => Promise<boolean>): Promise<void> {
    if (!(await this.#named.has(hash)) && (await may())) await this.blobs.remove(hash)
  }
}
