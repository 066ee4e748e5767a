/** What accounts and stores of files hold. */
import type { BlobStore } from '../../src/files/blob-store.ts'

/** What `GET /usage` says of an account without templates and requests. */
export const NOTHING_HELD = {
  bytes: 0,
  drafts: { used: 0, limit: 1 },
  unsent_bytes: { used: 0, limit: 1 },
}

/** Every hash in a store. */
export async function hashesIn(blobs: BlobStore): Promise<string[]> {
  const hashes: string[] = []
  for await (const hash of blobs.list()) hashes.push(hash)
  return hashes
}
