/** Bulk sends: a list is checked and stored at once; a job sends its rows. */

import { type Caller, modesOf } from '../../accounts/caller.ts'
import { requireInterface } from '../../accounts/guard.ts'
import { concurrently, inTurn } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { listText } from '../../http/list-text.ts'
import { pageOf } from '../../http/schemas.ts'
import { toIso } from '../../kernel/clock.ts'
import { reworded, type Wording } from '../../kernel/coded-error.ts'
import { AppError, throwIfInvalid } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { invariant } from '../../kernel/invariant.ts'
import { Service } from '../../kernel/service.ts'
import { omitUndefined, pick, present } from '../../kernel/type-guards.ts'
import type { TemplateService } from '../../templates/service.ts'
import { say, textsIn } from '../../translations/texts.ts'
import { JOBS } from '../model/job-kinds.ts'
import type { Actor } from '../model/people.ts'
import type { CheckParts } from '../requests/checks.ts'
import type { Needs } from '../requests/parts.ts'
import type { PendingBlobs } from '../requests/pending-blobs.ts'
import type { RequestTemplates } from '../templates/service.ts'
import { blobsOfTemplate, filesOf, insertFiles } from '../templates/store.ts'
import { checkRows } from './check.ts'
import { perMinute } from './pace.ts'
import { type ReadRow, readRows, stored } from './read.ts'
import { resultsOf } from './results.ts'
import { BULK_LIMITS, type BulkSendJson, type RowFinding, type RowState } from './schemas.ts'
import type { BulkSendingParts } from './sending.ts'
import type { BulkRow, ListRow } from './store.ts'
import * as store from './store.ts'

/** Default and greatest number of bulk sends on a page. */
export const PAGE = { default: 25, max: 100 } as const

/** A list to be sent. */
export interface NewBulk {
  requestTemplateId: string
  list: { bytes: Uint8Array; filename: string; mediaType: string }
  name: string | undefined
  /** Nothing is sent if a row is bad. */
  refuseBad: boolean
  /** false: checked and kept only. */
  send: boolean
}

interface BulkDeps extends CheckParts, Needs<'blobs' | 'jobs' | 'quota'> {
  files: PendingBlobs
  requestTemplates: RequestTemplates
  templates: Pick<TemplateService, 'fields' | 'get'>
  callerOf: BulkSendingParts['callerOf']
}

const holderOf = (caller: Caller): store.Holder => ({
  accountId: caller.account.id,
  modes: modesOf(caller),
})

const notFound = (): AppError => new AppError('bulk_send_not_found', say('bulk.unknown'))

const conflict = (detail: Wording): AppError => new AppError('bulk_send_state_conflict', detail)

/** What the database says of a bulk send. */
interface Counted {
  counts: ReadonlyMap<RowState, number>
  /** Of the key's signatures this month; null: without limit. */
  remaining: number | null
  findings: readonly RowFinding[]
}

/** Bulk sends of accounts. */
export class BulkSends extends Service<BulkDeps> {
  /**
   * Checks a list and stores it; unless it is only to be kept, its rows are sent from now on.
   * @param save stores the answer in the same transaction
   * @throws AppError `validation_failed` for the list as a whole, or for its rows if none is good or bad ones are
   * refused; `request_template_not_found`, `bulk_send_limit_reached`
   */
  async create(
    caller: Caller,
    given: NewBulk,
    actor: Actor,
    save?: (trx: Db, answer: BulkSendJson) => Promise<void>,
  ): Promise<BulkSendJson> {
    const { parts } = this
    const { files, requestTemplates } = parts
    const template = await requestTemplates.row(caller, given.requestTemplateId)
    const isWord = template.template_id !== null
    if (isWord) requireInterface(caller, 'documents')
    await this.#checkRoom(this.parts.db, caller)
    const text = listText(given.list.bytes, given.list)
    const read = await readRows(text, { roles: template.definition.roles, isWord })
    const word = await this.#wordTemplate(caller, template)
    const checked = await checkRows(parts, caller, { template, rows: read, schema: word?.schema })
    refuseRows(checked.rows, given.refuseBad)
    const nowMs = parts.clock.now()
    const bulk: BulkRow = {
      id: newId('blk', nowMs),
      account_id: caller.account.id,
      mode: caller.key.mode,
      key_id: caller.key.id,
      by_owner: caller.owner === true ? 1 : 0,
      actor,
      request_template_id: template.id,
      definition: template.definition,
      template_id: template.template_id,
      template_version: word?.version ?? template.template_version,
      file_sha256: template.file_sha256,
      filename: template.filename,
      name: given.name ?? template.name,
      status: given.send ? 'running' : 'checked',
      paused: null,
      separator: text.separator,
      warnings: [...(text.guessed ? [GUESSED] : []), ...checked.warnings],
      created_at: toIso(nowMs),
      started_at: given.send ? toIso(nowMs) : null,
      ended_at: null,
    }
    const rows = checked.rows.map((row) => listRow(bulk.id, row))
    return await files.during(async (keep) => {
      // The template may be deleted meanwhile; its document is kept until the bulk send is erased.
      for (const sha256 of blobsOfTemplate(template)) await keep(await parts.blobs.get(sha256))
      return await inTurn(this.parts.db, ['account', caller.account.id], async (trx) => {
        await this.#checkRoom(trx, caller)
        await store.insertBulk(trx, bulk, rows)
        await insertFiles(trx, 'bulk_send_id', bulk.id, template.files)
        if (given.send) await this.#wake(trx, bulk.id)
        const answer = await this.#view(caller, bulk, trx)
        await save?.(trx, answer)
        return answer
      })
    })
  }

  /** The version that all rows are rendered with, and the schema of its data. */
  async #wordTemplate(
    caller: Caller,
    { template_id: id, template_version }: Pick<BulkRow, 'template_id' | 'template_version'>,
  ) {
    if (id === null) return undefined
    const { templates } = this.parts
    const version = template_version ?? (await templates.get(caller, id)).current_version
    return { version, schema: (await templates.fields(caller, id, version)).schema }
  }

  async #checkRoom(db: Db, caller: Caller): Promise<void> {
    const holder = { accountId: caller.account.id, modes: [caller.key.mode] }
    if ((await store.countUnfinished(db, holder)) < BULK_LIMITS.unfinished) return
    throw new AppError(
      'bulk_send_limit_reached',
      say('bulk.unfinished', { max: BULK_LIMITS.unfinished }),
    )
  }

  #wake(trx: Db, id: string): Promise<void> {
    return this.parts.jobs.add(trx, JOBS.bulk, { id }, { uniqueKey: id })
  }

  async #find(caller: Caller, id: string, db: Db = this.parts.db): Promise<BulkRow> {
    const bulk = await store.findBulk(db, id, holderOf(caller))
    if (bulk === undefined) throw notFound()
    return bulk
  }

  async get(caller: Caller, id: string): Promise<BulkSendJson> {
    const bulk = await this.#find(caller, id)
    // Pace and quota are those of the key that sends.
    return await this.#view((await this.parts.callerOf(bulk)) ?? caller, bulk)
  }

  /** The results as CSV, in pieces. @throws AppError `bulk_send_not_found` */
  async results(caller: Caller, id: string): Promise<AsyncGenerator<string>> {
    return resultsOf(this.parts.db, await this.#find(caller, id))
  }

  /** A page, newest first; rows that were not sent are only counted. */
  async list(caller: Caller, query: { cursor?: string; limit?: number }) {
    const limit = query.limit ?? PAGE.default
    const holder = holderOf(caller)
    const found = await store.listBulks(this.parts.db, holder, {
      cursor: query.cursor,
      limit: limit + 1,
    })
    const { page, next } = pageOf(found, limit)
    return { bulk_sends: await this.#views(caller, page, this.parts.db, 0), ...next }
  }

  /**
   * Starts one that was only checked, or resumes one that has paused; from now on this caller's key is charged.
   * @throws AppError `bulk_send_state_conflict`
   */
  async start(caller: Caller, id: string): Promise<BulkSendJson> {
    const at = toIso(this.parts.clock.now())
    await concurrently(this.parts.db, 'rows', async (trx) => {
      const bulk = await this.#find(caller, id, trx)
      if (bulk.mode !== caller.key.mode) throw notFound()
      const changes = {
        status: 'running' as const,
        paused: null,
        key_id: caller.key.id,
        started_at: bulk.started_at ?? at,
      }
      if (!(await store.moveBulk(trx, id, ['checked', 'paused'], changes)))
        throw conflict(say('bulk.notStarted', { status: bulk.status }))
      await this.#wake(trx, id)
    })
    return await this.get(caller, id)
  }

  /** Sends no further row; requests that were sent stay. @throws AppError `bulk_send_state_conflict` */
  async cancel(caller: Caller, id: string): Promise<BulkSendJson> {
    await concurrently(this.parts.db, 'rows', async (trx) => {
      const bulk = await this.#find(caller, id, trx)
      const changes = {
        status: 'cancelled' as const,
        paused: null,
        ended_at: toIso(this.parts.clock.now()),
      }
      if (!(await store.moveBulk(trx, id, ['checked', 'running', 'paused'], changes)))
        throw conflict(say('bulk.already', { status: bulk.status }))
      await store.cancelRows(trx, id)
    })
    return await this.get(caller, id)
  }

  /** Deletes those that ended more than this long ago, with what their lists say of people; returns how many. */
  async erase(before: string, limit: number): Promise<number> {
    const old = await store.oldBulks(this.parts.db, before, limit)
    for (const bulk of old) await this.#erase(bulk)
    return old.length
  }

  /** Ends and deletes everything of an account. */
  async eraseAccount(accountId: string): Promise<void> {
    for (const bulk of await store.bulksOf(this.parts.db, accountId)) await this.#erase(bulk)
  }

  async #erase({ id, file_sha256 }: Pick<BulkRow, 'id' | 'file_sha256'>): Promise<void> {
    const files = (await filesOf(this.parts.db, 'bulk_send_id', [id])).get(id) ?? []
    await concurrently(this.parts.db, 'rows', (trx) => store.deleteBulk(trx, id))
    await this.parts.files.discard(blobsOfTemplate({ file_sha256, files }))
  }

  async #view(caller: Caller, bulk: BulkRow, db: Db = this.parts.db): Promise<BulkSendJson> {
    const [view] = await this.#views(caller, [bulk], db, BULK_LIMITS.shown)
    invariant(view !== undefined, 'a view of every bulk send')
    return view
  }

  /** What is the same for all, and what one statement can say of all, is asked once. */
  async #views(caller: Caller, bulks: readonly BulkRow[], db: Db, shown: number) {
    const counts = await store.countRows(
      db,
      bulks.map(({ id }) => id),
    )
    const { remaining } = await this.parts.quota.state(caller, 'signatures', db)
    const views: BulkSendJson[] = []
    for (const bulk of bulks) {
      const states = ['bad', 'failed'] as const
      const wrong =
        shown === 0 ? [] : await store.rowsAfter(db, bulk.id, { after: 0, limit: shown, states })
      const findings = wrong.flatMap(({ errors }) => errors ?? []).slice(0, shown)
      const count = counts.get(bulk.id) ?? new Map<RowState, number>()
      views.push(this.#viewOf(caller, bulk, { counts: count, remaining, findings }))
    }
    return views
  }

  #viewOf(caller: Caller, bulk: BulkRow, { counts, remaining, findings }: Counted): BulkSendJson {
    const count = (state: RowState) => counts.get(state) ?? 0
    const waiting = count('waiting')
    const pace = perMinute(caller)
    const nowMs = this.parts.clock.now()
    const isOver = bulk.ended_at !== null || bulk.status !== 'running'
    return omitUndefined({
      id: bulk.id,
      test: bulk.mode === 'test',
      name: bulk.name,
      status: bulk.status,
      request_template_id: bulk.request_template_id,
      rows: {
        total: [...counts.values()].reduce((sum, each) => sum + each, 0),
        waiting,
        sent: count('sent'),
        bad: count('bad'),
        failed: count('failed'),
        cancelled: count('cancelled'),
      },
      signatures: {
        needed: waiting * bulk.definition.roles.length,
        remaining: bulk.mode === 'test' ? null : remaining,
      },
      rows_per_minute: pace,
      expected_end_at: isOver ? undefined : toIso(nowMs + Math.ceil(waiting / pace) * MINUTE_MS),
      ...present(pick(bulk, 'paused', 'started_at', 'ended_at')),
      errors: [...findings],
      warnings: [...bulk.warnings],
      created_at: bulk.created_at,
    })
  }
}

const MINUTE_MS = 60_000

const GUESSED: RowFinding = {
  row: 0,
  line: 1,
  code: 'encoding_guessed',
  detail:
    'The list is not Unicode; it was read as Windows-1252, which Excel saves. Check that accents are right, or save it as "CSV UTF-8".',
}

/** Refuses a list without a good row, or with a bad one where none may be. */
function refuseRows(rows: readonly ReadRow[], refuseBad: boolean): void {
  const bad = rows.filter(({ findings }) => findings.length > 0)
  if (bad.length === 0 || (bad.length < rows.length && !refuseBad)) return
  const findings = bad.flatMap((row) => row.findings)
  throwIfInvalid(
    findings.slice(0, BULK_LIMITS.shown).map(({ row, line, column, code, detail, wording }) =>
      reworded(
        {
          pointer: column === undefined ? `/rows/${row}` : `/rows/${row}/${column}`,
          ...(code !== undefined && { code }),
          detail,
          wording: wording ?? { detail: { en: detail } },
        },
        (text, locale) => textsIn(locale).details.lists.line({ line, detail: text }),
      ),
    ),
  )
}

function listRow(bulkId: string, { row, line, use, findings }: ReadRow): ListRow {
  const isBad = findings.length > 0
  const { external_id: externalId } = use
  return {
    bulk_id: bulkId,
    number: row,
    line,
    status: isBad ? 'bad' : 'waiting',
    payload: isBad ? null : use,
    external_id: typeof externalId === 'string' ? externalId.slice(0, 200) : null,
    document_id: null,
    errors: isBad ? findings.map(stored) : null,
    tries: 0,
  }
}
