/** Opens the place where the files of the service lie: folders of the data folder, or a bucket. */
import { join } from 'node:path'
import type { Clock } from '../kernel/clock.ts'
import { DamagedFiles } from './damaged-files.ts'
import { FolderBlobStore } from './folder-store.ts'
import type { Credentials } from './s3/client.ts'
import type { Storage } from './storage.ts'
import { type BucketAddress, storagePlace } from './storage-url.ts'

/** What the settings say about storage. */
interface StorageSettings {
  address: BucketAddress | undefined
  credentials: Credentials | undefined
}

/**
 * Opens the storage. The S3 client is loaded only for a bucket, which is tried out first.
 * @throws FatalError with the setting and what to do
 */
export async function openStorage(
  { address, credentials }: StorageSettings,
  { dataDir, clock }: { dataDir: string; clock: Clock },
): Promise<Storage> {
  const place = storagePlace(address)
  const damaged = new DamagedFiles()
  if (address === undefined)
    return {
      place,
      async blobs(kind, isBeside) {
        const make = (report: (hash: string) => void) =>
          new FolderBlobStore(join(dataDir, kind), report)
        const store = damaged.watch(kind, make)
        await store.open(isBeside)
        return store
      },
      damaged,
      bucket: undefined,
      close: () => undefined,
    }
  const { openBucket } = await import('./s3/open.ts')
  return await openBucket(address, { credentials, dataDir, clock, damaged })
}
