/** The page of a new signature request: the document beside the form, fields put on its pages. */
import { make } from '../pieces/make.ts'
import { part } from '../pieces/part.ts'
import { openPdf } from '../pieces/pdf-opening.ts'
import { fieldBoxWords } from './compose/box-words.ts'
import { prepareChip } from './compose/chips.ts'
import type { FieldBox } from './compose/field-box.ts'
import { FieldBoxes, type PlacedField } from './compose/field-boxes.ts'
import { offerPlaces, placesIn } from './compose/found.ts'
import { Palette } from './compose/palette.ts'
import { Properties } from './compose/properties.ts'
import { RequestSending } from './compose/sending.ts'
import { Sheets } from './compose/sheets.ts'
import { type Card, SignerCards } from './compose/signer-cards.ts'
import { newSketch } from './compose/sketches.ts'
import { composeScriptWords, filled } from './compose/words.ts'

/** Takes over the form. */
export function startCompose(form: HTMLFormElement): void {
  new Compose(form)
}

class Compose {
  readonly #form: HTMLFormElement
  readonly #words = composeScriptWords()
  readonly #room = part('sheets')
  readonly #cards: SignerCards
  readonly #palette: Palette
  readonly #properties: Properties
  #sheets: Sheets | undefined
  #fieldBoxes: FieldBoxes | undefined
  /** Fields of the file before: they go onto the next one. */
  #kept: PlacedField[] = []
  /** Sequence number of the latest file: results of earlier ones are discarded. */
  #turn = 0

  constructor(form: HTMLFormElement) {
    this.#form = form
    for (const hidden of form.querySelectorAll<HTMLElement>('.script-only')) hidden.hidden = false
    part('field-box-keys').textContent = this.#words.keys
    part('input-box-keys').textContent = this.#words.inputKeys
    const fieldBoxes = () => this.#fieldBoxes
    this.#palette = new Palette({ words: this.#words, cards: () => this.#cards.cards, fieldBoxes })
    this.#properties = this.#makeProperties()
    this.#cards = new SignerCards(this.#words, {
      added: (card) => this.#prepareCard(card),
      removed: (card) => this.#fieldBoxes?.removeOf(card),
      renamed: () => this.#list(),
    })
    new RequestSending({ form, cards: this.#cards, words: this.#words, fieldBoxes })
    this.#list()
    const input = part('file', HTMLInputElement)
    input.addEventListener('change', () => void this.#open(input.files?.[0]))
    // The browser restores the file when navigating back.
    if (input.files?.[0] !== undefined) void this.#open(input.files[0])
  }

  #makeProperties(): Properties {
    return new Properties({
      words: this.#words,
      changed: (fieldBox) => this.#fieldBoxes?.refit(fieldBox),
      removed: (fieldBox) => {
        this.#fieldBoxes?.remove(fieldBox)
        this.#sheets?.focus()
      },
      done: (fieldBox) => {
        fieldBox.element.focus({ preventScroll: true })
        this.#fieldBoxes?.unchoose()
      },
    })
  }

  async #open(file: File | undefined): Promise<void> {
    this.#turn += 1
    const turn = this.#turn
    await this.#close()
    if (file === undefined) return
    // The file field itself says that a file is too large.
    if (file.size > Number(this.#form.dataset.bytes)) {
      this.#fileFault(part('file').closest<HTMLElement>('[data-drop]')?.dataset.over)
      return
    }
    say(this.#words.opening)
    const bytes = new Uint8Array(await file.arrayBuffer())
    try {
      const pdf = await openPdf({ data: bytes }).promise
      if (turn !== this.#turn) return await pdf.destroy()
      this.#sheets = await Sheets.show(pdf, this.#room, this.#words.page)
    } catch {
      if (turn === this.#turn) this.#fileFault(this.#words.broken)
      return
    }
    this.#fieldBoxes = new FieldBoxes({
      sheets: this.#sheets,
      words: fieldBoxWords(this.#words),
      say: (text) => {
        part('field-box-live').textContent = text
      },
      changed: () => this.#list(),
      chosen: (fieldBox) => this.#properties.show(fieldBox),
      opened: () => this.#properties.open(),
    })
    // A scroll container must be reachable by keyboard.
    this.#room.tabIndex = 0
    const { cards } = this.#cards
    this.#fieldBoxes.putBack(this.#kept.filter(({ owner }) => cards.some((card) => card === owner)))
    this.#list()
    await this.#search(file, turn)
  }

  async #close(): Promise<void> {
    this.#fileFault(undefined)
    part('found').hidden = true
    if (this.#fieldBoxes !== undefined) this.#kept = this.#fieldBoxes.all()
    this.#fieldBoxes = undefined
    this.#properties.show(undefined)
    const before = this.#sheets
    this.#sheets = undefined
    this.#room.removeAttribute('tabindex')
    await before?.close()
    this.#list()
  }

  #fileFault(text: string | undefined): void {
    const note = part('file-error')
    note.hidden = text === undefined
    note.textContent = text ?? ''
    say('')
  }

  /** The button that puts the signature of a card on a page. */
  #prepareCard(card: Card): void {
    prepareChip(card.chip, {
      room: this.#room,
      fieldBoxes: () => this.#fieldBoxes,
      field: () => ({ owner: card, sketch: newSketch('signature', '', '') }),
      label: () => ({ text: card.name(), tone: card.tone() }),
    })
  }

  /** Lists each signer's fields, with links to them. */
  #list(): void {
    // While the cards are made there is nothing to list yet.
    for (const card of this.#cards?.cards ?? []) {
      const fieldBoxes = this.#fieldBoxes?.of(card) ?? []
      card.chip.disabled = this.#fieldBoxes === undefined
      const none = card.places.querySelector<HTMLElement>('.no-place')
      if (none !== null) none.hidden = fieldBoxes.some(({ sketch }) => sketch.type === 'signature')
      card.places
        .querySelector('.place-list')
        ?.replaceChildren(...fieldBoxes.map((fieldBox) => this.#link(fieldBox)))
    }
    if (this.#cards !== undefined) this.#palette.redraw()
    this.#properties.redraw()
    this.#fieldBoxes?.redraw()
  }

  #link(fieldBox: FieldBox): HTMLElement {
    const { sketch, sheet } = fieldBox
    const text =
      sketch.type === 'signature'
        ? filled(this.#words.listed, { page: sheet.page })
        : filled(this.#words.inputListed, { label: sketch.label, page: sheet.page })
    const onclick = () => fieldBox.show()
    const className = `place-link${fieldBox.fault === undefined ? '' : ' faulty'}`
    return make('li', {}, make('button', { type: 'button', className, onclick }, text))
  }

  async #search(file: File, turn: number): Promise<void> {
    say(this.#words.searching)
    const fields = await placesIn(file, this.#form)
    const [sheets, fieldBoxes] = [this.#sheets, this.#fieldBoxes]
    if (turn !== this.#turn || sheets === undefined || fieldBoxes === undefined) return
    say(this.#words.tapHint)
    const offer = { words: this.#words, cards: this.#cards.cards, sheets, fieldBoxes }
    if (fields.length > 0) offerPlaces(fields, offer)
  }
}

/** A line above the pages. */
function say(text: string): void {
  part('sheets-hint').textContent = text
}
