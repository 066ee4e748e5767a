/** SQL of lists of requests: what they are filtered by, and pages that continue after a row in any order. */
import { type RawBuilder, sql } from 'kysely'
import { asciiLower } from '../../database/conditions.ts'
import type { Db } from '../../database/open.ts'
import { idStart } from '../../kernel/ids.ts'
import type { RequestRow } from '../model/rows.ts'
import type { RequestState } from '../model/states.ts'
import { filesColumn } from './files.ts'
import { decodeRequest } from './requests.ts'

/** What lists are ordered by. */
export const ORDERS = ['created_at', 'name', 'expires_at', 'updated'] as const
type Order = (typeof ORDERS)[number]

/** Where a page begins: after the row with this key and id. */
export interface PagePlace {
  key: string
  id: string
}

/** Which requests a list shows, and how. */
export interface RequestFilter {
  accountId: string
  modes: ReadonlyArray<'live' | 'test'>
  limit: number
  order: Order
  descending: boolean
  after?: PagePlace | undefined
  /** Absent: all; none: no request is shown. */
  states?: readonly RequestState[] | undefined
  externalId?: string | undefined
  email?: string | undefined
  openLinkId?: string | undefined
  /** Folded; all of them are parts of name, reference or signers. */
  words?: readonly string[] | undefined
  /** Folded; a request has all of them. */
  tags?: readonly string[] | undefined
  metadata?: Readonly<Record<string, string>> | undefined
  /** Epoch milliseconds, up to their end. */
  created?: { fromMs?: number | undefined; untilMs?: number | undefined } | undefined
  /** RFC 3339 in UTC, up to its end. */
  completed?: { from?: string | undefined; until?: string | undefined } | undefined
  expiresBefore?: string | undefined
}

/** Of one mode; of the named states, or all. */
interface Branch {
  mode: 'live' | 'test'
  states: readonly RequestState[] | undefined
}

const KEYS = {
  created_at: 'signature_requests.id',
  expires_at: 'signature_requests.expires_at',
  name: 'request_search.name_key',
  updated: 'request_search.updated_at',
} as const satisfies Record<Order, string>

/** Whether a list is read from what requests are found by, in its order, rather than from the requests. */
const readsSearch = ({ order, words = [], states }: RequestFilter): boolean =>
  order === 'name' ||
  order === 'updated' ||
  // Of a state, an index of the requests has them in their order.
  (order === 'created_at' && words.length > 0 && states === undefined)

/** Both engines take a pair of values that follows another one as a place in an index. */
const isAfter = (
  keys: { key: string; id: string },
  { after, descending }: { after: PagePlace; descending: boolean },
): RawBuilder<boolean> =>
  sql<boolean>`((${sql.ref(keys.key)}, ${sql.ref(keys.id)}) ${sql.raw(descending ? '<' : '>')} (${after.key}, ${after.id}))`

/** Whether JSON as `JSON.stringify` writes it has this member: inside a text its quotation marks would be escaped. */
function hasMember(of: 'metadata' | 'open_link', name: string, value: string): RawBuilder<boolean> {
  const pair = `${JSON.stringify(name)}:${JSON.stringify(value)}`
  const column = sql.ref(`signature_requests.${of}`)
  return sql<boolean>`(instr(${column}, ${`{${pair}`}) > 0 OR instr(${column}, ${`,${pair}`}) > 0)`
}

/** What is asked of the columns of a request itself. */
function* columnConditions(
  filter: RequestFilter,
  { states }: Branch,
): Generator<RawBuilder<boolean>> {
  const { externalId, created = {}, completed = {}, expiresBefore, metadata = {} } = filter
  const { openLinkId } = filter
  const compare = (column: string, operator: '=' | '<' | '>=', value: string) =>
    sql<boolean>`(${sql.ref(`signature_requests.${column}`)} ${sql.raw(operator)} ${value})`
  if (states?.length === 1) yield compare('status', '=', states[0] ?? '')
  else if (states !== undefined)
    yield sql<boolean>`(signature_requests.status IN (${sql.join(states)}))`
  if (externalId !== undefined) yield compare('external_id', '=', externalId)
  if (created.fromMs !== undefined) yield compare('id', '>=', idStart('doc', created.fromMs))
  if (created.untilMs !== undefined) yield compare('id', '<', idStart('doc', created.untilMs))
  if (completed.from !== undefined) yield compare('ended_at', '>=', completed.from)
  if (completed.until !== undefined) yield compare('ended_at', '<', completed.until)
  if (expiresBefore !== undefined) yield compare('expires_at', '<', expiresBefore)
  for (const [name, value] of Object.entries(metadata)) yield hasMember('metadata', name, value)
  if (openLinkId !== undefined) yield hasMember('open_link', 'id', openLinkId)
}

/** What is asked of other tables. */
function* otherConditions(filter: RequestFilter, { mode }: Branch): Generator<RawBuilder<boolean>> {
  const { accountId, email, words = [], tags = [] } = filter
  const id = sql.ref('signature_requests.id')
  const found = words.map((word) => sql`instr(words, ${word}) > 0`)
  if (found.length > 0 && readsSearch(filter)) yield sql<boolean>`(${sql.join(found, sql` AND `)})`
  else if (found.length > 0)
    yield sql<boolean>`(${id} IN (SELECT request_id FROM request_search
      WHERE account_id = ${accountId} AND mode = ${mode} AND ${sql.join(found, sql` AND `)}))`
  for (const tag of tags)
    yield sql<boolean>`(${id} IN (SELECT request_id FROM request_tags
      WHERE account_id = ${accountId} AND mode = ${mode} AND folded = ${tag}))`
  // From the address to its documents: looking for it in each document of an account takes as long as there are many.
  if (email !== undefined)
    yield sql<boolean>`(${id} IN (SELECT request_id FROM signers WHERE lower(email) = ${asciiLower(email)} AND removed_at IS NULL))`
}

/** The statement of one branch of {@link listRequests}. */
export function requestsQuery(db: Db, filter: RequestFilter, branch: Branch) {
  const { accountId, order, descending, after, limit } = filter
  const table = readsSearch(filter) ? 'request_search' : 'signature_requests'
  const keys = {
    id: readsSearch(filter) ? 'request_search.request_id' : 'signature_requests.id',
    key: KEYS[order],
  } as const
  const conditions = [
    sql<boolean>`(${sql.ref(`${table}.account_id`)} = ${accountId})`,
    sql<boolean>`(${sql.ref(`${table}.mode`)} = ${branch.mode})`,
    ...columnConditions(filter, branch),
    ...otherConditions(filter, branch),
  ]
  const isById = order === 'created_at'
  if (after !== undefined)
    conditions.push(
      isById
        ? sql<boolean>`(${sql.ref(keys.id)} ${sql.raw(descending ? '<' : '>')} ${after.id})`
        : isAfter(keys, { after, descending }),
    )
  let query = db
    .selectFrom('signature_requests')
    .selectAll('signature_requests')
    .select(filesColumn(db))
    .select(isById ? sql<string>`''`.as('sort_key') : sql.ref<string>(keys.key).as('sort_key'))
    .where(sql<boolean>`${sql.join(conditions, sql` AND `)}`)
    .limit(limit)
  if (!isById) query = query.orderBy(sql.ref(keys.key), descending ? 'desc' : 'asc')
  query = query.orderBy(sql.ref(keys.id), descending ? 'desc' : 'asc')
  if (!readsSearch(filter)) return query
  return query.innerJoin('request_search', 'request_search.request_id', 'signature_requests.id')
}

/** A request in a list. */
export interface ListedRequest {
  request: RequestRow
  place: PagePlace
}

/** Texts as both engines order them: by their bytes. */
const compared = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Requests in the asked order: each branch is a place in an index, which one statement about several is not. */
export async function listRequests(db: Db, filter: RequestFilter): Promise<ListedRequest[]> {
  const { modes, states, order, limit } = filter
  const apart = order === 'created_at' && states !== undefined
  const branches: Branch[] = modes.flatMap((mode) =>
    apart ? states.map((state) => ({ mode, states: [state] })) : [{ mode, states }],
  )
  const found: ListedRequest[] = []
  for (const branch of states?.length === 0 ? [] : branches)
    for (const { sort_key: key, ...row } of await requestsQuery(db, filter, branch).execute())
      found.push({ request: decodeRequest(row), place: { key, id: row.id } })
  const direction = filter.descending ? -1 : 1
  if (branches.length > 1)
    found.sort(
      ({ place: one }, { place: other }) =>
        direction * (compared(one.key, other.key) || compared(one.id, other.id)),
    )
  return found.slice(0, limit)
}
