/** The fields on the pages: added, moved and resized by mouse, touch and keyboard. */

import { INPUT_LIMITS } from '../../../kernel/field-types.ts'
import { type BoxFinding, FieldBox, type Owner } from './field-box.ts'
import { FieldMoves, type MovesParts } from './field-moves.ts'
import { type Box, freeBox, onPage } from './geometry.ts'
import type { Sheet } from './sheets.ts'
import { boundsOf, type Sketch } from './sketches.ts'

/** Maximum places to sign per signer. */
const SIGNATURES_MAX = 5

/** Something to be put on a page. */
export interface NewField {
  owner: Owner
  sketch: Sketch
}

/** A field with its place. */
export interface PlacedField extends NewField {
  page: number
  box: Box
}

/** What the fields need of the page around them. */
interface FieldBoxesParts extends MovesParts {
  /** Another one is chosen, or none. */
  chosen: (fieldBox: FieldBox | undefined) => void
  /** Its properties are asked for. */
  opened: (fieldBox: FieldBox) => void
}

/** All places. */
export class FieldBoxes {
  readonly #parts: FieldBoxesParts
  readonly #fieldBoxes: FieldBox[] = []
  readonly #moves: FieldMoves
  #chosen: FieldBox | undefined

  constructor(parts: FieldBoxesParts) {
    this.#parts = parts
    this.#moves = new FieldMoves(parts)
    parts.sheets.onResize = () => this.redraw()
    for (const sheet of parts.sheets.sheets)
      sheet.element.addEventListener('click', (event) => {
        if (this.#chosen !== undefined) this.#moves.tap(this.#chosen, sheet, event)
      })
  }

  /** The places of a signer, page by page. */
  of(owner: Owner): FieldBox[] {
    return this.#fieldBoxes
      .filter((fieldBox) => fieldBox.owner === owner)
      .sort((one, other) => one.sheet.page - other.sheet.page || one.box.y - other.box.y)
  }

  has(fieldBox: FieldBox): boolean {
    return this.#fieldBoxes.includes(fieldBox)
  }

  /** Whether a signer may have one more; announces it if not. */
  mayAdd({ owner, sketch }: NewField): boolean {
    const isSignature = sketch.type === 'signature'
    const max = isSignature ? SIGNATURES_MAX : INPUT_LIMITS.perSigner
    const alike = this.of(owner).filter(
      (each) => (each.sketch.type === 'signature') === isSignature,
    )
    if (alike.length < max) return true
    this.#parts.say(this.#parts.words.full(sketch, max))
    return false
  }

  /** Puts a field on a page, and chooses it. */
  add(field: NewField, sheet: Sheet, box: Box, { focus = false } = {}): void {
    const fieldBox = this.#put(field, sheet, box)
    const { words, say, changed } = this.#parts
    changed()
    say(words.placed(field.sketch, field.owner.name(), sheet.page))
    this.#choose(fieldBox)
    if (focus) fieldBox.show()
  }

  /** What is on the pages, to be put back when there are others. */
  all(): PlacedField[] {
    return this.#fieldBoxes.map(({ owner, sketch, sheet, box }) => ({
      ...{ owner, sketch, box },
      page: sheet.page,
    }))
  }

  /** Puts fields back on the pages that are there. */
  putBack(fields: readonly PlacedField[]): void {
    for (const field of fields) {
      const sheet = this.#parts.sheets.sheets[field.page - 1]
      if (sheet !== undefined) this.#put(field, sheet, field.box)
    }
  }

  #put({ owner, sketch }: NewField, sheet: Sheet, box: Box): FieldBox {
    const { words } = this.#parts
    const place = onPage(box, sheet.size, boundsOf(sketch).min)
    const fieldBox: FieldBox = new FieldBox(
      { owner, sketch, sheet, box: place },
      {
        words,
        chosen: () => this.#choose(fieldBox),
        moved: (dx, dy) => this.#moves.drag(fieldBox, dx, dy),
        sized: (width, height) => this.#moves.resize(fieldBox, width, height),
        dropped: (x, y) => this.#moves.drop(fieldBox, x, y),
        key: (event) => this.#key(fieldBox, event),
        removed: () => this.remove(fieldBox),
      },
    )
    this.#fieldBoxes.push(fieldBox)
    sheet.element.append(fieldBox.element)
    this.#draw(fieldBox)
    return fieldBox
  }

  /** Puts a field on the page in view, where there is room. */
  addInView(field: NewField): void {
    const sheet = this.#parts.sheets.inView()
    if (sheet === undefined || !this.mayAdd(field)) return
    const taken = this.#fieldBoxes
      .filter((fieldBox) => fieldBox.sheet === sheet)
      .map(({ box }) => box)
    this.add(field, sheet, freeBox(sheet.size, taken, boundsOf(field.sketch)), { focus: true })
  }

  /** Adds a field at the drop position. */
  addAt(field: NewField, clientX: number, clientY: number): void {
    const sheet = this.#parts.sheets.under(clientX, clientY)
    if (sheet === undefined || !this.mayAdd(field)) return
    const { x, y } = this.#moves.pointOn(sheet, clientX, clientY)
    const { width, height } = boundsOf(field.sketch)
    this.add(field, sheet, { x: x - width / 2, y: y - height / 2, width, height })
  }

  remove(fieldBox: FieldBox): void {
    this.#fieldBoxes.splice(this.#fieldBoxes.indexOf(fieldBox), 1)
    fieldBox.element.remove()
    if (this.#chosen === fieldBox) this.unchoose()
    this.#parts.say(this.#parts.words.removed(fieldBox.sketch, fieldBox.owner.name()))
    this.#parts.changed()
  }

  /** A tap on a page moves nothing any more. */
  unchoose(): void {
    this.#chosen?.element.classList.remove('chosen')
    this.#chosen = undefined
    this.#parts.chosen(undefined)
  }

  /** What the service said against each of them. */
  setFindings(findings: ReadonlyMap<FieldBox, BoxFinding>): void {
    for (const fieldBox of this.#fieldBoxes) fieldBox.finding = findings.get(fieldBox)
    this.#parts.chosen(this.#chosen)
    this.#parts.changed()
  }

  /** Its properties were changed: options make it larger. */
  refit(fieldBox: FieldBox): void {
    fieldBox.finding = undefined
    this.#moves.put(fieldBox, fieldBox.sheet, fieldBox.box)
  }

  /** Removes all placements of a signer. */
  removeOf(owner: Owner): void {
    for (const fieldBox of this.of(owner)) this.remove(fieldBox)
  }

  /** Brings the one that was put or moved last into view. */
  showChosen(): void {
    this.#chosen?.show()
  }

  redraw(): void {
    for (const fieldBox of this.#fieldBoxes) this.#draw(fieldBox)
  }

  #draw(fieldBox: FieldBox): void {
    fieldBox.draw(this.#parts.sheets.scale(fieldBox.sheet))
  }

  #choose(fieldBox: FieldBox): void {
    if (this.#chosen === fieldBox) return
    this.#chosen?.element.classList.remove('chosen')
    this.#chosen = fieldBox
    fieldBox.element.classList.add('chosen')
    this.#parts.chosen(fieldBox)
  }

  #key(fieldBox: FieldBox, event: KeyboardEvent): void {
    if (this.#moves.press(fieldBox, event)) event.preventDefault()
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      this.remove(fieldBox)
      this.#parts.sheets.focus()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      this.#parts.opened(fieldBox)
    } else if (event.key === 'Escape') this.unchoose()
  }
}
