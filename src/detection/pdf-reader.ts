/**
 * Reads an untrusted PDF with pdf.js: texts, form fields and drawn lines of its pages, as displayed. Nothing in the
 * file is executed, no font is loaded, no picture decoded, nothing fetched.
 */

import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { AppError } from '../kernel/errors.ts'
import { membersOf } from '../kernel/type-guards.ts'
import { type Matrix, moved, product } from '../pdf/content-operators.ts'
import { say } from '../translations/texts.ts'
import { type DrawnRule, rulesIn } from './drawn-rules.ts'
import type { Box } from './fields.ts'
import { isDrawnByXfa, reading, unreadable } from './reader-faults.ts'
import type { Piece, Turn } from './text-lines.ts'

/** Most pages searched; reading one takes about 5 ms. */
const PAGES_MAX = 1_000
const PIECES_PER_PAGE_MAX = 50_000

/** A widget of a form. */
export interface Widget extends Box {
  /** `Sig`, `Tx`, `Btn` or `Ch`. */
  type: string
  name: string
  /** Its label for people (tooltip or name). */
  label: string
  filled: boolean
}

/** Text rotated by more than this (as a sine) is decoration. */
const LEANING = 0.06

function turnOf(a: number, b: number): Turn | undefined {
  const length = Math.hypot(a, b)
  if (length === 0) return undefined
  const [cos, sin] = [a / length, b / length]
  if (Math.abs(sin) < LEANING) return cos > 0 ? 0 : 2
  if (Math.abs(cos) < LEANING) return sin > 0 ? 1 : 3
  return undefined
}

const toMatrix = ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]): Matrix => [
  a,
  b,
  c,
  d,
  e,
  f,
]

/** An open page. */
export class ReadPage {
  /** From 1. */
  readonly number: number
  readonly width: number
  readonly height: number
  readonly #page: PDFPageProxy
  readonly #view: Matrix
  readonly #unit: number

  constructor(page: PDFPageProxy) {
    const { width, height, transform } = page.getViewport({ scale: 1 })
    this.number = page.pageNumber
    this.width = width
    this.height = height
    this.#page = page
    this.#view = toMatrix(transform)
    this.#unit = Math.hypot(this.#view[0], this.#view[1])
  }

  /** Its texts in file order. */
  async pieces(): Promise<Piece[]> {
    const { items } = await this.#page.getTextContent()
    return items.slice(0, PIECES_PER_PAGE_MAX).flatMap((item) => {
      if (!('str' in item) || item.str === '') return []
      const matrix = product(toMatrix(item.transform), this.#view)
      const turn = turnOf(matrix[0], matrix[1])
      if (turn === undefined) return []
      return {
        text: item.str,
        turn,
        x: matrix[4],
        y: matrix[5],
        width: item.width * this.#unit,
        size: Math.hypot(matrix[2], matrix[3]),
      }
    })
  }

  /** Its visible form fields. */
  async widgets(): Promise<Widget[]> {
    const annotations: readonly unknown[] = await this.#page.getAnnotations()
    return annotations.map(membersOf).flatMap((annotation) => {
      const { subtype, fieldType, rect, hidden, fieldValue } = annotation
      if (subtype !== 'Widget' || hidden === true || !Array.isArray(rect)) return []
      const box = this.#seen(rect.map(Number))
      if (box.width < 1 || box.height < 1) return []
      return {
        ...box,
        type: String(fieldType ?? ''),
        name: String(annotation.fieldName ?? ''),
        label: String(annotation.alternativeText ?? ''),
        filled: typeof fieldValue === 'string' && fieldValue.trim() !== '',
      }
    })
  }

  /** Horizontal and vertical lines drawn on it. */
  async rules(): Promise<DrawnRule[]> {
    return rulesIn(await this.#page.getOperatorList(), this.#view, this)
  }

  close(): void {
    this.#page.cleanup()
  }

  #seen([a = 0, b = 0, c = 0, d = 0]: readonly number[]): Box {
    const [x1, y1] = moved(this.#view, a, b)
    const [x2, y2] = moved(this.#view, c, d)
    return {
      x: Math.min(x1, x2),
      y: Math.min(y1, y2),
      width: Math.abs(x2 - x1),
      height: Math.abs(y2 - y1),
    }
  }
}

async function check(document: PDFDocumentProxy, pdf: Uint8Array): Promise<{ hasForm: boolean }> {
  const { numPages } = document
  if (numPages === 0) throw unreadable('pageless')
  if (numPages > PAGES_MAX) {
    throw new AppError(
      'render_limit_exceeded',
      say('pdf.pagesSearched', { pages: numPages, max: PAGES_MAX }),
    )
  }
  const info = membersOf((await document.getMetadata()).info)
  // Only checked for files with such a form: it reads the file once more.
  if (info.IsXFAPresent === true && isDrawnByXfa(pdf)) {
    throw new AppError('pdf_not_signable', say('pdf.xfa'))
  }
  return { hasForm: info.IsAcroFormPresent === true || info.IsSignaturesPresent === true }
}

/**
 * Opens a PDF.
 * @param password of a locked one; empty where none was given and one can be
 * @throws AppError pdf_invalid, pdf_encrypted, pdf_not_signable (pages made by XFA), render_limit_exceeded (pages)
 */
export async function openForReading(pdf: Uint8Array, password?: string) {
  const task = getDocument({
    ...(password !== undefined && { password }),
    // pdf.js detaches the buffer
    data: new Uint8Array(pdf),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
    // pictures larger than one pixel are dropped before decoding
    maxImageSize: 1,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    verbosity: VerbosityLevel.ERRORS - 1,
  })
  return reading(async () => {
    const document = await task.promise
    const { hasForm } = await check(document, pdf)
    return {
      pageCount: document.numPages,
      hasForm,
      /** @param number from 1 */
      page: async (number: number) => new ReadPage(await document.getPage(number)),
      close: () => task.destroy(),
    }
  }, password)
}

/** Pages whose text is read: of a longer document, the first ones and the last. */
const TEXT_PAGES = 20

/** The text of a document's first pages and last page. @throws as {@link openForReading} */
export async function textsOf(pdf: Uint8Array): Promise<string> {
  const document = await openForReading(pdf)
  try {
    const first = Array.from(
      { length: Math.min(TEXT_PAGES, document.pageCount) },
      (_, at) => at + 1,
    )
    const parts: string[] = []
    for (const number of new Set([...first, document.pageCount])) {
      const page = await document.page(number)
      parts.push((await page.pieces()).map(({ text }) => text).join(' '))
      page.close()
    }
    return parts.join('\n')
  } finally {
    await document.close()
  }
}
