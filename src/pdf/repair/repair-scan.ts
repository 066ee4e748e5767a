/**
 * Finds the objects of a PDF whose cross-references cannot be followed, as PDF readers do: by looking through the
 * file once for `n g obj`. Stream data is skipped, so that a file inside the file adds no objects.
 */
import { entriesMax, PDF_LIMITS } from '../budget.ts'
import { UnreadablePdfError } from '../stream-data.ts'

const STRUCTURES = ['ObjStm', 'XRef'] as const

/** An object found by the scan. */
export interface FoundObject {
  number: number
  generation: number
  /** Offset of its number. */
  offset: number
  /** Offset of whatever follows it. */
  end: number
  /** The kind of structure that its stream declares. */
  structure: (typeof STRUCTURES)[number] | undefined
}

/** What was found, in file order. */
export interface Scan {
  objects: readonly FoundObject[]
  /** Offsets of the dictionaries of the last trailers. */
  trailers: readonly number[]
}

/** A file has one for each time it was saved; only the last ones are examined. */
const TRAILERS_MAX = 64
/** The header of an object, the beginning of the data of a stream after its dictionary, or a trailer. */
const MARK =
  /(\d{1,10})[ \n\r\t\f\0]{1,32}(\d{1,5})[ \n\r\t\f\0]{1,32}obj|>>[ \n\r\t\f\0]{0,32}stream(?: +\r?\n?|\r\n?|\n)|trailer/g
const PLAIN_LENGTH = /\/Length\s+(\d{1,10})(?!\d|\s+\d+\s+R)/
const STRUCTURE = /\/(ObjStm|XRef)(?![A-Za-z])/

/** Where the data of a stream ends. @param dict its dictionary @param start where its data begin */
function endOfData(text: string, dict: string, start: number): number {
  const end = start + Number(PLAIN_LENGTH.exec(dict)?.[1] ?? Number.NaN)
  if (/^\s{0,4}endstream/.test(text.slice(end, end + 13))) return end
  const found = text.indexOf('endstream', start)
  return found < 0 ? text.length : found
}

function structureOf(dict: string): FoundObject['structure'] {
  const [, structure] = STRUCTURE.exec(dict) ?? []
  return STRUCTURES.find((known) => known === structure)
}

/** @throws UnreadablePdfError for more objects than a file of its size can have */
export function scanned(bytes: Buffer): Scan {
  const text = bytes.toString('latin1')
  const max = entriesMax(bytes.length)
  const objects: FoundObject[] = []
  const trailers: number[] = []
  const mark = new RegExp(MARK)
  // The object whose stream is not skipped yet.
  let open: FoundObject | undefined
  const close = (at: number): void => {
    const last = objects.at(-1)
    if (last?.end === 0) last.end = at
  }
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    const { index: offset } = found
    const [number = 0, generation = 0] = found.slice(1).map(Number)
    if (found[0] === 'trailer') {
      close(offset)
      open = undefined
      trailers.push(mark.lastIndex)
      trailers.splice(0, trailers.length - TRAILERS_MAX)
    } else if (found[1] === undefined) {
      if (open === undefined) continue
      const dict = text.slice(open.offset, offset)
      open.structure = structureOf(dict)
      open = undefined
      mark.lastIndex = endOfData(text, dict, mark.lastIndex)
    } else if (number > 0 && number <= PDF_LIMITS.objectNumber) {
      if (objects.length >= max) throw new UnreadablePdfError(`it has more than ${max} objects`)
      close(offset)
      open = { number, generation, offset, end: 0, structure: undefined }
      objects.push(open)
    }
  }
  close(bytes.length)
  return { objects, trailers }
}
