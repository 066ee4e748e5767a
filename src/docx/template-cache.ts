/** Keeps the templates used last, checked, cleaned and read, by the hash of their bytes. */
import { createHash } from 'node:crypto'
import PizZip from 'pizzip'
import { AppError } from '../kernel/errors.ts'
import { lintDocx } from './lint.ts'
import { ALL_FILTERS } from './rich-seam.ts'
import { scanTemplate, type TemplateScan } from './scan.ts'
import { openPackage } from './zip-parts.ts'

/** Bytes of cleaned packages kept in one thread, and how many. */
const CACHE_BYTES_MAX = 32 * 1024 * 1024
const CACHE_ENTRIES_MAX = 200

/** A template that passed the check. */
interface KnownTemplate {
  /** The cleaned package. */
  packed: Uint8Array
  scan: TemplateScan
}

interface Entry {
  size: number
  /** Why the template is refused is kept too: asking again must not cost as much as the first time. */
  result: KnownTemplate | AppError
}

const entries = new Map<string, Entry>()
let bytes = 0

function pack(parts: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const zip = new PizZip()
  for (const [name, content] of parts) zip.file(name, content, { createFolders: false })
  return zip.generate({
    type: 'uint8array',
    compression: 'DEFLATE',
    compressionOptions: { level: 6 },
  })
}

function examine(template: Uint8Array): KnownTemplate | AppError {
  try {
    const packed = pack(lintDocx(template).parts)
    return { packed, scan: scanTemplate(openPackage(packed), ALL_FILTERS) }
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function keep(hash: string, entry: Entry): void {
  entries.set(hash, entry)
  bytes += entry.size
  for (const [oldest, { size }] of entries) {
    if (bytes <= CACHE_BYTES_MAX && entries.size <= CACHE_ENTRIES_MAX) break
    entries.delete(oldest)
    bytes -= size
  }
}

function entryOf(template: Uint8Array): Entry {
  const hash = createHash('sha256').update(template).digest('base64')
  const known = entries.get(hash)
  if (known !== undefined) {
    // Moved to the end: the first of the map is the one not used for longest.
    entries.delete(hash)
    entries.set(hash, known)
    return known
  }
  const result = examine(template)
  const entry = { size: result instanceof AppError ? 1024 : result.packed.byteLength, result }
  keep(hash, entry)
  return entry
}

/**
 * Checks, cleans and reads a template, or remembers doing so; the package is the caller's to change.
 * @throws AppError template_not_docx, template_unsafe, template_too_complex
 */
export function openTemplate(template: Uint8Array): { zip: PizZip; scan: TemplateScan } {
  const { result } = entryOf(template)
  if (result instanceof AppError) throw result
  return { zip: openPackage(result.packed), scan: result.scan }
}
