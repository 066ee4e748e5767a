/** `backup` and `restore`: a copy of the data folder while the service runs, and back. */

import { join, relative } from 'node:path'
import { serviceDatabase, testAuthorityDatabase } from '../app/databases.ts'
import { VERSION } from '../app/platform.ts'
import { backup, recordBackup } from '../backup/backup.ts'
import type { Manifest } from '../backup/inventory.ts'
import { checkBackup, type Reader, restore } from '../backup/restore.ts'
import type { Config } from '../config/config.ts'
import { DATABASE_FILE } from '../database/open.ts'
import { storagePlace } from '../files/storage-url.ts'
import { systemClock, toIso } from '../kernel/clock.ts'
import { type Command, optional, required, type Session, UsageError } from './command.ts'

const MINUTE_MS = 60_000
const MINUTES = 60
const TELL_EVERY_MS = 5_000

function printManifest(session: Session, verb: string, { entries, at }: Manifest): void {
  const megabytes = entries.reduce((sum, { bytes }) => sum + bytes, 0) / 1_048_576
  session.out(`${verb}: ${entries.length} files, ${megabytes.toFixed(1)} MB, state of ${at}`)
}

/** What a backup of the data folder does not hold. */
function tellOfBucket(session: Session, { storage }: Config, advice: string): void {
  if (storage.address === undefined) return
  session.note(
    `Not included: the files of templates, fonts and documents, which are in ${storagePlace(storage.address)}. ${advice}`,
  )
}

/** Rows that are elsewhere are backed up elsewhere. */
function tellOfDatabase(session: Session, { postgres }: Config, advice: string): void {
  if (postgres !== undefined)
    session.note(
      `Not included: the database, which is in PostgreSQL (schema ${postgres.schema}). ${advice}`,
    )
}

/** This program, and the schemas that it knows. */
function readerOf(config: Config): Reader {
  const places = [serviceDatabase(config), testAuthorityDatabase(config)]
  const schemas = places.map(
    ({ folder, migrations }) =>
      [relative(config.dataDir, join(folder, DATABASE_FILE)), migrations] as const,
  )
  return { version: VERSION, schemas: new Map(schemas) }
}

function limitOf(text: string | undefined): number {
  const minutes = Number(text ?? MINUTES)
  if (Number.isFinite(minutes) && minutes > 0) return minutes * MINUTE_MS
  throw new UsageError('--time-limit must be a number of minutes')
}

/** How far a backup has come, every few seconds. */
function progressOf(session: Session): (text: string) => void {
  let toldMs = performance.now()
  return (text) => {
    if (performance.now() - toldMs < TELL_EVERY_MS) return
    toldMs = performance.now()
    session.note(text)
  }
}

/** `backup --to <folder> | --record`. */
export const backupCommand: Command = {
  usage: '--to <folder> [--time-limit <minutes>] | --record',
  summary: 'Back up the data folder while the service runs; updates an existing backup',
  help: [
    'The backup contains the secrets and the keys of the certificate authority: protect it like the data folder.',
    `--time-limit  give up after so many minutes (${MINUTES}); an earlier backup in the folder stays as it was`,
    '--record      record that another program has just backed up everything, such as pg_dump or a snapshot of the disk:',
    '              the service reports the age of the last good backup (paraph_backup_done_seconds)',
  ],
  async run(session, flags) {
    const at = toIso(systemClock.now())
    const config = session.config()
    const { dataDir } = config
    if (flags.record === true) {
      if (flags.to !== undefined) throw new UsageError('--to and --record cannot be combined')
      return await recordBackup(dataDir, at)
    }
    const folder = required(flags, 'to')
    const limitMs = limitOf(optional(flags, 'time-limit'))
    const withoutRows = config.postgres !== undefined
    const progress = progressOf(session)
    const what = { dataDir, folder, version: VERSION, at, withoutRows, limitMs, progress }
    printManifest(session, 'backed up', await backup(what))
    // Without its rows or its files it is no backup of the service: what makes those records it.
    if (!withoutRows && config.storage.address === undefined) await recordBackup(dataDir, at)
    tellOfDatabase(
      session,
      config,
      'Back it up with pg_dump, then run "backup --record"; see docs/self-hosting.md.',
    )
    tellOfBucket(session, config, 'Enable versioning for the bucket; see docs/self-hosting.md.')
  },
}

/** `restore --from <folder>`. */
export const restoreCommand: Command = {
  usage: '--from <folder> [--check]',
  summary: 'Restore the data folder from a backup; the data folder must be empty or missing',
  help: ['--check  only compare every file of the backup with its manifest'],
  async run(session, flags) {
    const folder = required(flags, 'from')
    const config = session.config()
    const reader = readerOf(config)
    if (flags.check === true)
      return printManifest(session, 'intact', await checkBackup(folder, reader))
    printManifest(session, 'restored', await restore(folder, config.dataDir, reader))
    tellOfBucket(
      session,
      config,
      'The bucket must be in its state at the time of the backup or later; see docs/self-hosting.md.',
    )
    session.note(
      'Check the result with "npm run cli -- doctor" and "npm run verify-audit", then start the service.',
    )
  },
}
