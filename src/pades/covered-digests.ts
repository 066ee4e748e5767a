/** Digests of what signatures cover: each covers the file up to its own value, so the beginning is read once. */
import type { Hash } from 'node:crypto'
import { digestOptions, newDigest } from './algorithms.ts'

const NOTHING = Buffer.alloc(0)

/** Digests parts of one file, which may grow; most efficient when signatures are requested in file order. */
export class CoveredDigests {
  /** By algorithm: the digest state after a number of bytes of the file. */
  readonly #begun = new Map<string, { hash: Hash; length: number }>()

  /**
   * @param algorithm by its name in node:crypto
   * @param covered the file's beginning, and what follows the signature's value
   */
  of(algorithm: string, [before, after]: readonly [Uint8Array, Uint8Array]): Buffer {
    const known = this.#begun.get(algorithm)
    const begun =
      known !== undefined && known.length <= before.length
        ? known
        : { hash: newDigest(algorithm), length: 0 }
    begun.hash.update(before.subarray(begun.length))
    begun.length = before.length
    this.#begun.set(algorithm, begun)
    return begun.hash.copy(digestOptions(algorithm)).update(after).digest()
  }

  /** SHA-256 of the whole file, in hexadecimal: its name in the blob store. */
  ofWhole(file: Uint8Array): string {
    return this.of('sha256', [file, NOTHING]).toString('hex')
  }
}
