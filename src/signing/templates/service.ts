/** Request templates: stored, listed, changed, deleted; each call sees those of its account and mode only. */

import { type Caller, modeMade, modesOf } from '../../accounts/caller.ts'
import { inTurn } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { pageOf } from '../../http/schemas.ts'
import { toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { formatBytes } from '../../kernel/languages.ts'
import { Service } from '../../kernel/service.ts'
import { omitUndefined, pick, present } from '../../kernel/type-guards.ts'
import { invalidAt } from '../../translations/refusals.ts'
import { say } from '../../translations/texts.ts'
import { fileNumbered } from '../model/file-names.ts'
import { bytesOf, keepAdditionalFiles } from '../requests/additional-files.ts'
import type { PendingBlobs } from '../requests/pending-blobs.ts'
import type { CreateRequestInput } from '../requests/request-input.ts'
import { type CheckParts, checkTemplate, type TemplateDocument, type WordVersion } from './check.ts'
import {
  type Definition,
  type RequestTemplateJson,
  TEMPLATE_LIMITS,
  type TemplateChanges,
} from './schemas.ts'
import * as store from './store.ts'
import { fileOfTemplate, furtherPdfs, type TemplateFile, type TemplateRow } from './store.ts'

/** Default and greatest number of templates on a page. */
export const PAGE = { default: 50, max: 100 } as const

/** A PDF of a template. */
export interface UploadedPdf {
  bytes: Uint8Array
  filename: string
}

/** PDFs after the first document of a new template, and what opens its files. */
export type FurtherPdfs = Pick<CreateRequestInput, 'additional' | 'password'>

const NO_FILE = { file_sha256: null, filename: null, size_bytes: 0, pages: 0 } as const

/** Whose templates a caller sees. */
export const holderOf = (caller: Caller): store.Holder => ({
  accountId: caller.account.id,
  modes: modesOf(caller),
})

const notFound = () => new AppError('request_template_not_found', say('requestTemplates.unknown'))

/** A template as callers see it. */
export function toTemplate({ definition, ...row }: TemplateRow): RequestTemplateJson {
  const isWord = row.template_id !== null
  const pdfs = isWord ? row.files : [firstFile(row), ...row.files]
  return omitUndefined({
    id: row.id,
    test: row.mode === 'test',
    source: isWord ? ('word' as const) : ('pdf' as const),
    ...present(pick(row, 'template_id', 'template_version', 'filename')),
    pages: isWord ? undefined : row.pages,
    size_bytes: isWord ? undefined : row.size_bytes,
    sha256: row.file_sha256 ?? undefined,
    files: row.files.length === 0 ? undefined : pdfs.map(fileJson),
    ...definition,
    ...pick(row, 'created_at', 'updated_at'),
  })
}

const firstFile = ({
  file_sha256,
  filename,
  size_bytes,
  pages,
}: Omit<TemplateRow, 'definition'>): TemplateFile => ({
  ...{ number: 1, filename: filename ?? 'document.pdf', pages },
  ...{ original_sha256: file_sha256 ?? '', original_bytes: size_bytes },
})

const fileJson = ({ number, filename, pages, ...file }: TemplateFile) => ({
  ...{ number, filename, pages },
  ...{ size_bytes: file.original_bytes, sha256: file.original_sha256 },
})

/** Request templates of accounts. */
export class RequestTemplates extends Service<CheckParts & { files: PendingBlobs }> {
  /** Stores a template of PDFs. @throws AppError `pdf_*`, `validation_failed`, `request_template_limit_reached` */
  async createFromPdf(
    caller: Caller,
    definition: Definition,
    { bytes: pdf, filename, ...further }: UploadedPdf & FurtherPdfs,
  ) {
    const document = { pdf, filename, ...further }
    await this.#checkRoom(this.parts.db, caller, bytesOf(document))
    const checked = await checkTemplate(this.parts, caller, definition, document)
    return await this.parts.files.during(async (save) => {
      const bytes = checked.original ?? pdf
      const file_sha256 = await save(bytes)
      return await this.#insert(caller, definition, {
        ...{ template_id: null, template_version: null, file_sha256, filename },
        ...{ size_bytes: bytes.length, pages: checked.pages },
        files: await keepAdditionalFiles(checked.additional, save),
      })
    })
  }

  /** Stores a template of a stored Word template. @throws AppError `template_not_found`, `version_not_found`, `validation_failed` */
  async createFromWord(
    caller: Caller,
    definition: Definition,
    word: WordVersion,
    further: FurtherPdfs = {},
  ) {
    await this.#checkRoom(this.parts.db, caller, bytesOf({ ...further, pdf: new Uint8Array() }))
    const document = { ...word, ...further }
    const { additional } = await checkTemplate(this.parts, caller, definition, document)
    return await this.parts.files.during(async (save) =>
      this.#insert(caller, definition, {
        ...{ ...NO_FILE, ...word, template_version: word.template_version ?? null },
        files: await keepAdditionalFiles(additional, save),
      }),
    )
  }

  async #insert(
    caller: Caller,
    definition: Definition,
    source: Omit<
      TemplateRow,
      'id' | 'account_id' | 'mode' | 'name' | 'definition' | 'created_at' | 'updated_at'
    >,
  ): Promise<RequestTemplateJson> {
    const nowMs = this.parts.clock.now()
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
    await inTurn(this.parts.db, ['account', caller.account.id], async (trx) => {
      // Checked again: concurrent calls may have found the same room.
      const bytes = source.files.reduce((sum, each) => sum + each.original_bytes, 0)
      await this.#checkRoom(trx, caller, source.size_bytes + bytes)
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
  async row(caller: Caller, id: string, db: Db = this.parts.db): Promise<TemplateRow> {
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
    const found = await store.listTemplates(this.parts.db, holderOf(caller), {
      cursor: query.cursor,
      limit: limit + 1,
    })
    const { page, next } = pageOf(found, limit)
    return { request_templates: page.map(toTemplate), ...next }
  }

  /** A PDF. @throws AppError `request_template_not_found`; `validation_failed` for the rendered one, an unknown number */
  async file(caller: Caller, id: string, number = 1): Promise<UploadedPdf> {
    const row = await this.row(caller, id)
    if (row.file_sha256 === null && number === 1)
      throw new AppError(
        'validation_failed',
        say('requestTemplates.rendered', { id: String(row.template_id) }),
      )
    const { original_sha256, filename } = fileNumbered(
      { files: [firstFile(row), ...row.files] },
      number,
    )
    return { bytes: await this.parts.blobs.get(original_sha256), filename }
  }

  /** Changes what is given; requests that exist stay as they are. @throws AppError those of its creation */
  async update(caller: Caller, id: string, changes: TemplateChanges): Promise<RequestTemplateJson> {
    const row = await this.row(caller, id)
    const { template_version: version, ...own } = changes
    if (version !== undefined && row.template_id === null)
      throw invalidAt('/template_version', undefined, 'requestTemplates.wordOnly')
    const definition: Definition = { ...row.definition, ...own }
    const template_version = version ?? row.template_version
    const { blobs } = this.parts
    const additional = await furtherPdfs(blobs, row.files)
    const { template_id } = row
    const document: TemplateDocument =
      template_id === null
        ? { ...firstFile(row), pdf: await blobs.get(fileOfTemplate(row)), additional }
        : { template_id, template_version: template_version ?? undefined, additional }
    await checkTemplate(this.parts, caller, definition, document)
    const updated_at = toIso(this.parts.clock.now())
    const changed = { definition, template_version, name: definition.name, updated_at }
    await store.updateTemplate(this.parts.db, id, changed)
    return toTemplate({ ...row, ...changed })
  }

  /** Deletes a template; requests and bulk sends made from it stay. */
  async remove(caller: Caller, id: string): Promise<void> {
    const row = await this.row(caller, id)
    await store.deleteTemplate(this.parts.db, id)
    await this.parts.files.discard(store.blobsOfTemplate(row))
  }

  /** Bytes of the PDFs of an account. */
  async bytes(caller: Caller): Promise<number> {
    return (await store.storedBy(this.parts.db, holderOf(caller))).bytes
  }
}
