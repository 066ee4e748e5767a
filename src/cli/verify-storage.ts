/** `verify-storage`: whether a database and the place with its files belong together and are whole. */
import type { BlobStore } from '../files/blob-store.ts'
import { openStorage } from '../files/open-storage.ts'
import type { BlobKind } from '../files/storage.ts'
import { FontStore } from '../fonts/store.ts'
import { systemClock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { FatalError } from '../kernel/invariant.ts'
import { blobsInUse } from '../signing/store/requests.ts'
import { TemplateStore } from '../templates/store.ts'
import type { Command, Session } from './command.ts'
import { verifyOwnTrails } from './verify-audit.ts'

/** Files that are read at the same time; each may have 60 MB. */
const TOGETHER = 4

/** Every file that rows name, by kind. */
async function namedFiles(session: Session): Promise<Array<[BlobKind, string, Set<string>]>> {
  const db = await session.database()
  return [
    ['blobs', 'templates', await new TemplateStore(db).filesInUse()],
    ['fonts', 'fonts', await new FontStore(db).filesInUse()],
    ['documents', 'documents', await blobsInUse(db)],
  ]
}

/** What is wrong with a file; undefined when its content is what its name says. */
async function faultOf(blobs: BlobStore, hash: string): Promise<string | undefined> {
  if ((await blobs.writtenMs(hash)) === undefined) return `missing  ${hash}`
  try {
    await blobs.get(hash)
    return undefined
  } catch (error) {
    // The place that cannot be reached says nothing about the file.
    if (error instanceof AppError) throw error
    return `damaged  ${hash}`
  }
}

async function faultsOf(blobs: BlobStore, hashes: ReadonlySet<string>): Promise<string[]> {
  const left = hashes.values()
  const faults: string[] = []
  const work = async (): Promise<void> => {
    for (const hash of left) {
      const fault = await faultOf(blobs, hash)
      if (fault !== undefined) faults.push(fault)
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, work))
  return faults.sort()
}

/** Reports each kind. @returns how many files are missing or damaged */
async function verifyFiles(session: Session): Promise<number> {
  const { storage, dataDir } = session.config()
  const opened = await openStorage(storage, { dataDir, clock: systemClock })
  let broken = 0
  try {
    for (const [kind, name, hashes] of await namedFiles(session)) {
      const faults = await faultsOf(await opened.blobs(kind), hashes)
      broken += faults.length
      session.out(`${faults.length === 0 ? 'intact' : 'BROKEN'}  ${name}: ${hashes.size} files`)
      for (const fault of faults) session.out(`        ${fault}`)
    }
  } finally {
    opened.close()
  }
  return broken
}

/** The command. */
export const verifyStorage: Command = {
  usage: '',
  summary:
    'Verify that every file the database refers to is stored unchanged, and that every audit trail is intact; exit code 1 if not',
  help: [
    'For a database and files that were restored, each from its own backup. Files that no row refers to do no harm: the',
    'service removes them. The command can be run while the service is running.',
  ],
  options: {},
  async run(session) {
    const files = await verifyFiles(session)
    const trails = await verifyOwnTrails(session)
    if (files + trails === 0) return
    throw new FatalError(
      `${files} files are missing or damaged, ${trails} audit trails broken; restore the files to their state at the time of the database backup or later`,
    )
  },
}
