/**
 * pdf-lib's parser with a budget. The library has no limits: it joins names, strings and numbers byte by byte, which
 * takes thirty times their length, decodes streams to any size, and recurses to any depth. It has no hooks for limits
 * either, so its methods are replaced; whole documents that it loads are limited too.
 */
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectParser,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFRef,
  PDFString,
  PDFXRefStreamParser,
} from 'pdf-lib'
import { asBuffer } from '../kernel/bytes.ts'
import { budgetOf, entriesMax, PDF_LIMITS, type PdfBudget, tooLong } from './budget.ts'
import { closing } from './content-operators.ts'
import { decodedStream, UnreadablePdfError } from './stream-data.ts'

/** Private members of the library's parsers. */
interface Parser {
  readonly context: PDFContext
  readonly bytes: Reader
  /** Decrypts; undefined for an unencrypted file. */
  readonly cryptoFactory?: unknown
}

interface Reader {
  readonly bytes: Uint8Array
  offset(): number
  moveTo(offset: number): void
}

const [GREATER_THAN, POINT] = [0x3e, 0x2e]
const ENDS_NAME = new Uint8Array(256)
for (const byte of Buffer.from('\0\t\n\f\r ()<>[]{}/%', 'latin1')) ENDS_NAME[byte] = 1
const HASH = 0x23

const library = {
  parseObject: PDFObjectParser.prototype.parseObject,
  parseHexString: Reflect.get(PDFObjectParser.prototype, 'parseHexString') as Replaced,
  parseString: Reflect.get(PDFObjectParser.prototype, 'parseString') as Replaced,
  parseName: Reflect.get(PDFObjectParser.prototype, 'parseName') as Replaced,
  findEnd: Reflect.get(PDFObjectParser.prototype, 'findEndOfStreamFallback') as (
    this: Parser,
    start: unknown,
  ) => number,
  objectStream: PDFObjectStreamParser.forStream,
  xrefStream: PDFXRefStreamParser.forStream,
}

type Replaced = (this: Parser, ref?: PDFRef) => PDFObject

/** Counts the memory of an object without its children, as measured on Node 20 and rounded up. */
function keep(budget: PdfBudget, object: PDFObject): void {
  if (object instanceof PDFNumber) budget.keep(88)
  // The library caches every reference and every name that it has ever seen, one of each.
  else if (object instanceof PDFRef) budget.keepOnce(object, 200)
  else if (object instanceof PDFName) budget.keep(8)
  else if (object instanceof PDFDict) budget.keep(260 + 64 * object.keys().length)
  else if (object instanceof PDFArray) budget.keep(80 + 10 * object.size())
  else if (object instanceof PDFRawStream) budget.keep(400 + 64 * object.dict.keys().length)
  else if (object instanceof PDFString || object instanceof PDFHexString)
    budget.keep(72 + object.sizeInBytes())
}

function boundedObject(this: Parser, ref?: PDFRef): PDFObject {
  const budget = budgetOf(this.context)
  return budget.within((level) => {
    const start = this.bytes.offset()
    let skipped = 0
    try {
      const object = library.parseObject.call(this as never, ref)
      keep(budget, object)
      if (object instanceof PDFRawStream) skipped = object.contents.length
      return object
    } catch (error) {
      budget.note(error)
      throw error
    } finally {
      if (level === 1) budget.parsed(Math.max(0, this.bytes.offset() - start - skipped))
    }
  })
}

/** Returns the end of an object, -1 if there is none. @throws PdfError when it is longer than the limit */
function endOf(reader: Reader, start: number, max: number, what: 'string', end: number): number {
  if ((end < 0 ? reader.bytes.length : end) - start > max) throw tooLong(what, max)
  return end
}

function parseHexString(this: Parser, ref?: PDFRef): PDFObject {
  const given = asBuffer(this.bytes.bytes)
  const start = this.bytes.offset() + 1
  const found = given.indexOf(GREATER_THAN, start)
  const end = endOf(this.bytes, start, PDF_LIMITS.stringBytes, 'string', found)
  // An object without an end is left to the library to reject, an encrypted one to decrypt.
  if (end < 0 || this.cryptoFactory !== undefined) return library.parseHexString.call(this, ref)
  this.bytes.moveTo(end + 1)
  return PDFHexString.of(given.toString('latin1', start, end))
}

function parseString(this: Parser, ref?: PDFRef): PDFObject {
  const given = asBuffer(this.bytes.bytes)
  const start = this.bytes.offset()
  const found = closing(given, start)
  const end = endOf(this.bytes, start, PDF_LIMITS.stringBytes, 'string', found)
  if (end < 0 || this.cryptoFactory !== undefined) return library.parseString.call(this, ref)
  this.bytes.moveTo(end + 1)
  return PDFString.of(given.toString('latin1', start + 1, end))
}

function parseName(this: Parser): PDFObject {
  const { bytes } = this.bytes
  const start = this.bytes.offset() + 1
  let end = start
  let escaped = false
  for (; end < bytes.length && ENDS_NAME[bytes[end] ?? 0] === 0; end++)
    escaped ||= bytes[end] === HASH
  if (end - start > PDF_LIMITS.nameBytes) throw tooLong('name', PDF_LIMITS.nameBytes)
  const name = escaped
    ? library.parseName.call(this)
    : PDFName.of(asBuffer(bytes).toString('latin1', start, end))
  this.bytes.moveTo(end)
  budgetOf(this.context).keepOnce(name, 200 + 2 * (end - start))
  return name
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39
const isNumeric = (byte: number): boolean =>
  isDigit(byte) || byte === POINT || byte === 0x2b || byte === 0x2d

/** Like the library's, but without its warning about each number that is too large, which goes to the log. */
function parseRawNumber(this: Parser): number {
  const { bytes } = this.bytes
  const start = this.bytes.offset()
  let end = start
  while (isNumeric(bytes[end] ?? 0)) if (bytes[end++] === POINT) break
  while (isDigit(bytes[end] ?? 0)) end++
  if (end - start > PDF_LIMITS.numberBytes) throw tooLong('number', PDF_LIMITS.numberBytes)
  const value = end > start ? Number(asBuffer(bytes).toString('latin1', start, end)) : Number.NaN
  if (!Number.isFinite(value)) throw new TypeError('a number is malformed')
  this.bytes.moveTo(end)
  return value
}

function findEndOfStreamFallback(this: Parser, start: unknown): number {
  const from = this.bytes.offset()
  const end = library.findEnd.call(this, start)
  // Goes byte by byte, and compares five keywords at each.
  budgetOf(this.context).parsed(4 * (this.bytes.offset() - from))
  return end
}

function noting<Result>(context: PDFContext, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    budgetOf(context).note(error)
    throw error
  }
}

/** The stream with its data decoded within the budget. */
function decodedWhole({ dict, contents }: PDFRawStream): PDFRawStream {
  const data = noting(dict.context, () => decodedStream(PDFRawStream.of(dict, contents)))
  const plain = dict.clone(dict.context)
  plain.delete(PDFName.of('Filter'))
  return PDFRawStream.of(plain, data)
}

/** The numbers of an array; none of anything else. */
export const numbersIn = (array: PDFObject | undefined): number[] =>
  array instanceof PDFArray
    ? array.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : Number.NaN))
    : []

/** The library creates an object for each row that is declared. */
function withRows(stream: PDFRawStream): PDFRawStream {
  const index = numbersIn(stream.dict.lookup(PDFName.of('Index')))
  const size = stream.dict.lookup(PDFName.of('Size'))
  const rows =
    index.length > 0
      ? index.filter((_, place) => place % 2 === 1).reduce((sum, count) => sum + count, 0)
      : size instanceof PDFNumber
        ? size.asNumber()
        : 0
  const max = entriesMax(stream.contents.length)
  if (!(rows <= max))
    throw new UnreadablePdfError(`its cross-reference names more than ${max} objects`)
  budgetOf(stream.dict.context).keep(rows * 130)
  return stream
}

Object.assign(PDFObjectParser.prototype, {
  parseObject: boundedObject,
  parseHexString,
  parseString,
  parseName,
  parseRawNumber,
  findEndOfStreamFallback,
})
PDFObjectStreamParser.forStream = (stream, wait) => library.objectStream(decodedWhole(stream), wait)
PDFXRefStreamParser.forStream = (stream) => library.xrefStream(withRows(decodedWhole(stream)))

/** The object at the beginning of some bytes. @throws Error when it is malformed */
export const parseObject = (bytes: Buffer, context: PDFContext): PDFObject =>
  PDFObjectParser.forBytes(bytes, context).parseObject()

/**
 * Loads an untrusted document as a whole, within a budget of its own.
 * @throws PdfError `render_limit_exceeded`, and what `PDFDocument.load` throws
 */
export async function loadBounded(
  pdf: Uint8Array,
  options: Parameters<typeof PDFDocument.load>[1],
): Promise<PDFDocument> {
  const document = await PDFDocument.load(pdf, options)
  // The library continues after an object that it cannot read.
  const { refused } = budgetOf(document.context)
  if (refused !== undefined) throw refused
  return document
}
