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

export const openNotes = (folder: string, migrations: readonly MigrationSet[] = [notes]) =>
  openDatabase({ folder, migrations, clock: systemClock, verify: true, busyWaitMs: 500 })
