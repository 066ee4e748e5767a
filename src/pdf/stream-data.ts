/**
 * Data of streams (ISO 32000-2, 7.4): decoded with a limit on the output, so that decompression bombs are harmless, and
 * compressed by zlib itself, since pdf-lib compresses in JavaScript, which takes five times as long.
 */
import { deflateSync, inflateSync } from 'node:zlib'
import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  typedArrayFor,
} from 'pdf-lib'
import { asBuffer } from '../kernel/bytes.ts'
import { codeOf, unlessThrown } from '../kernel/type-guards.ts'
import { budgetOf, PDF_LIMITS, type PdfBudget, tooLong } from './budget.ts'

/** What is wrong with a file as a PDF; the message continues "The PDF cannot be read: ". */
export class UnreadablePdfError extends Error {
  override readonly name = 'UnreadablePdfError'
}

/** What a function reads; undefined for what cannot be read. */
export const readable = <Result>(read: () => Result): Result | undefined =>
  unlessThrown([UnreadablePdfError], read)

const PIECE_BYTES_MIN = 16 * 1024
const PIECE_BYTES_MAX = 1024 * 1024
/** Something that the standard allows but that is not supported here: the file is not damaged. */
export class UnsupportedPdfError extends UnreadablePdfError {}

/** An encryption other than the standard security handler's, or not one by passwords. */
export class EncryptedPdfError extends UnreadablePdfError {}

/** An encrypted file that opens with another password. */
export class LockedPdfError extends EncryptedPdfError {}

const FILTER = PDFName.of('Filter')
const PARAMETERS = PDFName.of('DecodeParms')

/** Most filters in a chain; writers use two. */
const FILTERS_MAX = 8
/** By name, followed by the abbreviations for inline images, which some writers use for streams too. */
const FILTERS: ReadonlyMap<string, string> = new Map(
  [
    'FlateDecode Fl',
    'LZWDecode LZW',
    'ASCII85Decode A85',
    'ASCIIHexDecode AHx',
    'RunLengthDecode RL',
  ]
    .map((names) => names.split(' '))
    .flatMap((names) => names.map((name) => [name, names[0] ?? name] as const)),
)
const PREDICTING = ['FlateDecode', 'LZWDecode']

/** One filter of a stream. */
interface Filtering {
  /** Full name. */
  name: string
  parameters: PDFDict | undefined
}

const listed = (object: PDFObject | undefined): readonly (PDFObject | undefined)[] =>
  object instanceof PDFArray ? object.asArray() : [object]

/** The filters of a stream, in the order in which they are decoded. */
function filtersOf({ dict }: PDFRawStream): Filtering[] {
  const given = dict.get(FILTER)
  if (given === undefined) return []
  const parameters = listed(dict.get(PARAMETERS))
  const filters = listed(given)
  if (filters.length > FILTERS_MAX)
    throw new UnreadablePdfError(`a structural stream has more than ${FILTERS_MAX} filters`)
  return filters.map((filter, index) => {
    const name = filter instanceof PDFName ? FILTERS.get(filter.decodeText()) : undefined
    if (name === undefined)
      throw new UnsupportedPdfError(`a structural stream uses the filter ${filter?.toString()}`)
    const own = parameters[index]
    return { name, parameters: own instanceof PDFDict ? own : undefined }
  })
}

function numberIn(dict: PDFDict, key: string, fallback: number): number {
  const value = dict.get(PDFName.of(key))
  return value instanceof PDFNumber ? value.asNumber() : fallback
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** Prediction of a byte from its neighbours, by filter type (PNG, 9.2). */
const PREDICTIONS: readonly ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
]

/** Undoes the PNG predictors row by row, in place: rows move together as their type bytes are dropped. */
function undoPng(data: Buffer, bytesPerPixel: number, rowBytes: number): Buffer {
  const rows = Math.ceil(data.length / (rowBytes + 1))
  let above = Buffer.alloc(rowBytes + bytesPerPixel)
  let own = Buffer.alloc(rowBytes + bytesPerPixel)
  for (let row = 0; row < rows; row++) {
    const from = row * (rowBytes + 1)
    const predict = PREDICTIONS[data[from] ?? 0]
    if (predict === undefined) throw new UnreadablePdfError('a stream uses an unknown predictor')
    // A zero pixel left of each row, and a zero row above the first, avoid every bounds check.
    for (let at = bytesPerPixel; at < own.length; at++) {
      const [left, up] = [own[at - bytesPerPixel] ?? 0, above[at] ?? 0]
      const corner = above[at - bytesPerPixel] ?? 0
      const given = data[from + 1 + at - bytesPerPixel] ?? 0
      own[at] = given + predict(left, up, corner)
    }
    own.copy(data, row * rowBytes, bytesPerPixel)
    const done = own
    own = above
    above = done
  }
  return data.subarray(0, rows * rowBytes)
}

function unpredicted(data: Buffer, parameters: PDFObject | undefined): Buffer {
  if (!(parameters instanceof PDFDict)) return data
  const predictor = numberIn(parameters, 'Predictor', 1)
  if (predictor === 1) return data
  if (predictor < 10) throw new UnreadablePdfError('a stream uses the TIFF predictor')
  const bits = numberIn(parameters, 'Colors', 1) * numberIn(parameters, 'BitsPerComponent', 8)
  const rowBytes = Math.ceil((bits * numberIn(parameters, 'Columns', 1)) / 8)
  if (!(rowBytes > 0 && rowBytes < 1_000_000))
    throw new UnreadablePdfError('a predictor row is too long')
  return undoPng(data, Math.max(1, Math.min(bits >> 3, rowBytes)), rowBytes)
}

/** Node inflates into chunks and joins them: thousands of small ones would fragment the memory of the process. */
const pieceBytes = (packedBytes: number): number =>
  Math.min(PIECE_BYTES_MAX, Math.max(PIECE_BYTES_MIN, 4 * packedBytes))

function inflated(raw: Uint8Array, budget: PdfBudget): Buffer {
  try {
    const maxOutputLength = Math.max(1, budget.streamBytes)
    return inflateSync(raw, { maxOutputLength, chunkSize: pieceBytes(raw.length) })
  } catch (error) {
    if (codeOf(error) !== 'ERR_BUFFER_TOO_LARGE')
      throw new UnreadablePdfError('a stream cannot be decompressed', { cause: error })
    return beyond(budget)
  }
}

/** Counts the excess, and throws. */
function beyond(budget: PdfBudget): never {
  budget.decoded(budget.streamBytes + 1)
  throw tooLong('stream', PDF_LIMITS.streamBytes)
}

/** The library's decoders, read in chunks: nothing in them limits the output. */
function unpacked(raw: Buffer, { name, parameters }: Filtering, context: PDFContext): Buffer {
  const budget = budgetOf(context)
  const dict = context.obj({ Filter: name, ...(parameters && { DecodeParms: parameters }) })
  const source = decodePDFRawStream(PDFRawStream.of(dict, raw))
  const pieces: Buffer[] = []
  let length = 0
  for (;;) {
    const piece = source.getBytes(PIECE_BYTES_MIN)
    if (piece.length === 0) return Buffer.concat(pieces)
    length += piece.length
    if (length > budget.streamBytes) return beyond(budget)
    pieces.push(Buffer.from(piece))
  }
}

/**
 * The bytes of a structural stream after all its filters, with or without a PNG predictor; image filters are not
 * supported.
 * @throws UnreadablePdfError for other filters and broken data
 * @throws PdfError `render_limit_exceeded` when the remaining budget of its file is exceeded
 */
export function decodedStream(stream: PDFRawStream): Buffer {
  const { context } = stream.dict
  let data = asBuffer(stream.contents)
  for (const filter of filtersOf(stream)) {
    data =
      filter.name === 'FlateDecode'
        ? inflated(data, budgetOf(context))
        : unpacked(data, filter, context)
    budgetOf(context).decoded(data.length)
    if (PREDICTING.includes(filter.name)) data = unpredicted(data, filter.parameters)
  }
  return data
}

/** A stream with other data, packed; its dictionary is changed. */
export function withContent({ dict }: PDFRawStream, content: Buffer): PDFRawStream {
  const data = deflateSync(content)
  dict.set(FILTER, PDFName.of('FlateDecode'))
  dict.delete(PARAMETERS)
  dict.set(PDFName.of('Length'), PDFNumber.of(data.length))
  return PDFRawStream.of(dict, data)
}

/** Makes everything added to a document from now on, fonts above all, use native compression. */
export function compressNatively<Context extends PDFContext>(context: Context): Context {
  context.flateStream = (contents, dict = {}) =>
    context.stream(deflateSync(typedArrayFor(contents)), { ...dict, Filter: 'FlateDecode' })
  return context
}

/** A document without pages or a date: the same content gives the same bytes. */
export async function newDocument(): Promise<PDFDocument> {
  const document = await PDFDocument.create({ updateMetadata: false })
  compressNatively(document.context)
  return document
}
