/** What accounts and stores of files hold. */
import type { Config } from '../../src/config/config.ts'
import type { BlobStore } from '../../src/files/blob-store.ts'
import { openStorage } from '../../src/files/open-storage.ts'
import type { BlobKind } from '../../src/files/storage.ts'
import type { Clock } from '../../src/kernel/clock.ts'

/** What `GET /usage` says of an account without templates and requests. */
export const NOTHING_HELD = {
  bytes: 0,
  drafts: { used: 0, limit: 1 },
  unsent_bytes: { used: 0, limit: 1 },
}

/** Every hash of a kind that a service holds, wherever its settings put files. */
export async function filesOf(
  { config, clock }: { config: Config; clock: Clock },
  kind: BlobKind = 'documents',
): Promise<string[]> {
  const storage = await openStorage(config.storage, { ...config, clock })
  try {
    return await hashesIn(await storage.blobs(kind))
  } finally {
    storage.close()
  }
}

/** Every hash in a store. */
export async function hashesIn(blobs: BlobStore): Promise<string[]> {
  const hashes: string[] = []
  for await (const hash of blobs.list()) hashes.push(hash)
  return hashes
}
