/** The document on the page: every sheet is laid out at once and rendered when it comes near the viewport. */
import type { SignerField } from '../../signing/signers/schemas.ts'
import { make } from '../pieces/make.ts'
import { openPdf } from '../pieces/pdf-opening.ts'
import { Excerpt } from './excerpt.ts'
import { Sheet, type SheetWords } from './sheet.ts'
import type { Stamp } from './stamp.ts'

/** One file to be shown. */
export interface FileToShow {
  /** From 1. */
  number: number
  /** Address of the PDF. */
  url: string
  /** Pages of the document itself; those after them were added. */
  ownPages: number
  /** The last ones, of the proof certificate: they say nothing yet, so a line stands for them. */
  proofPages: number
  /** Above its pages, where there are several files. */
  name?: string
}

/** What is in the middle of the window; both from 1. */
export interface Spot {
  file: number
  page: number
}

/** What a viewer needs. */
export interface ViewerParts {
  files: readonly FileToShow[]
  /** Where the sheets go. */
  place: HTMLElement
  fields: readonly SignerField[]
  words: SheetWords & { follows: string }
  onSpot: (spot: Spot) => void
  /** A page that is drawn is on the screen. */
  onShown: (spot: Spot) => void
}

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]
/** Drawn sheets kept in memory; a phone has little of it. */
const DRAWN_MAX = 8
/** How far from the window a sheet is drawn ahead. */
const AHEAD = '80% 0px'
const SETTLE_MS = 150
/** CSS pixels: wider lines than on paper read no better. */
const WIDTH_MAX = 960

type Loaded = Awaited<ReturnType<typeof load>>

async function load(file: FileToShow) {
  // A file of up to 10 MB over one connection: pieces would only add round trips.
  const source = { url: file.url, disableRange: true, disableStream: false }
  const pdf = await openPdf(source).promise
  const first = await pdf.getPage(1)
  const { width, height } = first.getViewport({ scale: 1 })
  return { ...file, pdf, size: { width, height } }
}

/** Loads every PDF and shows them. @throws whatever pdf.js says is wrong with a file or the network */
export async function openViewer(parts: ViewerParts): Promise<Viewer> {
  const loaded: Loaded[] = []
  // One after the other: a phone has one connection and little memory.
  for (const file of parts.files) loaded.push(await load(file))
  return new Viewer(loaded, parts)
}

const fileOf = ({ file_number: number = 1 }: SignerField): number => number

/** A sheet with where it is. */
interface Placed extends Spot {
  sheet: Sheet
}

/** The files of a request, being shown. */
export class Viewer {
  readonly #files: readonly Loaded[]
  readonly #placed: readonly Placed[]
  readonly #sheets: readonly Sheet[]
  readonly #place: HTMLElement
  readonly #drawn: Sheet[] = []
  readonly #names = new Map<number, HTMLElement>()
  /** Sheets in the window, drawn or not. */
  readonly #inWindow = new Set<Sheet>()
  readonly #onShown: ViewerParts['onShown']
  readonly #follows: string
  #zoom = 1
  #settling: number | undefined

  constructor(files: readonly Loaded[], parts: ViewerParts) {
    this.#files = files
    this.#place = parts.place
    this.#onShown = parts.onShown
    this.#follows = parts.words.follows
    this.#placed = files.flatMap((file) => sheetsOf(file, parts))
    this.#sheets = this.#placed.map(({ sheet }) => sheet)
    for (const [index, { element }] of this.#sheets.entries()) element.dataset.sheet = String(index)
    // The picture of the first page stays until the page itself is drawn.
    const picture = parts.place.querySelector('.first-page')
    if (picture !== null) this.#sheets[0]?.element.prepend(picture)
    parts.place.replaceChildren(...files.flatMap((file) => this.#elementsOf(file)))
    this.#layOut()
    this.#watch(parts.onSpot)
  }

  #elementsOf({ number, name, proofPages }: Loaded): HTMLElement[] {
    const sheets = this.#placed.filter(({ file }) => file === number)
    const elements = sheets.map(({ sheet }) => sheet.element)
    if (proofPages > 0) elements.push(make('p', { className: 'follows' }, this.#follows))
    if (name === undefined) return elements
    const heading = make('h2', { className: 'file-name', tabIndex: -1 }, `${number}. ${name}`)
    this.#names.set(number, heading)
    return [heading, ...elements]
  }

  /** Goes to the beginning of a file. */
  goToFile(number: number): void {
    const name = this.#names.get(number)
    name?.scrollIntoView({ block: 'start' })
    name?.focus({ preventScroll: true })
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
    const file = this.#files.find(({ number }) => number === fileOf(field))
    if (file === undefined) throw new Error(`there is no file ${fileOf(field)}`)
    return new Excerpt(file.pdf, field)
  }

  /** Brings a field into view; with `focus` for those who do not see the page move. */
  async goTo(field: SignerField, { focus }: { focus: boolean }): Promise<void> {
    const { sheet } =
      this.#placed.find(({ file, page }) => file === fileOf(field) && page === field.page) ?? {}
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
    this.#tellShown(sheet)
  }

  #tellShown(sheet: Sheet): void {
    const spot = this.#placed.find((one) => one.sheet === sheet)
    if (spot !== undefined && sheet.isDrawn && this.#inWindow.has(sheet)) this.#onShown(spot)
  }

  #watch(onSpot: ViewerParts['onSpot']): void {
    const near = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const sheet = this.#sheets[Number(target.getAttribute('data-sheet'))]
          if (isIntersecting && sheet !== undefined) void this.#draw(sheet)
        }
      },
      { rootMargin: AHEAD },
    )
    const middle = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting)
        const spot = this.#placed[Number(seen?.target.getAttribute('data-sheet') ?? Number.NaN)]
        if (spot !== undefined) onSpot(spot)
      },
      { rootMargin: '-45% 0px -45% 0px' },
    )
    const shown = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        const sheet = this.#sheets[Number(target.getAttribute('data-sheet'))]
        if (sheet === undefined) continue
        if (isIntersecting) this.#inWindow.add(sheet)
        else this.#inWindow.delete(sheet)
        this.#tellShown(sheet)
      }
    })
    for (const { element } of this.#sheets) {
      near.observe(element)
      shown.observe(element)
      middle.observe(element)
    }
    onSpot({ file: 1, page: 1 })
    let width = this.#place.clientWidth
    new ResizeObserver(() => {
      if (this.#place.clientWidth === width || this.#place.clientWidth === 0) return
      width = this.#place.clientWidth
      this.#keepingPlace(() => this.#layOut())
    }).observe(this.#place)
    // After pinching, what is in view is drawn as fine as it is shown.
    window.visualViewport?.addEventListener('resize', () => {
      clearTimeout(this.#settling)
      this.#settling = window.setTimeout(() => this.#redraw(), SETTLE_MS)
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

function sheetsOf(
  { pdf, size, number, ownPages, proofPages }: Loaded,
  { fields, words }: ViewerParts,
): Placed[] {
  const own = fields.filter((field) => fileOf(field) === number)
  return Array.from({ length: pdf.numPages - proofPages }, (_, index) => {
    const page = index + 1
    const there = own.filter((field) => field.page === page)
    const sheet = new Sheet(pdf, { page, size, ownPages, fields: there, words })
    return { file: number, page, sheet }
  })
}
