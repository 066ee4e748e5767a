/** `verify-storage`: whether a database and the place with its files belong together and are whole. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NamedFiles } from '../database/named-files.ts'
import { type BlobStore, sha256Later } from '../files/blob-store.ts'
import { isWhole } from '../files/copy-blobs.ts'
import { openStorage } from '../files/open-storage.ts'
import type { BlobKind } from '../files/storage.ts'
import { FontStore } from '../fonts/store.ts'
import { together } from '../kernel/batches.ts'
import { systemClock } from '../kernel/clock.ts'
import { FatalError } from '../kernel/invariant.ts'
import { deferredFiles } from '../rendering/deferred-store.ts'
import { blobsInUse, fillGaps } from '../signing/store/blob-refs.ts'
import { TemplateStore } from '../templates/store.ts'
import { type Command, optional, type Session, UsageError } from './command.ts'
import { verifyOwnTrails } from './verify-audit.ts'

/** Files that are read at the same time; each may have 60 MB. */
const TOGETHER = 4

/** Every file that rows name, by kind. */
export async function namedFiles(session: Session): Promise<Array<[BlobKind, string, NamedFiles]>> {
  const db = await session.database()
  await fillGaps(db)
  return [
    ['blobs', 'templates', new TemplateStore(db).files],
    ['fonts', 'fonts', new FontStore(db).files],
    ['deferred', 'batches', deferredFiles(db)],
    ['documents', 'documents', blobsInUse(db)],
  ]
}

/**
 * What is wrong with files; nothing of those whose content is what their name says.
 * @throws AppError `storage_unavailable`: a place that cannot be reached says nothing about a file
 */
export async function findingsOf(
  blobs: BlobStore,
  hashes: Iterable<string> | AsyncIterable<string>,
) {
  const findings: string[] = []
  let read = 0
  await together(hashes, TOGETHER, async (hash) => {
    read += 1
    if (await isWhole(blobs, hash)) return
    const isThere = (await blobs.writtenMs(hash)) !== undefined
    findings.push(`${isThere ? 'damaged' : 'missing'}  ${hash}`)
  })
  return { findings: findings.sort(), read }
}

/** Instead of a folder: the versions that the bucket keeps. */
const VERSIONS = 'versions'

/** A file in a copy of the data folder or of a bucket. */
async function* inFolder(folder: string, kind: BlobKind, hash: string): AsyncGenerator<Buffer> {
  for (const below of [hash.slice(0, 2), '']) {
    const bytes = await readFile(join(folder, kind, below, hash)).catch(() => undefined)
    if (bytes !== undefined) yield bytes
  }
}

/** The content of a file in a backup or an earlier version; undefined where it has none that is whole. */
async function inBackup({ blobs, kind, from }: Repair, hash: string): Promise<Buffer | undefined> {
  if (from === VERSIONS && blobs.earlier === undefined)
    throw new UsageError(`--repair-from ${VERSIONS}: the files are in a folder, not in a bucket`)
  const found = from === VERSIONS ? (blobs.earlier?.(hash) ?? []) : inFolder(from, kind, hash)
  for await (const bytes of found) if ((await sha256Later(bytes)) === hash) return bytes
  return undefined
}

/** Files of one kind, and where whole ones are taken from. */
interface Repair {
  blobs: BlobStore
  kind: BlobKind
  /** A folder, or {@link VERSIONS}. */
  from: string
}

/** Puts whole files in the place of missing and damaged ones. @returns what is still wrong */
async function repair(session: Session, order: Repair, findings: readonly string[]) {
  const left: string[] = []
  for (const finding of findings) {
    const hash = finding.slice(-64)
    const bytes = await inBackup(order, hash)
    if (bytes === undefined) left.push(finding)
    else {
      // A store takes a file that is there for whole.
      await order.blobs.remove(hash)
      await order.blobs.put(bytes, hash)
      session.out(`repaired  ${hash}`)
    }
  }
  return left
}

/** Reports each kind. @returns how many files are missing or damaged */
async function verifyFiles(session: Session, from: string | undefined): Promise<number> {
  const { storage, dataDir } = session.config()
  const opened = await openStorage(storage, { dataDir, clock: systemClock })
  let broken = 0
  try {
    for (const [kind, name, named] of await namedFiles(session)) {
      const blobs = await opened.blobs(kind, true)
      const { findings: found, read } = await findingsOf(blobs, named.all())
      const findings =
        from === undefined ? found : await repair(session, { blobs, kind, from }, found)
      broken += findings.length
      session.out(`${findings.length === 0 ? 'intact' : 'BROKEN'}  ${name}: ${read} files`)
      for (const finding of findings) session.out(`        ${finding}`)
    }
  } finally {
    opened.close()
  }
  return broken
}

/** The command. */
export const verifyStorage: Command = {
  usage: `[--repair-from <folder>|${VERSIONS}]`,
  summary:
    'Verify that every file the database refers to is stored unchanged, and that every audit trail is intact; exit code 1 if not',
  help: [
    'For a database and files that were restored, each from its own backup. Files that no row refers to do no harm: the',
    'service removes them. The command can be run while the service is running.',
    '--repair-from  replace missing and damaged files by those of a folder: a backup made with "backup --to", or a copy',
    '               of the bucket below its prefix, of a time when they were whole; "versions": by what a bucket with',
    '               versioning has kept of them (needs the right s3:ListBucketVersions, s3:GetObjectVersion)',
  ],
  async run(session, flags) {
    const from = optional(flags, 'repair-from')
    if (from !== undefined && from !== VERSIONS && !existsSync(from))
      throw new UsageError(`--repair-from: there is no folder ${from}`)
    const files = await verifyFiles(session, from)
    const trails = await verifyOwnTrails(session)
    if (files + trails === 0) return
    throw new FatalError(
      `${files} files are missing or damaged, ${trails} audit trails broken; run it with --repair-from <backup>, or restore the files to their state at the time of the database backup or later`,
    )
  },
}
