/** Request templates: stored, listed, changed, deleted; each call sees those of its account and mode only. */

import { type Caller, modeMade, modesOf } from '../../accounts/caller.ts'
import { inTurn } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { pageOf } from '../../http/schemas.ts'
import { toIso } from '../../kernel/clock.ts'
import { saying } from '../../kernel/coded-error.ts'
import { AppError, throwIfInvalid } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { formatBytes } from '../../kernel/languages.ts'
import { omitUndefined } from '../../kernel/type-guards.ts'
import { say } from '../../translations/texts.ts'
import type { PendingBlobs } from '../requests/pending-blobs.ts'
import { type CheckParts, checkTemplate, type TemplateDocument } from './check.ts'
import {
  type Definition,
  type RequestTemplateJson,
  TEMPLATE_LIMITS,
  type TemplateChanges,
} from './schemas.ts'
import * as store from './store.ts'
import { fileOfTemplate, type TemplateRow } from './store.ts'

/** Default and greatest number of templates on a page. */
export const PAGE = { default: 50, max: 100 } as const

/** A new template of a PDF. */
export interface UploadedPdf {
  bytes: Uint8Array
  filename: string
  password?: string
}

const NO_FILE = { file_sha256: null, filename: null, size_bytes: 0, pages: 0 } as const

/** Whose templates a caller sees. */
export const holderOf = (caller: Caller): store.Holder => ({
  accountId: caller.account.id,
  modes: modesOf(caller),
})

const notFound = (): AppError =>
  new AppError('request_template_not_found', say('requestTemplates.unknown'))

/** A template as callers see it. */
export function toTemplate({ definition, ...row }: TemplateRow): RequestTemplateJson {
  const isWord = row.template_id !== null
  return omitUndefined({
    id: row.id,
    test: row.mode === 'test',
    source: isWord ? ('word' as const) : ('pdf' as const),
    template_id: row.template_id ?? undefined,
    template_version: row.template_version ?? undefined,
    filename: row.filename ?? undefined,
    pages: isWord ? undefined : row.pages,
    size_bytes: isWord ? undefined : row.size_bytes,
    sha256: row.file_sha256 ?? undefined,
    ...definition,
    created_at: row.created_at,
    updated_at: row.updated_at,
  })
}

/** Request templates of accounts. */
export class RequestTemplates {
  readonly #db: Db
  readonly #check: CheckParts
  readonly #files: PendingBlobs

  constructor(check: CheckParts, files: PendingBlobs) {
    this.#db = check.parts.db
    this.#check = check
    this.#files = files
  }

  /** Stores a template of a PDF. @throws AppError `pdf_*`, `validation_failed`, `request_template_limit_reached` */
  async createFromPdf(caller: Caller, definition: Definition, { filename, ...given }: UploadedPdf) {
    await this.#checkRoom(this.#db, caller, given.bytes.length)
    const document = { pdf: given.bytes, password: given.password ?? '' }
    const { pages, original } = await checkTemplate(this.#check, caller, definition, document)
    return await this.#files.during(async (save) => {
      const bytes = original ?? given.bytes
      const file_sha256 = await save(bytes)
      const file = { file_sha256, filename, size_bytes: bytes.length, pages }
      return await this.#insert(caller, definition, {
        template_id: null,
        template_version: null,
        ...file,
      })
    })
  }

  /** Stores a template of a stored Word template. @throws AppError `template_not_found`, `version_not_found`, `validation_failed` */
  async createFromWord(
    caller: Caller,
    definition: Definition,
    word: { template_id: string; template_version: number | undefined },
  ) {
    await this.#checkRoom(this.#db, caller, 0)
    await checkTemplate(this.#check, caller, definition, word)
    const source = { ...NO_FILE, ...word, template_version: word.template_version ?? null }
    return await this.#insert(caller, definition, source)
  }

  async #insert(
    caller: Caller,
    definition: Definition,
    source: Omit<
      TemplateRow,
      'id' | 'account_id' | 'mode' | 'name' | 'definition' | 'created_at' | 'updated_at'
    >,
  ): Promise<RequestTemplateJson> {
    const nowMs = this.#check.parts.clock.now()
    const at = toIso(nowMs)
    const row: TemplateRow = {
      id: newId('rqt', nowMs),
      account_id: caller.account.id,
      mode: modeMade(caller),
      name: definition.name,
      definition,
      ...source,
      created_at: at,
      updated_at: at,
    }
    await inTurn(this.#db, ['account', caller.account.id], async (trx) => {
      // Checked again: concurrent calls may have found the same room.
      await this.#checkRoom(trx, caller, source.size_bytes)
      await store.insertTemplate(trx, row)
    })
    return toTemplate(row)
  }

  async #checkRoom(db: Db, caller: Caller, bytes: number): Promise<void> {
    const holder = { accountId: caller.account.id, modes: [modeMade(caller)] }
    const held = await store.storedBy(db, holder)
    if (held.templates >= TEMPLATE_LIMITS.stored)
      throw new AppError(
        'request_template_limit_reached',
        say('requestTemplates.most', { held: held.templates }),
      )
    if (held.bytes + bytes > TEMPLATE_LIMITS.bytes)
      throw new AppError(
        'request_template_limit_reached',
        say('requestTemplates.bytes', (locale) => ({
          max: formatBytes(TEMPLATE_LIMITS.bytes, locale),
        })),
      )
  }

  /** A row that the caller may see. @throws AppError `request_template_not_found` */
  async row(caller: Caller, id: string, db: Db = this.#db): Promise<TemplateRow> {
    const row = await store.findTemplate(db, holderOf(caller), id)
    if (row === undefined) throw notFound()
    return row
  }

  async get(caller: Caller, id: string): Promise<RequestTemplateJson> {
    return toTemplate(await this.row(caller, id))
  }

  /** A page of the templates, newest first. */
  async list(caller: Caller, query: { cursor?: string; limit?: number }) {
    const limit = query.limit ?? PAGE.default
    const found = await store.listTemplates(this.#db, holderOf(caller), {
      cursor: query.cursor,
      limit: limit + 1,
    })
    const { page, next } = pageOf(found, limit)
    return { request_templates: page.map(toTemplate), ...next }
  }

  /** The PDF. @throws AppError `request_template_not_found`; `validation_failed` for a Word template */
  async file(caller: Caller, id: string): Promise<UploadedPdf> {
    const row = await this.row(caller, id)
    if (row.file_sha256 === null)
      throw new AppError(
        'validation_failed',
        say('requestTemplates.rendered', { id: String(row.template_id) }),
      )
    const bytes = await this.#check.parts.blobs.get(row.file_sha256)
    return { bytes, filename: row.filename ?? 'document.pdf' }
  }

  /** Changes what is given; requests that exist stay as they are. @throws AppError those of its creation */
  async update(caller: Caller, id: string, changes: TemplateChanges): Promise<RequestTemplateJson> {
    const row = await this.row(caller, id)
    const { template_version: version, ...own } = changes
    if (version !== undefined && row.template_id === null)
      throwIfInvalid([
        {
          pointer: '/template_version',
          ...saying(say('requestTemplates.wordOnly')),
        },
      ])
    const definition: Definition = { ...row.definition, ...own }
    const template_version = version ?? row.template_version
    const document: TemplateDocument =
      row.template_id === null
        ? { pdf: await this.#check.parts.blobs.get(fileOfTemplate(row)) }
        : { template_id: row.template_id, template_version: template_version ?? undefined }
    await checkTemplate(this.#check, caller, definition, document)
    const updated_at = toIso(this.#check.parts.clock.now())
    const changed = { definition, template_version, name: definition.name, updated_at }
    await store.updateTemplate(this.#db, id, changed)
    return toTemplate({ ...row, ...changed })
  }

  /** Deletes a template; requests and bulk sends made from it stay. */
  async remove(caller: Caller, id: string): Promise<void> {
    const { file_sha256 } = await this.row(caller, id)
    await store.deleteTemplate(this.#db, id)
    if (file_sha256 !== null) await this.#files.discard([file_sha256])
  }

  /** Bytes of the PDFs of an account. */
  async bytes(caller: Caller): Promise<number> {
    return (await store.storedBy(this.#db, holderOf(caller))).bytes
  }
}
