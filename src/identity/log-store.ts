/** All SQL of the log of organisations. */
import { sql } from 'kysely'
import { isAmong } from '../database/conditions.ts'
import type { Db } from '../database/open.ts'
import { is, rowsOf } from '../database/rows.ts'
import type { EventRow } from './store.ts'

/** An entry, with the address of the person who acted. */
export type LogRow = EventRow & { email: string }

/** Which entries of an organisation. */
export interface LogFilter {
  organisationId: string
  personId?: string | undefined
  types?: readonly string[] | undefined
  /** RFC 3339: from then on, and before. */
  since?: string | undefined
  until?: string | undefined
}

const withEmail = (db: Db, organisationId: string) =>
  db
    .selectFrom('security_events as event')
    .innerJoin('accounts as person', 'person.id', 'event.account_id')
    .selectAll('event')
    .select('person.email')
    .where('event.organisation_id', '=', organisationId)

/** A page of entries, newest first; those before an id. */
export async function listLog(
  db: Db,
  { organisationId, personId, types, since, until }: LogFilter,
  page: { before: string | undefined; limit: number },
): Promise<LogRow[]> {
  let query = withEmail(db, organisationId).orderBy('event.id', 'desc').limit(page.limit)
  if (personId !== undefined) query = query.where('event.account_id', '=', personId)
  if (types !== undefined) query = query.where('event.type', 'in', [...types])
  if (since !== undefined) query = query.where('event.at', '>=', since)
  if (until !== undefined) query = query.where('event.at', '<', until)
  if (page.before !== undefined) query = query.where('event.id', '<', page.before)
  return await query.execute()
}

/** Entries with places in the chain after one, up to another. */
export const rowsInChain = (
  db: Db,
  organisationId: string,
  { after, to }: { after: number; to: number },
): Promise<LogRow[]> =>
  withEmail(db, organisationId)
    .where('event.chain_seq', '>', after)
    .where('event.chain_seq', '<=', to)
    .execute()

/** Entries with places that a chain does not have. */
export const rowsPastChain = (
  db: Db,
  organisationId: string,
  end: number,
  limit: number,
): Promise<LogRow[]> =>
  withEmail(db, organisationId)
    .where((eb) => eb.or([eb('event.chain_seq', '>', end), eb('event.chain_seq', '<', 1)]))
    .limit(limit)
    .execute()

/** Entries in no chain, from a time on, oldest first. */
export const unchainedSince = (
  db: Db,
  organisationId: string,
  since: string,
  limit: number,
): Promise<LogRow[]> =>
  withEmail(db, organisationId)
    .where('event.chain_seq', 'is', null)
    .where('event.at', '>=', since)
    .orderBy('event.id')
    .limit(limit)
    .execute()

/** How many entries are in no chain, before a time or at any. */
export const countUnchained = (
  db: Db,
  organisationId: string,
  before: string | undefined,
): Promise<number> =>
  rowsOf(db, 'security_events', {
    organisation_id: organisationId,
    chain_seq: null,
    ...(before !== undefined && { at: is('<', before) }),
  }).count()

/** Organisations with chained entries before a time. */
export const organisationsBefore = async (db: Db, before: string): Promise<string[]> =>
  (
    await db
      .selectFrom('security_events')
      .select('organisation_id')
      .distinct()
      .where('at', '<', before)
      .where('chain_seq', 'is not', null)
      .where('organisation_id', 'is not', null)
      .execute()
  ).flatMap(({ organisation_id }) => organisation_id ?? [])

/**
 * Erases the log of an organisation, or the oldest entries before a time up to a limit. Returns how many, and the last
 * place in the chain that did go.
 */
export async function eraseLog(
  trx: Db,
  organisationId: string,
  some: { before: string; limit: number } | undefined,
): Promise<{ count: number; through: number | undefined }> {
  const own = trx
    .selectFrom('security_events')
    .select(['id', 'chain_seq'])
    .where('organisation_id', '=', organisationId)
    .orderBy('chain_seq')
  const going = some === undefined ? own : own.where('at', '<', some.before).limit(some.limit)
  const rows = await going.execute()
  let removal = trx.deleteFrom('security_events').where('organisation_id', '=', organisationId)
  if (some !== undefined) {
    const ids = rows.map(({ id }) => id)
    removal = removal.where(isAmong(sql.ref('id'), ids))
  }
  await removal.execute()
  return { count: rows.length, through: rows.flatMap(({ chain_seq }) => chain_seq ?? []).at(-1) }
}

/** Everybody who has an entry in the log of an organisation, members and former ones. */
export const listLogPeople = (
  db: Db,
  organisationId: string,
): Promise<Array<{ id: string; email: string }>> =>
  db
    .selectFrom('accounts as person')
    .select(['person.id', 'person.email'])
    .where('person.id', 'in', (select) =>
      select
        .selectFrom('security_events')
        .select('security_events.account_id')
        .where('security_events.organisation_id', '=', organisationId),
    )
    .orderBy('person.email')
    .execute()
