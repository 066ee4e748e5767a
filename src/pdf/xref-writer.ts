/** Writes objects and cross-reference sections, classic and as streams (ISO 32000-2, 7.5.4 and 7.5.8). */
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import {
  type PDFContext,
  type PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from 'pdf-lib'

/** An object in the file. */
type Placed = Record<'number' | 'generation' | 'offset', number>

/** An object inside an object stream. */
type Packed = Record<'number' | 'container' | 'index', number>

const OFFSET_WIDTH = 5
const ROW = 1 + OFFSET_WIDTH + 2
const DIGITS = 10

/** An indirect object as written in a file. */
function serialised({ objectNumber, generationNumber }: PDFRef, object: PDFObject): Buffer {
  const head = Buffer.from(`${objectNumber} ${generationNumber} obj\n`)
  if (object instanceof PDFRawStream) {
    // pdf-lib copies streams byte by byte: 100 ms for 10 MB.
    object.dict.set(PDFName.of('Length'), PDFNumber.of(object.contents.length))
    const start = Buffer.from(`${object.dict}\nstream\n`, 'latin1')
    return Buffer.concat([head, start, object.contents, Buffer.from('\nendstream\nendobj\n')])
  }
  const body = new Uint8Array(object.sizeInBytes())
  object.copyBytesInto(body, 0)
  return Buffer.concat([head, body, Buffer.from('\nendobj\n')])
}

/** Objects written one after another. @param start offset of the first in the file */
export function writingFrom(start: number) {
  const parts: Buffer[] = []
  const placed: Placed[] = []
  let at = start
  return {
    parts,
    placed,
    /** Where the next one goes. */
    get at(): number {
      return at
    },
    write(ref: PDFRef, object: PDFObject): void {
      const bytes = serialised(ref, object)
      placed.push({ number: ref.objectNumber, generation: ref.generationNumber, offset: at })
      parts.push(bytes)
      at += bytes.length
    },
  }
}

/** The second part of the ID of a file, from what is written. */
export function idOf(parts: readonly Buffer[]): PDFHexString {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return PDFHexString.of(hash.digest('hex').slice(0, 32).toUpperCase())
}

/** Groups consecutive numbers, as a cross-reference lists them. */
function runs<Item extends { number: number }>(sorted: readonly Item[]): Item[][] {
  const all: Item[][] = []
  for (const each of sorted) {
    const last = all.at(-1)
    if (last?.[0] !== undefined && each.number === last[0].number + last.length) last.push(each)
    else all.push([each])
  }
  return all
}

/** A table with its trailer, from entries sorted by number. */
export function tableSection(context: PDFContext, placed: readonly Placed[], trailer: PDFDict) {
  const rows = runs(placed).map((run) => {
    const lines = run.map(
      ({ offset, generation }) =>
        `${String(offset).padStart(DIGITS, '0')} ${String(generation).padStart(5, '0')} n \n`,
    )
    return `${run[0]?.number ?? 0} ${run.length}\n${lines.join('')}`
  })
  trailer.set(PDFName.of('Size'), context.obj(context.largestObjectNumber + 1))
  const head = 'xref\n0 1\n0000000000 65535 f \n'
  return Buffer.from(`${head}${rows.join('')}trailer\n${trailer}\n`, 'latin1')
}

function row(type: number, second: number, third: number): Buffer {
  const bytes = Buffer.alloc(ROW)
  bytes.writeUInt8(type, 0)
  bytes.writeUIntBE(second, 1, OFFSET_WIDTH)
  bytes.writeUInt16BE(third, 1 + OFFSET_WIDTH)
  return bytes
}

/** A cross-reference stream, which is an object itself and is at `at`. */
export function streamSection(
  context: PDFContext,
  { placed, packed }: { placed: readonly Placed[]; packed: readonly Packed[] },
  at: number,
  trailer: PDFDict,
): Buffer {
  const number = context.largestObjectNumber + 1
  const rows = [
    ...placed.map((each) => ({ number: each.number, bytes: row(1, each.offset, each.generation) })),
    ...packed.map((each) => ({ number: each.number, bytes: row(2, each.container, each.index) })),
    { number, bytes: row(1, at, 0) },
  ].sort((one, other) => one.number - other.number)
  const data = deflateSync(Buffer.concat(rows.map(({ bytes }) => bytes)))
  const entries = {
    Type: 'XRef',
    Size: number + 1,
    W: [1, OFFSET_WIDTH, 2],
    Index: runs(rows).flatMap((run) => [run[0]?.number ?? 0, run.length]),
    Filter: 'FlateDecode',
    Length: data.length,
  }
  for (const [key, value] of Object.entries(entries))
    trailer.set(PDFName.of(key), context.obj(value as never))
  return serialised(PDFRef.of(number), PDFRawStream.of(trailer, data))
}
