/**
 * Write transactions, which run beside others. On SQLite there is one writer anyway. On PostgreSQL such a transaction holds
 * the rows that it locks and the turns that it takes, and nothing else; one that was chosen to break a deadlock runs again.
 * See docs/adr/0036-writers-side-by-side.md.
 */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { codeOf } from '../kernel/type-guards.ts'
import { isSqlite } from './conditions.ts'
import type { Tables } from './tables.ts'

/** What keeps transactions apart that must not overlap; each write transaction names what it relies on. */
const GUARDS = {
  request: 'the row of its request, locked by the first statement that reads it',
  organisation: 'the row of the organisation, locked before its members are read',
  trail: 'the row of the trail, locked before its head is read',
  rows: 'conditions on the rows that its own statements change',
  turn: 'a turn that it takes first: see takeTurn',
} as const
/** Turns that transactions of one kind take, and what each is about. */
const TURNS = {
  account:
    'what an account has so many of, or sets as a whole: keys, templates, fonts, lists, services',
  address: 'an address that asks for links, or becomes an account',
  quota: 'a counter of a key: its usage and its reservations are rows of two tables',
  guesses: 'wrong codes for one telephone, or for what one person registered, over all requests',
  texts: 'text messages: the limits of keys, accounts and blocks of numbers overlap',
  firstMails: 'people whom an account writes to for the first time',
  idempotency: 'one idempotency key',
  drafts: 'what an account stores without sending it',
  jobs: 'which job is claimed next, and which instances are there to do it',
  webhooks: 'endpoints, their deliveries and their health',
} as const
/** Name of a turn. */
type Turn = keyof typeof TURNS

/** Name of a guard. */
type Guard = keyof typeof GUARDS

/** What happens once a transaction is committed. */
const AFTER = new WeakMap<Kysely<Tables>, Array<() => void>>()
const TRIES = 5
const PAUSE_MS = 20
/** SQLSTATE: serialization failure, deadlock. */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01'])

const isConflict = (error: unknown): boolean =>
  error instanceof Error && (CONFLICTS.has(codeOf(error)) || isConflict(error.cause))

/**
 * Runs a write transaction beside others.
 * @param _guard what its invariants rely on
 * @param work may run more than once: it changes rows and nothing else
 */
export async function concurrently<Result>(
  db: Kysely<Tables>,
  _guard: Guard,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const after: Array<() => void> = []
    try {
      const result = await db.transaction().execute((trx) => {
        AFTER.set(trx, after)
        return work(trx)
      })
      for (const each of after) setImmediate(each)
      return result
    } catch (error) {
      if (tries === TRIES || !isConflict(error)) throw error
    }
    await sleep(PAUSE_MS * tries * Math.random())
  }
}

/** Has something done once the caller's transaction is committed, soon where there is none: looking for what it wrote. */
export const afterCommit = (db: Kysely<Tables>, work: () => void): unknown =>
  AFTER.get(db)?.push(work) ?? setImmediate(work)

/** Runs a write transaction beside all but those that take the same turn, about the same. */
export const inTurn = <Result>(
  db: Kysely<Tables>,
  turn: Turn | readonly [Turn, ...string[]],
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> =>
  concurrently(db, 'turn', async (trx) => {
    await (typeof turn === 'string' ? takeTurn(trx, turn) : takeTurn(trx, ...turn))
    return await work(trx)
  })

/** The key of an advisory lock (64 bits). Two names with one key only wait for each other. */
const keyOf = (names: readonly string[]): bigint =>
  createHash('sha256').update(names.join('\0')).digest().readBigInt64BE()

/**
 * Waits until no other transaction holds the same turn, and holds it until this one ends. Nothing on SQLite.
 * @param of what it is narrowed to, such as an account
 */
export async function takeTurn(trx: Kysely<Tables>, turn: Turn, ...of: string[]): Promise<void> {
  if (isSqlite(trx)) return
  const [schema, key] = [sql`hashtextextended(current_schema(), 0)`, keyOf([turn, ...of])]
  await sql`SELECT pg_advisory_xact_lock(${schema} # ${key.toString()}::int8)`.execute(trx)
}

/**
 * Begins the text of a statement that takes a turn first; alone it is a transaction of its own, in one round trip.
 * @see takeTurn
 */
export const inTurnOf = (turn: Turn, ...of: string[]): RawBuilder<unknown> =>
  sql.raw(`/* turn ${keyOf([turn, ...of])} */ `)

/**
 * Locks rows until the caller's transaction ends, on PostgreSQL; what is read after it is what
 * others have committed. Nothing outside a transaction, and nothing on SQLite.
 * @param which a table and the condition of its rows
 */
export async function lockRows(db: Kysely<Tables>, which: RawBuilder<unknown>): Promise<void> {
  if (db.isTransaction && !isSqlite(db)) await sql`SELECT FROM ${which} FOR UPDATE`.execute(db)
}
