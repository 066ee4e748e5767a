/** Fonts of an account: upload, list, deletion, and use in its documents. Implements rendering's FontSource. */

import { type Caller, holderOf, modeMade } from '../accounts/caller.ts'
import type { Trails } from '../audit/trail.ts'
import type { Db } from '../database/open.ts'
import type { OwnFont } from '../docx/embedded-fonts/own-fonts.ts'
import type { FontFacts, UploadFinding } from '../docx/embedded-fonts/uploaded-font.ts'
import type { MergePool } from '../docx/merge-pool.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { ReferencedFiles } from '../files/referenced-files.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { saying } from '../kernel/coded-error.ts'
import { AppError } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { textsOf } from '../kernel/type-guards.ts'
import { inEveryLanguage, say } from '../translations/texts.ts'
import { BYTES_MAX, FONTS_MAX, type Font } from './schemas.ts'
import type { FontRow, FontStore } from './store.ts'

/** What the service works with. */
interface FontParts {
  store: FontStore
  blobs: BlobStore
  /** Reads font files in a thread with limits of its own. */
  merger: Pick<MergePool, 'readFont'>
  trails: Pick<Trails, 'note'>
  clock: Clock
}

const toFont = (row: FontRow): Font => ({
  id: row.id,
  test: row.mode === 'test',
  family: row.family,
  style: row.style,
  filename: row.filename,
  sha256: row.sha256,
  size_bytes: row.size_bytes,
  created_at: row.created_at,
})

const sameFace = (one: Pick<FontRow, 'family' | 'style'>, other: FontRow): boolean =>
  one.family.toLowerCase() === other.family.toLowerCase() && one.style === other.style

/** Rejects a font that there is no room for, or that is stored already. */
function checkRoom(stored: readonly FontRow[], facts: FontFacts, size: number): void {
  const twin = stored.find((row) => sameFace(facts, row))
  if (twin !== undefined)
    throw new AppError(
      'font_exists',
      say('fonts.exists', { family: twin.family, style: twin.style, id: twin.id }),
    )
  if (stored.length >= FONTS_MAX)
    throw new AppError('font_limit_reached', say('fonts.most', { max: FONTS_MAX }))
  const bytes = stored.reduce((sum, row) => sum + row.size_bytes, size)
  if (bytes > BYTES_MAX)
    throw new AppError('font_limit_reached', say('fonts.bytes', { max: BYTES_MAX / 1_048_576 }))
}

/** Fonts of accounts; every call is limited to the caller's account. */
export class FontService {
  readonly #parts: FontParts
  readonly #files: ReferencedFiles

  constructor(parts: FontParts) {
    this.#parts = parts
    this.#files = new ReferencedFiles(parts.blobs, parts.clock, parts.store.files)
  }

  /** Removes files that a crash left without a row. */
  sweep(): Promise<void> {
    return this.#files.sweep()
  }

  /** The fonts that the caller sees, by family and style. */
  async list(caller: Caller): Promise<Font[]> {
    return (await this.#parts.store.list(holderOf(caller))).map(toFont)
  }

  /** Bytes of all fonts of the account. */
  bytes({ account }: Caller): Promise<number> {
    return this.#parts.store.bytes(account.id)
  }

  /** The file of a font. @throws font_not_found */
  async file(caller: Caller, id: string): Promise<Uint8Array> {
    return await this.#parts.blobs.get((await this.#row(caller, id)).sha256)
  }

  /** The fonts that documents of the caller may be made with. */
  async usable(caller: Caller): Promise<OwnFont[]> {
    const rows = await this.#parts.store.list(holderOf(caller))
    const once = rows.filter((row, at) => rows.findIndex((other) => sameFace(row, other)) === at)
    return await Promise.all(
      once.map(async (row) => ({
        names: textsOf(JSON.parse(row.names)),
        style: row.style,
        coverage: row.coverage,
        file: await this.#parts.blobs.localFile(row.sha256),
      })),
    )
  }

  /**
   * Stores a font after a check of its file.
   * @throws font_invalid, font_forbidden, font_exists, font_limit_reached
   */
  async create(caller: Caller, { bytes, filename }: { bytes: Uint8Array; filename: string }) {
    const facts = await this.#parts.merger.readFont(bytes)
    if (typeof facts === 'string') throw fontProblem(facts)
    const mode = modeMade(caller)
    const holder = { accountId: caller.account.id, modes: [mode] }
    return await this.#files.inTurn(() =>
      this.#files.store(bytes, async (sha256) => {
        const now = this.#parts.clock.now()
        const row: FontRow = {
          id: newId('fnt', now),
          account_id: caller.account.id,
          mode,
          family: facts.family,
          names: JSON.stringify(facts.names),
          style: facts.style,
          coverage: facts.coverage,
          filename,
          sha256,
          size_bytes: bytes.length,
          created_at: toIso(now),
        }
        await this.#parts.store.transaction(caller.account.id, async (store, db) => {
          checkRoom(await store.list(holder), facts, bytes.length)
          await store.insert(row)
          await this.#note(db, 'font.added', caller, row)
        })
        return toFont(row)
      }),
    )
  }

  /** Deletes a font with its file. @throws font_not_found */
  async remove(caller: Caller, id: string): Promise<void> {
    await this.#files.inTurn(async () => {
      const row = await this.#row(caller, id)
      await this.#parts.store.transaction(caller.account.id, async (store, db) => {
        await store.remove(id)
        await this.#note(db, 'font.deleted', caller, row)
      })
      await this.#files.removeUnused([row.sha256])
    })
  }

  async #row(caller: Caller, id: string): Promise<FontRow> {
    const row = await this.#parts.store.find(holderOf(caller), id)
    if (row !== undefined) return row
    throw new AppError('font_not_found', say('fonts.unknown'))
  }

  /** In the service's own trail: which fonts documents were made with is asked years later. */
  async #note(db: Db, type: string, { account, key }: Caller, row: FontRow): Promise<void> {
    const { id, family, style, sha256 } = row
    const data = { account_id: account.id, font_id: id, family, style, sha256 }
    await this.#parts.trails.note(db, { type, actor: `key:${key.id}`, data })
  }
}

const LICENCE: ReadonlySet<UploadFinding> = new Set(['restricted', 'no_subsets', 'bitmaps_only'])

/** `font_forbidden` where the licence bits say so, `font_invalid` otherwise. */
export function fontProblem(fault: UploadFinding): AppError {
  const detail = inEveryLanguage(({ faults }) => faults.fonts[fault].detail)
  const fix = inEveryLanguage(({ faults }) => faults.fonts[fault].fix)
  const wording = inEveryLanguage(({ faults }) => Object.values(faults.fonts[fault]).join(' '))
  const errors = [{ pointer: '/font', code: fault, ...saying(detail, fix) }]
  const code = LICENCE.has(fault) ? 'font_forbidden' : 'font_invalid'
  return new AppError(code, wording, { errors })
}
