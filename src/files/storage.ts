/** What the service needs of the place where its files lie. */
import type { BlobStore } from './blob-store.ts'

/** Files by what they are of: the name of a folder, and what keys in a bucket begin with. */
export type BlobKind = 'blobs' | 'fonts' | 'deferred' | 'documents'

/** Every kind; `blobs` are the versions of templates, `deferred` what calls with `Prefer: respond-async` sent and made. */
export const BLOB_KINDS: readonly BlobKind[] = ['blobs', 'fonts', 'deferred', 'documents']

/** Is called after every request to a bucket, with all its tries. */
export type Observe = (operation: string, outcome: 'ok' | 'missing' | 'failed', ms: number) => void

/** Whether a row refers to a file. */
export type IsNamed = (kind: BlobKind, hash: string) => Promise<boolean>

/** The opened storage. */
export interface Storage {
  /** For people. */
  place: string
  /** The files of a kind. Call once for each. @param isBeside while the service may be running, which is another process */
  blobs(kind: BlobKind, isBeside?: boolean): Promise<BlobStore>
  damaged: {
    /** How many files that rows refer to were found missing or damaged and are not whole again. */
    count(isNamed: IsNamed): Promise<number>
  }
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
