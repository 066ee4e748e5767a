/** Sends a new request in the background, so that a refusal loses neither the file nor the placements. */
import type { FormFinding } from '../../../pages/components.tsx'
import { part, serviceUrl } from '../../pieces/make.ts'
import { tellPageAround } from '../../pieces/page-around.ts'
import type { FieldBox } from './field-box.ts'
import type { RequestFiles } from './request-files.ts'
import type { Card, SignerCards } from './signer-cards.ts'
import type { PageWords } from './words.ts'

/** What is sent besides the fields of the form. */
interface SendingParts {
  form: HTMLFormElement
  cards: SignerCards
  words: PageWords
  files: RequestFiles
}

interface Result {
  location?: string
  faults?: FormFinding[]
  /** For the page around the frame. */
  told?: object
}

/** Takes over the form. */
export class RequestSending {
  readonly #parts: SendingParts
  readonly #status: HTMLElement | null
  #running = false
  /** The fields of each signer as they were sent: faults count them. */
  #sent: ReadonlyMap<Card, readonly FieldBox[]> = new Map()

  constructor(parts: SendingParts) {
    this.#parts = parts
    this.#status = document.getElementById('send-status')
    parts.form.noValidate = true
    // Before the page's own listener, which assumes that the form is submitted natively.
    document.addEventListener(
      'submit',
      (event) => {
        if (event.target !== parts.form) return
        event.preventDefault()
        void this.#send(event.submitter)
      },
      { capture: true },
    )
  }

  async #send(submitter: HTMLElement | null): Promise<void> {
    if (this.#running) return
    this.#busy(submitter, true)
    this.#clear()
    try {
      const answer = await fetch(this.#parts.form.action, {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: this.#body(submitter),
      })
      const result = (await answer.json()) as Result
      if (result.told !== undefined) tellPageAround(part('main').dataset.embedOrigin, result.told)
      if (result.location !== undefined) location.assign(serviceUrl(result.location))
      else this.#show(result.faults ?? [])
    } catch {
      this.#show([{ field: 'form', text: this.#parts.words.failed }])
    }
    this.#busy(submitter, false)
  }

  #body(submitter: HTMLElement | null): FormData {
    const { form, cards, files } = this.#parts
    const data = new FormData(form)
    for (const { file, isSaved } of files.all.slice(1))
      if (isSaved !== true) data.append('files', file)
    for (const name of [...data.keys()]) if (name.startsWith('signer-')) data.delete(name)
    const signers = cards.cards.map((card) => {
      const fields = files.fieldsOf(card)
      // Fields that nobody has changed are left as they are, and all of them until they are on the pages.
      const before = card.saved?.fields
      const isSame = before === '' || before === JSON.stringify(fields)
      const isNone = fields.length === 0 && card.saved === undefined
      return { ...card.values(), ...(!isSame && !isNone && { fields }) }
    })
    this.#sent = new Map(cards.cards.map((card) => [card, files.of(card)]))
    data.set('signers', JSON.stringify(signers))
    if (submitter instanceof HTMLButtonElement) data.set('intent', submitter.value)
    return data
  }

  #busy(submitter: HTMLElement | null, running: boolean): void {
    this.#running = running
    submitter?.classList.toggle('busy', running)
    for (const button of this.#parts.form.querySelectorAll('[name="intent"]'))
      button.setAttribute('aria-disabled', String(running))
    if (this.#status !== null) this.#status.textContent = running ? this.#parts.words.sending : ''
  }

  #clear(): void {
    const { form, files } = this.#parts
    files.setFindings(new Map())
    for (const note of form.querySelectorAll<HTMLElement>('.field-error')) note.hidden = true
    for (const input of form.querySelectorAll('[aria-invalid]'))
      input.removeAttribute('aria-invalid')
    const own = document.getElementById('form-fault')
    if (own !== null) own.hidden = true
  }

  /** Each fault at its field; the first one gets the focus. */
  #show(findings: readonly FormFinding[]): void {
    const onPages = new Map<FieldBox, FormFinding>()
    let first: HTMLElement | undefined
    let firstBox: FieldBox | undefined
    for (const finding of findings) {
      const fieldBox = this.#boxOf(finding)
      if (fieldBox !== undefined && !onPages.has(fieldBox)) onPages.set(fieldBox, finding)
      const text = fieldBox === undefined ? finding.text : `${fieldBox.said()}: ${finding.text}`
      const input = this.#noted(finding.field, text)
      if (first === undefined && input !== undefined) {
        firstBox = fieldBox
        first = fieldBox?.element ?? input
      }
    }
    this.#parts.files.setFindings(onPages)
    if (firstBox !== undefined) this.#parts.files.showFileOf(firstBox)
    if (first === undefined) return
    first.focus({ preventScroll: true })
    first.scrollIntoView({ block: 'center' })
  }

  /** Writes a text at the field of a form, or above it if there is no such field. */
  #noted(field: string, text: string): HTMLElement | undefined {
    const input = this.#input(field)
    const note = input === null ? null : document.getElementById(`${input.id}-error`)
    if (input === null || note === null) {
      this.#showOwn(text)
      return undefined
    }
    // All fields that a signer has on the pages share one note.
    note.textContent = note.hidden ? text : `${note.textContent}\n${text}`
    note.hidden = false
    if (!input.classList.contains('chip')) input.setAttribute('aria-invalid', 'true')
    return input
  }

  /** The field on a page that a fault is about, if it is still there. */
  #boxOf({ field, place }: FormFinding): FieldBox | undefined {
    const card = this.#parts.cards.cards[Number(/^signer-(\d+)-fields$/.exec(field)?.[1])]
    const fieldBox = card && place !== undefined ? this.#sent.get(card)?.[place] : undefined
    return fieldBox?.element.isConnected === true ? fieldBox : undefined
  }

  #input(field: string): HTMLElement | null {
    const [, index, name] = /^signer-(\d+)-(\w+)$/.exec(field) ?? []
    if (index === undefined || name === undefined) return document.getElementById(field)
    return this.#parts.cards.fieldOf(Number(index), name)
  }

  #showOwn(text: string): void {
    const own = document.getElementById('form-fault')
    const place = document.getElementById('form-fault-text')
    if (own === null || place === null) return
    place.textContent = text
    own.hidden = false
    own.scrollIntoView({ block: 'center' })
  }
}
