/** Where the files of the service lie: folders of the data folder, or a bucket. */
import { join } from 'node:path'
import type { Clock } from '../kernel/clock.ts'
import type { BlobStore } from './blob-store.ts'
import { FolderBlobStore } from './folder-store.ts'
import type { Credentials } from './s3/client.ts'
import type { Observe } from './s3/requests.ts'
import { type BucketAddress, storagePlace } from './storage-url.ts'

/** Files by what they are of: the name of a folder, and what keys in a bucket begin with. */
export type BlobKind = 'blobs' | 'fonts' | 'documents'

/** Every kind; `blobs` are the versions of templates. */
export const BLOB_KINDS: readonly BlobKind[] = ['blobs', 'fonts', 'documents']

/** What the settings say about storage. */
export interface StorageSettings {
  address: BucketAddress | undefined
  credentials: Credentials | undefined
}

/** The opened storage. */
export interface Storage {
  /** For people. */
  place: string
  /** The files of a kind. Call once for each. */
  blobs(kind: BlobKind): Promise<BlobStore>
  /** Only for a bucket. */
  bucket:
    | {
        /** Whether it answers now. @throws AppError `storage_unavailable` */
        reach(): Promise<void>
        /** Reports every request from now on. */
        watch(observe: Observe): void
      }
    | undefined
  close(): void
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
  if (address === undefined)
    return {
      place,
      async blobs(kind) {
        const store = new FolderBlobStore(join(dataDir, kind))
        await store.open()
        return store
      },
      bucket: undefined,
      close: () => undefined,
    }
  const { openBucket } = await import('./s3/open.ts')
  return await openBucket(address, { credentials, dataDir, clock })
}
