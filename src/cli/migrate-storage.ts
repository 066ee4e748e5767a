/** `migrate-storage`: copies rows between the data folder and PostgreSQL, files between the data folder and a bucket. */
import { lockDataFolder } from '../database/lock.ts'
import { parseDatabaseUrl } from '../database/postgres/settings.ts'
import { copyBlobs } from '../files/copy-blobs.ts'
import { openStorage } from '../files/open-storage.ts'
import { BLOB_KINDS, type Storage } from '../files/storage.ts'
import { type BucketAddress, parseStorageUrl } from '../files/storage-url.ts'
import { systemClock } from '../kernel/clock.ts'
import { FatalError } from '../kernel/invariant.ts'
import { type Command, type Flags, required, type Session, UsageError } from './command.ts'
import { moveRows } from './migrate-rows.ts'

const FOLDER = 'folder'
const CONNECTIONS = 2
/** Of a digest over the largest table's page, not of a request. */
const STATEMENT_MS = 600_000

/** The data folder where neither is given. */
interface Place {
  bucket?: BucketAddress | undefined
  database?: ReturnType<typeof parseDatabaseUrl>
}

/** @throws UsageError naming the flag */
function placeOf(flags: Flags, name: string): Place {
  const text = required(flags, name)
  if (text === FOLDER) return {}
  try {
    return text.startsWith('postgres')
      ? { database: parseDatabaseUrl(text) }
      : { bucket: parseStorageUrl(text) }
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'cannot be read'
    throw new UsageError(`--${name} ${problem}`)
  }
}

async function copyFiles(session: Session, from: Storage, to: Storage): Promise<void> {
  const damaged: string[] = []
  for (const kind of BLOB_KINDS) {
    const found = await copyBlobs(await from.blobs(kind), await to.blobs(kind))
    session.out(`${kind}: ${found.copied} copied, ${found.kept} already there`)
    damaged.push(...found.damaged.map((hash) => `${kind}/${hash}`))
  }
  if (damaged.length === 0) return
  throw new FatalError(
    `damaged in ${from.place}, not copied; restore them from a backup and run this again:\n${damaged.join('\n')}`,
  )
}

async function moveFiles(session: Session, source: Place, target: Place): Promise<void> {
  const { dataDir, storage } = session.config()
  const { credentials } = storage
  const place = { dataDir, clock: systemClock }
  const from = await openStorage({ address: source.bucket, credentials }, place)
  const to = await openStorage({ address: target.bucket, credentials }, place)
  await copyFiles(session, from, to)
  from.close()
  to.close()
}

/** What to copy: rows where one of the places is a database, else files. */
function workOf(session: Session, flags: Flags): () => Promise<void> {
  const [from, to] = [placeOf(flags, 'from'), placeOf(flags, 'to')]
  if (required(flags, 'from') === required(flags, 'to'))
    throw new UsageError('--from and --to are the same place')
  const database = from.database ?? to.database
  if (database === undefined) return () => moveFiles(session, from, to)
  if (required(flags, from.database === undefined ? 'from' : 'to') !== FOLDER)
    throw new UsageError('rows are copied between "folder" and postgres://… only')
  const postgres = { ...database, connections: CONNECTIONS, statementMs: STATEMENT_MS }
  const { dataDir } = session.config()
  const direction = to.database === undefined ? 'folder' : 'postgres'
  return () => moveRows({ dataDir, postgres, to: direction, out: (line) => session.out(line) })
}

/** `migrate-storage --from <place> --to <place>`. */
export const migrateStorage: Command = {
  usage: '--from <folder|s3://…|postgres://…> --to <folder|s3://…|postgres://…>',
  summary:
    'Copy all rows between the data folder and PostgreSQL, or all files between the data folder and a bucket, while the service is stopped',
  help: [
    'Every copy is read back and compared; the source stays unchanged. An interrupted run can be repeated. Afterwards, set',
    'PARAPH_DATABASE_URL or PARAPH_STORAGE_URL to the new place. Put a password in PGPASSWORD rather than in the URL: other',
    'users of the machine can read command lines.',
  ],
  async run(session, flags) {
    const work = workOf(session, flags)
    const lock = lockDataFolder(session.config().dataDir)
    try {
      await work()
    } finally {
      lock.release()
    }
  },
}
