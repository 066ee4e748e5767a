/** Moves files between a folder and a bucket, either way. */
import { together } from '../kernel/batches.ts'
import { codeOf } from '../kernel/type-guards.ts'
import { type BlobStore, sha256Later } from './blob-store.ts'

/** What became of the files. */
interface CopiedBlobs {
  copied: number
  /** Were there already, whole: of an earlier run that was interrupted. */
  kept: number
  /** Hashes whose content in the source differs from their name, or that disappeared meanwhile. */
  damaged: string[]
}

/** How many files travel at a time; each may have 60 MB. */
const TOGETHER = 8

/** Whether a store has a file and its content is what its name says; read in full, past any copies. */
export async function isWhole(store: BlobStore, hash: string): Promise<boolean> {
  if ((await store.writtenMs(hash)) === undefined) return false
  try {
    return (await sha256Later(await store.read(hash))) === hash
  } catch (error) {
    if (codeOf(error) === 'file_damaged') return false
    throw error
  }
}

async function copyOne(from: BlobStore, to: BlobStore, hash: string): Promise<keyof CopiedBlobs> {
  if (await isWhole(to, hash)) return 'kept'
  const bytes = await from.read(hash).catch((error: unknown) => {
    if (codeOf(error) === 'storage_unavailable') throw error
    return undefined
  })
  if (bytes === undefined || (await sha256Later(bytes)) !== hash) return 'damaged'
  // A folder takes a file that exists for whole.
  await to.remove(hash)
  await to.put(bytes, hash)
  if (await isWhole(to, hash)) return 'copied'
  throw new Error(`blob ${hash} is not what was stored`)
}

/**
 * Copies every file of one store into another and reads each there again. Can be interrupted and run again; the source
 * stays as it is.
 * @throws AppError `storage_unavailable` when a store cannot be reached: run it again
 */
export async function copyBlobs(from: BlobStore, to: BlobStore): Promise<CopiedBlobs> {
  const result: CopiedBlobs = { copied: 0, kept: 0, damaged: [] }
  // When it throws, all have ended: another run must not meet them.
  await together(from.list(), TOGETHER, async (hash) => {
    const outcome = await copyOne(from, to, hash)
    if (outcome === 'damaged') result.damaged.push(hash)
    else result[outcome] += 1
  })
  return result
}
