/** A database with one table of its own, in a temporary folder. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MigrationSet } from '../../../src/database/migrate.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { systemClock } from '../../../src/kernel/clock.ts'

declare module '../../../src/database/tables.ts' {
  interface Tables {
    notes: { id: number; text: string }
  }
}

export const notes: MigrationSet = {
  domain: 'notes',
  migrations: [
    {
      name: 'notes',
      sqlite: 'CREATE TABLE notes (id INTEGER NOT NULL PRIMARY KEY, text TEXT NOT NULL) STRICT',
    },
  ],
}

export const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'paraph-test-'))

interface OpenOptions {
  migrations?: readonly MigrationSet[]
  /** The longest wait for another process's write. */
  busyWaitMs?: number
  /** Whether to go on without commits that are missing. */
  acceptLoss?: boolean
}

export const openNotes = (
  folder: string,
  { migrations = [notes], busyWaitMs = 500, acceptLoss = false }: OpenOptions = {},
) => openDatabase({ folder, migrations, clock: systemClock, verify: true, busyWaitMs, acceptLoss })
