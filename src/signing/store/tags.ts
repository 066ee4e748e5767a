/** SQL of the tags of requests: a column says which a request has, a table which requests have one. */
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import { rowsOf } from '../../database/rows.ts'
import type { RequestRow } from '../model/rows.ts'
import { tagKey } from '../model/tags.ts'
import type { RequestHolder } from './search.ts'

/** Gives a request these tags instead of those it has. */
export async function replaceTags(
  db: Db,
  { id, account_id, mode }: Pick<RequestRow, 'id' | 'account_id' | 'mode'>,
  tags: readonly string[],
): Promise<void> {
  await rowsOf(db, 'signature_requests', { id }).change({ tags: JSON.stringify(tags) })
  await rowsOf(db, 'request_tags', { request_id: id }).delete()
  await insertTags(db, { id, account_id, mode, tags })
}

/** Records the tags of a new request, by which it is found. */
export async function insertTags(
  db: Db,
  { id, account_id, mode, tags }: Pick<RequestRow, 'id' | 'account_id' | 'mode' | 'tags'>,
): Promise<void> {
  if (tags.length === 0) return
  const rows = tags.map((tag) => ({ account_id, mode, folded: tagKey(tag), request_id: id, tag }))
  await db.insertInto('request_tags').values(rows).execute()
}

/** The tags of an account's requests in alphabetical order, and how many requests have each. */
export const listTags = (db: Db, { accountId, mode }: RequestHolder) =>
  db
    .selectFrom('request_tags')
    .select([sql<string>`max(tag)`.as('tag'), sql<number>`count(*)`.as('documents')])
    .where('account_id', '=', accountId)
    .where('mode', '=', mode)
    .groupBy('folded')
    .orderBy('folded')
    .execute()
