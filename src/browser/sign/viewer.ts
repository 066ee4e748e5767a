/** The document on the page: every sheet is laid out at once and rendered when it comes near the viewport. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { SignerField } from '../../signing/signers/schemas.ts'
import { openPdf } from '../pieces/pdf-opening.ts'
import { Excerpt } from './excerpt.ts'
import { Sheet, type SheetWords } from './sheet.ts'
import type { Stamp } from './stamp.ts'

/** What a viewer needs. */
export interface ViewerParts {
  /** Address of the PDF. */
  url: string
  /** Where the sheets go. */
  place: HTMLElement
  fields: readonly SignerField[]
  /** Pages of the document itself; those after them are reserved for the proof. */
  ownPages: number
  words: SheetWords
  /** The page in the middle of the window, from 1. */
  onPage: (page: number) => void
}

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]
/** Drawn sheets kept in memory; a phone has little of it. */
const DRAWN_MAX = 8
/** How far from the window a sheet is drawn ahead. */
const AHEAD = '80% 0px'
const SETTLE_MS = 150
/** CSS pixels: wider lines than on paper read no better. */
const WIDTH_MAX = 960

/** Loads a PDF and shows it. @throws whatever pdf.js says is wrong with the file or the network */
export async function openViewer(parts: ViewerParts): Promise<Viewer> {
  // A file of up to 10 MB over one connection: pieces would only add round trips.
  const source = { url: parts.url, disableRange: true, disableStream: false }
  const pdf = await openPdf(source).promise
  const first = await pdf.getPage(1)
  const { width, height } = first.getViewport({ scale: 1 })
  return new Viewer(pdf, { width, height }, parts)
}

/** A document being shown. */
export class Viewer {
  readonly #pdf: PDFDocumentProxy
  readonly #sheets: readonly Sheet[]
  readonly #place: HTMLElement
  readonly #drawn: Sheet[] = []
  #zoom = 1
  #settling: number | undefined

  constructor(pdf: PDFDocumentProxy, size: { width: number; height: number }, parts: ViewerParts) {
    this.#pdf = pdf
    this.#place = parts.place
    this.#sheets = Array.from(
      { length: pdf.numPages },
      (_, index) =>
        new Sheet(pdf, {
          page: index + 1,
          size,
          ownPages: parts.ownPages,
          fields: parts.fields.filter(({ page }) => page === index + 1),
          words: parts.words,
        }),
    )
    parts.place.replaceChildren(...this.#sheets.map(({ element }) => element))
    this.#layOut()
    this.#watch(parts.onPage)
  }

  /** Makes the sheets larger or smaller by one step; the same spot stays in view. */
  zoom(direction: 1 | -1): void {
    const at = ZOOMS.indexOf(this.#zoom) + direction
    this.#zoom = ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, at))] ?? 1
    this.#keepingPlace(() => this.#layOut())
  }

  /** Shows what the signature will look like in each of its fields. */
  preview(stamp: Stamp | undefined): void {
    for (const sheet of this.#sheets) sheet.preview(stamp)
  }

  /** The surroundings of a field, to be shown where the document itself is not. */
  excerpt(field: SignerField): Excerpt {
    return new Excerpt(this.#pdf, field)
  }

  /** Brings a field into view; with `focus` for those who do not see the page move. */
  async goTo(field: SignerField, { focus }: { focus: boolean }): Promise<void> {
    const sheet = this.#sheets[field.page - 1]
    // On a phone the document gives way to the later steps.
    if (sheet === undefined || this.#place.clientWidth === 0) return
    sheet.element.scrollIntoView({ block: 'start' })
    await this.#draw(sheet)
    sheet.showField(field, focus)
  }

  #layOut(): void {
    const { paddingLeft, paddingRight } = getComputedStyle(this.#place)
    const room =
      this.#place.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    const width = Math.min(room, WIDTH_MAX) * this.#zoom
    for (const sheet of this.#sheets) sheet.resize(width)
    this.#redraw()
  }

  #redraw(): void {
    const fineness = window.devicePixelRatio * Math.min(window.visualViewport?.scale ?? 1, 3)
    for (const sheet of this.#drawn) void sheet.draw(fineness)
  }

  async #draw(sheet: Sheet): Promise<void> {
    const at = this.#drawn.indexOf(sheet)
    if (at >= 0) this.#drawn.splice(at, 1)
    this.#drawn.push(sheet)
    if (this.#drawn.length > DRAWN_MAX) this.#drawn.shift()?.clear()
    const fineness = window.devicePixelRatio * Math.min(window.visualViewport?.scale ?? 1, 3)
    await sheet.draw(fineness)
  }

  #watch(onPage: ViewerParts['onPage']): void {
    const near = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const sheet = this.#sheets[Number((target as HTMLElement).dataset.page) - 1]
          if (isIntersecting && sheet !== undefined) void this.#draw(sheet)
        }
      },
      { rootMargin: AHEAD },
    )
    const middle = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting)
        if (seen !== undefined) {
          onPage(Number((seen.target as HTMLElement).dataset.page))
        }
      },
      { rootMargin: '-45% 0px -45% 0px' },
    )
    for (const { element } of this.#sheets) {
      near.observe(element)
      middle.observe(element)
    }
    onPage(1)
    let width = this.#place.clientWidth
    new ResizeObserver(() => {
      if (this.#place.clientWidth === width || this.#place.clientWidth === 0) return
      width = this.#place.clientWidth
      this.#keepingPlace(() => this.#layOut())
    }).observe(this.#place)
    // After pinching, what is in view is drawn as fine as it is shown.
    window.visualViewport?.addEventListener('resize', () => {
      clearTimeout(this.#settling)
      this.#settling = setTimeout(() => this.#redraw(), SETTLE_MS)
    })
  }

  #keepingPlace(change: () => void): void {
    const middle = window.innerHeight / 2
    const sheet = this.#sheets.find(({ element }) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top <= middle && bottom >= middle
    })
    const before = sheet?.element.getBoundingClientRect()
    change()
    const after = sheet?.element.getBoundingClientRect()
    if (before === undefined || after === undefined) return
    const share = (middle - before.top) / before.height
    window.scrollBy({ top: after.top + share * after.height - middle })
  }
}
