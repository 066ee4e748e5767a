/** The files of many requests as one zip, written while it is sent: one file in memory at a time. */

import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Caller } from '../../accounts/caller.ts'
import { safeFilename } from '../../http/disposition.ts'
import { csvCell } from '../../kernel/csv-cell.ts'
import { AppError } from '../../kernel/errors.ts'
import { formatBytes } from '../../kernel/languages.ts'
import { Service } from '../../kernel/service.ts'
import { invalidAt } from '../../translations/refusals.ts'
import { say } from '../../translations/texts.ts'
import type { ZipFile } from '../../zip/archive.ts'
import { zipEnd, zipRecords } from '../../zip/write.ts'
import type { RequestRow } from '../model/rows.ts'
import { type ARCHIVED, type ArchiveOrder, LISTING_LIMITS } from '../model/schemas/listing.ts'
import type { SenderFiles } from './downloads.ts'
import { stateConflict } from './lifecycle.ts'
import type { RequestLists } from './lists.ts'
import type { RequestService } from './service.ts'

type Archived = (typeof ARCHIVED)[number]

/** A request whose files are packed, and the caller who may read them. */
interface Packed {
  caller: Caller
  request: RequestRow
}

const RETRY_SECONDS = 10
/** What the archive says of itself. */
const INDEX = 'index.csv'

const bytesIn = ({ files }: RequestRow): number =>
  files.reduce((sum, { original_bytes }) => sum + original_bytes, 0)

/** A name of its own: documents may have the same. */
const nameOf = ({ id, name }: RequestRow, filename: string | undefined, extension: string) => {
  const stem = filename?.replace(/\.pdf$/i, '') ?? name
  return safeFilename(`${stem.slice(0, 100)} ${id}`, extension)
}

/** Packs files. */
export class Archives extends Service<{
  lists: RequestLists
  requests: RequestService
  files: SenderFiles
}> {
  /** Accounts whose archive is being sent: one at a time, so that nobody's takes everything. */
  readonly #running = new Set<string>()

  /**
   * The files of these documents; an index says which were left out because they are not completed.
   * @param callers of the modes to look in, one after the other
   * @throws AppError `document_not_found`, `document_state_conflict` where none is completed, `validation_failed` for too
   * many or too large ones, `concurrency_limited`
   */
  async open(callers: readonly [Caller, ...Caller[]], { file = 'signed', ...order }: ArchiveOrder) {
    const { ids } = await this.parts.lists.selected(callers[0], order)
    const all: Packed[] = []
    for (const id of ids) all.push(await this.#found(callers, id))
    const ready = all.filter(({ request }) => request.status === 'completed')
    if (ready.length === 0) throw stateConflict(say('documents.noneCompleted'))
    const max = LISTING_LIMITS.archiveBytes
    const bytes = ready.reduce((sum, { request }) => sum + bytesIn(request), 0)
    if (bytes > max)
      throw invalidAt('/ids', 'archive_large', 'requests.archiveBytes', { max: formatBytes(max) })
    if (file === 'evidence' && ready.length > LISTING_LIMITS.evidence)
      throw invalidAt('/ids', 'archive_many', 'requests.evidenceMany', {
        max: LISTING_LIMITS.evidence,
      })
    const { id: accountId } = callers[0].account
    if (this.#running.has(accountId))
      throw new AppError('concurrency_limited', say('documents.archiveRunning'), {
        retryAfterSeconds: RETRY_SECONDS,
      })
    this.#running.add(accountId)
    const archive = Readable.from(this.#pieces(all, file))
    return archive.once('close', () => this.#running.delete(accountId))
  }

  async #found([first, ...others]: readonly [Caller, ...Caller[]], id: string): Promise<Packed> {
    try {
      return { caller: first, request: (await this.parts.requests.find(first, id)).request }
    } catch (error) {
      const [next, ...rest] = others
      const isElsewhere = error instanceof AppError && error.code === 'document_not_found'
      if (next === undefined || !isElsewhere) throw error
      return await this.#found([next, ...rest], id)
    }
  }

  async *#pieces(all: readonly Packed[], file: Archived): AsyncGenerator<Uint8Array> {
    const directory: Uint8Array[] = []
    const index = [['id', 'name', 'status', 'file']]
    let [offset, count] = [0, 0]
    const packed = (name: string, content: Uint8Array): Uint8Array => {
      // Stored: a PDF is compressed already, and so is an archive.
      const { length: size } = content
      const entry = { name, content, isStored: true, checksum: crc32(content), size }
      const records = zipRecords(entry, offset)
      directory.push(...records.row)
      offset = records.end
      count++
      return Buffer.concat(records.entry)
    }
    for (const { caller, request } of all) {
      const names: string[] = []
      if (request.status === 'completed')
        for await (const { name, bytes } of this.#filesOf(caller, request, file)) {
          names.push(name)
          yield packed(name, bytes)
        }
      index.push([request.id, request.name, request.status, names.join(' | ')])
    }
    const lines = index.map((row) => `${row.map((cell) => csvCell(cell, ',')).join(',')}\r\n`)
    yield packed(INDEX, Buffer.from(`\ufeff${lines.join('')}`))
    const rows = Buffer.concat(directory)
    yield rows
    yield zipEnd(count, offset, rows.length)
  }

  async *#filesOf(caller: Caller, request: RequestRow, file: Archived): AsyncGenerator<ZipFile> {
    const { id } = request
    if (file === 'evidence') {
      const { bytes } = await this.parts.files.evidence(caller, id)
      yield { name: nameOf(request, undefined, 'zip'), bytes }
      return
    }
    const isOnly = request.files.length === 1
    for (const { number, filename } of request.files) {
      const { bytes } = await this.parts.files.signed(caller, id, number)
      const stem = isOnly ? undefined : `${number} ${filename}`
      yield { name: nameOf(request, stem, 'pdf'), bytes }
    }
  }
}
