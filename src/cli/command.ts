/** Definition of a command, and the session passed to it. */
import type { Accounts } from '../accounts/open.ts'
import type { Plans } from '../accounts/plans.ts'
import type { Trails } from '../audit/trail.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../database/open.ts'
import { SecurityEvents } from '../identity/events.ts'
import { Jobs } from '../jobs/jobs.ts'
import { systemClock } from '../kernel/clock.ts'
import { isOneOf } from '../kernel/type-guards.ts'
import type { Pki } from '../pki/open.ts'

/** Flags as parsed: text, or true for a flag without a value. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>

/** What a command may use. Nothing is opened before it is needed. */
export interface Session {
  /** One line of the result: what a script reads. */
  out(line: string): void
  /** One line for the person at the terminal. */
  note(line: string): void
  config(): Config
  plans(): Plans
  accounts(): Promise<Accounts>
  /** The certificate authority, not started. */
  pki(): Promise<Pki>
  /** The database, brought up to date. */
  database(): Promise<Db>
  /** The audit trails. */
  trails(): Promise<Trails>
}

/** One command, such as `key create`. */
export interface Command {
  /**
   * The flags as shown, such as `--account <id> [--test]`; these are the ones that it takes, and with `…` at the end
   * those of {@link help} too.
   */
  usage: string
  summary: string
  /** More lines of help, where the flags do not explain themselves. */
  help?: readonly string[]
  /** A word without a flag that it needs, passed like a flag of this name. */
  argument?: { name: string; values: readonly string[] }
  run(session: Session, flags: Flags): Promise<void>
}

/** The command line was wrong; the message names the flag. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A required text flag. */
export function required(flags: Flags, name: string): string {
  const value = flags[name]
  if (typeof value === 'string' && value !== '') return value
  throw new UsageError(`--${name} is missing`)
}

/** An optional text flag. */
export function optional(flags: Flags, name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

/** A required flag that takes one of some values. */
export function oneOf<T extends string>(flags: Flags, name: string, all: readonly T[]): T {
  const given = required(flags, name)
  if (isOneOf(all, given)) return given
  throw new UsageError(`--${name}: "${given}" must be one of ${all.join(', ')}`)
}

/** A number with its noun. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

/** Writes into the log of an account what the operator did, in the transaction that does it. */
export const noteEvent = (
  trails: Trails,
  trx: Db,
  event: Omit<Parameters<SecurityEvents['note']>[0], 'origin'>,
): Promise<void> => {
  const origin = { ip: '', ua: undefined }
  return new SecurityEvents(trx, systemClock, trails).note({ ...event, origin }, trx)
}

/** Where jobs are added; the service, which has files and keys, does them. */
export const jobsOf = (db: Db): Jobs =>
  new Jobs({
    db,
    clock: systemClock,
    log: { warn: () => undefined, error: () => undefined },
  })

/** Rows under headings, in columns as wide as their content. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(headings), ...rows.map(line)]
}

/**
 * Prints a list as a table, or as JSON with `--json`.
 * @param columns by their headings
 */
export function printList<Row>(
  session: Session,
  flags: Flags,
  list: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string>>,
  json: unknown = list,
): void {
  const rows = list.map((row) => Object.values(columns).map((cell) => cell(row)))
  if (flags.json === true) session.out(JSON.stringify(json, null, 2))
  else for (const line of table(Object.keys(columns), rows)) session.out(line)
}
