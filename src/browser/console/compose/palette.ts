/** The fields that can be put on the pages, for the signer who is chosen beside them. */
import { INPUT_TYPES } from '../../../kernel/field-types.ts'
import { isOneOf } from '../../../kernel/type-guards.ts'
import type { FieldType } from '../../../signing/model/schemas/fields.ts'
import { part } from '../../pieces/make.ts'
import { prepareChip } from './chips.ts'
import type { FieldBoxes, NewField } from './field-boxes.ts'
import type { Card } from './signer-cards.ts'
import { newSketch } from './sketches.ts'
import { filled, type PageWords } from './words.ts'

/** What it needs of the page. */
interface PaletteParts {
  words: PageWords
  cards: () => readonly Card[]
  fieldBoxes: () => FieldBoxes | undefined
}

/** The palette. */
export class Palette {
  readonly #parts: PaletteParts
  readonly #element = part('palette')
  readonly #select = part('palette-signer', HTMLSelectElement)
  #card: Card | undefined

  constructor(parts: PaletteParts) {
    this.#parts = parts
    this.#select.addEventListener('change', () => {
      this.#card = parts.cards()[this.#select.selectedIndex]
      this.redraw()
    })
    for (const chip of this.#element.querySelectorAll<HTMLButtonElement>('.field-chip')) {
      const { type } = chip.dataset
      if (type !== 'signature' && !isOneOf(INPUT_TYPES, type)) continue
      prepareChip(chip, {
        room: part('sheets'),
        fieldBoxes: parts.fieldBoxes,
        field: () => this.#field(type),
        label: () => ({ text: parts.words.types[type], tone: this.#card?.tone() ?? 'tone-0' }),
      })
    }
  }

  /** Shown once there are pages; the signers as they are called now. */
  redraw(): void {
    const cards = this.#parts.cards()
    if (this.#card === undefined || !cards.includes(this.#card)) this.#card = cards[0]
    const names = cards.map((card) => card.name())
    if (names.join('\n') !== [...this.#select.options].map(({ text }) => text).join('\n'))
      this.#select.replaceChildren(...names.map((name) => new Option(name)))
    this.#select.selectedIndex = this.#card === undefined ? 0 : cards.indexOf(this.#card)
    this.#element.className = `palette ${this.#card?.tone() ?? 'tone-0'}`
    this.#element.hidden = this.#parts.fieldBoxes() === undefined
  }

  /** A new field; its label is one that no field of the signer has yet. */
  #field(type: FieldType): NewField | undefined {
    const { words, fieldBoxes } = this.#parts
    const owner = this.#card
    if (owner === undefined) return undefined
    const labels = fieldBoxes()
      ?.of(owner)
      .map(({ sketch }) => sketch.label)
    const labelOf = (n: number) => filled(words.newLabel, { type: words.types[type], n })
    let n = 1
    while (labels?.includes(labelOf(n)) === true) n += 1
    const label = type === 'signature' ? '' : labelOf(n)
    return { owner, sketch: newSketch(type, label, words.newOptions) }
  }
}
