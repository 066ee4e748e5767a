/** What operators see of the files: damaged ones, and a bucket where they lie in one. */
import type { Db } from '../database/open.ts'
import type { IsNamed, Storage } from '../files/storage.ts'
import { FontStore } from '../fonts/store.ts'
import type { HealthCheck } from '../http/health.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { deferredFiles } from '../rendering/deferred-store.ts'
import { isBlobNamed } from '../signing/store/blob-refs.ts'
import { TemplateStore } from '../templates/store.ts'

/** /health/ready is asked often and by many; each request to a bucket has its price. */
const KNOWN_MS = 10_000
const BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const namedIn = (db: Db): IsNamed => {
  const [templates, fonts] = [new TemplateStore(db), new FontStore(db)]
  return (kind, hash) => {
    if (kind === 'blobs') return templates.files.has(hash)
    if (kind === 'deferred') return deferredFiles(db).has(hash)
    return kind === 'fonts' ? fonts.files.has(hash) : isBlobNamed(db, hash)
  }
}

/** The entry of /health/ready for damaged files, and their metric; everything else still works, so never unready. */
export function damageCheck(storage: Storage, db: Db, metrics: Metrics): HealthCheck {
  const isNamed = namedIn(db)
  const count = () => storage.damaged.count(isNamed)
  metrics.asked(
    'paraph_files_damaged',
    'Stored files that were found missing or damaged since the start and are not whole again',
    0,
    count,
  )
  return {
    name: 'files',
    async check() {
      const found = await count()
      if (found === 0) return { status: 'up' }
      const detail = `${found} stored files are missing or damaged; bring them back with "verify-storage --repair-from"`
      return { status: 'degraded', detail }
    },
  }
}

/** Never unready: what needs no file still works, and another instance would not reach the bucket either. */
export function storageChecks({ place, bucket }: Storage): HealthCheck[] {
  if (bucket === undefined) return []
  let asked: { atMs: number; answer: Promise<boolean> } | undefined
  const reached = (): Promise<boolean> => {
    if (asked === undefined || performance.now() - asked.atMs > KNOWN_MS) {
      const answer = bucket.reach().then(
        () => true,
        () => false,
      )
      asked = { atMs: performance.now(), answer }
    }
    return asked.answer
  }
  return [
    {
      name: 'storage',
      check: async () =>
        (await reached())
          ? { status: 'up', detail: place }
          : { status: 'degraded', detail: `${place} does not answer; see the log` },
    },
  ]
}

/** Counts the requests to the bucket and measures them. */
export function storageMetrics(metrics: Metrics, { bucket }: Storage): void {
  if (bucket === undefined) return
  const requests = metrics.counter(
    'paraph_storage_requests_total',
    'Requests to the file storage, by operation and outcome (ok, missing, failed)',
  )
  const seconds = metrics.histogram(
    'paraph_storage_request_seconds',
    'Duration of requests to the file storage with all tries, by operation',
    BUCKETS_SECONDS,
  )
  bucket.watch((operation, outcome, ms) => {
    requests.add({ operation, outcome })
    seconds.observe({ operation }, ms / 1000)
  })
}
