/** Lists of requests: found by what the API asks for, in pages that stay right in every order, and as a file. */

import type { Caller } from '../../accounts/caller.ts'
import type { Db } from '../../database/open.ts'
import { toIso } from '../../kernel/clock.ts'
import { csvCell } from '../../kernel/csv-cell.ts'
import { foldText } from '../../kernel/fold-text.ts'
import { Service } from '../../kernel/service.ts'
import { isOneOf, omitUndefined } from '../../kernel/type-guards.ts'
import { invalidAt } from '../../translations/refusals.ts'
import type { RequestWithSigners } from '../model/rows.ts'
import {
  LISTING_LIMITS,
  type ListQuery,
  PAGE_DEFAULT,
  type Selection,
} from '../model/schemas/listing.ts'
import type { RequestState } from '../model/states.ts'
import { tagKey } from '../model/tags.ts'
import {
  type ListedRequest,
  listRequests,
  ORDERS,
  type PagePlace,
  type RequestFilter,
} from '../store/listing.ts'
import { withSigners } from '../store/requests.ts'
import { listTags, writeWords } from '../store/tags.ts'
import { toDocument } from './view.ts'

/** Rows that are read for a file in one go. */
const EXPORT_PAGE = 500
const BOM = '\ufeff'

const ID = /^doc_[0-9a-z]{26}$/

/** A place in a list as its cursor: the id alone where that is the order. */
const cursorOf = (sort: string, { key, id }: PagePlace): string =>
  key === '' ? id : Buffer.from(JSON.stringify([sort, key, id])).toString('base64url')

/** @throws AppError `validation_failed` for what is no cursor of this order */
function placeIn(cursor: string, sort: string): PagePlace {
  const isById = sort.endsWith('created_at')
  if (isById && ID.test(cursor)) return { key: '', id: cursor }
  try {
    const [of, key, id]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!isById && of === sort && typeof key === 'string' && ID.test(String(id)))
      return { key, id: String(id) }
  } catch {
    // No JSON: no cursor of ours.
  }
  throw invalidAt('/cursor', 'cursor_unknown', 'requests.cursor')
}

/** Times are compared as they are stored, in UTC. */
const utc = (time: string | undefined) => time && toIso(Date.parse(time))
const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time))

/** Those asked for; where a time of completion is asked for too, completed ones only. */
function statesOf({ status, ...query }: ListQuery): readonly RequestState[] | undefined {
  const asked = status === undefined || status.length === 0 ? undefined : [...new Set(status)]
  if ((query.completed_after ?? query.completed_before) === undefined) return asked
  return (asked ?? (['completed'] as const)).filter((state) => state === 'completed')
}

/** The words of a search; the last ones are one where there are too many. */
function wordsOf(q: string): string[] {
  const words = foldText(q).split(' ').filter(Boolean)
  const last = words.slice(LISTING_LIMITS.words - 1).join(' ')
  return [...words.slice(0, LISTING_LIMITS.words - 1), ...(last === '' ? [] : [last])]
}

type Mode = Caller['key']['mode']

function filterOf(accountId: string, modes: readonly Mode[], query: ListQuery): RequestFilter {
  const sort = query.sort ?? '-created_at'
  const order = sort.replace('-', '')
  return omitUndefined<RequestFilter>({
    accountId,
    modes,
    limit: query.limit ?? PAGE_DEFAULT,
    order: isOneOf(ORDERS, order) ? order : 'created_at',
    descending: sort.startsWith('-'),
    after: query.cursor === undefined ? undefined : placeIn(query.cursor, sort),
    states: statesOf(query),
    externalId: query.external_id,
    email: query.email,
    openLinkId: query.open_link_id,
    words: query.q === undefined ? undefined : wordsOf(query.q),
    tags: query.tag?.map(tagKey),
    metadata: query.metadata,
    created: { fromMs: msOf(query.created_after), untilMs: msOf(query.created_before) },
    completed: { from: utc(query.completed_after), until: utc(query.completed_before) },
    expiresBefore: utc(query.expires_before),
  })
}

/** What of an account's requests is listed. */
export interface ListHolder {
  accountId: string
  modes: readonly Mode[]
}

const holderOf = ({ account, key }: Caller): ListHolder => ({
  accountId: account.id,
  modes: [key.mode],
})

/** Requests of an account, found. */
export class RequestLists extends Service<{ db: Db }> {
  /** A page of the caller's requests. @throws AppError `validation_failed` */
  async list(caller: Caller, query: ListQuery) {
    const { found, next_cursor } = await this.page(holderOf(caller), query)
    return { documents: found.map(toDocument), ...(next_cursor !== undefined && { next_cursor }) }
  }

  /** A page of an account's requests, of live and test keys as asked for. @throws AppError `validation_failed` */
  async page({ accountId, modes }: ListHolder, query: ListQuery) {
    const filter = filterOf(accountId, modes, query)
    const needsWords = filter.words !== undefined || filter.order === 'name'
    for (const mode of needsWords ? modes : []) await writeWords(this.parts.db, { accountId, mode })
    const rows = await listRequests(this.parts.db, { ...filter, limit: filter.limit + 1 })
    const shown = rows.slice(0, filter.limit)
    const last: ListedRequest | undefined = rows.length > shown.length ? shown.at(-1) : undefined
    const found = await withSigners(
      this.parts.db,
      shown.map(({ request }) => request),
    )
    return { found, next_cursor: last && cursorOf(query.sort ?? '-created_at', last.place) }
  }

  /** The tags in use, and how many documents have each. */
  async tags({ accountId, modes }: ListHolder) {
    const counts = new Map<string, { tag: string; documents: number }>()
    for (const mode of modes)
      for (const { tag, documents } of await listTags(this.parts.db, { accountId, mode }))
        counts.set(tagKey(tag), {
          tag,
          documents: documents + (counts.get(tagKey(tag))?.documents ?? 0),
        })
    return {
      tags: [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, count]) => count),
    }
  }

  /** The tags of the caller's documents. */
  tagsOf(caller: Caller) {
    return this.tags(holderOf(caller))
  }

  /**
   * The documents that something is done with.
   * @throws AppError `validation_failed` unless it names documents or a filter
   */
  async selected(caller: Caller, { ids, filter, cursor }: Selection) {
    if ((ids === undefined) === (filter === undefined))
      throw invalidAt('/ids', 'selection', 'requests.selection')
    if (ids !== undefined) return { ids: [...new Set(ids)] }
    const { found, next_cursor } = await this.page(holderOf(caller), {
      ...filter,
      limit: LISTING_LIMITS.selected,
      ...(cursor !== undefined && { cursor }),
    })
    const next = next_cursor === undefined ? {} : { next_cursor }
    return { ids: found.map(({ request }) => request.id), ...next }
  }

  /** The same list as CSV, in pieces; the first is read before anything is answered. @throws AppError `validation_failed` */
  async file(holder: ListHolder, query: ListQuery): Promise<AsyncGenerator<string>> {
    const first = await this.page(holder, { ...query, limit: EXPORT_PAGE })
    return this.#pieces(holder, query, first)
  }

  /** The same for a caller. */
  fileOf(caller: Caller, query: ListQuery): Promise<AsyncGenerator<string>> {
    return this.file(holderOf(caller), query)
  }

  async *#pieces(
    holder: ListHolder,
    query: ListQuery,
    first: Awaited<ReturnType<RequestLists['page']>>,
  ): AsyncGenerator<string> {
    yield BOM + lineOf(Object.keys(COLUMNS))
    let page = first
    for (let written = 0; ; ) {
      yield page.found
        .map((whole) => lineOf(Object.values(COLUMNS).map((cell) => cell(whole))))
        .join('')
      written += page.found.length
      const { next_cursor: cursor } = page
      if (cursor === undefined || written >= LISTING_LIMITS.exported) return
      page = await this.page(holder, { ...query, cursor, limit: EXPORT_PAGE })
    }
  }
}

const lineOf = (cells: readonly string[]): string =>
  `${cells.map((cell) => csvCell(cell, ',')).join(',')}\r\n`

const completedAt = ({ request }: RequestWithSigners): string =>
  request.status === 'completed' ? (request.ended_at ?? '') : ''

/** The columns of the file, and what each says of a request. */
const COLUMNS: Readonly<Record<string, (whole: RequestWithSigners) => string>> = {
  id: ({ request }) => request.id,
  name: ({ request }) => request.name,
  status: ({ request }) => request.status,
  test: ({ request }) => String(request.mode === 'test'),
  external_id: ({ request }) => request.external_id ?? '',
  tags: ({ request }) => request.tags.join(', '),
  signers: ({ signers }) => signers.map(({ email }) => email).join(' '),
  signed: ({ signers }) => String(signers.filter(({ status }) => status === 'signed').length),
  asked: ({ signers }) => String(signers.length),
  created_at: ({ request }) => request.created_at,
  sent_at: ({ request }) => request.sent_at ?? '',
  expires_at: ({ request }) => request.expires_at,
  completed_at: completedAt,
  ended_at: ({ request }) => request.ended_at ?? '',
  end_reason: ({ request }) => request.end_reason ?? '',
  metadata: ({ request }) =>
    Object.keys(request.metadata).length === 0 ? '' : JSON.stringify(request.metadata),
}
