/** The page of a new signature request: the files beside the form, fields put on their pages. */
import type { SavedState } from '../../console/pages/compose-fields.ts'
import { make, part } from '../pieces/make.ts'
import { openPdf } from '../pieces/pdf-opening.ts'
import { prepareChip } from './compose/chips.ts'
import type { FieldBox } from './compose/field-box.ts'
import { FieldBoxes } from './compose/field-boxes.ts'
import { FileList } from './compose/file-list.ts'
import { offerPlaces, placesIn } from './compose/found.ts'
import { Palette } from './compose/palette.ts'
import { Properties } from './compose/properties.ts'
import { type RequestFile, RequestFiles } from './compose/request-files.ts'
import { placedFields, savedFiles, savedState } from './compose/saved.ts'
import { RequestSending } from './compose/sending.ts'
import { Sheets } from './compose/sheets.ts'
import { type Card, SignerCards } from './compose/signer-cards.ts'
import { newSketch } from './compose/sketches.ts'
import { composeScriptWords, fieldBoxWords, filled } from './compose/words.ts'

/** Takes over the form. */
export function startCompose(form: HTMLFormElement): void {
  new Compose(form)
}

const unopened = (file: File, kept: RequestFile['kept'] = []): RequestFile => ({
  file,
  found: [],
  kept,
})

class Compose {
  readonly #form: HTMLFormElement
  readonly #words = composeScriptWords()
  readonly #room = part('sheets')
  readonly #input = part('file', HTMLInputElement)
  readonly #files = new RequestFiles((file) => void this.#show(file))
  readonly #fileList: FileList
  readonly #cards: SignerCards
  readonly #palette: Palette
  readonly #properties: Properties
  /** The field of the first file is being brought in line with the list. */
  #isSyncing = false

  constructor(form: HTMLFormElement) {
    this.#form = form
    for (const hidden of form.querySelectorAll<HTMLElement>('.script-only')) hidden.hidden = false
    part('field-box-keys').textContent = this.#words.keys
    part('input-box-keys').textContent = this.#words.inputKeys
    const fieldBoxes = () => this.#files.fieldBoxes
    this.#palette = new Palette({ words: this.#words, cards: () => this.#cards.cards, fieldBoxes })
    this.#properties = this.#makeProperties()
    this.#fileList = this.#makeFileList()
    this.#cards = new SignerCards(this.#words, {
      added: (card) => this.#prepareCard(card),
      removed: (card) => this.#files.removeOf(card),
      renamed: () => this.#list(),
    })
    new RequestSending({ form, cards: this.#cards, words: this.#words, files: this.#files })
    this.#list()
    this.#input.addEventListener('change', () => {
      if (!this.#isSyncing) this.#chosen()
    })
    const saved = savedState()
    if (saved !== undefined) void this.#goOn(saved).catch(() => say(this.#words.broken))
    // The browser restores the file when navigating back.
    else if (this.#input.files?.[0] !== undefined) this.#chosen()
  }

  /** Shows what was saved: its people, its files and their fields. */
  async #goOn(saved: SavedState): Promise<void> {
    const cards = this.#cards.fill(saved.signers)
    const fields = cards.map((card, index) =>
      placedFields(card, saved.signers[index]?.fields ?? []),
    )
    for (const [index, file] of (await savedFiles(saved)).entries()) {
      const kept = fields.flatMap((each) => each.get(index + 1) ?? [])
      this.#files.all.push({ ...unopened(file, kept), isSaved: true })
      await this.#show(this.#files.all[index])
    }
    await this.#show(this.#files.all[0])
    for (const card of cards)
      if (card.saved !== undefined) card.saved.fields = JSON.stringify(this.#files.fieldsOf(card))
  }

  #makeProperties(): Properties {
    return new Properties({
      words: this.#words,
      others: (fieldBox) =>
        this.#files
          .of(fieldBox.owner)
          .map(({ sketch }) => sketch)
          .filter((each) => each !== fieldBox.sketch && each.type !== 'signature'),
      changed: (fieldBox) => this.#files.fieldBoxes?.refit(fieldBox),
      removed: (fieldBox) => {
        this.#files.fieldBoxes?.remove(fieldBox)
        this.#files.shown?.opened?.sheets.focus()
      },
      done: (fieldBox) => {
        fieldBox.element.focus({ preventScroll: true })
        this.#files.fieldBoxes?.unchoose()
      },
    })
  }

  #makeFileList(): FileList {
    return new FileList(this.#files, Number(this.#form.dataset.bytes), {
      words: this.#words,
      show: (file) => void this.#show(file),
      added: (files) => {
        const added = files.map((file) => unopened(file))
        this.#files.all.push(...added)
        void this.#show(added[0])
      },
      removed: (file) => {
        this.#sync()
        if (file === this.#files.shown) void this.#show(this.#files.all[0])
        else this.#list()
        void file.opened?.sheets.close()
      },
      moved: () => {
        this.#sync()
        this.#list()
      },
    })
  }

  /** The field of the first file has another one, or none. Fields of the one before go onto it. */
  #chosen(): void {
    const [file] = this.#input.files ?? []
    const [before] = this.#files.all
    const kept = before?.opened?.fieldBoxes.all() ?? before?.kept
    const next = file && unopened(file, kept)
    this.#files.all.splice(0, 1, ...(next === undefined ? [] : [next]))
    void this.#show(next ?? this.#files.all[0])
    void before?.opened?.sheets.close()
  }

  /** The field of the first file has what is first in the list. */
  #sync(): void {
    const [first] = this.#files.all
    if (this.#input.files?.[0] === first?.file) return
    const transfer = new DataTransfer()
    if (first !== undefined) transfer.items.add(first.file)
    this.#input.files = transfer.files
    this.#isSyncing = true
    this.#input.dispatchEvent(new Event('change'))
    this.#isSyncing = false
  }

  async #show(file: RequestFile | undefined): Promise<void> {
    const { shown } = this.#files
    if (shown !== file) {
      shown?.opened?.fieldBoxes.unchoose()
      shown?.opened?.sheets.hide()
    }
    this.#files.shown = file
    this.#properties.show(undefined)
    this.#told(file)
    this.#list()
    if (file === undefined) this.#room.removeAttribute('tabindex')
    else if (file.opened === undefined) await this.#open(file)
    else if (shown !== file) {
      file.opened.sheets.reveal()
      say(this.#words.tapHint)
      this.#list()
    }
  }

  async #open(file: RequestFile): Promise<void> {
    // The file field itself says that a file is too large.
    if (file.file.size > Number(this.#form.dataset.bytes)) {
      file.finding = this.#input.closest<HTMLElement>('[data-drop]')?.dataset.over
      return this.#told(file)
    }
    const isShown = () => file === this.#files.shown
    say(this.#words.opening)
    try {
      const bytes = new Uint8Array(await file.file.arrayBuffer())
      const pdf = await openPdf({ data: bytes }).promise
      // Another one is shown by now, or it was opened meanwhile.
      if (!isShown() || file.opened !== undefined) return await pdf.destroy()
      const sheets = await Sheets.show(pdf, this.#room, this.#words.page)
      if (!isShown() || file.opened !== undefined) return await sheets.close()
      file.opened = { sheets, fieldBoxes: this.#fieldBoxesOn(sheets) }
    } catch {
      file.finding = this.#words.broken
      if (isShown()) this.#told(file)
      this.#list()
      return
    }
    // A scroll container must be reachable by keyboard.
    this.#room.tabIndex = 0
    const { cards } = this.#cards
    const kept = file.kept.filter(({ owner }) => cards.some((card) => card === owner))
    file.opened.fieldBoxes.putBack(kept)
    this.#list()
    if (file.isSaved === true) say(this.#words.tapHint)
    else await this.#search(file, file.opened)
  }

  #fieldBoxesOn(sheets: Sheets): FieldBoxes {
    return new FieldBoxes({
      sheets,
      words: fieldBoxWords(this.#words),
      say: (text) => {
        part('field-box-live').textContent = text
      },
      changed: () => this.#list(),
      chosen: (fieldBox) => this.#properties.show(fieldBox),
      opened: () => this.#properties.open(),
    })
  }

  /** What is wrong with a file, and what was found in it. */
  #told(file: RequestFile | undefined): void {
    const note = part('file-error')
    note.hidden = file?.finding === undefined
    note.textContent = file?.finding ?? ''
    const found = part('found')
    found.replaceChildren(...(file?.found ?? []))
    found.hidden = found.childElementCount === 0
    say('')
  }

  /** The button that puts the signature of a card on a page. */
  #prepareCard(card: Card): void {
    prepareChip(card.chip, {
      room: this.#room,
      fieldBoxes: () => this.#files.fieldBoxes,
      field: () => ({ owner: card, sketch: newSketch('signature', '', '') }),
      label: () => ({ text: card.name(), tone: card.tone() }),
    })
  }

  /** Lists the files, and each signer's fields, with links to them. */
  #list(): void {
    this.#fileList.redraw()
    // While the cards are made there is nothing to list yet.
    for (const card of this.#cards?.cards ?? []) this.#listOf(card)
    if (this.#cards !== undefined) this.#palette.redraw()
    this.#properties.redraw()
    this.#files.fieldBoxes?.redraw()
  }

  #listOf(card: Card): void {
    card.chip.disabled = this.#files.fieldBoxes === undefined
    const none = card.places.querySelector<HTMLElement>('.no-place')
    if (none !== null) {
      none.dataset.one ??= none.textContent ?? ''
      const without = this.#files.withoutPlace(card)
      const isSeveral = this.#files.all.length > 1
      none.hidden = this.#files.all.length > 0 && without.length === 0
      none.textContent = isSeveral
        ? filled(this.#words.noPlaceIn, { files: without.join(', ') })
        : none.dataset.one
    }
    card.places
      .querySelector('.place-list')
      ?.replaceChildren(...this.#files.of(card).map((fieldBox) => this.#link(fieldBox)))
  }

  #link(fieldBox: FieldBox): HTMLElement {
    const { sketch, sheet } = fieldBox
    const own =
      sketch.type === 'signature'
        ? filled(this.#words.listed, { page: sheet.page })
        : filled(this.#words.inputListed, { label: sketch.label, page: sheet.page })
    const file = this.#files.fileOf(fieldBox)?.file.name ?? ''
    const isSeveral = this.#files.all.length > 1
    const text = isSeveral ? filled(this.#words.fileListed, { file, text: own }) : own
    const onclick = () => {
      this.#files.showFileOf(fieldBox)
      fieldBox.show()
    }
    const className = `place-link${fieldBox.finding === undefined ? '' : ' faulty'}`
    return make('li', {}, make('button', { type: 'button', className, onclick }, text))
  }

  async #search(file: RequestFile, { sheets, fieldBoxes }: NonNullable<RequestFile['opened']>) {
    const isShown = () => file === this.#files.shown
    say(this.#words.searching)
    const fields = await placesIn(file.file, this.#form)
    if (!this.#files.all.includes(file)) return
    const used = () => {
      file.found = []
      this.#told(file)
      say(this.#words.tapHint)
    }
    const offer = { words: this.#words, cards: this.#cards.cards, sheets, fieldBoxes, used }
    if (fields.length > 0) file.found = offerPlaces(fields, offer)
    if (!isShown()) return
    this.#told(file)
    say(this.#words.tapHint)
  }
}

/** A line above the pages. */
function say(text: string): void {
  part('sheets-hint').textContent = text
}
