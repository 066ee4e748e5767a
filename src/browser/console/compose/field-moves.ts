/** What moves a field that is on a page: the mouse, a finger, arrow keys, and a tap on the page. */
import type { FieldBox } from './field-box.ts'
import { type Box, onPage, pressed, resized } from './geometry.ts'
import type { Sheet, Sheets } from './sheets.ts'
import type { FieldBoxWords } from './words.ts'

const SIDES = ['x', 'y', 'width', 'height'] as const

/** What it needs of the page around it. */
export interface MovesParts {
  sheets: Sheets
  words: FieldBoxWords
  /** Announces a text to screen readers. */
  say: (text: string) => void
  /** Something about the places has changed. */
  changed: () => void
}

/** Moves fields. */
export class FieldMoves {
  readonly #parts: MovesParts

  constructor(parts: MovesParts) {
    this.#parts = parts
  }

  /** Points from the top left of a page. */
  pointOn(sheet: Sheet, clientX: number, clientY: number): { x: number; y: number } {
    const { left, top } = sheet.element.getBoundingClientRect()
    const scale = this.#parts.sheets.scale(sheet)
    return { x: (clientX - left) / scale, y: (clientY - top) / scale }
  }

  /** Gives a field another place, on its page or another one. */
  put(fieldBox: FieldBox, sheet: Sheet, box: Box): void {
    if (fieldBox.sheet !== sheet) {
      // An element that is moved loses the focus.
      const isFocused = document.activeElement === fieldBox.element
      sheet.element.append(fieldBox.element)
      if (isFocused) fieldBox.element.focus({ preventScroll: true })
    }
    const place = onPage(box, sheet.size, fieldBox.min)
    const isMoved =
      fieldBox.sheet !== sheet || SIDES.some((side) => place[side] !== fieldBox.box[side])
    if (isMoved && fieldBox.finding?.member === undefined) fieldBox.finding = undefined
    fieldBox.place(sheet, place)
    fieldBox.draw(this.#parts.sheets.scale(sheet))
    this.#parts.changed()
  }

  /** A tap on the empty page moves the selected field there, so that dragging is not required. */
  tap(fieldBox: FieldBox, sheet: Sheet, event: MouseEvent): void {
    if (event.target instanceof Element && event.target.closest('.field-box, .ghost') !== null)
      return
    const { x, y } = this.pointOn(sheet, event.clientX, event.clientY)
    const { width, height } = fieldBox.box
    this.put(fieldBox, sheet, { x: x - width / 2, y: y - height / 2, width, height })
    this.#announcePlace(fieldBox)
  }

  drag(fieldBox: FieldBox, dx: number, dy: number): void {
    const scale = this.#parts.sheets.scale(fieldBox.sheet)
    // Unconstrained while dragged: it may be moved to another page.
    fieldBox.float(dx / scale, dy / scale, scale)
  }

  drop(fieldBox: FieldBox, clientX: number, clientY: number): void {
    const scale = this.#parts.sheets.scale(fieldBox.sheet)
    const middle = this.#parts.sheets.under(clientX, clientY) ?? fieldBox.sheet
    const from = fieldBox.sheet.element.getBoundingClientRect()
    const to = middle.element.getBoundingClientRect()
    const shift = { x: (from.left - to.left) / scale, y: (from.top - to.top) / scale }
    const { x, y, width, height } = fieldBox.floating()
    this.put(fieldBox, middle, { x: x + shift.x, y: y + shift.y, width, height })
    this.#announcePlace(fieldBox)
  }

  resize(fieldBox: FieldBox, width: number, height: number): void {
    const { sheet, box, min } = fieldBox
    const scale = this.#parts.sheets.scale(sheet)
    const size = { width: width / scale, height: height / scale }
    this.put(fieldBox, sheet, resized(box, size, sheet.size, min))
  }

  /** Whether a key was one that moves a field. */
  press(fieldBox: FieldBox, { key, shiftKey }: KeyboardEvent): boolean {
    const { sheet, min } = fieldBox
    const box = pressed(key, shiftKey, fieldBox.box, sheet.size, min)
    if (box !== undefined) {
      this.put(fieldBox, sheet, box)
      this.#announcePlace(fieldBox, shiftKey)
      return true
    }
    if (key !== 'PageUp' && key !== 'PageDown') return false
    const other = this.#parts.sheets.sheets[sheet.page - 1 + (key === 'PageUp' ? -1 : 1)]
    if (other === undefined) return true
    this.put(fieldBox, other, fieldBox.box)
    fieldBox.show()
    this.#announcePlace(fieldBox)
    return true
  }

  #announcePlace(fieldBox: FieldBox, size = false): void {
    const { words, say } = this.#parts
    say(size ? words.resized(fieldBox.box) : words.moved(fieldBox.sheet.page, fieldBox.box))
  }
}
