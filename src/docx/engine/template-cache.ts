/** Caches the most recently used templates, checked, cleaned and parsed, by the hash of their bytes. */
import { createHash } from 'node:crypto'
import { DocxError, tried } from '../docx-error.ts'
import { lintDocx } from '../lint/lint.ts'
import type { Changes } from '../merge-options.ts'
import { DocxPart } from '../package/docx-part.ts'
import { KnownTemplate } from './known-template.ts'

/** Bytes that the templates cached in one thread may take, and how many there may be. */
const CACHE_BYTES_MAX = 64 * 1024 * 1024
const CACHE_ENTRIES_MAX = 200

interface Entry {
  size: number
  /** The reason for a rejection is cached too: a repeated check must not cost as much as the first. */
  result: KnownTemplate | DocxError
}

const entries = new Map<string, Entry>()
let bytes = 0

function examine(template: Uint8Array): KnownTemplate {
  const { parts, losses } = lintDocx(template)
  return new KnownTemplate(
    new Map([...parts].map(([name, content]) => [name, new DocxPart(content)])),
    losses,
  )
}

function insert(hash: string, entry: Entry): void {
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
    // Moved to the end: the first entry of the map is the least recently used.
    entries.delete(hash)
    entries.set(hash, known)
    return known
  }
  const result = tried(() => examine(template))
  const entry = { size: result instanceof DocxError ? 1024 : result.size, result }
  insert(hash, entry)
  return entry
}

/**
 * Checks, cleans and reads a template, or returns it from the cache.
 * @param changes what becomes of its tracked changes
 * @throws DocxError template_not_docx, template_unsafe, template_too_complex
 */
export function openTemplate(template: Uint8Array, changes: Changes = 'final'): KnownTemplate {
  const { result } = entryOf(template)
  if (result instanceof DocxError) throw result
  return result.withChanges(changes)
}
