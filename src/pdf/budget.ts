/**
 * What reading one PDF may cost. Every decode and every parse of a file is counted, in all its revisions, so that
 * many small demands weigh the same as one large: thousandfold is what deflate alone makes of a byte.
 */
import type { PDFContext, PDFObject } from 'pdf-lib'
import { AppError } from '../kernel/errors.ts'

const MB = 1024 * 1024

/** Bounds of one file. Of 2,000 public files none needs a tenth of any of them; see docs/security.md. */
export const PDF_LIMITS = {
  /** Decoded in all: what was thrown away and is decoded again counts again. */
  decodedBytes: 384 * MB,
  /** Decoded of one stream that is needed to read the file. */
  streamBytes: 32 * MB,
  /** Decoded object streams that are kept at one time. */
  containerBytes: 32 * MB,
  /** Memory that its objects take once they are parsed, as estimated by {@link PdfBudget.keep}. */
  objectBytes: 160 * MB,
  /** Read by the parser in all; objects may lie inside each other. */
  parsedBytes: 192 * MB,
  /** Objects within objects. */
  depth: 250,
  nameBytes: 4_096,
  stringBytes: 16 * MB,
  numberBytes: 4_096,
  /** Largest number of an object (ISO 32000-1, annex C.2). */
  objectNumber: 8_388_607,
} as const

const refusal = (what: string): AppError =>
  new AppError(
    'render_limit_exceeded',
    `The PDF takes too much to read: ${what}. Open it in a PDF program, save it again and send that, or send the part that matters.`,
  )

const inMb = (bytes: number): string => `${bytes / MB} MB`

/** Counts for one file; each count refuses with `render_limit_exceeded` and says which bound was passed. */
export class PdfBudget {
  #decoded = 0
  #kept = 0
  #parsed = 0
  #depth = 0
  readonly #shared = new Set<PDFObject>()

  /** The first refusal, for callers of what goes on after one. */
  refused: AppError | undefined

  /** Keeps a refusal in mind. */
  note(error: unknown): void {
    if (error instanceof AppError) this.refused ??= error
  }

  /** @param bytes that came out of a filter */
  decoded(bytes: number): void {
    this.#decoded += bytes
    if (this.#decoded > PDF_LIMITS.decodedBytes)
      throw refusal(`its streams decode to more than ${inMb(PDF_LIMITS.decodedBytes)}`)
  }

  /** What one stream may still decode to. */
  get streamBytes(): number {
    return Math.max(0, Math.min(PDF_LIMITS.streamBytes, PDF_LIMITS.decodedBytes - this.#decoded))
  }

  /** @param bytes of memory that is kept as long as the file is open */
  keep(bytes: number): void {
    this.#kept += bytes
    if (this.#kept > PDF_LIMITS.objectBytes)
      throw refusal(`its objects take more than ${inMb(PDF_LIMITS.objectBytes)} of memory`)
  }

  /** The same for an object that is kept once, however often it is met. */
  keepOnce(object: PDFObject, bytes: number): void {
    if (this.#shared.has(object)) return
    this.#shared.add(object)
    this.keep(bytes)
  }

  /** @param bytes that a parser went over */
  parsed(bytes: number): void {
    this.#parsed += bytes
    if (this.#parsed > PDF_LIMITS.parsedBytes)
      throw refusal(`its objects are longer than ${inMb(PDF_LIMITS.parsedBytes)} in all`)
  }

  /** Runs what reads one object, which may lie in another: `level` is 1 for one that does not. */
  within<Result>(read: (level: number) => Result): Result {
    if (this.#depth >= PDF_LIMITS.depth)
      throw refusal(`its objects are nested deeper than ${PDF_LIMITS.depth} levels`)
    this.#depth++
    try {
      return read(this.#depth)
    } finally {
      this.#depth--
    }
  }
}

/** A refusal for a decoded stream, a name, a string or a number that is longer than its bound. */
export const tooLong = (what: string, bytes: number): AppError =>
  refusal(`it has ${what} of more than ${bytes >= MB ? inMb(bytes) : `${bytes} bytes`}`)

/** Most objects that the cross-references of a file of this size can name: each takes its place somewhere. */
export const entriesMax = (fileBytes: number): number =>
  Math.min(1_000_000, 50_000 + Math.floor(fileBytes / 4))

const budgets = new WeakMap<PDFContext, PdfBudget>()

/** The budget of the file whose objects are in this context. */
export function budgetOf(context: PDFContext): PdfBudget {
  const known = budgets.get(context)
  if (known !== undefined) return known
  const made = new PdfBudget()
  budgets.set(context, made)
  return made
}

/** Makes a context count on a budget that others count on too. */
export const shareBudget = (context: PDFContext, budget: PdfBudget): void => {
  budgets.set(context, budget)
}
