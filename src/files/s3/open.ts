/** Opens the storage in a bucket. Loaded only for one: everything here brings the SDK. */
import { join } from 'node:path'
import type { Clock } from '../../kernel/clock.ts'
import type { DamagedFiles } from '../damaged-files.ts'
import { LocalCopies } from '../local-copies.ts'
import type { Storage } from '../storage.ts'
import { type BucketAddress, storagePlace } from '../storage-url.ts'
import { Bucket } from './bucket.ts'
import type { Credentials } from './client.ts'
import { probeBucket } from './probe.ts'
import { S3BlobStore } from './store.ts'

/** Folder of the data folder with copies of files that lie in a bucket; nothing in it is needed after a stop. */
export const COPIES_FOLDER = 'storage-cache'
const COPIES_BYTES_MAX = 256 * 1_048_576

/** @throws FatalError when the bucket cannot be used, with the setting and what to do */
export async function openBucket(
  address: BucketAddress,
  parts: {
    credentials: Credentials | undefined
    dataDir: string
    clock: Clock
    damaged: DamagedFiles
  },
): Promise<Storage> {
  const { credentials, dataDir, clock, damaged } = parts
  const bucket = new Bucket(address, credentials)
  try {
    await probeBucket(bucket, address)
  } catch (error) {
    bucket.close()
    throw error
  }
  const start = address.prefix === '' ? '' : `${address.prefix}/`
  return {
    place: storagePlace(address),
    async blobs(kind) {
      const keys = { stored: `${start}${kind}/`, removed: `${start}removed/${kind}/` }
      const copies =
        kind === 'documents'
          ? undefined
          : new LocalCopies(join(dataDir, COPIES_FOLDER, kind), COPIES_BYTES_MAX, clock)
      const store = damaged.watch(
        kind,
        (report) => new S3BlobStore({ bucket, keys, clock, copies, report }),
      )
      await store.open()
      return store
    },
    damaged,
    bucket: {
      reach: () => bucket.reach(`${start}documents/`),
      watch: (observe) => {
        bucket.requests.observe = observe
      },
    },
    close: () => bucket.close(),
  }
}
