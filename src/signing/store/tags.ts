/** SQL of what requests are found by: their words, and their tags, which a column says of each, and a table of all. */
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import { rowsOf } from '../../database/rows.ts'
import { foldText } from '../../kernel/fold-text.ts'
import type { RequestRow } from '../model/rows.ts'
import { tagKey } from '../model/tags.ts'

/** Whose requests. */
interface RequestHolder {
  accountId: string
  mode: 'live' | 'test'
}

/** Rows whose words are written in one go. */
const BATCH = 500
/** Longer names are compared by their beginning. */
const NAME_KEY_MAX = 100

/** Writes the words of the account's requests that have changed since the last search. */
export async function writeWords(db: Db, { accountId, mode }: RequestHolder): Promise<void> {
  for (;;) {
    const stale = await db
      .selectFrom('request_search')
      .innerJoin('signature_requests as request', 'request.id', 'request_search.request_id')
      .select(['request.id', 'request.name', 'request.external_id', 'request_search.revision'])
      .where('request_search.account_id', '=', accountId)
      .where('request_search.mode', '=', mode)
      .where('request_search.words', 'is', null)
      .limit(BATCH)
      .execute()
    if (stale.length === 0) return
    const people = await peopleOf(
      db,
      stale.map(({ id }) => id),
    )
    const rows = stale.map(({ id, name, external_id, revision }) => {
      const words = [name, external_id ?? '', ...(people.get(id) ?? [])].map(foldText).join('\n')
      return sql`(${id}, ${revision}, ${words}, ${foldText(name).slice(0, NAME_KEY_MAX)})`
    })
    // What has changed since it was read stays for the next time.
    await sql`UPDATE request_search SET words = given.column3, name_key = given.column4
      FROM (VALUES ${sql.join(rows)}) AS given
      WHERE request_search.request_id = given.column1
        AND request_search.revision = CAST(given.column2 AS BIGINT)`.execute(db)
    if (stale.length < BATCH) return
  }
}

async function peopleOf(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const signers = await rowsOf(db, 'signers', { request_id: ids, removed_at: null }).all({
    columns: ['request_id', 'email', 'first_name', 'last_name'],
  })
  const people = new Map<string, string[]>()
  for (const { request_id: id, email, first_name, last_name } of signers)
    people.set(id, [...(people.get(id) ?? []), `${first_name ?? ''} ${last_name ?? ''}`, email])
  return people
}

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
