/** The properties of the chosen field: what its signer reads, and what they may fill in. */
import {
  CONDITION_OPERATORS,
  INPUT_LIMITS,
  type ValueKind,
  valueKind,
} from '../../../kernel/field-types.ts'
import { copyOf, part } from '../../pieces/make.ts'
import type { FieldBox } from './field-box.ts'
import { optionsOf, type Sketch, VALUELESS, type When } from './sketches.ts'
import { filled, type PageWords } from './words.ts'

/** Inputs of a line or several, named as the properties. */
const TEXTS = [
  'label',
  'name',
  'options',
  'min',
  'max',
  'max_length',
  'value',
  'pages',
  'formula',
] as const
const TICKS = ['required', 'ticked', 'read_only'] as const
const VALUE_MEMBERS: Readonly<Partial<Record<ValueKind, string>>> = {
  boolean: 'ticked',
  option: 'choice',
}
/** Where a fault of the API's member is shown, if not at the one of its name. */
const MEMBERS: Readonly<Record<string, (sketch: Sketch) => string>> = {
  visible_if: () => 'when',
  value: ({ type }) => VALUE_MEMBERS[valueKind(type) ?? 'text'] ?? 'value',
}

/** What happens with them. */
interface PropertiesEvents {
  words: PageWords
  /** The other fields of the same signer. */
  others: (fieldBox: FieldBox) => readonly Sketch[]
  changed: (fieldBox: FieldBox) => void
  removed: (fieldBox: FieldBox) => void
  done: (fieldBox: FieldBox) => void
}

/** The panel. */
export class Properties {
  readonly #events: PropertiesEvents
  readonly #panel = part('field-properties')
  readonly #place = part('field-place-error')
  readonly #choice = part('field-choice', HTMLSelectElement)
  readonly #when = part('field-when')
  readonly #match = part('field-when_match', HTMLSelectElement)
  #others: readonly Sketch[] = []
  #fieldBox: FieldBox | undefined

  constructor(events: PropertiesEvents) {
    this.#events = events
    this.#panel.addEventListener('input', () => this.#take())
    this.#panel.addEventListener('keydown', (event) => this.#key(event))
    for (const [id, act] of [
      ['field-done', events.done],
      ['field-remove', events.removed],
    ] as const)
      part(id).addEventListener('click', () => {
        if (this.#fieldBox !== undefined) act(this.#fieldBox)
      })
  }

  /** Shows those of a field; of none, or a place to sign without a fault, there is nothing to see. */
  show(fieldBox: FieldBox | undefined): void {
    this.#fieldBox = fieldBox
    const isSeen =
      fieldBox !== undefined &&
      (fieldBox.sketch.type !== 'signature' || fieldBox.finding !== undefined)
    this.#panel.hidden = !isSeen
    if (fieldBox === undefined || !isSeen) return
    const { sketch } = fieldBox
    for (const each of this.#panel.querySelectorAll<HTMLElement>('[data-member]'))
      each.hidden = each.dataset.of?.split(' ').includes(sketch.type) !== true
    for (const name of ['min', 'max', 'value'] as const)
      input(name).type = valueKind(sketch.type) === 'date' ? 'date' : 'text'
    for (const name of TEXTS) input(name).value = sketch[name]
    for (const name of TICKS) input(name).checked = sketch[name]
    this.#offer(sketch)
    this.#offerOthers(fieldBox)
    this.redraw()
  }

  /** What else is seen of the field: whose it is, its page, what is wrong with it. */
  redraw(): void {
    const { words } = this.#events
    if (this.#fieldBox === undefined) return
    const { sketch, owner, sheet, finding } = this.#fieldBox
    const about = { type: words.types[sketch.type], name: owner.name(), page: sheet.page }
    part('field-properties-title').textContent = filled(words.properties, about)
    this.#panel.classList.remove(...[...this.#panel.classList].filter((one) => /^tone-/.test(one)))
    this.#panel.classList.add(owner.tone())
    const member = finding?.member && (MEMBERS[finding.member]?.(sketch) ?? finding.member)
    let isShown = false
    for (const each of this.#panel.querySelectorAll<HTMLElement>('[data-member]')) {
      const isIt = finding !== undefined && each.dataset.member === member && !each.hidden
      isShown ||= isIt
      showFinding(each, isIt ? finding.text : undefined)
    }
    this.#place.hidden = finding === undefined || isShown
    this.#place.textContent = finding?.text ?? ''
  }

  /** The keyboard goes to the first of them. */
  open(): void {
    this.#panel.querySelector<HTMLElement>('[data-member]:not([hidden]) input')?.focus()
  }

  #take(): void {
    const fieldBox = this.#fieldBox
    if (fieldBox === undefined) return
    const { sketch } = fieldBox
    for (const name of TEXTS) sketch[name] = input(name).value
    for (const name of TICKS) sketch[name] = input(name).checked
    sketch.whens = this.#rows().flatMap((row) => this.#conditionIn(row) ?? [])
    sketch.when_match = this.#match.value === 'any' ? 'any' : 'all'
    this.#showWhens(sketch)
    if (valueKind(sketch.type) === 'option') {
      sketch.value = this.#choice.value
      this.#offer(sketch)
    }
    this.#events.changed(fieldBox)
  }

  /** The fields on which this one may depend. */
  #offerOthers(fieldBox: FieldBox): void {
    const { sketch } = fieldBox
    this.#others = this.#events.others(fieldBox)
    // One that was removed meanwhile hides nothing any more.
    sketch.whens = sketch.whens.filter(({ field }) => this.#others.includes(field))
    this.#match.value = sketch.when_match
    this.#when.replaceChildren(...sketch.whens.map((when) => this.#row(when)))
    this.#showWhens(sketch)
  }

  #rows = (): HTMLElement[] => [...this.#when.querySelectorAll<HTMLElement>('[data-condition]')]

  #row(when?: When): HTMLElement {
    const row = copyOf(part('field-condition', HTMLTemplateElement))
    const { field, operator, value } = controlsIn(row)
    field.append(...this.#others.map(({ label }) => new Option(label)))
    field.selectedIndex = when === undefined ? 0 : this.#others.indexOf(when.field) + 1
    operator.value = when?.operator ?? 'filled'
    value.value = when?.value ?? ''
    return row
  }

  #conditionIn(row: HTMLElement): When | undefined {
    const { field: chosen, operator: compared, value } = controlsIn(row)
    const field = this.#others[chosen.selectedIndex - 1]
    const operator = CONDITION_OPERATORS.find((each) => each === compared.value) ?? 'filled'
    return field && { field, operator, value: value.value }
  }

  /** One empty row follows the others, for the next condition. */
  #keepOneEmpty(last = this.#rows().at(-1)): void {
    for (const row of this.#rows()) {
      if (row === last || this.#conditionIn(row) !== undefined) continue
      if (row.contains(document.activeElement)) last?.querySelector('select')?.focus()
      row.remove()
    }
    const isFull = this.#rows().length >= INPUT_LIMITS.conditions
    if (!isFull && (last === undefined || this.#conditionIn(last) !== undefined))
      this.#when.append(this.#row())
  }

  #showWhens({ whens }: Sketch): void {
    this.#keepOneEmpty()
    const { none = '', next = '' } = this.#when.dataset
    for (const row of this.#rows()) {
      const when = this.#conditionIn(row)
      const { field, operator, value } = controlsIn(row)
      const [first] = field.options
      if (first) first.text = when ? '\u2013' : whens.length > 0 ? next : none
      operator.hidden = when === undefined
      value.hidden = when === undefined || VALUELESS.includes(when.operator)
    }
    this.#match.hidden = whens.length < 2
  }

  /** The options as a choice of the value. */
  #offer(sketch: Sketch): void {
    if (valueKind(sketch.type) !== 'option') return
    const options = optionsOf(sketch)
    // A value that is no option any more.
    if (!options.includes(sketch.value)) sketch.value = ''
    this.#choice.replaceChildren(
      new Option(this.#choice.dataset.none ?? '', ''),
      ...options.map((option) => new Option(option)),
    )
    this.#choice.value = sketch.value
  }

  #key(event: KeyboardEvent): void {
    const fieldBox = this.#fieldBox
    if (fieldBox === undefined) return
    const isLine = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
    // Enter in a line would send the whole form.
    if (event.key !== 'Escape' && !(event.key === 'Enter' && isLine)) return
    event.preventDefault()
    fieldBox.element.focus({ preventScroll: true })
  }
}

/** The controls of a condition. */
function controlsIn(row: HTMLElement) {
  const [field, operator] = row.querySelectorAll('select')
  const value = row.querySelector('input')
  if (!field || !operator || !value) throw new Error('a condition has no controls')
  return { field, operator, value }
}

const input = (name: string): HTMLInputElement => part(`field-${name}`) as HTMLInputElement

function showFinding(field: HTMLElement, text: string | undefined): void {
  const note = field.querySelector<HTMLElement>('.field-error')
  if (note !== null) {
    note.hidden = text === undefined
    note.textContent = text ?? ''
  }
  const control = field.querySelector('input, textarea, select')
  if (text === undefined) control?.removeAttribute('aria-invalid')
  else control?.setAttribute('aria-invalid', 'true')
}
