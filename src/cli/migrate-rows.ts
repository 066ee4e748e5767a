/** The part of `migrate-storage` that copies rows between the data folder and PostgreSQL. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabasePlace, serviceDatabase, testAuthorityDatabase } from '../app/databases.ts'
import { Trails } from '../audit/trail.ts'
import { trailJson, verifyTrail } from '../audit/verify-trail.ts'
import { holdDatabase } from '../database/cluster-membership.ts'
import { type Copying, copyDatabases } from '../database/copying/copy.ts'
import { connectDatabase, DATABASE_FILE, type Db, type OpenDatabase } from '../database/open.ts'
import type { PostgresOptions } from '../database/postgres/options.ts'
import { systemClock } from '../kernel/clock.ts'
import { FatalError } from '../kernel/invariant.ts'

/** From where to where; the keys and secrets of the data folder stay there. */
interface RowsMove {
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
    const findings =
      trail === undefined ? ['is missing'] : verifyTrail(trailJson(trail), []).findings
    if (findings.length > 0) throw new FatalError(`audit trail ${id}: ${findings[0]}`)
  }
  return ids.length
}

/** Opens what is copied from and to; whatever is open so far can be closed, also after a failure. */
async function openCopies(
  places: readonly DatabasePlace[],
  to: RowsMove['to'],
  opened: OpenDatabase[],
): Promise<Copying[]> {
  const copies: Copying[] = []
  for (const { folder, postgres, migrations } of places) {
    const options = { folder, migrations, clock: systemClock }
    const [source, target] = to === 'postgres' ? [undefined, postgres] : [postgres, undefined]
    const from = await connectDatabase({ ...options, postgres: source })
    opened.push(from)
    const into = await connectDatabase({ ...options, unfinished: true, postgres: target })
    opened.push(into)
    copies.push({ from: from.db, to: into.db })
  }
  return copies
}

/**
 * Copies the database of the service, and that of the test authority.
 * @throws FatalError when a server is running, the target is in use, or a copy differs from its source
 */
export async function moveRows(move: RowsMove): Promise<void> {
  const { dataDir, to, out } = move
  const isFromFolder = to === 'postgres'
  if (isFromFolder && !existsSync(join(dataDir, DATABASE_FILE)))
    throw new FatalError(`there is no database in ${dataDir}: check PARAPH_DATA_DIR`)
  const places = [serviceDatabase(move), testAuthorityDatabase(move)].filter(
    ({ folder }) => !isFromFolder || existsSync(join(folder, DATABASE_FILE)),
  )
  const opened: OpenDatabase[] = []
  const instance = await holdDatabase(move.postgres)
  try {
    const copies = await openCopies(places, to, opened)
    await copyDatabases(copies, (table, rows, added) =>
      out(`${table}: ${rows} rows, ${added} copied now`),
    )
    const [service] = copies
    if (service !== undefined) out(`${await checkTrails(service.to)} audit trails checked`)
  } finally {
    for (const each of opened.toReversed()) await each.close()
    await instance.close()
  }
}
