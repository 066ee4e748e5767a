/**
 * What reading one PDF may cost. Every decode and every parse of a file is counted, over all its revisions, so that
 * many small requests weigh the same as one large one: deflate alone can expand a byte a thousandfold.
 */
import type { PDFContext, PDFObject } from 'pdf-lib'
import type { Texts } from '../translations/messages.ts'
import { say } from '../translations/texts.ts'
import { PdfError } from './pdf-error.ts'

const MB = 1024 * 1024

/** Limits for one file. Of 2,000 public files none needs a tenth of any of them; see docs/security.md. */
export const PDF_LIMITS = {
  /** Decoded in total, in bytes; data that was discarded and is decoded again counts again. */
  decodedBytes: 384 * MB,
  /** Decoded from one stream that is needed to read the file. */
  streamBytes: 32 * MB,
  /** Decoded object streams held in memory at the same time. */
  containerBytes: 32 * MB,
  /** Memory that its objects take once parsed, as estimated by {@link PdfBudget.keep}. */
  objectBytes: 160 * MB,
  /** Read by the parser in total; objects may be nested. */
  parsedBytes: 192 * MB,
  /** Nesting depth of objects. */
  depth: 250,
  nameBytes: 4_096,
  stringBytes: 16 * MB,
  numberBytes: 4_096,
  /** Largest number of an object (ISO 32000-1, annex C.2). */
  objectNumber: 8_388_607,
} as const

type What = Parameters<Texts['details']['pdf']['budget']>[0]['what']

/** @param max in MB where the text says so */
const limitError = (what: What, max: number): PdfError =>
  new PdfError('render_limit_exceeded', say('pdf.budget', { what, max }))

/** Counts for one file; every count throws `render_limit_exceeded`, naming the limit, when one is exceeded. */
export class PdfBudget {
  #decoded = 0
  #kept = 0
  #parsed = 0
  #depth = 0
  readonly #shared = new Set<PDFObject>()

  /** The first limit exceeded, for callers that swallow the error and go on. */
  refused: PdfError | undefined

  /** Records an exceeded limit. */
  note(error: unknown): void {
    if (error instanceof PdfError) this.refused ??= error
  }

  /** @param bytes output of a filter */
  decoded(bytes: number): void {
    this.#decoded += bytes
    if (this.#decoded > PDF_LIMITS.decodedBytes)
      throw limitError('decoded', PDF_LIMITS.decodedBytes / MB)
  }

  /** What one stream may still decode to. */
  get streamBytes(): number {
    return Math.max(0, Math.min(PDF_LIMITS.streamBytes, PDF_LIMITS.decodedBytes - this.#decoded))
  }

  /** @param bytes of memory held as long as the file is open */
  keep(bytes: number): void {
    this.#kept += bytes
    if (this.#kept > PDF_LIMITS.objectBytes)
      throw limitError('objects', PDF_LIMITS.objectBytes / MB)
  }

  /** The same for an object that is held once, however often it is met. */
  keepOnce(object: PDFObject, bytes: number): void {
    if (this.#shared.has(object)) return
    this.#shared.add(object)
    this.keep(bytes)
  }

  /** @param bytes that a parser has read */
  parsed(bytes: number): void {
    this.#parsed += bytes
    if (this.#parsed > PDF_LIMITS.parsedBytes)
      throw limitError('parsed', PDF_LIMITS.parsedBytes / MB)
  }

  /** Runs a function that reads one object, which may be nested in another: `level` is 1 for one that is not. */
  within<Result>(read: (level: number) => Result): Result {
    if (this.#depth >= PDF_LIMITS.depth) throw limitError('depth', PDF_LIMITS.depth)
    this.#depth++
    try {
      return read(this.#depth)
    } finally {
      this.#depth--
    }
  }
}

/** The error for a decoded stream, a name, a string or a number that exceeds its limit. */
export const tooLong = (what: 'stream' | 'string' | 'name' | 'number', bytes: number): PdfError =>
  limitError(what, bytes >= MB ? bytes / MB : bytes)

/** Most objects that the cross-references of a file of this size can name: each takes some space. */
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

/** Makes a context use a shared budget. */
export const shareBudget = (context: PDFContext, budget: PdfBudget): void => {
  budgets.set(context, budget)
}
