/** `migrate-storage`: copies the files between the data folder and a bucket. */
import { lockDataFolder } from '../database/lock.ts'
import { copyBlobs } from '../files/copy-blobs.ts'
import { openStorage } from '../files/open-storage.ts'
import { BLOB_KINDS, type Storage } from '../files/storage.ts'
import { type BucketAddress, parseStorageUrl } from '../files/storage-url.ts'
import { systemClock } from '../kernel/clock.ts'
import { FatalError } from '../kernel/invariant.ts'
import { type Command, type Flags, required, type Session, UsageError } from './command.ts'

const FOLDER = 'folder'

/** @throws UsageError naming the flag */
function placeOf(flags: Flags, name: string): BucketAddress | undefined {
  const text = required(flags, name)
  if (text === FOLDER) return undefined
  try {
    return parseStorageUrl(text)
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'cannot be read'
    throw new UsageError(`--${name} ${problem}`)
  }
}

async function copyAll(session: Session, from: Storage, to: Storage): Promise<void> {
  const damaged: string[] = []
  for (const kind of BLOB_KINDS) {
    const found = await copyBlobs(await from.blobs(kind), await to.blobs(kind))
    session.out(`${kind}: ${found.copied} copied, ${found.kept} there already`)
    damaged.push(...found.damaged.map((hash) => `${kind}/${hash}`))
  }
  if (damaged.length === 0) return
  throw new FatalError(
    `damaged in ${from.place}, not copied; restore them from a backup and run this again:\n${damaged.join('\n')}`,
  )
}

/** `migrate-storage --from <place> --to <place>`. */
export const migrateStorage: Command = {
  usage: '--from <folder|s3://…> --to <folder|s3://…>',
  summary: 'Copy all files between the data folder and a bucket, while the service is stopped',
  help: [
    'Every file is read again where it was copied to; the source stays as it is. An interrupted run can be repeated.',
    'Set PARAPH_STORAGE_URL to the new place afterwards.',
  ],
  options: { from: { type: 'string' }, to: { type: 'string' } },
  async run(session, flags) {
    const [source, target] = [placeOf(flags, 'from'), placeOf(flags, 'to')]
    if (required(flags, 'from') === required(flags, 'to'))
      throw new UsageError('--from and --to are the same place')
    const { dataDir, storage } = session.config()
    const place = { dataDir, clock: systemClock }
    const { credentials } = storage
    const lock = lockDataFolder(dataDir)
    try {
      const from = await openStorage({ address: source, credentials }, place)
      const to = await openStorage({ address: target, credentials }, place)
      await copyAll(session, from, to)
      from.close()
      to.close()
    } finally {
      lock.release()
    }
  },
}
