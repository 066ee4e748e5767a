/**
 * A PDF opened by its cross-reference chain: objects are read on demand, so that opening costs the same for 20 kB and
 * 20 MB, and what a viewer would not see is not seen here either.
 */
import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from 'pdf-lib'
import { asBuffer } from '../kernel/bytes.ts'
import { budgetOf, PDF_LIMITS, type PdfBudget, shareBudget } from './budget.ts'
import { type Decipher, decipherOf } from './decryption.ts'
import { parseObject } from './object-parser.ts'
import { PdfError } from './pdf-error.ts'
import { compressNatively, decodedStream, UnreadablePdfError } from './stream-data.ts'
import { readSections, startOfXref, type XrefEntry, type XrefSection } from './xref.ts'

const HEADER_WITHIN = 1024
const OBJECT_HEADER = /^\s*(\d{1,10})\s+(\d{1,5})\s+obj\b/
/** An object without a value, which means null. */
const EMPTY = /^\s*endobj\b/
const RESOLVE_MAX = 32
const ENCRYPT = PDFName.of('Encrypt')
/** Memory of one entry in the cache of objects. */
const LOADED_BYTES = 80

const known = new Map<string, PDFName>()
/** The name of a member; the library looks for escapes each time. Only for names that our code spells. */
export function nameKey(name: string): PDFName {
  const found = known.get(name) ?? PDFName.of(name)
  known.set(name, found)
  return found
}

type FindSection = (context: PDFContext) => XrefSection

interface Opening {
  /** A budget shared by several readings of one file. */
  budget?: PdfBudget
  /** Used instead of the file's own cross-references. */
  found?: FindSection
  /** Objects that cannot be read count as missing, as readers treat them, and are noted. */
  lenient?: boolean
}

/** A PDF that is only read, never changed. */
export class PdfFile {
  readonly bytes: Buffer
  /** Creates and serialises objects; contains none of the file's own. */
  readonly context = compressNatively(PDFContext.create())
  /** Newest first. */
  readonly sections: readonly XrefSection[]
  /** `7` of `%PDF-1.7`; 20 for 2.0. */
  readonly minorVersion: number
  readonly #entries = new Map<number, XrefEntry>()
  readonly #loaded = new Map<number, PDFObject | undefined>()
  readonly #broken: Set<number> | undefined
  readonly #containers = new Containers()
  #decipher: Decipher | undefined
  #password: string | undefined

  private constructor(bytes: Buffer, { budget, found, lenient = false }: Opening = {}) {
    this.bytes = bytes
    this.#broken = lenient ? new Set() : undefined
    if (budget !== undefined) shareBudget(this.context, budget)
    const head = /%PDF-(\d)\.(\d)/.exec(bytes.subarray(0, HEADER_WITHIN).toString('latin1'))
    if (head === null && found === undefined)
      throw new UnreadablePdfError('it does not begin with %PDF-')
    this.minorVersion = head === null || head[1] === '1' ? Number(head?.[2] ?? 7) : 20
    const parseAt = (offset: number): PDFObject => this.#parse(offset)
    this.sections =
      found === undefined
        ? readSections(bytes, startOfXref(bytes), { parseAt, budget: this.budget })
        : [found(this.context)]
    for (const { entries } of this.sections) {
      for (const [number, entry] of entries) {
        if (!this.#entries.has(number)) this.#entries.set(number, entry)
      }
    }
    const size = this.trailer.get(PDFName.of('Size'))
    this.context.largestObjectNumber = Math.max(
      size instanceof PDFNumber ? Math.min(size.asNumber() - 1, PDF_LIMITS.objectNumber) : 0,
      this.#largest(),
    )
  }

  /**
   * @param given `lenient` to read what can be read of a file with broken objects
   * @throws UnreadablePdfError when the file cannot be read by its cross-references
   * @throws PdfError `render_limit_exceeded` when reading it exceeds the budget, now or later
   */
  static open(bytes: Uint8Array, given: Pick<Opening, 'lenient'> = {}): PdfFile {
    return guarded(() => new PdfFile(asBuffer(bytes), given))
  }

  /** Opens a file whose cross-references are broken, with a section built from the objects that a scan found. */
  static found(bytes: Buffer, section: FindSection, lenient = false): PdfFile {
    return guarded(() => new PdfFile(bytes, { found: section, lenient }))
  }

  /**
   * Decrypts every object that is read from now on.
   * @returns whether the file opens with this password, its user's or its owner's
   * @throws UnreadablePdfError for encryption other than the standard security handler
   */
  decrypt(password: string): boolean {
    this.#decipher = undefined
    const found = guarded(() =>
      decipherOf(this.trailer, (object) => this.resolve(object), password),
    )
    this.#loaded.clear()
    this.#containers.clear()
    this.#decipher = found
    this.#password = found === undefined ? undefined : password
    return found !== undefined
  }

  /**
   * The file as it was when it ended here, decrypted if this one is; reading it counts towards the budget of the
   * whole file. Throws as `open` does.
   */
  until(end: number): PdfFile {
    const part = this.bytes.subarray(0, end)
    const lenient = this.#broken !== undefined
    const earlier = guarded(() => new PdfFile(part, { budget: this.budget, lenient }))
    if (this.#password !== undefined && earlier.isEncrypted && !earlier.decrypt(this.#password))
      throw new UnreadablePdfError('it was encrypted in another way')
    return earlier
  }

  /** Whether its trailer declares encryption, decrypted or not. */
  get isEncrypted(): boolean {
    return this.trailer.has(ENCRYPT)
  }

  /** Objects that could not be read so far; only noted where it was opened leniently. */
  get broken(): ReadonlySet<number> {
    return this.#broken ?? new Set()
  }

  /** The remaining budget for reading the file. */
  get budget(): PdfBudget {
    return budgetOf(this.context)
  }

  /** The newest trailer. */
  get trailer(): PDFDict {
    const newest = this.sections[0]
    if (newest === undefined) throw new UnreadablePdfError('it has no trailer')
    return newest.trailer
  }

  /** Reference of the catalog. @throws UnreadablePdfError when the trailer does not name it */
  get catalogRef(): PDFRef {
    const root = this.trailer.get(PDFName.of('Root'))
    if (root instanceof PDFRef) return root
    throw new UnreadablePdfError('its trailer names no catalog')
  }

  /** The catalog. @throws UnreadablePdfError when it is missing */
  get catalog(): PDFDict {
    const catalog = this.resolve(this.catalogRef)
    if (catalog instanceof PDFDict) return catalog
    throw new UnreadablePdfError('it has no catalog')
  }

  /**
   * Numbers of every object that is not free; one located at the offset of the header (macOS Quartz) does not exist.
   */
  objectNumbers(): number[] {
    return [...this.#entries]
      .filter(([, entry]) => entry.kind !== 'free' && !(entry.kind === 'at' && entry.offset === 0))
      .map(([number]) => number)
  }

  /** The cross-reference entry of an object. */
  entry(number: number): XrefEntry | undefined {
    return this.#entries.get(number)
  }

  /** The object with a number, whatever its generation. */
  object(number: number): PDFObject | undefined {
    const entry = this.#entries.get(number)
    return this.#load(PDFRef.of(number, entry?.kind === 'at' ? entry.generation : 0))
  }

  /** The object behind a reference, or the object itself; undefined if it is missing or null. */
  resolve(object: PDFObject | undefined): PDFObject | undefined {
    let found = object
    for (let step = 0; found instanceof PDFRef; step++) {
      if (step > RESOLVE_MAX) throw new UnreadablePdfError('references lead in a circle')
      found = this.#load(found)
    }
    return found
  }

  /** A member of a dictionary (or of a stream's), resolved. */
  get(holder: PDFObject | undefined, key: string): PDFObject | undefined {
    const of = this.resolve(holder)
    const dict = of instanceof PDFRawStream ? of.dict : of
    return dict instanceof PDFDict ? this.resolve(dict.get(nameKey(key))) : undefined
  }

  #largest(): number {
    let largest = 0
    for (const number of this.#entries.keys()) if (number > largest) largest = number
    return largest
  }

  #load(ref: PDFRef): PDFObject | undefined {
    const number = ref.objectNumber
    const given = this.#entries.get(number)
    // Checked before the cache, which is keyed by number: another generation is another object, and not there.
    const generation = given?.kind === 'at' ? given.generation : 0
    if (generation !== ref.generationNumber) return undefined
    if (this.#loaded.has(number)) return this.#loaded.get(number)
    // Set first: an object that needs itself to be read is circular, and reads as missing.
    this.#loaded.set(number, undefined)
    this.budget.keep(LOADED_BYTES)
    const object = given === undefined ? undefined : this.#readOrNote(ref, given)
    this.#loaded.set(number, object)
    return object
  }

  #readOrNote(ref: PDFRef, entry: XrefEntry): PDFObject | undefined {
    try {
      return guarded(() => this.#read(ref, entry))
    } catch (error) {
      if (this.#broken === undefined || !(error instanceof UnreadablePdfError)) throw error
      this.#broken.add(ref.objectNumber)
      return undefined
    }
  }

  #read(ref: PDFRef, entry: XrefEntry): PDFObject | undefined {
    if (entry.kind === 'free') return undefined
    if (entry.kind === 'in') {
      const { data, starts } = this.#contained(entry.container)
      const at = starts[entry.index]
      // Each on demand: signing needs five of a hundred.
      return at === undefined ? undefined : parseObject(data.subarray(at), this.context)
    }
    const head = OBJECT_HEADER.exec(this.bytes.toString('latin1', entry.offset, entry.offset + 40))
    if (head === null || Number(head[1]) !== ref.objectNumber)
      throw new UnreadablePdfError(
        `object ${ref.objectNumber} is not where the cross-reference says`,
      )
    const object = this.#parse(entry.offset, entry.end)
    const plain = this.#decipher?.(ref, object)
    // A copy of its own, since streams may be nested.
    if (plain instanceof PDFRawStream) this.budget.keep(plain.contents.length)
    return plain ?? object
  }

  #parse(offset: number, end?: number): PDFObject {
    const head = OBJECT_HEADER.exec(this.bytes.toString('latin1', offset, offset + 40))
    const at = offset + (head?.[0].length ?? 0)
    if (head !== null && EMPTY.test(this.bytes.toString('latin1', at, at + 40))) return PDFNull
    const object = parseObject(this.bytes.subarray(at, end), this.context)
    return object instanceof PDFRawStream ? this.#withLength(object) : object
  }

  /** A length that is an indirect object is unknown to the parser, which then guesses by `endstream`. */
  #withLength(stream: PDFRawStream): PDFRawStream {
    const given = stream.dict.get(PDFName.of('Length'))
    if (!(given instanceof PDFRef)) return stream
    const length = this.resolve(given)
    if (!(length instanceof PDFNumber)) return stream
    const start = stream.contents.byteOffset - this.bytes.byteOffset
    const end = start + length.asNumber()
    if (!/^\s{0,2}endstream/.test(this.bytes.toString('latin1', end, end + 11))) return stream
    return PDFRawStream.of(stream.dict, this.bytes.subarray(start, end))
  }

  #contained(container: number): ObjectStream {
    const known = this.#containers.get(container)
    if (known !== undefined) return known
    const stream = this.#load(PDFRef.of(container))
    if (!(stream instanceof PDFRawStream))
      throw new UnreadablePdfError(`object ${container} is no stream`)
    const count = this.get(stream, 'N')
    const first = this.get(stream, 'First')
    if (!(count instanceof PDFNumber && first instanceof PDFNumber))
      throw new UnreadablePdfError(`object stream ${container} has no N or First`)
    const unpacked = unpack(decodedStream(stream), count.asNumber(), first.asNumber())
    this.#containers.add(container, unpacked)
    return unpacked
  }
}

/** Cache of the object streams used last; what does not fit is decoded again when needed. */
class Containers {
  readonly #known = new Map<number, ObjectStream>()
  #bytes = 0

  get(number: number): ObjectStream | undefined {
    const found = this.#known.get(number)
    if (found === undefined) return undefined
    // A map preserves its order: the entry used last is moved to the end.
    this.#known.delete(number)
    this.#known.set(number, found)
    return found
  }

  clear(): void {
    this.#known.clear()
    this.#bytes = 0
  }

  add(number: number, container: ObjectStream): void {
    this.#known.set(number, container)
    this.#bytes += sizeOf(container)
    for (const [oldest, stream] of this.#known) {
      if (this.#bytes <= PDF_LIMITS.containerBytes || oldest === number) return
      this.#known.delete(oldest)
      this.#bytes -= sizeOf(stream)
    }
  }
}

const sizeOf = ({ data, starts }: ObjectStream): number => data.length + starts.byteLength

/** An object stream (ISO 32000-2, 7.5.7), decoded, and the offset of each object. */
interface ObjectStream {
  data: Buffer
  starts: Uint32Array
}

function unpack(data: Buffer, count: number, first: number): ObjectStream {
  const short = (): UnreadablePdfError => new UnreadablePdfError('an object stream is short')
  // Each number takes a digit and a blank at least.
  if (!(count >= 0 && 4 * count <= first + 1 && first <= data.length)) throw short()
  const starts = new Uint32Array(count)
  let at = 0
  const next = (): number => {
    while (at < first && !isDigit(data[at])) at++
    if (at >= first) throw short()
    let value = 0
    while (at < first && isDigit(data[at])) value = value * 10 + (data[at++] ?? 0) - ZERO
    return value
  }
  for (let index = 0; index < count; index++) {
    next()
    const start = first + next()
    if (start >= data.length) throw short()
    starts[index] = start
  }
  return { data, starts }
}

const ZERO = 0x30
const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= ZERO && byte <= 0x39

/** Whatever the parser throws (and it may overflow the stack) is a fault of the file. */
function guarded<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadablePdfError || error instanceof PdfError) throw error
    const why = error instanceof Error ? error.message.split('\n')[0] : 'unknown'
    throw new UnreadablePdfError(`an object is malformed (${why})`, { cause: error })
  }
}

/** The items of an array; none of anything else. */
export const itemsOf = (object: PDFObject | undefined): PDFObject[] =>
  object instanceof PDFArray ? object.asArray() : []

/** A number, or the fallback when there is none. */
export const numberOf = (object: PDFObject | undefined, fallback = 0): number =>
  object instanceof PDFNumber ? object.asNumber() : fallback

/** Every array and dictionary of one object, itself first; references are not followed. */
export function* nestedIn(object: PDFObject | undefined): Generator<PDFArray | PDFDict> {
  const own = object instanceof PDFArray ? object : dictOf(object)
  if (own === undefined) return
  yield own
  for (const inner of own instanceof PDFArray ? own.asArray() : own.values()) yield* nestedIn(inner)
}

/** The dictionary of a value that is a dictionary or a stream; otherwise undefined. */
export const dictOf = (object: PDFObject | undefined): PDFDict | undefined =>
  object instanceof PDFDict ? object : object instanceof PDFRawStream ? object.dict : undefined
