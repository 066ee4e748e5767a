/** The `doctor` checks of a bucket with the files, and of a sample of the files wherever they lie. */
import type { Config } from '../config/config.ts'
import { openStorage } from '../files/open-storage.ts'
import type { BlobKind } from '../files/storage.ts'
import { systemClock } from '../kernel/clock.ts'
import { checkOf, type HealthCheck } from '../kernel/health-check.ts'
import { messageOf } from '../kernel/type-guards.ts'
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
  const check = checkOf('file storage', true)
  try {
    const opened = await openStorage(storage, { dataDir, clock: systemClock })
    opened.close()
    return [check.ok(opened.place)]
  } catch (error) {
    const fix = 'see docs/self-hosting.md for the permissions that the bucket must grant'
    return [check.fails(messageOf(error), fix)]
  }
}

/** Some of them, of each kind by its share: all of few, else those at random places. */
async function someOf(named: Awaited<ReturnType<typeof namedFiles>>) {
  const counts = await Promise.all(named.map(([, , files]) => files.count()))
  const of = counts.reduce((sum, count) => sum + count, 0)
  const files = new Map<BlobKind, Iterable<string> | AsyncIterable<string>>()
  for (const [index, [kind, , all]] of named.entries()) {
    const count = counts[index] ?? 0
    const drawn = Array.from({ length: Math.ceil((SAMPLE * count) / of) }, () => all.random())
    const found = (hash: string | undefined) => hash !== undefined
    const some = of <= SAMPLE ? all.all() : new Set((await Promise.all(drawn)).filter(found))
    if (count > 0) files.set(kind, some)
  }
  return { files, of }
}

/** Reads some of the files that rows name, at random. */
export async function examineFiles(session: Session): Promise<HealthCheck> {
  const { storage, dataDir } = session.config()
  const check = checkOf('files', true)
  const { files, of } = await someOf(await namedFiles(session))
  try {
    const opened = await openStorage(storage, { dataDir, clock: systemClock })
    const findings: string[] = []
    let read = 0
    try {
      for (const [kind, hashes] of files) {
        const found = await findingsOf(await opened.blobs(kind, true), hashes)
        findings.push(...found.findings)
        read += found.read
      }
    } finally {
      opened.close()
    }
    const count = `${read} of ${of} read`
    if (findings.length === 0) return check.ok(`${count}: whole`)
    const fix = 'run verify-storage, then verify-storage --repair-from with a backup'
    return check.fails(`${count}: ${findings.join(', ')}`, fix)
  } catch (error) {
    return check.fails(`cannot be read: ${messageOf(error)}`, 'make the storage reachable')
  }
}
