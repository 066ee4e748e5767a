/** The `doctor` checks of a bucket with the files, and of a sample of the files wherever they lie. */
import { randomInt } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { openStorage } from '../files/open-storage.ts'
import { systemClock } from '../kernel/clock.ts'
import type { HealthCheck } from '../kernel/health-check.ts'
import type { Session } from './command.ts'
import { findingsOf, namedFiles } from './verify-storage.ts'

/** Files that doctor reads: where one in ten is damaged it meets one with 99 % probability. */
const SAMPLE = 50

/** Tries the bucket out as the service does when it starts; nothing where the files lie in the data folder. */
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

/** Reads some of the files that rows name, at random. */
export async function examineFiles(session: Session): Promise<HealthCheck> {
  const { storage, dataDir } = session.config()
  const base = { name: 'files', required: true }
  const named = (await namedFiles(session)).flatMap(([kind, , hashes]) =>
    [...hashes].map((hash) => ({ kind, hash })),
  )
  const of = named.length
  const files = Array.from({ length: Math.min(of, SAMPLE) }, () =>
    named.splice(randomInt(named.length), 1),
  ).flat()
  try {
    const opened = await openStorage(storage, { dataDir, clock: systemClock })
    const findings: string[] = []
    try {
      for (const wanted of new Set(files.map(({ kind }) => kind))) {
        const hashes = files.filter(({ kind }) => kind === wanted).map(({ hash }) => hash)
        findings.push(...(await findingsOf(await opened.blobs(wanted, true), hashes)))
      }
    } finally {
      opened.close()
    }
    const ok = findings.length === 0
    const detail = `${files.length} of ${of} read: ${ok ? 'whole' : findings.join(', ')}`
    const fix = 'run verify-storage, then verify-storage --repair-from with a backup'
    return { ...base, ok, detail, ...(!ok && { fix }) }
  } catch (error) {
    const detail = `cannot be read: ${error instanceof Error ? error.message : String(error)}`
    return { ...base, ok: false, detail, fix: 'make the storage reachable' }
  }
}
