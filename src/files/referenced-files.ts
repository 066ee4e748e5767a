/** Files that rows refer to by their hash; several rows may share one. A file without a row is removed. */
import type { BlobStore } from './blob-store.ts'

/** Stores and removes such files, one change at a time: a removal must not coincide with an upload of the same file. */
export class ReferencedFiles {
  readonly blobs: BlobStore
  readonly #isReferenced: (hash: string) => Promise<boolean>
  #turn: Promise<unknown> = Promise.resolve()

  /** @param isReferenced whether any row refers to a file */
  constructor(blobs: BlobStore, isReferenced: (hash: string) => Promise<boolean>) {
    this.blobs = blobs
    this.#isReferenced = isReferenced
  }

  /** Runs a change after those before it. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }

  /** Removes files that a crash left without a row; serialised with uploads, so it is safe while the service runs. */
  async sweep(): Promise<void> {
    for (const hash of await this.blobs.list()) await this.inTurn(() => this.removeUnused([hash]))
  }

  /** Stores a file and writes its rows; removes it again if they could not be written. Within {@link inTurn}. */
  async store<T>(bytes: Uint8Array, write: (sha256: string) => Promise<T>): Promise<T> {
    const sha256 = await this.blobs.put(bytes)
    try {
      return await write(sha256)
    } catch (error) {
      await this.removeUnused([sha256])
      throw error
    }
  }

  /** Removes those of the files that no row refers to any more. Within {@link inTurn}. */
  async removeUnused(hashes: readonly string[]): Promise<void> {
    for (const hash of new Set(hashes))
      if (!(await this.#isReferenced(hash))) await this.blobs.remove(hash)
  }
}
