/**
 * Cross-reference sections of a PDF (ISO 32000-2, 7.5.4 and 7.5.8): tables, streams and hybrids, followed strictly
 * from the last `startxref`. Anything that this chain does not name is not part of the document.
 */
import { PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream } from 'pdf-lib'
import { entriesMax, PDF_LIMITS, type PdfBudget } from './budget.ts'
import { numbersIn } from './object-parser.ts'
import { decodedStream, UnreadablePdfError } from './stream-data.ts'

/** Location of an object; `free` hides the entries of older sections. */
export type XrefEntry =
  | { kind: 'free' }
  /** Bytes from `end` on are known to belong to other objects. */
  | { kind: 'at'; offset: number; generation: number; end?: number }
  | { kind: 'in'; container: number; index: number }

/** One cross-reference section with its trailer. */
export interface XrefSection {
  /** Offset of the section, as given by `startxref` or `/Prev`. */
  offset: number
  kind: 'table' | 'stream'
  entries: ReadonlyMap<number, XrefEntry>
  trailer: PDFDict
  /** Whether it is half of a hybrid, names an object twice, or has rows of several lengths: readers disagree on each. */
  ambiguous: boolean
}

/** Parses the object at an offset of the file; the header `n g obj` is skipped if there is one. */
type ParseAt = (offset: number) => PDFObject

const SECTIONS_MAX = 2_000
/** Memory of one entry in two maps, in bytes. */
const ENTRY_BYTES = 150
const TAIL_BYTES = 2_048
const PREV = PDFName.of('Prev')
const XREF_STREAM = PDFName.of('XRefStm')

/**
 * Offset of the newest section.
 * @throws UnreadablePdfError when the file does not end like a PDF
 */
export function startOfXref(bytes: Buffer): number {
  const tail = bytes.subarray(Math.max(0, bytes.length - TAIL_BYTES)).toString('latin1')
  const all = [...tail.matchAll(/startxref\s+(\d{1,10})\s+%%EOF/g)]
  const offset = Number(all.at(-1)?.[1] ?? Number.NaN)
  if (offset >= 0 && offset < bytes.length) return offset
  throw new UnreadablePdfError('it has no startxref at its end')
}

const isTable = (bytes: Buffer, offset: number): boolean =>
  bytes.toString('latin1', offset, offset + 4) === 'xref'

const BLANK = /[\0\t\n\f\r ]/
const BLANKS_MAX = 16

/** Some writers include the preceding line end in a section. */
function beginOfSection(bytes: Buffer, offset: number): number {
  let at = offset
  while (at - offset < BLANKS_MAX && BLANK.test(String.fromCharCode(bytes[at] ?? 0x78))) at++
  return at
}

class Budget {
  #entries = 0
  readonly #most: number
  readonly #memory: PdfBudget
  /** Entries of a section that readers take differently: repeated, or of another length than the first. */
  odd = 0

  constructor(fileBytes: number, memory: PdfBudget) {
    this.#most = entriesMax(fileBytes)
    this.#memory = memory
  }

  /** Called before the entries of a run are read. */
  take({ first, count }: { first: number; count: number }): void {
    this.#entries += count
    if (!(count >= 0) || this.#entries > this.#most)
      throw new UnreadablePdfError(`its cross-reference names more than ${this.#most} objects`)
    if (!(first >= 0 && first + count - 1 <= PDF_LIMITS.objectNumber))
      throw new UnreadablePdfError(
        `its cross-reference names objects above ${PDF_LIMITS.objectNumber}`,
      )
    this.#memory.keep(count * ENTRY_BYTES)
  }
}

/**
 * `nnnnnnnnnn ggggg n` (ISO 32000-2, 7.5.4). Rows have 20 bytes by the standard; some writers end them, or some of them,
 * with a single byte.
 */
const ROW = /(\d{10}) (\d{5}) ([nf])[ \t\n\f\r]{1,2}/y
const ROW_BYTES = 20

function readRows(
  bytes: Buffer,
  run: { first: number; count: number; at: number },
  entries: Map<number, XrefEntry>,
  budget: Budget,
): number {
  const text = bytes.toString('latin1', run.at, run.at + ROW_BYTES * run.count)
  const row = new RegExp(ROW)
  let usual = 0
  for (let index = 0; index < run.count; index++) {
    const from = run.at + row.lastIndex
    const [whole, offset, generation, kind] = row.exec(text) ?? []
    if (whole === undefined)
      throw new UnreadablePdfError(`its cross-reference table is broken at byte ${from}`)
    const number = run.first + index
    if (entries.has(number)) budget.odd++
    else if (kind === 'f') entries.set(number, { kind: 'free' })
    else entries.set(number, { kind: 'at', offset: Number(offset), generation: Number(generation) })
    usual ||= whole.length
    // What follows the last one may be blank, too.
    if (whole.length < usual || (whole.length > usual && index + 1 < run.count)) budget.odd++
  }
  return run.at + row.lastIndex
}

function readTable(bytes: Buffer, offset: number, parseAt: ParseAt, budget: Budget): XrefSection {
  const entries = new Map<number, XrefEntry>()
  budget.odd = 0
  let at = offset + 4
  while (at < bytes.length) {
    const text = bytes.toString('latin1', at, at + 64)
    const trailer = /^\s*trailer\s*/.exec(text)
    if (trailer !== null) {
      const dict = parseAt(at + trailer[0].length)
      if (!(dict instanceof PDFDict)) break
      const ambiguous = budget.odd > 0 || dict.has(XREF_STREAM)
      return { offset, kind: 'table', entries, trailer: dict, ambiguous }
    }
    const head = /^\s*(\d{1,10}) (\d{1,10})\s*?(?:\r\n|\n|\r)/.exec(text)
    if (head === null) break
    const run = { first: Number(head[1]), count: Number(head[2]), at: at + head[0].length }
    budget.take(run)
    at = readRows(bytes, run, entries, budget)
  }
  throw new UnreadablePdfError(`its cross-reference table at byte ${offset} has no trailer`)
}

function entryOf(fields: readonly number[]): XrefEntry {
  const [type = 1, second = 0, third = 0] = fields
  if (type === 1) return { kind: 'at', offset: second, generation: third }
  if (type === 2) return { kind: 'in', container: second, index: third }
  return { kind: 'free' }
}

/** Reads rows of numbers of fixed widths. */
function rowsIn(data: Buffer, widths: readonly number[]): () => XrefEntry {
  let at = 0
  return () => {
    const fields = widths.map((width, field) => {
      // The type is 1 if its width is zero (ISO 32000-2, table 17).
      let value = width === 0 && field === 0 ? 1 : 0
      for (let byte = 0; byte < width; byte++) value = value * 256 + (data[at++] ?? Number.NaN)
      return value
    })
    if (fields.some(Number.isNaN))
      throw new UnreadablePdfError('a cross-reference stream is too short')
    return entryOf(fields)
  }
}

function readStream(offset: number, parseAt: ParseAt, budget: Budget): XrefSection {
  const stream = parseAt(offset)
  const isXref =
    stream instanceof PDFRawStream && stream.dict.get(PDFName.of('Type')) === PDFName.of('XRef')
  if (!isXref) throw new UnreadablePdfError(`there is no cross-reference section at byte ${offset}`)
  const widths = numbersIn(stream.dict.get(PDFName.of('W')))
  const size = offsetIn(stream.dict, PDFName.of('Size')) ?? 0
  const given = numbersIn(stream.dict.get(PDFName.of('Index')))
  const index = given.length > 0 ? given : [0, size]
  if (
    widths.length !== 3 ||
    !widths.every((width) => Number.isInteger(width) && width >= 0 && width <= 8)
  )
    throw new UnreadablePdfError(
      `the cross-reference stream at byte ${offset} has wrong field widths`,
    )
  const next = rowsIn(decodedStream(stream), widths)
  const entries = new Map<number, XrefEntry>()
  budget.odd = 0
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    const [first = 0, count = 0] = [index[pair], index[pair + 1]]
    budget.take({ first, count })
    for (let number = first; number < first + count; number++) {
      const entry = next()
      if (entries.has(number)) budget.odd++
      else entries.set(number, entry)
    }
  }
  const ambiguous = budget.odd > 0
  return { offset, kind: 'stream', entries, trailer: stream.dict, ambiguous }
}

function offsetIn(trailer: PDFDict, key: PDFName): number | undefined {
  const value = trailer.get(key)
  return value instanceof PDFNumber ? value.asNumber() : undefined
}

/**
 * The two sections of a hybrid file: its table marks as free what is hidden from old readers, and the stream locates
 * it (ISO 32000-2, 7.5.8.4).
 */
function unhidden(table: XrefSection, stream: XrefSection): [XrefSection, XrefSection] {
  const entries = [...table.entries].filter(
    ([number, { kind }]) => kind !== 'free' || !stream.entries.has(number),
  )
  return [{ ...table, entries: new Map(entries) }, stream]
}

/** Some writers give the offset of the preceding line end; every reader skips to what follows. */
function pastBlanks(bytes: Buffer, offset: number): number {
  const blanks = /^\s{0,8}/.exec(bytes.toString('latin1', offset, offset + 8))
  return offset + (blanks?.[0].length ?? 0)
}

/**
 * All sections, newest first. The stream of a hybrid file follows its table.
 * @throws UnreadablePdfError for a chain that is broken, circular or too long
 */
export function readSections(
  bytes: Buffer,
  start: number,
  { parseAt, budget: memory }: { parseAt: ParseAt; budget: PdfBudget },
): XrefSection[] {
  const sections: XrefSection[] = []
  const seen = new Set<number>()
  const budget = new Budget(bytes.length, memory)
  let next: number | undefined = beginOfSection(bytes, start)
  while (next !== undefined) {
    if (seen.has(next) || seen.size >= SECTIONS_MAX || !(next >= 0 && next < bytes.length))
      throw new UnreadablePdfError('its chain of cross-reference sections is broken or circular')
    seen.add(next)
    next = pastBlanks(bytes, next)
    const section: XrefSection = isTable(bytes, next)
      ? readTable(bytes, next, parseAt, budget)
      : readStream(next, parseAt, budget)
    const hybrid = section.kind === 'table' ? offsetIn(section.trailer, XREF_STREAM) : undefined
    if (hybrid === undefined) sections.push(section)
    else sections.push(...unhidden(section, readStream(hybrid, parseAt, budget)))
    const before = offsetIn(section.trailer, PREV)
    next = before === undefined ? undefined : beginOfSection(bytes, before)
  }
  return sections
}
