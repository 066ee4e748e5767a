/**
 * The people of a new request: cards that can be added, removed and renumbered, each with its colour and placements.
 */

import { type SavedState, SIGNER_FIELDS } from '../../../console/pages/compose-fields.ts'
import { copyOf } from '../../pieces/make.ts'
import type { Owner } from './field-box.ts'
import { filled, type PageWords } from './words.ts'

/** Number of distinct colours; they repeat for more signers. */
const TONES = 6
const SIGNERS_MAX = 50
/** One card. */
export interface Card extends Owner {
  element: HTMLElement
  chip: HTMLButtonElement
  places: HTMLElement
  /** What was typed, as the API names it. */
  values: () => Record<string, string>
  /** Of a saved one: by what it is known, and its fields as they were sent. */
  saved?: { ref: Record<string, string>; fields: string }
}

/** Events of the cards. */
interface CardEvents {
  added: (card: Card) => void
  removed: (card: Card) => void
  /** Names or numbers have changed. */
  renamed: () => void
}

/** All cards. */
export class SignerCards {
  readonly cards: Card[] = []
  readonly #list: HTMLElement
  readonly #template: HTMLTemplateElement
  readonly #words: PageWords
  readonly #events: CardEvents
  #made = 0

  constructor(words: PageWords, events: CardEvents) {
    const list = document.getElementById('signer-cards')
    const template = document.getElementById('signer-template')
    if (list === null || !(template instanceof HTMLTemplateElement))
      throw new Error('the page has no cards')
    this.#list = list
    this.#template = template
    this.#words = words
    this.#events = events
    for (const element of list.querySelectorAll<HTMLElement>('[data-signer]')) this.#adopt(element)
    const add = document.getElementById('add-signer')
    add?.addEventListener('click', () => this.#add())
    this.#number()
  }

  /** The field an error names by its index, such as `signer-1-email`. */
  fieldOf(index: number, name: string): HTMLElement | null {
    return this.cards[index]?.element.querySelector<HTMLElement>(`[id$="-${name}"]`) ?? null
  }

  #adopt(element: HTMLElement): Card {
    const [chip, places, remove] = [
      element.querySelector<HTMLButtonElement>('.chip'),
      element.querySelector<HTMLElement>('.signer-places'),
      element.querySelector<HTMLButtonElement>('.remove-signer'),
    ]
    if (chip === null || places === null || remove === null) throw new Error('a card lacks a part')
    const input = (name: string) =>
      element.querySelector<HTMLInputElement | HTMLSelectElement>(`[id$="-${name}"]`)
    const typed = (name: string): string => {
      const found = input(name)
      if (found instanceof HTMLInputElement && found.type === 'checkbox' && !found.checked)
        return ''
      return found?.value.trim() ?? ''
    }
    const card: Card = {
      id: this.#made,
      element,
      chip,
      places,
      name: () =>
        [typed('first_name'), typed('last_name')].filter(Boolean).join(' ') ||
        typed('email') ||
        filled(this.#words.signer, { n: this.cards.indexOf(card) + 1 }),
      tone: () => `tone-${this.cards.indexOf(card) % TONES}`,
      values: () => ({
        ...Object.fromEntries(SIGNER_FIELDS.map((name) => [name, typed(name)])),
        ...card.saved?.ref,
      }),
    }
    this.#made += 1
    places.hidden = false
    this.cards.push(card)
    remove.addEventListener('click', () => this.#remove(card))
    element.addEventListener('input', () => this.#events.renamed())
    this.#events.added(card)
    return card
  }

  #add(): void {
    if (this.cards.length >= SIGNERS_MAX) return
    this.#append().element.querySelector('input')?.focus()
  }

  /** Shows the people of what was saved, with what is known of them. */
  fill(people: SavedState['signers']): Card[] {
    const cards = people.map(({ values, ref }, index) => {
      const card = this.cards[index] ?? this.#append()
      for (const [name, value] of Object.entries(values)) {
        const field = card.element.querySelector<HTMLInputElement>(`[id$="-${name}"]`)
        if (field?.type === 'checkbox') field.checked = value === 'yes'
        // A country that is not known stays the likely one.
        else if (field !== null && value !== '') field.value = value
      }
      card.saved = { ref: { ...ref }, fields: '' }
      return card
    })
    this.#number()
    return cards
  }

  #append(): Card {
    const copy = copyOf(this.#template)
    const number = String(this.#made)
    for (const element of [copy, ...copy.querySelectorAll('*')])
      for (const name of ['id', 'for', 'name', 'aria-describedby']) {
        const value = element.getAttribute(name)
        if (value !== null)
          element.setAttribute(name, value.replaceAll('signer-N', `signer-${number}`))
      }
    this.#list.append(copy)
    const card = this.#adopt(copy)
    this.#number()
    return card
  }

  #remove(card: Card): void {
    const at = this.cards.indexOf(card)
    this.#events.removed(card)
    this.cards.splice(at, 1)
    card.element.remove()
    this.#number()
    const next = this.cards[at] ?? this.cards[at - 1]
    next?.element.querySelector('input')?.focus()
  }

  #number(): void {
    for (const [index, { element, tone, saved }] of this.cards.entries()) {
      const label = filled(this.#words.signer, { n: index + 1 })
      const role = saved?.ref.role
      element.className = `signer-card ${tone()}`
      for (const [selector, text] of [
        ['.tone-mark', String(index + 1)],
        ['h3', role === undefined ? label : `${label} · ${role}`],
        ['.remove-signer .visually-hidden', ` ${label}`],
        ['.chip .visually-hidden', ` ${label}`],
      ] as const) {
        const part = element.querySelector(selector)
        if (part !== null) part.textContent = text
      }
      const remove = element.querySelector<HTMLElement>('.remove-signer')
      if (remove !== null) remove.hidden = this.cards.length === 1
    }
    this.#events.renamed()
  }
}
