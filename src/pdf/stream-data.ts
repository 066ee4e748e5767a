/** Decodes streams of a PDF with a bound on what comes out (ISO 32000-2, 7.4): a bomb stays small. */
import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, type PDFRawStream } from 'pdf-lib'

/** What is wrong with a file as a PDF; the message goes on "The PDF cannot be read: ". */
export class PdfFault extends Error {
  override readonly name = 'PdfFault'
}

const DECODED_BYTES_MAX = 64 * 1024 * 1024
const FILTER = PDFName.of('Filter')
const PARAMETERS = PDFName.of('DecodeParms')

const single = (object: PDFObject | undefined): PDFObject | undefined =>
  object instanceof PDFArray ? (object.size() === 1 ? object.get(0) : undefined) : object

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

/** One row's prediction of a byte from its neighbours, by filter type (PNG, 9.2). */
const PREDICTIONS: readonly ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
]

/** Undoes the PNG predictors row by row. */
function undoPng(data: Buffer, bytesPerPixel: number, rowBytes: number): Buffer {
  const rows = Math.ceil(data.length / (rowBytes + 1))
  // A row of zeros above the first and a pixel of zeros left of each row spare every check.
  const stride = rowBytes + bytesPerPixel
  const padded = Buffer.alloc((rows + 1) * stride)
  const out = Buffer.alloc(rows * rowBytes)
  for (let row = 0; row < rows; row++) {
    const from = row * (rowBytes + 1)
    const predict = PREDICTIONS[data[from] ?? 0]
    if (predict === undefined) throw new PdfFault('a stream uses an unknown predictor')
    const start = (row + 1) * stride + bytesPerPixel
    for (let at = start; at < start + rowBytes; at++) {
      const left = padded[at - bytesPerPixel] ?? 0
      const up = padded[at - stride] ?? 0
      const corner = padded[at - stride - bytesPerPixel] ?? 0
      padded[at] = (data[from + 1 + at - start] ?? 0) + predict(left, up, corner)
    }
    padded.copy(out, row * rowBytes, start, start + rowBytes)
  }
  return out
}

function unpredicted(data: Buffer, parameters: PDFObject | undefined): Buffer {
  if (!(parameters instanceof PDFDict)) return data
  const predictor = numberIn(parameters, 'Predictor', 1)
  if (predictor === 1) return data
  if (predictor < 10) throw new PdfFault('a stream uses the TIFF predictor')
  const bits = numberIn(parameters, 'Colors', 1) * numberIn(parameters, 'BitsPerComponent', 8)
  const rowBytes = Math.ceil((bits * numberIn(parameters, 'Columns', 1)) / 8)
  if (!(rowBytes > 0 && rowBytes < 1_000_000)) throw new PdfFault('a predictor row is too long')
  return undoPng(data, Math.max(1, bits >> 3), rowBytes)
}

/**
 * The bytes of a structural stream: stored as they are or by Flate, with or without PNG predictor.
 * @throws PdfFault for other filters, broken data and more than 64 MB
 */
export function decodedStream(stream: PDFRawStream): Buffer {
  const raw = Buffer.from(
    stream.contents.buffer,
    stream.contents.byteOffset,
    stream.contents.length,
  )
  const filter = single(stream.dict.get(FILTER))
  if (filter === undefined) return raw
  if (filter !== PDFName.of('FlateDecode') && filter !== PDFName.of('Fl'))
    throw new PdfFault(`a structural stream uses the filter ${filter.toString()}`)
  try {
    const data = inflateSync(raw, { maxOutputLength: DECODED_BYTES_MAX })
    return unpredicted(data, single(stream.dict.get(PARAMETERS)))
  } catch (error) {
    if (error instanceof PdfFault) throw error
    throw new PdfFault('a stream cannot be decompressed', { cause: error })
  }
}
