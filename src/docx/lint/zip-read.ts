/** Unpacks an untrusted zip archive under hard limits: everything is checked before a byte is inflated. */
import { crc32, inflateRawSync } from 'node:zlib'
import {
  findZipEnd,
  locateZipEntry,
  readZipDirectory,
  type ZipEnd,
  type ZipEntry,
  type ZipSpan,
} from '../../zip/directory.ts'
import type { DocxLimits } from './limits.ts'
import type { LintFindings } from './lint-findings.ts'

const STORED = 0
const DEFLATED = 8
const FILE_TYPE = 0o170000
const SYMLINK = 0o120000
const MIB = 1024 * 1024

const mib = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`

/**
 * Unpacks all files of the archive by name, folders excluded.
 * @throws DocxError `template_not_docx`, `template_too_complex` with every finding
 */
export function readZip(bytes: Uint8Array, limits: DocxLimits, findings: LintFindings) {
  const spans = checkedSpans(bytes, limits, findings)
  const files = new Map<string, Uint8Array>()
  for (const span of spans) {
    if (span.entry.name.endsWith('/')) continue
    const content = inflate(bytes.subarray(span.dataStart, span.dataEnd), span.entry)
    if (typeof content === 'string')
      findings.add('zip_invalid', `The part ${span.entry.name} ${content}.`, {
        part: span.entry.name,
      })
    else files.set(span.entry.name, content)
  }
  findings.throwIfAny()
  return files
}

function checkedSpans(bytes: Uint8Array, limits: DocxLimits, findings: LintFindings): ZipSpan[] {
  const end = findZipEnd(bytes)
  if (end === null) {
    findings.add(
      'truncated',
      'The file starts like a .docx but its end is missing: it is truncated.',
    )
    findings.throwIfAny()
    return []
  }
  if (end.count > limits.parts)
    findings.add(
      'too_many_parts',
      `The archive contains ${end.count} entries; at most ${limits.parts} are accepted.`,
    )
  findings.throwIfAny()
  const entries = readZipDirectory(bytes, end)
  if (typeof entries === 'string') findings.add('zip_invalid', `The archive is broken: ${entries}.`)
  findings.throwIfAny()
  const listed = typeof entries === 'string' ? [] : entries
  checkSizes(listed, limits, findings)
  checkNames(listed, findings)
  const spans = locate(bytes, listed, end, findings)
  findings.throwIfAny()
  return spans
}

function checkSizes(entries: ZipEntry[], limits: DocxLimits, findings: LintFindings): void {
  const total = entries.reduce((sum, entry) => sum + entry.size, 0)
  if (total > limits.unpackedBytes)
    findings.add(
      'unpacked_too_large',
      `The document unpacks to ${mib(total)}; at most ${mib(limits.unpackedBytes)} are accepted.`,
    )
  for (const { name, size, packedSize } of entries) {
    if (size > limits.partBytes)
      findings.add(
        'unpacked_too_large',
        `The part ${name} unpacks to ${mib(size)}; at most ${mib(limits.partBytes)} are accepted.`,
        { part: name },
      )
    else if (size > limits.ratioFromBytes && size > packedSize * limits.ratio)
      findings.add(
        'unpacked_too_large',
        `The part ${name} unpacks to ${Math.round(size / Math.max(1, packedSize))} times its packed size; at most ${limits.ratio} times is accepted.`,
        { part: name },
      )
  }
}

function checkNames(entries: ZipEntry[], findings: LintFindings): void {
  const seen = new Set<string>()
  for (const entry of entries) {
    const wrong = wrongName(entry) ?? (seen.has(entry.name.toLowerCase()) ? 'occurs twice' : null)
    seen.add(entry.name.toLowerCase())
    if (wrong !== null)
      findings.add('zip_invalid', `The entry ${JSON.stringify(entry.name)} ${wrong}.`, {
        part: entry.name,
      })
  }
}

function wrongName(entry: ZipEntry): string | null {
  const { name } = entry
  if (name === '' || name.length > 255) return 'has no name or a name over 255 characters'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f\ufffd]/.test(name)) return 'has a name with control characters'
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return 'has an absolute path'
  if (name.includes('\\')) return 'has a path with backslashes'
  if (name.split('/').some((step) => step === '..' || step === '.'))
    return 'has a path that leaves the archive'
  if ((entry.mode & FILE_TYPE) === SYMLINK) return 'is a symbolic link'
  if (name.endsWith('/') && entry.size > 0) return 'is a folder with content'
  return null
}

function locate(bytes: Uint8Array, entries: ZipEntry[], end: ZipEnd, findings: LintFindings) {
  const spans: ZipSpan[] = []
  for (const entry of entries) {
    const span = locateZipEntry(bytes, entry, end)
    if (typeof span !== 'string') spans.push(span)
    else
      findings.add('zip_invalid', `The entry ${JSON.stringify(entry.name)} ${span}.`, {
        part: entry.name,
      })
  }
  const inOrder = spans.toSorted((one, other) => one.entry.offset - other.entry.offset)
  for (const [index, span] of inOrder.entries()) {
    const before = inOrder[index - 1]
    if (before !== undefined && before.dataEnd > span.entry.offset)
      findings.add(
        'zip_invalid',
        `The entry ${JSON.stringify(span.entry.name)} shares its bytes with ${JSON.stringify(before.entry.name)}.`,
        { part: span.entry.name },
      )
  }
  return spans
}

/** Unpacks one entry, never beyond its declared size; returns a message when it does not match its declaration. */
function inflate(packed: Uint8Array, entry: ZipEntry): Uint8Array | string {
  let content = packed
  if (entry.method === DEFLATED) {
    try {
      content = inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) })
    } catch (error) {
      const larger = error instanceof Error && 'code' in error
      return larger && error.code === 'ERR_BUFFER_TOO_LARGE'
        ? `unpacks to more than the ${entry.size} bytes that the archive declares`
        : 'cannot be unpacked: its compressed bytes are damaged'
    }
  } else if (entry.method !== STORED) {
    return `uses compression method ${entry.method}; only stored (0) and deflate (8) are accepted`
  }
  if (content.length !== entry.size)
    return `unpacks to ${content.length} bytes, the archive declares ${entry.size}`
  return crc32(content) === entry.crc32 ? content : 'does not match its checksum'
}
