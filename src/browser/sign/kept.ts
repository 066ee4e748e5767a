/** What is filled in is kept as it is typed, so that the person can go on with it on another device. */
import { type InputValue, type InputValues, inputId, valueIn } from '../../signing/model/fields.ts'
import { byId } from './dom.ts'
import { followRules, givenIn } from './inputs.ts'
import type { Session } from './session.ts'

/** Pause in typing after which it is saved. */
const PAUSE_MS = 1_500

type Input = Session['state']['signer']['inputs'][number]

/** Whether a field is one whose value is kept: files are, elsewhere. */
const isKept = ({ type, read_only, formula }: Input): boolean =>
  type !== 'file' && read_only !== true && formula === undefined

/** Puts a value into a field. */
function put({ type }: Input, element: HTMLElement, value: InputValue): void {
  if (type === 'radio') {
    for (const option of element.querySelectorAll<HTMLInputElement>('input'))
      option.checked = option.value === value
    return
  }
  if (element instanceof HTMLInputElement && type === 'checkbox') element.checked = value === true
  else if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement)
    element.value = String(value)
}

/** The half-filled form. */
export class KeptForm {
  readonly #session: Session
  readonly #status: HTMLElement | null
  #timer: number | undefined
  #isLoaded = false
  #isTouched = false
  #isOver = false

  constructor(session: Session) {
    this.#session = session
    this.#status = document.getElementById('inputs-saved')
  }

  get #inputs(): Input[] {
    return this.#session.state.signer.inputs
  }

  wire(): void {
    if (!this.#inputs.some(isKept)) return
    const area = byId('inputs', HTMLElement)
    area.addEventListener('input', ({ target }) => {
      // Only what a person does, not what the page shows anew.
      if (target === area) return
      this.#isTouched = true
      clearTimeout(this.#timer)
      this.#timer = window.setTimeout(() => void this.#save(), PAUSE_MS)
    })
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden' && this.#timer !== undefined) void this.#save()
    })
  }

  /** Fills in what was saved before, unless something has been typed since. */
  async load(): Promise<void> {
    if (this.#isLoaded || !this.#inputs.some(isKept)) return
    this.#isLoaded = true
    try {
      const { values } = await this.#session.calls.keptValues()
      if (this.#isTouched || Object.keys(values).length === 0) return
      this.#fill(values)
      this.#say(this.#session.words.fill.resumed)
    } catch (error) {
      // The form can be filled in without.
      this.#isLoaded = false
      console.error(error)
    }
  }

  /** The signature is being made: nothing more is saved. */
  end(): void {
    clearTimeout(this.#timer)
    this.#isOver = true
  }

  /** It was not made after all. */
  resume(): void {
    this.#isOver = false
  }

  #fill(values: InputValues): void {
    for (const [index, input] of this.#inputs.entries()) {
      const value = valueIn(values, input.name)
      if (value !== undefined && isKept(input)) put(input, byId(inputId(index), HTMLElement), value)
    }
    followRules(this.#session)
  }

  async #save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isOver) return
    const values = this.#inputs.flatMap((input, index) =>
      isKept(input) ? [[input.name, givenIn(input, index, this.#session)] as const] : [],
    )
    try {
      await this.#session.calls.saveValues(Object.fromEntries(values))
      this.#say(this.#session.words.fill.saved)
    } catch (error) {
      // What is on the page is still there, and is what will be signed.
      this.#say('')
      console.error(error)
    }
  }

  #say(text: string): void {
    if (this.#status !== null) this.#status.textContent = text
  }
}
