/** Initials: typed or drawn once, for every place where they are asked for. */

import { INPUT_LIMITS } from '../../kernel/field-types.ts'
import { inputId } from '../../signing/model/fields.ts'
import { buttonById, byId, inputById } from './dom.ts'
import { DrawingPad } from './pad.ts'
import type { Session } from './session.ts'

/** The first letters of a name. */
const initialsOf = (name: string): string =>
  name
    .split(/[\s-]+/)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
    .slice(0, INPUT_LIMITS.initials)

/** The initials of one signer. */
export class Initials {
  readonly #session: Session
  readonly #lines: readonly HTMLInputElement[]
  readonly #pad: DrawingPad | undefined
  #isDrawing = false

  constructor(session: Session) {
    this.#session = session
    this.#lines = session.state.signer.inputs.flatMap(({ type, read_only }, index) =>
      type === 'initials' && read_only !== true ? [inputById(inputId(index))] : [],
    )
    if (this.#lines.length === 0) return
    this.#pad = new DrawingPad(byId('initials-pad', HTMLCanvasElement), () => this.#refuse(false))
    for (const line of this.#lines) this.#spread(line)
    buttonById('initials-way').addEventListener('click', () => this.#choose(!this.#isDrawing))
    buttonById('initials-clear').addEventListener('click', () => this.#pad?.clear())
  }

  /** The drawing; undefined where they are typed only; null, with the fault shown, where nothing is drawn. */
  strokes(): number[][] | undefined | null {
    if (!this.#isDrawing) return undefined
    const strokes = this.#pad?.strokes(INPUT_LIMITS.initialsNumbers)
    this.#refuse(strokes === undefined)
    return strokes ?? null
  }

  /** What is typed in one place is typed in all that said the same. */
  #spread(line: HTMLInputElement): void {
    let before = line.value
    line.addEventListener('input', () => {
      for (const other of this.#lines)
        if (other.value === before || other.value === '') other.value = line.value
      before = line.value
    })
    line.addEventListener('focus', () => {
      before = line.value
    })
  }

  #choose(isDrawing: boolean): void {
    this.#isDrawing = isDrawing
    const { fill } = this.#session.words
    const { name, email } = this.#session.state.signer
    byId('initials-drawn', HTMLElement).hidden = !isDrawing
    const label = buttonById('initials-way').querySelector('span')
    if (label !== null) label.textContent = isDrawing ? fill.typeInitials : fill.drawInitials
    // Programs and screen readers read the letters.
    for (const line of this.#lines)
      if (isDrawing && line.value === '' && name !== email) line.value = initialsOf(name)
    this.#refuse(false)
  }

  #refuse(isMissing: boolean): void {
    const place = byId('initials-error', HTMLElement)
    place.hidden = !isMissing
    if (isMissing) byId('initials-way', HTMLElement).focus()
  }
}
