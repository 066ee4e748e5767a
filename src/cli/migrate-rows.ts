/** The part of `migrate-storage` that copies rows between the data folder and PostgreSQL. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabasePlace, serviceDatabase, testAuthorityDatabase } from '../app/databases.ts'
import { Trails } from '../audit/trail.ts'
import { trailJson } from '../audit/trail-json.ts'
import { verifyTrail } from '../audit/verify-trail.ts'
import { copyDatabase } from '../database/copying/copy.ts'
import { holdDatabase } from '../database/enter.ts'
import { connectDatabase, DATABASE_FILE, type Db } from '../database/open.ts'
import type { PostgresOptions } from '../database/postgres/options.ts'
import { systemClock } from '../kernel/clock.ts'
import { FatalError } from '../kernel/invariant.ts'

/** From where to where; the keys and secrets of the data folder stay there. */
export interface RowsMove {
  dataDir: string
  postgres: PostgresOptions
  to: 'postgres' | 'folder'
  /** One line for the person at the terminal. */
  out(line: string): void
}

/** The chain of every trail as it was copied; its time-stamps and rows were compared byte by byte. */
async function checkTrails(db: Db): Promise<number> {
  const trails = new Trails(db, systemClock)
  const ids = await trails.list()
  for (const id of ids) {
    const trail = await trails.read(id)
    const faults = trail === undefined ? ['is missing'] : verifyTrail(trailJson(trail), []).faults
    if (faults.length > 0) throw new FatalError(`audit trail ${id}: ${faults[0]}`)
  }
  return ids.length
}

async function copyPlace(
  { folder, postgres, migrations }: DatabasePlace,
  { to, out }: RowsMove,
): Promise<void> {
  const options = { folder, migrations, clock: systemClock }
  const isToFolder = to === 'folder'
  const source = await connectDatabase({ ...options, postgres: isToFolder ? postgres : undefined })
  try {
    const target = await connectDatabase({
      ...{ ...options, unfinished: true },
      postgres: isToFolder ? undefined : postgres,
    })
    try {
      await copyDatabase({ from: source.db, to: target.db }, (table, rows, added) =>
        out(`${table}: ${rows} rows, ${added} copied now`),
      )
      if (migrations.some(({ domain }) => domain === 'audit'))
        out(`${await checkTrails(target.db)} audit trails checked`)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/**
 * Copies the database of the service, and that of the test authority.
 * @throws FatalError when a server is running, the target is in use, or a copy differs from its source
 */
export async function moveRows(move: RowsMove): Promise<void> {
  const places = [serviceDatabase(move), testAuthorityDatabase(move)]
  const isFromFolder = move.to === 'postgres'
  if (isFromFolder && !existsSync(join(move.dataDir, DATABASE_FILE)))
    throw new FatalError(`there is no database in ${move.dataDir}: check PARAPH_DATA_DIR`)
  const instance = await holdDatabase(move.postgres)
  try {
    for (const place of places) {
      if (isFromFolder && !existsSync(join(place.folder, DATABASE_FILE))) continue
      await copyPlace(place, move)
    }
  } finally {
    await instance.close()
  }
}
