/** Files that the signer gives: sent as soon as they are chosen, shown where they were chosen, and removed again. */
import { INPUT_LIMITS } from '../../kernel/field-types.ts'
import { inputId } from '../../signing/model/fields.ts'
import { FILE_KINDS, type SignerFile } from '../../signing/model/uploads.ts'
import { Problem } from './calls.ts'
import { buttonById, inputById, showFieldError } from './dom.ts'
import { photograph } from './pictures.ts'
import type { Session } from './session.ts'

type Input = Session['state']['signer']['inputs'][number]

/** Longest side of a photograph that is made smaller; a page is legible at this size. */
const SIDE_MAX = 3_000
const QUALITY = 0.85

/** The bytes of a canvas as a JPEG. */
const jpegOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))

/** What is sent: the file, or a photograph of it that is smaller or of a kind that is taken. */
async function sendable(file: File): Promise<{ blob: Blob; name: string } | undefined> {
  const isTaken = Object.hasOwn(FILE_KINDS, file.type) || file.type === ''
  if (isTaken && file.size <= INPUT_LIMITS.fileBytes) return { blob: file, name: file.name }
  // A browser that can show it makes a JPEG of it, such as of an iPhone's HEIC.
  const canvas = file.type.startsWith('image/') ? await photograph(file, SIDE_MAX) : undefined
  const blob = canvas && (await jpegOf(canvas))
  if (!blob || blob.size > INPUT_LIMITS.fileBytes) return undefined
  return { blob, name: file.name.replace(/\.\w{1,5}$/, '.jpg') }
}

/** One field. */
class Upload {
  readonly #session: Session
  readonly #input: Input
  readonly #element: HTMLInputElement
  readonly #label: HTMLElement
  readonly #remove: HTMLButtonElement
  readonly #asked: string

  constructor(session: Session, input: Input, index: number) {
    this.#session = session
    this.#input = input
    this.#element = inputById(inputId(index))
    const label = this.#element.closest('.drop')?.querySelector<HTMLElement>('.drop-text span')
    if (!label) throw new Error('the page has no place for the name of a file')
    this.#label = label
    this.#asked = label.textContent ?? ''
    this.#remove = buttonById(`${this.#element.id}-remove`)
  }

  wire(): void {
    this.#element.addEventListener('change', () => void this.#send())
    this.#remove.addEventListener('click', () => void this.#takeBack())
  }

  /** Shows what is uploaded, if anything. */
  show(file: SignerFile | undefined): void {
    const { uploads } = this.#session
    if (file === undefined) uploads.files.delete(this.#input.name)
    else uploads.files.set(this.#input.name, file)
    this.#element.value = ''
    this.#label.textContent =
      file === undefined ? this.#asked : `${file.name} (${this.#sizeOf(file.size)})`
    this.#element.closest('.drop')?.classList.toggle('chosen', file !== undefined)
    this.#remove.hidden = file === undefined
    // Other fields may depend on it.
    document.getElementById('inputs')?.dispatchEvent(new Event('input'))
  }

  #sizeOf(bytes: number): string {
    const kilobytes = Math.max(1, Math.round(bytes / 1_000))
    const unit = { style: 'unit', unit: 'kilobyte', unitDisplay: 'short' } as const
    return new Intl.NumberFormat(this.#session.locale, unit).format(kilobytes)
  }

  async #send(): Promise<void> {
    const [file] = this.#element.files ?? []
    if (file === undefined) return
    const { uploads, words, calls } = this.#session
    const before = uploads.files.get(this.#input.name)
    showFieldError(this.#element)
    this.#label.textContent = words.files.sending
    this.#element.disabled = true
    uploads.running += 1
    try {
      const sent = await sendable(file)
      if (sent === undefined) {
        this.show(before)
        const isPicture = file.type.startsWith('image/')
        const { kind, large } = words.files
        const finding = isPicture || file.size <= INPUT_LIMITS.fileBytes ? kind : large
        this.#refuse(finding)
        return
      }
      this.show(await calls.upload(this.#input.name, sent.blob, sent.name))
    } catch (error) {
      this.show(before)
      this.#failed(error)
    } finally {
      uploads.running -= 1
      this.#element.disabled = false
    }
  }

  async #takeBack(): Promise<void> {
    const file = this.#session.uploads.files.get(this.#input.name)
    if (file === undefined) return
    try {
      await this.#session.calls.removeUpload(file.id)
      this.show(undefined)
      this.#element.focus()
    } catch (error) {
      this.#failed(error)
    }
  }

  /** The field must be usable before it gets the focus. */
  #refuse(words: string): void {
    this.#element.disabled = false
    showFieldError(this.#element, words)
  }

  #failed(error: unknown): void {
    const { words } = this.#session
    const finding = error instanceof Problem ? findingIn(error, words) : undefined
    if (finding !== undefined) this.#refuse(finding)
    else if (!this.#session.restarts(error)) this.#session.fail('sign', error)
  }
}

/** What is wrong with the file itself; undefined for anything else. */
function findingIn({ finding, code }: Problem, { files }: Session['words']): string | undefined {
  switch (finding ?? code) {
    case 'file_too_large':
      return files.large
    case 'file_kind':
      return files.kind
    case 'pdf_encrypted':
      return files.locked
    case 'image_invalid':
    case 'pdf_invalid':
    case 'render_limit_exceeded':
      return files.broken
    default:
      return code === 'file_too_large' ? files.large : undefined
  }
}

/** Wires the fields for files; what was uploaded before is shown each time the step is. */
export function startUploads(session: Session): { load(): Promise<void> } {
  const fields = new Map<string, Upload>()
  for (const [index, input] of session.state.signer.inputs.entries()) {
    if (input.type !== 'file') continue
    const field = new Upload(session, input, index)
    field.wire()
    fields.set(input.name, field)
  }
  return {
    async load() {
      if (fields.size === 0 || session.uploads.running > 0) return
      try {
        const { files } = await session.calls.uploads()
        const known = new Map(files.map(({ field, file }) => [field, file]))
        for (const [name, field] of fields) field.show(known.get(name))
      } catch (error) {
        if (!session.restarts(error)) session.fail('sign', error)
      }
    },
  }
}
