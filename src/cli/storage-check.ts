/** The `doctor` check of a bucket with the files; nothing where they lie in the data folder. */
import type { Config } from '../config/config.ts'
import { openStorage } from '../files/open-storage.ts'
import { systemClock } from '../kernel/clock.ts'
import type { HealthCheck } from '../kernel/health-check.ts'

/** Tries the bucket out as the service does when it starts. */
export async function examineStorage({
  storage,
  dataDir,
}: Pick<Config, 'storage' | 'dataDir'>): Promise<HealthCheck[]> {
  if (storage.address === undefined) return []
  const base = { name: 'file storage', required: true }
  try {
    const opened = await openStorage(storage, { dataDir, clock: systemClock })
    opened.close()
    return [{ ...base, ok: true, detail: opened.place }]
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    const fix = 'see docs/self-hosting.md for the permissions that the bucket must grant'
    return [{ ...base, ok: false, detail, fix }]
  }
}
