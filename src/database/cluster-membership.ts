/** How a server takes its place on a database: alone, or as one of several. */
import type { AdjustedClock } from '../kernel/clock.ts'
import { SOLE_INSTANCE } from './instance.ts'
import type { PostgresOptions } from './postgres/options.ts'
import type { SharedInstanceParts } from './postgres/shared-instance.ts'

/** What is needed to serve a database. */
interface MembershipParts extends Omit<SharedInstanceParts, 'connection' | 'rhythm'> {
  postgres: PostgresOptions | undefined
  /** Whether others may serve it too: their files are where this one's are. */
  isShared: boolean
  /** Set by the database's clock, if it is PostgreSQL. */
  clock: AdjustedClock | undefined
  /** Called when others took its place while the database was away. */
  lost(error: Error): void
}

/** Keeps every server out of a PostgreSQL database. @throws FatalError when one is using it */
export async function holdDatabase(postgres: PostgresOptions): Promise<{ close(): Promise<void> }> {
  const { SessionConnection } = await import('./postgres/session-connection.ts')
  return await SessionConnection.open(postgres, 'alone', () => undefined)
}

/**
 * Takes the place. In SQLite the lock of the data folder has already made this process the only one.
 * @throws FatalError when another server has the database
 */
export async function enterDatabase(parts: MembershipParts) {
  const { postgres, isShared, clock, log } = parts
  if (postgres === undefined) return { instance: SOLE_INSTANCE, leave: async () => undefined }
  const { SessionConnection } = await import('./postgres/session-connection.ts')
  const { SharedInstance } = await import('./postgres/shared-instance.ts')
  const { ClockSync } = await import('./postgres/clock-sync.ts')
  const serving = isShared ? 'shared' : 'alone'
  const connection = await SessionConnection.open(postgres, serving, parts.lost)
  const sync = clock && new ClockSync({ connection, clock, log })
  await sync?.start()
  const shared = isShared ? await SharedInstance.enter({ ...parts, connection }) : undefined
  return {
    instance: shared ?? SOLE_INSTANCE,
    /** Leaves it, before the database is closed. */
    async leave() {
      sync?.close()
      await shared?.close()
      await connection.close()
    },
  }
}
