/** Who else serves the same database, and what of it is whose. See docs/adr/0022-several-instances.md. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** A server process on a database. */
export interface Instance {
  /** What it claims is marked with this. It changes when others took the process for dead. */
  readonly id: string
  /** Whether others serve the same database. */
  readonly isShared: boolean
  /** Condition: nobody has taken this instance for dead. Part of every claim. */
  isAlive(): RawBuilder<boolean>
  /** SQL condition: the instance named in a column has ended, or the column is null. @param column its name, never untrusted input */
  isGone(column: string): RawBuilder<boolean>
  /** Whether a task that one instance alone may do is this one's; takes it over from one that has ended. */
  leads(task: string): Promise<boolean>
  /** Whether this instance or another that is alive has a role. */
  isServed(role: string): Promise<boolean>
  /** Has what ended instances held freed, in the transaction that finds them dead. */
  onGone(free: (db: Kysely<Tables>) => Promise<unknown>): void
}

/** The only process on its database: whatever it did not claim itself was claimed by one that has ended. */
export const SOLE_INSTANCE: Instance = {
  id: 'sole',
  isShared: false,
  isAlive: () => sql<boolean>`(1 = 1)`,
  isGone: () => sql<boolean>`(1 = 1)`,
  leads: async () => true,
  isServed: async () => true,
  onGone: () => undefined,
}

declare module './tables.ts' {
  interface Tables {
    instances: {
      id: string
      version: string
      /** Separated by commas. */
      roles: string
      started_at: number
      seen_at: number
      /** Key of the advisory lock that its connection holds while it lives; null: a build that holds none. */
      life_lock: number | null
    }
    instance_tasks: { task: string; owner: string }
  }
}
