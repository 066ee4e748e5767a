/** The pages of the chosen PDF: laid out at once, rendered when they come near the viewport. */

import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { make } from '../../pieces/make.ts'
import type { Size } from './geometry.ts'
import { filled } from './words.ts'

/** Device pixels across: more makes no sharper picture on a page of this width. */
const WIDTH_MAX = 1_600
const DRAWN_MAX = 12
const AHEAD = '60% 0px'

/** One page on the screen. */
export interface Sheet {
  /** From 1. */
  page: number
  element: HTMLElement
  /** Points. */
  size: Size
}

/** A document on the page. */
export class Sheets {
  readonly sheets: readonly Sheet[]
  readonly #pdf: PDFDocumentProxy
  readonly #room: HTMLElement
  readonly #holder: HTMLElement
  #scrolled = 0
  readonly #drawn: number[] = []
  readonly #near: IntersectionObserver
  readonly #resized: ResizeObserver

  private constructor(pdf: PDFDocumentProxy, room: HTMLElement, sheets: readonly Sheet[]) {
    this.#pdf = pdf
    this.#room = room
    this.sheets = sheets
    this.#holder = make(
      'div',
      { className: 'sheets-file' },
      ...sheets.map(({ element }) => element),
    )
    room.querySelector('.sheets-empty')?.remove()
    room.append(this.#holder)
    this.#near = new IntersectionObserver((entries) => this.#seen(entries), {
      root: getComputedStyle(room).overflowY === 'auto' ? room : null,
      rootMargin: AHEAD,
    })
    for (const { element } of sheets) this.#near.observe(element)
    this.#resized = new ResizeObserver(() => this.onResize())
    this.#resized.observe(room)
  }

  /** Called when points have another size on the screen. */
  onResize: () => void = () => {}

  /** Shows a document in a place, below others that are there. */
  static async show(pdf: PDFDocumentProxy, room: HTMLElement, label: string): Promise<Sheets> {
    const sheets: Sheet[] = []
    for (let page = 1; page <= pdf.numPages; page += 1) {
      const { width, height } = (await pdf.getPage(page)).getViewport({ scale: 1 })
      const name = filled(label, { page, pages: pdf.numPages })
      const attributes = { 'data-page': String(page), role: 'group', 'aria-label': name }
      const element = make('div', { className: 'sheet-page', attributes })
      element.style.aspectRatio = `${width} / ${height}`
      sheets.push({ page, element, size: { width, height } })
    }
    return new Sheets(pdf, room, sheets)
  }

  /** The keyboard is at the pages, at none of their fields. */
  focus(): void {
    this.#room.focus({ preventScroll: true })
  }

  /** Gives way to another document; its pictures take no memory meanwhile. */
  hide(): void {
    this.#scrolled = this.#room.scrollTop
    this.#holder.hidden = true
    for (const number of this.#drawn.splice(0)) this.#clear(number)
  }

  /** Is back where it was. */
  reveal(): void {
    this.#holder.hidden = false
    this.#room.scrollTop = this.#scrolled
    // Observed anew, each page is drawn again that is in view.
    this.#near.disconnect()
    for (const { element } of this.sheets) this.#near.observe(element)
  }

  /** Pixels of the screen for one point of a page. */
  scale({ element, size }: Sheet): number {
    return element.clientWidth / size.width
  }

  /** The page under a point of the window. */
  under(clientX: number, clientY: number): Sheet | undefined {
    return this.sheets.find(({ element }) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    })
  }

  /** The page that is seen most. */
  inView(): Sheet | undefined {
    const room = this.#room.getBoundingClientRect()
    const [top, bottom] = [Math.max(0, room.top), Math.min(innerHeight, room.bottom)]
    const seen = ({ element }: Sheet): number => {
      const box = element.getBoundingClientRect()
      return Math.min(box.bottom, bottom) - Math.max(box.top, top)
    }
    return [...this.sheets].sort((one, other) => seen(other) - seen(one))[0]
  }

  /** Releases all resources. */
  async close(): Promise<void> {
    this.#near.disconnect()
    this.#resized.disconnect()
    this.#holder.remove()
    await this.#pdf.destroy()
  }

  #seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of entries) {
      const page = Number(target.getAttribute('data-page'))
      if (isIntersecting && !this.#drawn.includes(page)) void this.#draw(page)
    }
  }

  async #draw(number: number): Promise<void> {
    const sheet = this.sheets[number - 1]
    if (sheet === undefined) return
    this.#drawn.push(number)
    if (this.#drawn.length > DRAWN_MAX) this.#clear(this.#drawn.shift())
    const page = await this.#pdf.getPage(number)
    const wide = Math.min(WIDTH_MAX, Math.max(320, sheet.element.clientWidth) * devicePixelRatio)
    const viewport = page.getViewport({ scale: wide / sheet.size.width })
    const canvas = document.createElement('canvas')
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    canvas.setAttribute('aria-hidden', 'true')
    try {
      await page.render({ canvas, viewport }).promise
    } catch {
      // Another file was chosen meanwhile, or this page cannot be rendered: its space stays empty.
      return
    }
    sheet.element.querySelector('canvas')?.remove()
    sheet.element.prepend(canvas)
  }

  #clear(number: number | undefined): void {
    const canvas = this.sheets[(number ?? 0) - 1]?.element.querySelector('canvas')
    if (canvas == null) return
    // Safari keeps the memory of a canvas until it has no pixels.
    canvas.width = 0
    canvas.remove()
  }
}
