/** `backup` and `restore`: a copy of the data folder while the service runs, and back. */

import { VERSION } from '../app/platform.ts'
import { backup } from '../backup/backup.ts'
import type { Manifest } from '../backup/inventory.ts'
import { checkBackup, restore } from '../backup/restore.ts'
import type { Config } from '../config/config.ts'
import { storagePlace } from '../files/storage-url.ts'
import { systemClock, toIso } from '../kernel/clock.ts'
import { type Command, required, type Session } from './command.ts'

function tell(session: Session, verb: string, { entries, at }: Manifest): void {
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

/** `backup --to <folder>`. */
export const backupCommand: Command = {
  usage: '--to <folder>',
  summary: 'Back up the data folder while the service runs; updates an existing backup',
  help: [
    'The backup contains the secrets and the keys of the certificate authority: protect it like the data folder.',
  ],
  options: { to: { type: 'string' } },
  async run(session, flags) {
    const folder = required(flags, 'to')
    const at = toIso(systemClock.now())
    const config = session.config()
    const withoutRows = config.postgres !== undefined
    const { dataDir } = config
    const made = await backup({ dataDir, folder, version: VERSION, at, withoutRows })
    tell(session, 'backed up', made)
    tellOfDatabase(session, config, 'Back it up with pg_dump; see docs/self-hosting.md.')
    tellOfBucket(session, config, 'Enable versioning for the bucket; see docs/self-hosting.md.')
  },
}

/** `restore --from <folder>`. */
export const restoreCommand: Command = {
  usage: '--from <folder> [--check]',
  summary: 'Restore the data folder from a backup; the data folder must be empty or missing',
  help: ['--check  only compare every file of the backup with its manifest'],
  options: { from: { type: 'string' }, check: { type: 'boolean' } },
  async run(session, flags) {
    const folder = required(flags, 'from')
    if (flags.check === true) return tell(session, 'intact', await checkBackup(folder))
    tell(session, 'restored', await restore(folder, session.config().dataDir))
    tellOfBucket(
      session,
      session.config(),
      'The bucket must be in its state at the time of the backup or later; see docs/self-hosting.md.',
    )
    session.note(
      'Check the result with "npm run cli -- doctor" and "npm run verify-audit", then start the service.',
    )
  },
}
