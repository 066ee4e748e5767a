/** Step 4: the signature is drawn, typed or chosen as a picture, shown, and given. */
import { Problem, type SignatureInput } from './calls.ts'
import { visit } from './certificate-visit.ts'
import { buttonById, byId, inputById, onSubmit, showFieldError, whileBusy } from './dom.ts'
import type { Excerpt } from './excerpt.ts'
import { Initials } from './initials.ts'
import { followRules, readInputs, showFinding } from './inputs.ts'
import { KeptForm } from './kept.ts'
import { DrawingPad } from './pad.ts'
import { photograph, toDataUri, writtenName } from './pictures.ts'
import type { Session } from './session.ts'
import { deviceZone, type Stamp, stampOf } from './stamp.ts'
import { startUploads } from './uploads.ts'
import type { Viewer } from './viewer.ts'

type Way = SignatureInput['kind']

/** Wires the step. `viewer` comes once the document is shown. */
export function startSigning(session: Session, viewer: Promise<Viewer>, path: string): void {
  new SignStep(session, viewer, path).wire()
}

class SignStep {
  readonly #session: Session
  readonly #viewer: Promise<Viewer>
  readonly #path: string
  readonly #pad: DrawingPad
  readonly #initials: Initials
  readonly #kept: KeptForm
  readonly #typed = inputById('typed')
  readonly #file = inputById('picture')
  readonly #error = byId('sign-error', HTMLElement)
  #photo: HTMLCanvasElement | undefined
  #excerpt: Excerpt | undefined
  /** Sequence number of the latest preview: a font that loads late must not restore an old one. */
  #turn = 0

  constructor(session: Session, viewer: Promise<Viewer>, path: string) {
    this.#path = path
    this.#session = session
    this.#viewer = viewer
    this.#initials = new Initials(session)
    this.#kept = new KeptForm(session)
    this.#pad = new DrawingPad(byId('pad', HTMLCanvasElement), () => void this.#show())
  }

  wire(): void {
    const { name, email } = this.#session.state.signer
    this.#typed.value = name === email ? '' : name
    // A name is easier to type than to draw where there is a mouse and no finger or pen.
    if (matchMedia('(hover: hover) and (pointer: fine)').matches) this.#start('typed')
    for (const radio of radios('way')) {
      radio.addEventListener('change', () => this.#choose(this.#way()))
    }
    for (const radio of radios('look')) radio.addEventListener('change', () => void this.#show())
    this.#typed.addEventListener('input', () => {
      showFieldError(this.#typed)
      void this.#show()
    })
    this.#file.addEventListener('change', () => void this.#readFile())
    buttonById('pad-undo').addEventListener('click', () => {
      this.#pad.undo()
      void this.#show()
    })
    buttonById('pad-clear').addEventListener('click', () => {
      this.#pad.clear()
      void this.#show()
    })
    const uploads = startUploads(this.#session)
    for (const event of ['input', 'change'])
      document.getElementById('inputs')?.addEventListener(event, () => followRules(this.#session))
    followRules(this.#session)
    this.#kept.wire()
    this.#session.onEnter('sign', () => {
      void uploads.load()
      void this.#kept.load()
      const [field] = this.#session.state.signer.fields
      if (field !== undefined) {
        void this.#viewer.then((viewer) => viewer.goTo(field, { focus: false }))
      }
      void this.#show()
    })
    buttonById('sign-back').addEventListener('click', () => this.#session.show('read'))
    onSubmit(byId('sign-form', HTMLFormElement), () => void this.#sign())
  }

  #way(): Way {
    const value = radios('way').find(({ checked }) => checked)?.value
    return value === 'typed' || value === 'image' ? value : 'drawn'
  }

  #start(way: Way): void {
    for (const radio of radios('way')) radio.checked = radio.value === way
    this.#choose(way)
  }

  #choose(way: Way): void {
    for (const area of document.querySelectorAll<HTMLElement>('[data-way]')) {
      area.hidden = area.dataset.way !== way
    }
    void this.#show()
  }

  async #picture(): Promise<HTMLCanvasElement | undefined> {
    const way = this.#way()
    if (way === 'drawn') return this.#pad.picture()
    if (way === 'image') return this.#photo
    const look = radios('look').findIndex(({ checked }) => checked)
    const text = this.#text()
    return text === '' ? undefined : await writtenName(text, look)
  }

  #text = (): string => this.#typed.value.trim().replace(/\s+/g, ' ')

  async #show(): Promise<void> {
    this.#turn += 1
    const turn = this.#turn
    this.#error.hidden = true
    const picture = await this.#picture()
    if (turn !== this.#turn) return
    const stamp = picture && stampOf(this.#session.state, this.#session.stampWords, picture)
    if (stamp === undefined) byId('preview-box', HTMLElement).hidden = true
    const viewer = await this.#viewer
    if (turn !== this.#turn) return
    viewer.preview(stamp)
    if (stamp !== undefined) await this.#showInPlace(viewer, stamp)
  }

  /** On a phone the document gives way to this step: the part of it that is signed is shown here. */
  async #showInPlace(viewer: Viewer, stamp: Stamp): Promise<void> {
    const turn = this.#turn
    const [field] = this.#session.state.signer.fields
    if (field === undefined) return
    this.#excerpt ??= viewer.excerpt(field)
    try {
      await this.#excerpt.draw(byId('preview', HTMLCanvasElement), stamp)
    } catch (error) {
      console.error(error)
      return
    }
    if (turn === this.#turn) byId('preview-box', HTMLElement).hidden = false
  }

  async #readFile(): Promise<void> {
    const [file] = this.#file.files ?? []
    this.#photo = file === undefined ? undefined : await photograph(file)
    const wrong = file !== undefined && this.#photo === undefined
    if (wrong) {
      showFieldError(this.#file, this.#session.words.sign.fileWrong)
      this.#file.closest('.drop')?.classList.remove('chosen')
    } else showFieldError(this.#file)
    await this.#show()
  }

  #refuse(message: string): void {
    this.#error.textContent = message
    this.#error.hidden = false
    const way = this.#way()
    if (way === 'typed') this.#typed.focus()
    else if (way === 'image') this.#file.focus()
  }

  async #sign(): Promise<void> {
    const session = this.#session
    const { sign } = session.words
    session.clear('sign')
    const values = readInputs(session)
    if (values === undefined) return
    const initials = this.#initials.strokes()
    if (initials === null) return
    const kind = this.#way()
    const picture = await this.#picture()
    if (picture === undefined) return this.#refuse(sign.missing[kind])
    const image = toDataUri(picture)
    if (image === undefined) return this.#refuse(sign.fileLarge)
    const busy = byId('sign-busy', HTMLElement)
    const isOwn = session.state.signer.certificate !== undefined
    if (!isOwn) busy.textContent = sign.busyHint
    const label = isOwn ? byId('certificate-form', HTMLElement).dataset.busy : sign.busy
    await whileBusy(buttonById('sign-submit'), label, async () => {
      try {
        const order: SignatureInput = {
          document_sha256: session.state.document.sha256,
          kind,
          image,
          time_zone: deviceZone(),
          values,
          ...(initials !== undefined && { initials_strokes: initials }),
          ...(kind === 'typed' && { text: this.#text() }),
        }
        if (isOwn) return await visit(this.#path, (await session.calls.certificateOrder(order)).url)
        this.#kept.end()
        await session.finish(await session.calls.sign(order))
      } catch (error) {
        await this.#failed(error)
      }
    })
    busy.textContent = ''
  }

  async #failed(error: unknown): Promise<void> {
    this.#kept.resume()
    const session = this.#session
    if (!(error instanceof Problem)) return session.fail('sign', error)
    if (session.restarts(error) || showFinding(session, error)) return
    if (!(await session.isFinished())) session.fail('sign', error)
  }
}

const radios = (name: string): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`),
]
