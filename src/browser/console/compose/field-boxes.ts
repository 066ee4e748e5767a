/** The signature placements on the pages: added, moved and resized by mouse, touch and keyboard. */

import { FieldBox, type FieldBoxWords, type Owner } from './field-box.ts'
import { type Box, freeBox, onPage, pressed, resized, USUAL } from './geometry.ts'
import type { Sheet, Sheets } from './sheets.ts'

/** Maximum placements per signer. */
const FIELDS_MAX = 5

/** A placement in the API's format. */
export interface Field extends Box {
  /** From 1. */
  page: number
}

/** What the places need of the page around them. */
export interface FieldBoxesParts {
  sheets: Sheets
  words: FieldBoxWords
  /** Announces a text to screen readers. */
  say: (text: string) => void
  /** Something about the places has changed. */
  changed: () => void
}

/** All places. */
export class FieldBoxes {
  readonly #parts: FieldBoxesParts
  readonly #fieldBoxes: FieldBox[] = []
  #chosen: FieldBox | undefined

  constructor(parts: FieldBoxesParts) {
    this.#parts = parts
    parts.sheets.onResize = () => this.redraw()
    for (const sheet of parts.sheets.sheets)
      sheet.element.addEventListener('click', (event) => this.#tapped(sheet, event))
  }

  /** The places of a signer, page by page. */
  of(owner: Owner): FieldBox[] {
    return this.#fieldBoxes
      .filter((fieldBox) => fieldBox.owner === owner)
      .sort((one, other) => one.sheet.page - other.sheet.page || one.box.y - other.box.y)
  }

  fieldsOf(owner: Owner): Field[] {
    return this.of(owner).map(({ sheet, box }) => ({ page: sheet.page, ...box }))
  }

  /** Whether a signer may have one more; announces it if not. */
  mayAdd(owner: Owner): boolean {
    if (this.of(owner).length < FIELDS_MAX) return true
    this.#parts.say(this.#parts.words.full(FIELDS_MAX))
    return false
  }

  /** Puts a place on a page. */
  add(owner: Owner, sheet: Sheet, box: Box, { focus = false } = {}): void {
    const { words, say, changed } = this.#parts
    const fieldBox: FieldBox = new FieldBox(owner, sheet, onPage(box, sheet.size), {
      words,
      chosen: () => this.#choose(fieldBox),
      moved: (dx, dy) => this.#drag(fieldBox, dx, dy),
      sized: (width, height) => this.#resize(fieldBox, width, height),
      dropped: (x, y) => this.#drop(fieldBox, x, y),
      key: (event) => this.#key(fieldBox, event),
      removed: () => this.remove(fieldBox),
    })
    this.#fieldBoxes.push(fieldBox)
    sheet.element.append(fieldBox.element)
    this.#draw(fieldBox)
    changed()
    say(words.placed(owner.name(), sheet.page))
    this.#choose(fieldBox)
    if (!focus) return
    fieldBox.element.scrollIntoView({ block: 'center' })
    fieldBox.element.focus({ preventScroll: true })
  }

  /** Puts a place on the page in view, where there is room. */
  addInView(owner: Owner): void {
    const sheet = this.#parts.sheets.inView()
    if (sheet === undefined || !this.mayAdd(owner)) return
    const taken = this.#fieldBoxes
      .filter((fieldBox) => fieldBox.sheet === sheet)
      .map(({ box }) => box)
    this.add(owner, sheet, freeBox(sheet.size, taken), { focus: true })
  }

  /** Adds a placement at the drop position. */
  addAt(owner: Owner, clientX: number, clientY: number): void {
    const sheet = this.#parts.sheets.under(clientX, clientY)
    if (sheet === undefined || !this.mayAdd(owner)) return
    const { x, y } = this.#pointOn(sheet, clientX, clientY)
    this.add(owner, sheet, { x: x - USUAL.width / 2, y: y - USUAL.height / 2, ...USUAL })
  }

  remove(fieldBox: FieldBox): void {
    this.#fieldBoxes.splice(this.#fieldBoxes.indexOf(fieldBox), 1)
    fieldBox.element.remove()
    if (this.#chosen === fieldBox) this.#chosen = undefined
    this.#parts.say(this.#parts.words.removed(fieldBox.owner.name()))
    this.#parts.changed()
  }

  /** Removes all placements of a signer. */
  removeOf(owner: Owner): void {
    for (const fieldBox of this.of(owner)) this.remove(fieldBox)
  }

  /** Brings a place into view. */
  show(fieldBox: FieldBox): void {
    fieldBox.element.scrollIntoView({ block: 'center' })
    fieldBox.element.focus({ preventScroll: true })
  }

  /** Brings the one that was put or moved last into view. */
  showChosen(): void {
    if (this.#chosen !== undefined) this.show(this.#chosen)
  }

  redraw(): void {
    for (const fieldBox of this.#fieldBoxes) this.#draw(fieldBox)
  }

  #draw(fieldBox: FieldBox): void {
    fieldBox.draw(this.#parts.sheets.scale(fieldBox.sheet))
  }

  #choose(fieldBox: FieldBox): void {
    this.#chosen?.element.classList.remove('chosen')
    this.#chosen = fieldBox
    fieldBox.element.classList.add('chosen')
  }

  #pointOn(sheet: Sheet, clientX: number, clientY: number): { x: number; y: number } {
    const { left, top } = sheet.element.getBoundingClientRect()
    const scale = this.#parts.sheets.scale(sheet)
    return { x: (clientX - left) / scale, y: (clientY - top) / scale }
  }

  /** A tap on the empty page moves the selected placement there, so that dragging is not required. */
  #tapped(sheet: Sheet, event: MouseEvent): void {
    const fieldBox = this.#chosen
    if (
      fieldBox === undefined ||
      (event.target as HTMLElement).closest('.field-box, .ghost') !== null
    )
      return
    const { x, y } = this.#pointOn(sheet, event.clientX, event.clientY)
    const { width, height } = fieldBox.box
    this.#put(fieldBox, sheet, { x: x - width / 2, y: y - height / 2, width, height })
    this.#announcePlace(fieldBox)
  }

  #put(fieldBox: FieldBox, sheet: Sheet, box: Box): void {
    if (fieldBox.sheet !== sheet) sheet.element.append(fieldBox.element)
    fieldBox.place(sheet, onPage(box, sheet.size))
    this.#draw(fieldBox)
    this.#parts.changed()
  }

  #drag(fieldBox: FieldBox, dx: number, dy: number): void {
    const scale = this.#parts.sheets.scale(fieldBox.sheet)
    // Unconstrained while dragged: it may be moved to another page.
    fieldBox.float(dx / scale, dy / scale, scale)
  }

  #drop(fieldBox: FieldBox, clientX: number, clientY: number): void {
    const { words, say } = this.#parts
    const scale = this.#parts.sheets.scale(fieldBox.sheet)
    const middle = this.#parts.sheets.under(clientX, clientY) ?? fieldBox.sheet
    const from = fieldBox.sheet.element.getBoundingClientRect()
    const to = middle.element.getBoundingClientRect()
    const shift = { x: (from.left - to.left) / scale, y: (from.top - to.top) / scale }
    const { x, y, width, height } = fieldBox.floating()
    this.#put(fieldBox, middle, { x: x + shift.x, y: y + shift.y, width, height })
    say(words.moved(fieldBox.sheet.page, fieldBox.box))
  }

  #resize(fieldBox: FieldBox, width: number, height: number): void {
    const scale = this.#parts.sheets.scale(fieldBox.sheet)
    const size = { width: width / scale, height: height / scale }
    this.#put(fieldBox, fieldBox.sheet, resized(fieldBox.box, size, fieldBox.sheet.size))
  }

  #key(fieldBox: FieldBox, event: KeyboardEvent): void {
    const box = pressed(event.key, event.shiftKey, fieldBox.box, fieldBox.sheet.size)
    if (box !== undefined) {
      event.preventDefault()
      this.#put(fieldBox, fieldBox.sheet, box)
      this.#announcePlace(fieldBox, event.shiftKey)
      return
    }
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault()
      this.#turn(fieldBox, event.key === 'PageUp' ? -1 : 1)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      this.remove(fieldBox)
    }
  }

  #turn(fieldBox: FieldBox, by: 1 | -1): void {
    const sheet = this.#parts.sheets.sheets[fieldBox.sheet.page - 1 + by]
    if (sheet === undefined) return
    this.#put(fieldBox, sheet, fieldBox.box)
    this.show(fieldBox)
    this.#announcePlace(fieldBox)
  }

  #announcePlace(fieldBox: FieldBox, size = false): void {
    const { words, say } = this.#parts
    say(size ? words.resized(fieldBox.box) : words.moved(fieldBox.sheet.page, fieldBox.box))
  }
}
