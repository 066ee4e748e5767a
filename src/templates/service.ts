/** Stored templates: upload, versions, restore, fields. Implements rendering's TemplateSource. */
import { type Caller, holderOf, modeMade } from '../accounts/caller.ts'
import type { OwnFont } from '../docx/embedded-fonts/own-fonts.ts'
import type { TemplateFields } from '../docx/fields/inspect.ts'
import type { MergePool } from '../docx/merge-pool.ts'
import type { Mapping } from '../facturx/mapping/mapping.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { ReferencedFiles } from '../files/referenced-files.ts'
import { toWire, toWireWarning } from '../http/problem.ts'
import { pageOf } from '../http/schemas.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { saying } from '../kernel/coded-error.ts'
import { AppError, throwIfInvalid } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { Locale } from '../kernel/languages.ts'
import { say } from '../translations/texts.ts'
import { NAME_MAX, type Template, type Version, type VersionCreated } from './schemas.ts'
import type { TemplateRow, TemplateStore, VersionRow } from './store.ts'

/** An uploaded template file. */
export interface TemplateUpload {
  bytes: Uint8Array
  filename: string
  /** How the callers' own data becomes an invoice; already checked. */
  mapping?: Mapping
}

const PAGE_MAX = 100
/** Versions retained per template if the plan sets no limit. */
const VERSIONS_DEFAULT = 10

const toTemplate = (row: TemplateRow): Template => ({
  id: row.id,
  test: row.mode === 'test',
  name: row.name,
  current_version: row.current_version,
  versions: row.versions,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

const mappingOf = ({ mapping }: VersionRow): { mapping?: Mapping } =>
  mapping === null ? {} : { mapping: JSON.parse(mapping) as Mapping }

const toVersion = (row: VersionRow, current: number): Version => ({
  version: row.version,
  current: row.version === current,
  sha256: row.sha256,
  size_bytes: row.size_bytes,
  filename: row.filename,
  ...(row.note !== null && { note: row.note }),
  ...mappingOf(row),
  created_at: row.created_at,
})

const versionRow = (
  { bytes, filename, mapping }: TemplateUpload,
  facts: Omit<VersionRow, 'size_bytes' | 'filename' | 'mapping'>,
): VersionRow => ({
  ...facts,
  size_bytes: bytes.length,
  filename,
  mapping: mapping === undefined ? null : JSON.stringify(mapping),
})

/** Default name of a template. */
const nameOf = (filename: string): string =>
  filename.replace(/\.[^.]*$/, '').slice(0, NAME_MAX) || 'Template'

/** @throws AppError validation_failed */
function checkName(name: string): void {
  if (name.length > 0 && name.length <= NAME_MAX) return
  const detail = say('fields.length', { name: 'name', max: NAME_MAX })
  throwIfInvalid([{ pointer: '/name', ...saying(detail) }])
}

/** Templates of an account; every call is limited to the caller's account. */
export class TemplateService {
  readonly #store: TemplateStore
  readonly #files: ReferencedFiles
  readonly #merger: Pick<MergePool, 'inspect' | 'compare'>
  readonly #clock: Clock

  constructor(
    store: TemplateStore,
    blobs: BlobStore,
    merger: Pick<MergePool, 'inspect' | 'compare'>,
    clock: Clock,
  ) {
    this.#store = store
    this.#files = new ReferencedFiles(blobs, clock, store.files)
    this.#merger = merger
    this.#clock = clock
  }

  /** Removes files that a crash left without a row; serialised with uploads, so it is safe while the service runs. */
  sweep(): Promise<void> {
    return this.#files.sweep()
  }

  /** One page of the account's templates, newest first. */
  async list(caller: Caller, cursor: string | undefined, limit: number) {
    const rows = await this.#store.list(holderOf(caller), cursor, Math.min(limit, PAGE_MAX) + 1)
    const { page, next } = pageOf(rows, limit)
    return { templates: page.map(toTemplate), ...next }
  }

  /** Number of templates of the account, and the limit of the caller's plan; null means unlimited. */
  async room(caller: Caller): Promise<{ stored: number; max: number | null }> {
    const stored = await this.#store.count(caller.account.id, modeMade(caller))
    return { stored, max: caller.plan.documents?.templates ?? null }
  }

  /** Bytes of all retained versions of the account's templates. */
  bytes({ account }: Caller): Promise<number> {
    return this.#store.bytes(account.id)
  }

  /** Versions retained per template. */
  versionsMax({ plan }: Caller): number {
    return plan.documents?.versions_per_template ?? VERSIONS_DEFAULT
  }

  async get(caller: Caller, id: string): Promise<Template> {
    return toTemplate(await this.#row(caller, id))
  }

  /**
   * Stores a new template as version 1.
   * @throws template_invalid and the codes of the upload check; template_limit_reached; validation_failed for the
   *   name
   */
  async create(
    caller: Caller,
    upload: TemplateUpload,
    name: string | undefined,
  ): Promise<Template> {
    if (name !== undefined) checkName(name)
    await this.#check(upload.bytes)
    return this.#files.inTurn(async () => {
      const at = toIso(this.#clock.now())
      const id = newId('tpl', this.#clock.now())
      const mode = modeMade(caller)
      await this.#files.store(upload.bytes, (sha256) =>
        this.#store.transaction(caller.account.id, async (store) => {
          const max = caller.plan.documents?.templates ?? null
          if (max !== null && (await store.count(caller.account.id, mode)) >= max) {
            throw new AppError('template_limit_reached', say('templates.most', { max }))
          }
          await store.insert({
            id,
            account_id: caller.account.id,
            mode,
            name: name ?? nameOf(upload.filename),
            current_version: 1,
            next_version: 2,
            created_at: at,
            updated_at: at,
          })
          await store.insertVersion(
            versionRow(upload, { template_id: id, version: 1, sha256, note: null, created_at: at }),
          )
        }),
      )
      return this.get(caller, id)
    })
  }

  /** Renames a template. @throws validation_failed */
  async rename(caller: Caller, id: string, name: string): Promise<Template> {
    await this.#row(caller, id)
    checkName(name)
    await this.#store.update(id, { name, updated_at: toIso(this.#clock.now()) })
    return this.get(caller, id)
  }

  /** Removes a template with all its versions and files. */
  async remove(caller: Caller, id: string): Promise<void> {
    await this.#files.inTurn(async () => {
      await this.#row(caller, id)
      const versions = await this.#store.versions(id)
      await this.#store.remove(id)
      await this.#files.removeUnused(versions.map((version) => version.sha256))
    })
  }

  /** The versions of a template, newest first. */
  async versions(caller: Caller, id: string): Promise<Version[]> {
    const { current_version } = await this.#row(caller, id)
    return (await this.#store.versions(id)).map((row) => toVersion(row, current_version))
  }

  /**
   * Adds a version and makes it the current one. Above the plan's limit, the oldest version that is not current is
   * removed, and the response names it.
   */
  async addVersion(
    caller: Caller,
    id: string,
    upload: TemplateUpload,
    note: string | undefined,
  ): Promise<VersionCreated> {
    await this.#row(caller, id)
    await this.#check(upload.bytes)
    return this.#files.inTurn(async () => {
      const at = toIso(this.#clock.now())
      const added = await this.#files.store(upload.bytes, (sha256) =>
        this.#store.transaction(caller.account.id, async (store) => {
          const template = await this.#row(caller, id, store)
          const dropped = await this.#makeRoom(store, template, this.versionsMax(caller))
          const version = template.next_version
          const facts = { template_id: id, version, sha256, note: note ?? null, created_at: at }
          const row = versionRow(upload, facts)
          await store.insertVersion(row)
          await store.update(id, {
            next_version: version + 1,
            current_version: version,
            updated_at: at,
          })
          return { row, dropped }
        }),
      )
      if (added.dropped !== undefined) await this.#files.removeUnused([added.dropped.sha256])
      return {
        ...toVersion(added.row, added.row.version),
        ...(added.dropped !== undefined && { dropped_version: added.dropped.version }),
      }
    })
  }

  /** Makes an earlier version the current one again. */
  async restore(caller: Caller, id: string, version: number): Promise<Template> {
    await this.#version(caller, id, version)
    await this.#store.update(id, { current_version: version, updated_at: toIso(this.#clock.now()) })
    return this.get(caller, id)
  }

  /** The file of a version. */
  async file(caller: Caller, id: string, version: number) {
    const row = await this.#version(caller, id, version)
    return { bytes: await this.#files.blobs.get(row.sha256), filename: row.filename }
  }

  /** Every tag of a version, as JSON Schema with sample data. */
  async fields(caller: Caller, id: string, version: number | undefined): Promise<TemplateFields> {
    const template = await this.#row(caller, id)
    const { bytes } = await this.file(caller, id, version ?? template.current_version)
    return this.#merger.inspect(bytes)
  }

  /** What changed from one version to another. @throws version_not_found */
  async compare(caller: Caller, id: string, { from, to }: { from: number; to: number }) {
    const before = await this.file(caller, id, from)
    const after = await this.file(caller, id, to)
    return this.#merger.compare(before.bytes, after.bytes)
  }

  /** The validation report on a file that is not stored. @param asked the account's fonts, the report's language */
  async validate(
    bytes: Uint8Array,
    { fonts, locale }: { fonts: readonly OwnFont[]; locale: Locale },
  ) {
    const fields = await this.#merger.inspect(bytes, fonts)
    const errors = fields.errors.map(toWire(locale))
    const warnings = fields.warnings.map(toWireWarning(locale))
    return { valid: errors.length === 0, ...fields, errors, warnings }
  }

  /** Opens a template for a render. */
  async open(caller: Caller, id: string, version: number | undefined) {
    const template = await this.#row(caller, id)
    const row = await this.#versionOf(id, version ?? template.current_version)
    return {
      bytes: await this.#files.blobs.get(row.sha256),
      name: template.name,
      ...mappingOf(row),
    }
  }

  async #row(caller: Caller, id: string, store = this.#store): Promise<TemplateRow> {
    const row = await store.find(holderOf(caller), id)
    if (row === undefined) throw new AppError('template_not_found', say('templates.unknown'))
    return row
  }

  async #version(caller: Caller, id: string, version: number): Promise<VersionRow> {
    await this.#row(caller, id)
    return this.#versionOf(id, version)
  }

  async #versionOf(id: string, version: number): Promise<VersionRow> {
    const row = await this.#store.version(id, version)
    if (row !== undefined) return row
    throw new AppError('version_not_found', say('templates.noVersion', { version }))
  }

  async #check(bytes: Uint8Array): Promise<void> {
    const { errors } = await this.#merger.inspect(bytes)
    if (errors.length > 0) {
      throw new AppError('template_invalid', say('templates.errors', { count: errors.length }), {
        errors,
      })
    }
  }

  async #makeRoom(store: TemplateStore, template: TemplateRow, max: number) {
    const versions = await store.versions(template.id)
    if (versions.length < max) return undefined
    const oldest = versions.findLast((row) => row.version !== template.current_version)
    if (oldest !== undefined) await store.removeVersion(template.id, oldest.version)
    return oldest
  }
}
