/** Files by the SHA-256 of their content: what every store of them does, in a folder or in a bucket. */
import { createHash, webcrypto } from 'node:crypto'
import type { GrowableBuffer } from '../kernel/bytes.ts'
import { DAY_MS } from '../kernel/clock.ts'

/** Hex SHA-256 of a file: its name in the store. */
export const sha256Hex = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** From this size on hashing takes longer than passing the work to another thread. */
const LARGE_BYTES = 200_000

/** The same off the event loop, which 10 MB would block for 20 to 60 ms. */
export async function sha256Later(bytes: Uint8Array): Promise<string> {
  if (bytes.length < LARGE_BYTES) return sha256Hex(bytes)
  const digest = await webcrypto.subtle.digest('SHA-256', bytes)
  return Buffer.from(digest).toString('hex')
}

/** Whether a text is the name of a file: 64 hexadecimal digits. */
export const isBlobName = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** A file that a store has begun to write. It ends with `put` or with `abandon`, which may follow `put`. */
export interface BegunBlob {
  /** Stores the whole file, as `put` of the store does. */
  put(bytes: Uint8Array, known?: string): Promise<string>
  /** Discards what was begun; stored files stay. */
  abandon(): Promise<void>
}

/** Stores and finds files by content hash. A hash that `put` has returned can be read, also after a crash. */
export interface BlobStore {
  /** Whether other processes write to it too: what no row refers to may then be about to be referred to by theirs. */
  readonly isShared: boolean
  /**
   * Prepares the store. Call once, before anything else.
   * @param isBeside another process may be writing: what it has begun stays
   */
  open(isBeside?: boolean): Promise<void>
  /**
   * Stores a file and returns its hash.
   * @param known its hash, if the caller has just computed it from these bytes
   * @throws AppError `storage_unavailable` when it cannot be written now
   */
  put(bytes: Uint8Array, known?: string): Promise<string>
  /** Starts a file that extends an existing one. */
  begin(from: string): BegunBlob
  /** Reads a file and verifies its hash. @throws AppError `storage_unavailable`; FileDamaged */
  get(hash: string): Promise<Buffer>
  /** Reads a file to append to it, without that check: the caller digests all of it anyway and checks it then. */
  read(hash: string): Promise<GrowableBuffer>
  /** Path of a file on this machine's disk, for a reader in another thread; it may be removed meanwhile. */
  localFile(hash: string): Promise<string>
  /** Removes a file; a missing one is fine. */
  remove(hash: string): Promise<void>
  /** When a file was last written, epoch milliseconds; undefined when it is not there. */
  writtenMs(hash: string): Promise<number | undefined>
  /** What a file has contained, newest first and not checked; absent where a store keeps no versions. */
  earlier?(hash: string): AsyncIterable<Buffer>
  /** Every hash in the store. @param slices only of those that begin with one of these, of {@link SLICES} */
  list(slices?: readonly string[]): AsyncIterable<string>
  /**
   * Deletes for good what was removed a day ago, where a store keeps that at all.
   * @param isReferenced whether any row refers to a file: it then comes back
   */
  purge(isReferenced: (hash: string) => Promise<boolean>): Promise<void>
}

/** What hashes begin with: parts of a store of about the same size, that can be listed by themselves. */
export const SLICES: readonly string[] = Array.from({ length: 256 }, (_, n) =>
  n.toString(16).padStart(2, '0'),
)
const DAYS_OF_ALL = 32

/** Which files rows name. */
export interface Named {
  has(hash: string): Promise<boolean>
  /** Whether there are too many to list them all at once. */
  areMany(): Promise<boolean>
}

/**
 * What a sweep lists of a store on a day. Everything (undefined) of a folder and of a small bucket; else a 32nd of it, so that all
 * of it is looked through in 32 days: what a crash has left can wait that long.
 */
export async function slicesOf(
  { isShared }: Pick<BlobStore, 'isShared'>,
  named: Pick<Named, 'areMany'>,
  nowMs: number,
): Promise<readonly string[] | undefined> {
  if (!isShared || !(await named.areMany())) return undefined
  const day = Math.floor(nowMs / DAY_MS) % DAYS_OF_ALL
  return SLICES.filter((_, n) => n % DAYS_OF_ALL === day)
}
