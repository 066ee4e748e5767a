/** The places of signatures on the pages: put there, moved and sized by mouse, finger and keyboard. */
import { type Box, freeBox, onPage, pressed, resized, USUAL } from './geometry.ts'
import type { Sheet, Sheets } from './sheets.ts'
import { type Owner, Spot, type SpotWords } from './spot.ts'

/** Places that one signer has at most. */
const SPOTS_MAX = 5

/** A place as the API takes it. */
export interface Field extends Box {
  /** From 1. */
  page: number
}

/** What the places need of the page around them. */
export interface SpotsParts {
  sheets: Sheets
  words: SpotWords
  /** Reads something out. */
  say: (text: string) => void
  /** Something about the places has changed. */
  changed: () => void
}

/** All places. */
export class Spots {
  readonly #parts: SpotsParts
  readonly #spots: Spot[] = []
  #chosen: Spot | undefined

  constructor(parts: SpotsParts) {
    this.#parts = parts
    parts.sheets.onResize = () => this.redraw()
    for (const sheet of parts.sheets.sheets)
      sheet.element.addEventListener('click', (event) => this.#tapped(sheet, event))
  }

  /** The places of a signer, page by page. */
  of(owner: Owner): Spot[] {
    return this.#spots
      .filter((spot) => spot.owner === owner)
      .sort((one, other) => one.sheet.page - other.sheet.page || one.box.y - other.box.y)
  }

  fieldsOf(owner: Owner): Field[] {
    return this.of(owner).map(({ sheet, box }) => ({ page: sheet.page, ...box }))
  }

  /** Whether a signer may have one more; says so where not. */
  mayAdd(owner: Owner): boolean {
    if (this.of(owner).length < SPOTS_MAX) return true
    this.#parts.say(this.#parts.words.full(SPOTS_MAX))
    return false
  }

  /** Puts a place on a page. */
  add(owner: Owner, sheet: Sheet, box: Box, { focus = false } = {}): void {
    const { words, say, changed } = this.#parts
    const spot: Spot = new Spot(owner, sheet, onPage(box, sheet.size), {
      words,
      chosen: () => this.#choose(spot),
      moved: (dx, dy) => this.#drag(spot, dx, dy),
      sized: (width, height) => this.#resize(spot, width, height),
      dropped: (x, y) => this.#drop(spot, x, y),
      key: (event) => this.#key(spot, event),
      removed: () => this.remove(spot),
    })
    this.#spots.push(spot)
    sheet.element.append(spot.element)
    this.#draw(spot)
    changed()
    say(words.placed(owner.name(), sheet.page))
    this.#choose(spot)
    if (!focus) return
    spot.element.scrollIntoView({ block: 'center' })
    spot.element.focus({ preventScroll: true })
  }

  /** Puts a place on the page in view, where there is room. */
  addInView(owner: Owner): void {
    const sheet = this.#parts.sheets.inView()
    if (sheet === undefined || !this.mayAdd(owner)) return
    const taken = this.#spots.filter((spot) => spot.sheet === sheet).map(({ box }) => box)
    this.add(owner, sheet, freeBox(sheet.size, taken), { focus: true })
  }

  /** Puts a place where something was let go. */
  addAt(owner: Owner, clientX: number, clientY: number): void {
    const sheet = this.#parts.sheets.under(clientX, clientY)
    if (sheet === undefined || !this.mayAdd(owner)) return
    const { x, y } = this.#pointOn(sheet, clientX, clientY)
    this.add(owner, sheet, { x: x - USUAL.width / 2, y: y - USUAL.height / 2, ...USUAL })
  }

  remove(spot: Spot): void {
    this.#spots.splice(this.#spots.indexOf(spot), 1)
    spot.element.remove()
    if (this.#chosen === spot) this.#chosen = undefined
    this.#parts.say(this.#parts.words.removed(spot.owner.name()))
    this.#parts.changed()
  }

  /** Takes away everything of a signer. */
  removeOf(owner: Owner): void {
    for (const spot of this.of(owner)) this.remove(spot)
  }

  /** Brings a place into view. */
  show(spot: Spot): void {
    spot.element.scrollIntoView({ block: 'center' })
    spot.element.focus({ preventScroll: true })
  }

  /** Brings the one that was put or moved last into view. */
  showChosen(): void {
    if (this.#chosen !== undefined) this.show(this.#chosen)
  }

  redraw(): void {
    for (const spot of this.#spots) this.#draw(spot)
  }

  #draw(spot: Spot): void {
    spot.draw(this.#parts.sheets.scale(spot.sheet))
  }

  #choose(spot: Spot): void {
    this.#chosen?.element.classList.remove('chosen')
    this.#chosen = spot
    spot.element.classList.add('chosen')
  }

  #pointOn(sheet: Sheet, clientX: number, clientY: number): { x: number; y: number } {
    const { left, top } = sheet.element.getBoundingClientRect()
    const scale = this.#parts.sheets.scale(sheet)
    return { x: (clientX - left) / scale, y: (clientY - top) / scale }
  }

  /** A press on the bare page brings the chosen place there: nobody must drag. */
  #tapped(sheet: Sheet, event: MouseEvent): void {
    const spot = this.#chosen
    if (spot === undefined || (event.target as HTMLElement).closest('.spot, .ghost') !== null)
      return
    const { x, y } = this.#pointOn(sheet, event.clientX, event.clientY)
    const { width, height } = spot.box
    this.#put(spot, sheet, { x: x - width / 2, y: y - height / 2, width, height })
    this.#tellPlace(spot)
  }

  #put(spot: Spot, sheet: Sheet, box: Box): void {
    if (spot.sheet !== sheet) sheet.element.append(spot.element)
    spot.place(sheet, onPage(box, sheet.size))
    this.#draw(spot)
    this.#parts.changed()
  }

  #drag(spot: Spot, dx: number, dy: number): void {
    const scale = this.#parts.sheets.scale(spot.sheet)
    // Free while it is dragged: it may be on its way to another page.
    spot.float(dx / scale, dy / scale, scale)
  }

  #drop(spot: Spot, clientX: number, clientY: number): void {
    const { words, say } = this.#parts
    const scale = this.#parts.sheets.scale(spot.sheet)
    const middle = this.#parts.sheets.under(clientX, clientY) ?? spot.sheet
    const from = spot.sheet.element.getBoundingClientRect()
    const to = middle.element.getBoundingClientRect()
    const shift = { x: (from.left - to.left) / scale, y: (from.top - to.top) / scale }
    const { x, y, width, height } = spot.floating()
    this.#put(spot, middle, { x: x + shift.x, y: y + shift.y, width, height })
    say(words.moved(spot.sheet.page, spot.box))
  }

  #resize(spot: Spot, width: number, height: number): void {
    const scale = this.#parts.sheets.scale(spot.sheet)
    const size = { width: width / scale, height: height / scale }
    this.#put(spot, spot.sheet, resized(spot.box, size, spot.sheet.size))
  }

  #key(spot: Spot, event: KeyboardEvent): void {
    const box = pressed(event.key, event.shiftKey, spot.box, spot.sheet.size)
    if (box !== undefined) {
      event.preventDefault()
      this.#put(spot, spot.sheet, box)
      this.#tellPlace(spot, event.shiftKey)
      return
    }
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault()
      this.#turn(spot, event.key === 'PageUp' ? -1 : 1)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      this.remove(spot)
    }
  }

  #turn(spot: Spot, by: 1 | -1): void {
    const sheet = this.#parts.sheets.sheets[spot.sheet.page - 1 + by]
    if (sheet === undefined) return
    this.#put(spot, sheet, spot.box)
    this.show(spot)
    this.#tellPlace(spot)
  }

  #tellPlace(spot: Spot, size = false): void {
    const { words, say } = this.#parts
    say(size ? words.resized(spot.box) : words.moved(spot.sheet.page, spot.box))
  }
}
