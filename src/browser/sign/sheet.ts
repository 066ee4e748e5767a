/** One page of the document: picture, selectable text for screen readers, the places to sign. */
import { type PDFDocumentProxy, type RenderTask, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { SignerField } from '../../signing/signers/schemas.ts'
import { make } from '../pieces/make.ts'
import type { Stamp } from './stamp.ts'

/** The words on a sheet. */
export interface SheetWords {
  page: (values: { page: number; pages: number }) => string
  signHere: string
  /** A page that was added behind the document, for signatures without a place. */
  appendix: string
}

/** What a sheet is made from. */
interface SheetParts {
  /** From 1. */
  page: number
  /** Points, assumed until the page itself is read. */
  size: { width: number; height: number }
  /** Pages of the document itself; those after them were added. */
  ownPages: number
  fields: readonly SignerField[]
  words: SheetWords
}

/** More pixels than this make Safari on a phone give an empty canvas. */
const PIXELS_MAX = 12_000_000
/** Pixels per point of a previewed stamp. */
const PREVIEW_FINENESS = 3

/** A sheet; empty until it is drawn. */
export class Sheet {
  readonly element: HTMLElement
  readonly #pdf: PDFDocumentProxy
  readonly #page: number
  readonly #marks: ReadonlyArray<{ field: SignerField; mark: HTMLElement }>
  #size: { width: number; height: number }
  #width = 0
  #task: RenderTask | undefined
  /** Sequence number of the latest rendering; older ones that finish later are discarded. */
  #turn = 0
  #text: HTMLElement | undefined

  constructor(pdf: PDFDocumentProxy, { page, size, ownPages, fields, words }: SheetParts) {
    this.#pdf = pdf
    this.#page = page
    this.#size = size
    const attributes = { 'data-page': String(page), role: 'group' }
    this.element = make('div', { className: 'sheet', attributes })
    this.element.setAttribute(
      'aria-label',
      page > ownPages ? words.appendix : words.page({ page, pages: ownPages }),
    )
    this.#marks = fields.map((field) => ({ field, mark: markFor(field, words.signHere) }))
    this.element.append(...this.#marks.map(({ mark }) => mark))
  }

  /** Takes its place at a width in CSS pixels. */
  resize(width: number): void {
    this.#width = width
    const { element } = this
    const scale = width / this.#size.width
    element.style.width = `${width}px`
    element.style.height = `${this.#size.height * scale}px`
    element.style.setProperty('--total-scale-factor', String(scale))
    for (const { field, mark } of this.#marks) {
      mark.style.left = `${field.x * scale}px`
      mark.style.top = `${field.y * scale}px`
      mark.style.width = `${field.width * scale}px`
      mark.style.height = `${field.height * scale}px`
    }
  }

  /** Draws itself, `fineness` device pixels for one of CSS. */
  async draw(fineness: number): Promise<void> {
    this.#turn += 1
    const turn = this.#turn
    this.#task?.cancel()
    const page = await this.#pdf.getPage(this.#page)
    if (turn !== this.#turn) return
    const { width, height } = page.getViewport({ scale: 1 })
    this.#size = { width, height }
    this.resize(this.#width)
    const scale = this.#width / width
    const fits = Math.sqrt(PIXELS_MAX / (width * scale * height * scale))
    const viewport = page.getViewport({ scale: scale * Math.min(fineness, fits) })
    const canvas = document.createElement('canvas')
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    canvas.setAttribute('aria-hidden', 'true')
    this.#task = page.render({ canvas, viewport })
    try {
      await this.#task.promise
    } catch {
      // Cancelled by a newer drawing, or a page that cannot be drawn: the sheet stays as it is.
      return
    }
    if (turn !== this.#turn) return
    for (const old of [this.#canvas, this.element.querySelector('.first-page')]) old?.remove()
    this.element.prepend(canvas)
    if (this.#text === undefined) {
      this.#text = make('div', { className: 'textLayer' })
      this.element.append(this.#text)
      const text = new TextLayer({
        textContentSource: page.streamTextContent({ includeMarkedContent: false }),
        container: this.#text,
        viewport: page.getViewport({ scale }),
      })
      await text.render()
    }
  }

  get #canvas(): HTMLCanvasElement | null {
    return this.element.querySelector(':scope > canvas')
  }

  /** Whether its picture is there. */
  get isDrawn(): boolean {
    return this.#canvas !== null
  }

  /** Releases its memory; its space stays. */
  clear(): void {
    this.#turn += 1
    this.#task?.cancel()
    const canvas = this.#canvas
    if (canvas !== null) {
      // Safari keeps the memory of a canvas until it has no pixels.
      canvas.width = 0
      canvas.remove()
    }
    this.#text?.remove()
    this.#text = undefined
  }

  /** Brings the place to sign into the middle of the window. */
  showField(field: SignerField, focus: boolean): void {
    const { mark } = this.#marks.find((one) => one.field === field) ?? {}
    mark?.scrollIntoView({ block: 'center', inline: 'center' })
    if (focus) mark?.focus({ preventScroll: true })
  }

  /** Shows a stamp in the places to sign, or the invitation again. */
  preview(stamp: Stamp | undefined): void {
    for (const { field, mark } of this.#marks) {
      mark.querySelector('canvas')?.remove()
      mark.classList.toggle('filled', stamp !== undefined)
      if (stamp === undefined) continue
      const width = Math.round(field.width * PREVIEW_FINENESS)
      const height = Math.round(field.height * PREVIEW_FINENESS)
      const copy = make('canvas', { className: 'preview', width, height })
      const context = copy.getContext('2d')
      context?.scale(PREVIEW_FINENESS, PREVIEW_FINENESS)
      if (context !== null) stamp(context, field)
      mark.append(copy)
    }
  }
}

function markFor(field: SignerField, label: string): HTMLElement {
  const attributes = { role: 'note', 'data-page': String(field.page) }
  const parts = { className: 'sign-here', tabIndex: -1, attributes }
  return make('div', parts, make('span', {}, label))
}
