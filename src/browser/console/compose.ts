/** The page of a new signature request: the document beside the form, signatures put on its pages. */
import { make } from '../pieces/make.ts'
import { openPdf } from '../pieces/pdf-opening.ts'
import { type FieldBoxWords, follow, scrollNear } from './compose/field-box.ts'
import { type Field, FieldBoxes } from './compose/field-boxes.ts'
import { onPage } from './compose/geometry.ts'
import { RequestSending } from './compose/sending.ts'
import { Sheets } from './compose/sheets.ts'
import { type Card, SignerCards } from './compose/signer-cards.ts'
import { composeScriptWords, filled } from './compose/words.ts'

/** A placement that the service found in the document. */
interface DetectedField extends Field {
  /** The signer named by a tag. */
  signer?: string
}

const DRAG_FROM = 6

/** Takes over the form. */
export function startCompose(form: HTMLFormElement): void {
  new Compose(form)
}

class Compose {
  readonly #form: HTMLFormElement
  readonly #words = composeScriptWords()
  readonly #room = part('sheets')
  readonly #hint = part('sheets-hint')
  readonly #found = part('found')
  readonly #cards: SignerCards
  #sheets: Sheets | undefined
  #fieldBoxes: FieldBoxes | undefined
  /** Sequence number of the latest file: results of earlier ones are discarded. */
  #turn = 0

  constructor(form: HTMLFormElement) {
    this.#form = form
    for (const hidden of form.querySelectorAll<HTMLElement>('.script-only')) hidden.hidden = false
    part('field-box-keys').textContent = this.#words.keys
    this.#cards = new SignerCards(this.#words, {
      added: (card) => this.#prepareChip(card),
      removed: (card) => this.#fieldBoxes?.removeOf(card),
      renamed: () => this.#list(),
    })
    new RequestSending({
      form,
      cards: this.#cards,
      words: this.#words,
      fieldsOf: (card) => this.#fieldBoxes?.fieldsOf(card) ?? [],
    })
    this.#list()
    const input = part('file')
    if (!(input instanceof HTMLInputElement)) throw new Error('the page has no place for a file')
    input.addEventListener('change', () => void this.#open(input.files?.[0]))
    // The browser restores the file when navigating back.
    if (input.files?.[0] !== undefined) void this.#open(input.files[0])
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
    this.#say(this.#words.opening)
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
      words: this.#fieldBoxWords(),
      say: (text) => {
        part('field-box-live').textContent = text
      },
      changed: () => this.#list(),
    })
    // A scroll container must be reachable by keyboard.
    this.#room.tabIndex = 0
    this.#list()
    await this.#search(file, turn)
  }

  async #close(): Promise<void> {
    this.#fileFault(undefined)
    this.#found.hidden = true
    this.#fieldBoxes = undefined
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
    this.#say('')
  }

  #say(text: string): void {
    this.#hint.textContent = text
  }

  #fieldBoxWords(): FieldBoxWords {
    const words = this.#words
    const whole = (value: number): number => Math.round(value)
    const size = ({ width, height }: { width: number; height: number }) => ({
      width: whole(width),
      height: whole(height),
    })
    return {
      name: (name) => filled(words.fieldBox, { name }),
      kind: words.fieldKind,
      at: (page, box) =>
        `${filled(words.at, { page, x: whole(box.x), y: whole(box.y) })}, ${filled(words.size, size(box))}`,
      remove: words.remove,
      placed: (name, page) => filled(words.placed, { name, page }),
      removed: (name) => filled(words.removed, { name }),
      moved: (page, box) => filled(words.moved, { page, x: whole(box.x), y: whole(box.y) }),
      resized: (box) => filled(words.resized, size(box)),
      full: (max) => filled(words.full, { max }),
    }
  }

  /** Dragged onto a page, or pressed. */
  #prepareChip(card: Card): void {
    let dragged = false
    card.chip.addEventListener('pointerdown', (event) => {
      dragged = false
      if (event.button !== 0 || this.#fieldBoxes === undefined) return
      const from = { x: event.clientX, y: event.clientY }
      const ghost = make('div', { className: `drag-ghost ${card.tone()}` }, card.name())
      follow(event, {
        move: ({ clientX, clientY }) => {
          if (!dragged && Math.hypot(clientX - from.x, clientY - from.y) < DRAG_FROM) return
          if (!dragged) document.body.append(ghost)
          dragged = true
          ghost.style.left = `${clientX}px`
          ghost.style.top = `${clientY}px`
          scrollNear(this.#room, clientY)
        },
        end: ({ clientX, clientY }) => {
          ghost.remove()
          if (dragged) this.#fieldBoxes?.addAt(card, clientX, clientY)
        },
      })
    })
    card.chip.addEventListener('click', () => {
      if (!dragged) this.#fieldBoxes?.addInView(card)
      dragged = false
    })
  }

  /** Lists each signer's placements, with links to them. */
  #list(): void {
    // While the cards are made there is nothing to list yet.
    for (const card of this.#cards?.cards ?? []) {
      const fieldBoxes = this.#fieldBoxes?.of(card) ?? []
      card.chip.disabled = this.#fieldBoxes === undefined
      const none = card.places.querySelector<HTMLElement>('.no-place')
      if (none !== null) none.hidden = fieldBoxes.length > 0
      card.places.querySelector('.place-list')?.replaceChildren(
        ...fieldBoxes.map((fieldBox) => {
          const text = filled(this.#words.listed, { page: fieldBox.sheet.page })
          const onclick = () => this.#fieldBoxes?.show(fieldBox)
          const className = 'place-link'
          return make('li', {}, make('button', { type: 'button', className, onclick }, text))
        }),
      )
    }
    this.#fieldBoxes?.redraw()
  }

  async #search(file: File, turn: number): Promise<void> {
    this.#say(this.#words.searching)
    const fields = await this.#fieldsIn(file)
    if (turn !== this.#turn) return
    this.#say(this.#words.tapHint)
    if (fields.length > 0) this.#offer(fields)
  }

  /** A failed search does no harm: it is only a suggestion. */
  async #fieldsIn(file: File): Promise<DetectedField[]> {
    const data = new FormData()
    data.set('csrf', new FormData(this.#form).get('csrf') ?? '')
    data.set('file', file)
    try {
      const headers = { Accept: 'application/json, application/problem+json' }
      const body = { method: 'POST', headers, body: data }
      const answer = await fetch(this.#form.dataset.fields ?? '', body)
      return answer.ok ? ((await answer.json()) as { fields: DetectedField[] }).fields : []
    } catch {
      return []
    }
  }

  /** Suggests one placement per signer, in order, or by the signer named in a tag. */
  #offer(fields: readonly DetectedField[]): void {
    const { foundOne, found, useFound } = this.#words
    const text = fields.length === 1 ? foundOne : filled(found, { count: fields.length })
    const ghosts = fields.map((field) => this.#ghost(field))
    const onclick = () => {
      for (const ghost of ghosts) ghost?.remove()
      this.#found.hidden = true
      for (const [index, field] of fields.entries()) this.#take(field, this.#ownerOf(field, index))
      this.#fieldBoxes?.showChosen()
    }
    const looks = { type: 'button', id: 'use-found', className: 'button secondary' } as const
    const use = make('button', { ...looks, onclick }, useFound)
    this.#found.replaceChildren(make('p', {}, text), use)
    this.#found.hidden = false
  }

  #ownerOf({ signer }: DetectedField, index: number): Card | undefined {
    const number = Number(/^signer_?(\d+)$/i.exec(signer ?? '')?.[1])
    return this.#cards.cards[Number.isNaN(number) ? index : number - 1]
  }

  #take(place: DetectedField, card: Card | undefined): void {
    const sheet = this.#sheets?.sheets[place.page - 1]
    if (sheet === undefined || card === undefined || this.#fieldBoxes?.mayAdd(card) !== true) return
    this.#fieldBoxes.add(card, sheet, place)
  }

  /** The outline of a found placement on its page. */
  #ghost(place: DetectedField): HTMLElement | undefined {
    const sheet = this.#sheets?.sheets[place.page - 1]
    if (sheet === undefined) return undefined
    const { x, y, width, height } = onPage(place, sheet.size)
    const ghost = make('div', { className: 'ghost', attributes: { 'aria-hidden': 'true' } })
    ghost.style.left = `${(x / sheet.size.width) * 100}%`
    ghost.style.top = `${(y / sheet.size.height) * 100}%`
    ghost.style.width = `${(width / sheet.size.width) * 100}%`
    ghost.style.height = `${(height / sheet.size.height) * 100}%`
    sheet.element.append(ghost)
    return ghost
  }
}

function part(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no #${id}`)
  return found
}
