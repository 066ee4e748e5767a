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
const BLANKS_MAX = 32

const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x0c || byte === 0
const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39

/** Finds the next occurrence of a word; it caches the result, so that all searches together read the file once. */
class Word {
  readonly length: number
  readonly #bytes: Buffer
  readonly #word: Buffer
  #at = -1

  constructor(bytes: Buffer, word: string) {
    this.#bytes = bytes
    this.#word = Buffer.from(word)
    this.length = word.length
  }

  /** First occurrence from here on; the length of the file if there is none. Positions must not decrease. */
  from(position: number): number {
    if (this.#at >= position) return this.#at
    const found = this.#bytes.indexOf(this.#word, position)
    this.#at = found < 0 ? this.#bytes.length : found
    return this.#at
  }
}

/** Start of the run of matching bytes before an offset, up to a maximum length. */
function before(bytes: Buffer, end: number, is: (byte?: number) => boolean, max: number): number {
  let at = end
  while (at > 0 && end - at < max && is(bytes[at - 1])) at--
  return at
}

/** The header whose `obj` is here: its number, generation and offset. */
function headerAt(bytes: Buffer, obj: number) {
  const generationEnd = before(bytes, obj, isBlank, BLANKS_MAX)
  const generationAt = before(bytes, generationEnd, isDigit, 5)
  const numberEnd = before(bytes, generationAt, isBlank, BLANKS_MAX)
  const offset = before(bytes, numberEnd, isDigit, 10)
  if (generationAt === generationEnd || numberEnd === generationAt || offset === numberEnd)
    return undefined
  const number = Number(bytes.toString('latin1', offset, numberEnd))
  const generation = Number(bytes.toString('latin1', generationAt, generationEnd))
  return { number, generation, offset }
}

/** Offset of the data of a stream whose keyword is here; undefined if it is only a word. */
function dataStart(bytes: Buffer, keyword: number): number | undefined {
  const close = before(bytes, keyword, isBlank, BLANKS_MAX)
  if (bytes[close - 1] !== 0x3e || bytes[close - 2] !== 0x3e) return undefined
  let at = keyword + 'stream'.length
  while (bytes[at] === 0x20) at++
  if (bytes[at] === 0x0d) at++
  if (bytes[at] === 0x0a) at++
  return at === keyword + 'stream'.length ? undefined : at
}

const PLAIN_LENGTH = /\/Length\s+(\d{1,10})(?!\d|\s+\d+\s+R)/
const STRUCTURE = /\/(ObjStm|XRef)(?![A-Za-z])/

/** Scans a file. */
class Scanner {
  readonly objects: FoundObject[] = []
  readonly trailers: number[] = []
  readonly #bytes: Buffer
  readonly #ends: Word
  readonly #most: number
  /** The object being scanned, until its stream is skipped. */
  #open: FoundObject | undefined

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#ends = new Word(bytes, 'endstream')
    this.#most = entriesMax(bytes.length)
  }

  run(): Scan {
    const bytes = this.#bytes
    const words = [
      { word: new Word(bytes, 'obj'), found: (at: number) => this.#object(at) },
      { word: new Word(bytes, 'stream'), found: (at: number) => this.#stream(at) },
      { word: new Word(bytes, 'trailer'), found: (at: number) => this.#trailer(at) },
    ]
    let position = 0
    for (;;) {
      const from = position
      const places = words.map(({ word }) => word.from(from))
      const at = Math.min(...places)
      if (at >= bytes.length) break
      position = words[places.indexOf(at)]?.found(at) ?? bytes.length
    }
    this.#close(bytes.length)
    return { objects: this.objects, trailers: this.trailers }
  }

  #close(at: number): void {
    const last = this.objects.at(-1)
    if (last !== undefined && last.end === 0) last.end = at
  }

  #object(at: number): number {
    const header = headerAt(this.#bytes, at)
    const number = header?.number ?? 0
    if (header !== undefined && number > 0 && number <= PDF_LIMITS.objectNumber) {
      if (this.objects.length >= this.#most)
        throw new UnreadablePdfError(`it has more than ${this.#most} objects`)
      this.#close(header.offset)
      this.#open = { ...header, end: 0, structure: undefined }
      this.objects.push(this.#open)
    }
    return at + 'obj'.length
  }

  #stream(at: number): number {
    const start = dataStart(this.#bytes, at)
    const open = this.#open
    if (start === undefined || open === undefined) return at + 'stream'.length
    this.#open = undefined
    const dict = this.#bytes.toString('latin1', open.offset, at)
    const [, structure] = STRUCTURE.exec(dict) ?? []
    open.structure = STRUCTURES.find((known) => known === structure)
    const end = start + Number(PLAIN_LENGTH.exec(dict)?.[1] ?? Number.NaN)
    if (/^\s{0,4}endstream/.test(this.#bytes.toString('latin1', end, end + 13))) return end
    return this.#ends.from(start)
  }

  #trailer(at: number): number {
    this.#close(at)
    this.#open = undefined
    this.trailers.push(at + 'trailer'.length)
    if (this.trailers.length > TRAILERS_MAX) this.trailers.shift()
    return at + 'trailer'.length
  }
}

/** @throws UnreadablePdfError for more objects than a file of its size can have */
export const scanned = (bytes: Buffer): Scan => new Scanner(bytes).run()
