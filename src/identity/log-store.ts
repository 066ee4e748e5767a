/** All SQL of the log of organisations. */
import type { Db } from '../database/open.ts'
import type { EventRow } from './store.ts'

/** An entry, with the address of whoever did it. */
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

/** A page of entries, newest first; those before an id. */
export async function listLog(
  db: Db,
  { organisationId, personId, types, since, until }: LogFilter,
  page: { before: string | undefined; limit: number },
): Promise<LogRow[]> {
  let query = db
    .selectFrom('security_events as event')
    .innerJoin('accounts as person', 'person.id', 'event.account_id')
    .selectAll('event')
    .select('person.email')
    .where('event.organisation_id', '=', organisationId)
    .orderBy('event.id', 'desc')
    .limit(page.limit)
  if (personId !== undefined) query = query.where('event.account_id', '=', personId)
  if (types !== undefined) query = query.where('event.type', 'in', [...types])
  if (since !== undefined) query = query.where('event.at', '>=', since)
  if (until !== undefined) query = query.where('event.at', '<', until)
  if (page.before !== undefined) query = query.where('event.id', '<', page.before)
  return await query.execute()
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
