/** The number that a signer types, where the sender gave none. */
import { Problem } from './calls.ts'
import { byId, inputById, showFieldError } from './dom.ts'
import type { Session } from './session.ts'

/** The country and the number. */
export class PhoneEntry {
  readonly #session: Session
  readonly input = inputById('phone')
  readonly #country = byId('phone-country', HTMLSelectElement)

  constructor(session: Session) {
    this.#session = session
  }

  /** Loads what is needed to read numbers, once. */
  async ready(): Promise<void> {
    if (this.#country.options.length > 0) return
    try {
      const kit = await import('./phone.ts')
      kit.fillCountries(this.#country, this.#session.locale)
      this.input.addEventListener('input', () => {
        const found = kit.countryOf(this.input.value)
        if (found !== undefined) this.#country.value = found
      })
      this.input.addEventListener('blur', () => {
        this.input.value = kit.grouped(this.input.value, this.#country.value)
      })
    } catch (error) {
      console.error(error)
      this.#session.fail('code', new Problem('offline'))
    }
  }

  /** The number in E.164; undefined where it is wrong, which is shown. */
  async number(): Promise<string | undefined> {
    const kit = await import('./phone.ts')
    const number = kit.toE164(this.input.value, this.#country.value)
    const { words, state } = this.#session
    const { phoneWrong } = state.signer.call === undefined ? words.code : words.callCode
    showFieldError(
      this.input,
      number === undefined
        ? phoneWrong({ example: kit.exampleOf(this.#country.value) })
        : undefined,
    )
    return number
  }
}
