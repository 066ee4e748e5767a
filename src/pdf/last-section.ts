/**
 * Reads the end of a PDF: where its newest cross-reference section is, and single objects of a classic table without
 * reading the rest of the file (ISO 32000-2, 7.5.4 and 7.5.5).
 */
import { PDFContext, PDFDict, type PDFObject, PDFObjectParser, type PDFRef } from 'pdf-lib'
import { AppError } from '../kernel/errors.ts'

const TAIL_BYTES = 1024
const ENTRY_BYTES = 20
const TABLE = 'xref'
const ENTRY_IN_USE = /^(\d{10}) (\d{5}) n[ \r][\r\n]$/

const latin1 = (bytes: Uint8Array, from: number, length: number): string =>
  Buffer.from(
    bytes.buffer,
    bytes.byteOffset + from,
    Math.min(length, bytes.length - from),
  ).toString('latin1')

/**
 * Offset of the newest cross-reference section.
 * @throws AppError `render_failed` when the file does not end like a PDF
 */
export function startOfXref(pdf: Uint8Array): number {
  const tail = latin1(pdf, Math.max(0, pdf.length - TAIL_BYTES), TAIL_BYTES)
  const offset = Number(/startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN)
  if (offset < pdf.length) return offset
  throw new AppError('render_failed', 'The PDF has no startxref: it is damaged or not a PDF.')
}

/** Whether the section at this offset is a table; an update must use the same kind. */
export const isTable = (pdf: Uint8Array, offset: number): boolean =>
  latin1(pdf, offset, TABLE.length) === TABLE

/** A run of entries for objects with consecutive numbers. */
interface Run {
  first: number
  count: number
  /** Offset of its first entry in the file. */
  at: number
}

/** The runs of a table and the offset of its trailer dictionary; undefined when it is unusual. */
function runsOf(pdf: Uint8Array, offset: number): { runs: Run[]; trailerAt: number } | undefined {
  const runs: Run[] = []
  const lookAhead = 64
  let at = offset + TABLE.length
  while (at < pdf.length) {
    const text = latin1(pdf, at, lookAhead)
    const trailer = /^\s*trailer\s*/.exec(text)
    if (trailer !== null) return { runs, trailerAt: at + trailer[0].length }
    const head = /^\s*(\d{1,10}) (\d{1,10}) ?(?:\r\n|\n|\r)/.exec(text)
    if (head === null) return undefined
    const run = { first: Number(head[1]), count: Number(head[2]), at: at + head[0].length }
    runs.push(run)
    at = run.at + run.count * ENTRY_BYTES
  }
  return undefined
}

/** The newest section of a PDF, if it is a table that can be read on its own. */
export class LastSection {
  /** Contains only the objects that were loaded. */
  readonly context = PDFContext.create()
  readonly trailer: PDFDict
  private readonly pdf: Uint8Array
  private readonly runs: readonly Run[]

  private constructor(pdf: Uint8Array, runs: readonly Run[], trailerAt: number) {
    this.pdf = pdf
    this.runs = runs
    const trailer = this.parse(trailerAt)
    if (!(trailer instanceof PDFDict)) throw new TypeError('the trailer is no dictionary')
    this.trailer = trailer
  }

  /** @returns undefined when the complete parser is needed */
  static open(pdf: Uint8Array, offset: number): LastSection | undefined {
    const table = runsOf(pdf, offset)
    try {
      return table === undefined ? undefined : new LastSection(pdf, table.runs, table.trailerAt)
    } catch {
      return undefined // no trailer where one must be: let the complete parser repair it
    }
  }

  private parse(at: number): PDFObject {
    return PDFObjectParser.forBytes(this.pdf.subarray(at), this.context).parseObject()
  }

  /** Offset of the object, if this section gives one and the object is there. */
  private bodyOf({ objectNumber, generationNumber }: PDFRef): number | undefined {
    const run = this.runs.find(
      ({ first, count }) => objectNumber >= first && objectNumber < first + count,
    )
    if (run === undefined) return undefined
    const entryAt = run.at + (objectNumber - run.first) * ENTRY_BYTES
    const offset = Number(ENTRY_IN_USE.exec(latin1(this.pdf, entryAt, ENTRY_BYTES))?.[1])
    const head = `${objectNumber} ${generationNumber} obj`
    const found = offset < this.pdf.length && latin1(this.pdf, offset, head.length) === head
    return found ? offset + head.length : undefined
  }

  /**
   * Loads one object into the context.
   * @returns undefined when this section does not give its offset, or something else is there
   */
  load(ref: PDFRef): PDFObject | undefined {
    const at = this.bodyOf(ref)
    if (at === undefined) return undefined
    try {
      const object = this.parse(at)
      this.context.assign(ref, object)
      return object
    } catch {
      return undefined // not what the table promises: the complete parser must judge
    }
  }
}
