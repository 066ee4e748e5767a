/**
 * An incremental update (ISO 32000-2, 7.5.6): new and changed objects behind the bytes of a PDF, which stay
 * as they are, with a cross-reference section of the same kind as the file's last one.
 */
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import {
  PDFArray,
  type PDFContext,
  type PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import type { PdfFile } from './pdf-file.ts'
import type { PdfTarget } from './pdf-target.ts'

/** The trailer members a new section repeats (ISO 32000-2, table 15). */
const REPEATED = ['Root', 'Info'] as const
const OFFSET_WIDTH = 5
const DIGITS = 10

interface Placed {
  number: number
  generation: number
  offset: number
}

/** Changes to one file, collected and then written once. */
export class PdfUpdate implements PdfTarget {
  readonly file: PdfFile
  readonly context: PDFContext
  readonly #changed = new Map<PDFRef, PDFObject>()

  constructor(file: PdfFile) {
    this.file = file
    this.context = file.context
  }

  get catalogRef(): PDFRef {
    return this.file.catalogRef
  }

  resolve(object: PDFObject | undefined): PDFObject | undefined {
    const changed = object instanceof PDFRef ? this.#changed.get(object) : undefined
    if (changed !== undefined) return changed
    const added = object instanceof PDFRef ? this.context.lookup(object) : undefined
    return added ?? this.file.resolve(object)
  }

  get(holder: PDFObject | undefined, key: string): PDFObject | undefined {
    const of = this.resolve(holder)
    const dict = of instanceof PDFRawStream ? of.dict : of
    return dict === undefined ? undefined : this.resolve((dict as PDFDict).get?.(PDFName.of(key)))
  }

  set(ref: PDFRef, object: PDFObject): void {
    this.#changed.set(ref, object)
  }

  add(object: PDFObject): PDFRef {
    return this.context.register(object)
  }

  /** The whole file with the update behind it; ends in `%%EOF` without a line break. */
  save(): Buffer {
    const objects = [...this.#changed, ...this.context.enumerateIndirectObjects()].sort(
      ([one], [other]) => one.objectNumber - other.objectNumber,
    )
    const before = this.file.bytes
    const parts: Buffer[] = [Buffer.from('\n')]
    let at = before.length + 1
    const placed: Placed[] = []
    for (const [ref, object] of objects) {
      const bytes = serialised(ref, object)
      placed.push({ number: ref.objectNumber, generation: ref.generationNumber, offset: at })
      parts.push(bytes)
      at += bytes.length
    }
    const trailer = this.#trailer(parts)
    const section =
      this.file.sections[0]?.kind === 'stream'
        ? this.#streamSection(placed, at, trailer)
        : this.#tableSection(placed, trailer)
    return Buffer.concat([before, ...parts, section, Buffer.from(`startxref\n${at}\n%%EOF`)])
  }

  #trailer(parts: readonly Buffer[]): PDFDict {
    const { context, file } = this
    const trailer = context.obj({ Prev: file.sections[0]?.offset ?? 0 })
    for (const key of REPEATED) {
      const value = file.trailer.get(PDFName.of(key))
      if (value !== undefined) trailer.set(PDFName.of(key), value)
    }
    const id = file.resolve(file.trailer.get(PDFName.of('ID')))
    const first = id instanceof PDFArray ? id.get(0) : undefined
    if (first instanceof PDFHexString || first instanceof PDFString) {
      const hash = createHash('sha256')
      for (const part of parts) hash.update(part)
      const second = PDFHexString.of(hash.digest('hex').slice(0, 32).toUpperCase())
      trailer.set(PDFName.of('ID'), context.obj([first, second]))
    }
    return trailer
  }

  #tableSection(placed: readonly Placed[], trailer: PDFDict): Buffer {
    const rows = runs(placed).map((run) => {
      const lines = run.map(
        ({ offset, generation }) =>
          `${String(offset).padStart(DIGITS, '0')} ${String(generation).padStart(5, '0')} n \n`,
      )
      return `${run[0]?.number ?? 0} ${run.length}\n${lines.join('')}`
    })
    trailer.set(PDFName.of('Size'), this.context.obj(this.context.largestObjectNumber + 1))
    return Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n${trailer}\n`,
      'latin1',
    )
  }

  #streamSection(placed: readonly Placed[], at: number, trailer: PDFDict): Buffer {
    const { context } = this
    const number = context.largestObjectNumber + 1
    const all = [...placed, { number, generation: 0, offset: at }]
    const rows = Buffer.alloc(all.length * (OFFSET_WIDTH + 3))
    for (const [index, { offset, generation }] of all.entries()) {
      const row = index * (OFFSET_WIDTH + 3)
      rows.writeUInt8(1, row)
      rows.writeUIntBE(offset, row + 1, OFFSET_WIDTH)
      rows.writeUInt16BE(generation, row + 1 + OFFSET_WIDTH)
    }
    const data = deflateSync(rows)
    const entries = {
      Type: 'XRef',
      Size: number + 1,
      W: [1, OFFSET_WIDTH, 2],
      Index: runs(all).flatMap((run) => [run[0]?.number ?? 0, run.length]),
      Filter: 'FlateDecode',
      Length: data.length,
    }
    for (const [key, value] of Object.entries(entries))
      trailer.set(PDFName.of(key), context.obj(value as never))
    return serialised(PDFRef.of(number), PDFRawStream.of(trailer, data))
  }
}

function serialised({ objectNumber, generationNumber }: PDFRef, object: PDFObject): Buffer {
  const head = Buffer.from(`${objectNumber} ${generationNumber} obj\n`)
  const body = new Uint8Array(object.sizeInBytes())
  object.copyBytesInto(body, 0)
  return Buffer.concat([head, body, Buffer.from('\nendobj\n')])
}

/** Consecutive numbers together, as a cross-reference lists them. */
function runs(placed: readonly Placed[]): Placed[][] {
  const all: Placed[][] = []
  for (const each of placed) {
    const last = all.at(-1)
    if (last !== undefined && last[0] !== undefined && each.number === last[0].number + last.length)
      last.push(each)
    else all.push([each])
  }
  return all
}
