/**
 * Accounts for every byte that was appended to a signed revision: each must belong to an object, a cross-reference
 * section or blanks. Readers that search a file instead of following its cross-references would show what is hidden
 * between them (incremental saving and shadow attacks without a proper section).
 */
import type { PdfFile } from '../pdf-file.ts'

const HEADER = /^\s*(\d{1,10})\s+(\d{1,5})\s+obj\b/
const TABLE_END = /startxref\s+\d+\s+%%EOF/
const STREAM_END = /\s*endstream\s+endobj/y
/** Some writers add their name in a comment before the end of the file. */
const XREF_END = /\s*(?:%(?![^\r\n]*\bobj\b)[^\r\n]*[\r\n]\s*)*startxref\s+\d+\s+%%EOF/y

/** Whether a text is only blanks and comment lines that name no object. */
const isNothing = (text: string): boolean =>
  text.split(/[\r\n]+/).every((line) => /^\s*(?:%.*)?$/.test(line) && !/\bobj\b/.test(line))

/** Where the table at the beginning of a span ends; -1 when there is none. */
function endOfTable(text: string): number {
  const end = text.startsWith('xref') ? TABLE_END.exec(text) : null
  if (end === null || /\bobj\b/.test(text.slice(0, end.index))) return -1
  return end.index + end[0].length
}

function endOfStream(text: string, start: number, length: number): number {
  STREAM_END.lastIndex = start + length
  return STREAM_END.test(text) ? STREAM_END.lastIndex : -1
}

function endOfObject(text: string, lengthOf: (number: number) => number): number {
  const data = /\bstream\r?\n/.exec(text)
  const end = text.indexOf('endobj')
  if (data === null || (end >= 0 && end < data.index)) return end < 0 ? -1 : end + 6
  const head = text.slice(0, data.index)
  const given = /\/Length\s+(\d{1,10})(?:\s+\d{1,5}\s+(R))?/.exec(head)
  if (given === null) return -1
  const stated = Number(given[1])
  return endOfStream(text, data.index + data[0].length, given[2] ? lengthOf(stated) : stated)
}

function isAccounted(
  text: string,
  place: { number: number; generation: number } | undefined,
  lengthOf: (number: number) => number,
): boolean {
  const table = endOfTable(text)
  if (table >= 0) return isNothing(text.slice(table))
  const header = HEADER.exec(text)
  if (header === null) return false
  const named = place === undefined || Number(header[1]) === place.number
  const sameGeneration = place === undefined || Number(header[2]) === place.generation
  if (!named || !sameGeneration) return false
  let end = endOfObject(text, lengthOf)
  if (end < 0) return false
  XREF_END.lastIndex = end
  if (XREF_END.test(text)) end = XREF_END.lastIndex
  return isNothing(text.slice(end))
}

/** Whether there are bytes from `start` to the end of the file that its cross-references do not account for. */
export function hasStrayBytes(file: PdfFile, start: number): boolean {
  const places = new Map<number, { number: number; generation: number } | undefined>()
  for (const { offset, entries } of file.sections) {
    for (const [number, entry] of entries)
      if (entry.kind === 'at' && entry.offset >= start)
        places.set(entry.offset, { number, generation: entry.generation })
    if (offset >= start && !places.has(offset)) places.set(offset, undefined)
  }
  const offsets = [...places.keys()].sort((one, other) => one - other)
  const lengthOf = (number: number): number => Number(String(file.object(number) ?? Number.NaN))
  const text = (from: number, to: number): string => file.bytes.toString('latin1', from, to)
  if (!isNothing(text(start, offsets[0] ?? file.bytes.length))) return true
  return offsets.some((offset, index) => {
    const span = text(offset, offsets[index + 1] ?? file.bytes.length)
    return !isAccounted(span, places.get(offset), lengthOf)
  })
}
