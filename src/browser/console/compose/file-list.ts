/** The list of the files of a new request, once there are several: shown, moved, removed, and more of them added. */
import { FILES_MAX } from '../../../signing/model/files.ts'
import { copyOf, part } from '../../pieces/make.ts'
import type { RequestFile, RequestFiles } from './request-files.ts'
import { filled, type PageWords } from './words.ts'

/** What happens with them. */
interface FileListEvents {
  words: PageWords
  /** Another one is wanted on the pages. */
  show: (file: RequestFile) => void
  /** They were chosen, to come after those that are there. */
  added: (files: readonly File[]) => void
  removed: (file: RequestFile) => void
  /** Their order is another. */
  moved: () => void
}

const ACTS = ['up', 'down', 'remove'] as const
type Act = (typeof ACTS)[number]

/** The list. */
export class FileList {
  readonly #files: RequestFiles
  readonly #events: FileListEvents
  /** Bytes of all files together. */
  readonly #bytesMax: number
  readonly #list = part('file-list')
  readonly #select = part('shown-file', HTMLSelectElement)
  readonly #template = part('file-template', HTMLTemplateElement)
  readonly #rows = new Map<RequestFile, HTMLElement>()

  constructor(files: RequestFiles, bytesMax: number, events: FileListEvents) {
    this.#files = files
    this.#bytesMax = bytesMax
    this.#events = events
    const input = part('more-files', HTMLInputElement)
    part('add-files').addEventListener('click', () => input.click())
    input.addEventListener('change', () => {
      const room = FILES_MAX - files.all.length
      const chosen = [...(input.files ?? [])].slice(0, room)
      // The same file can be chosen again.
      input.value = ''
      if (chosen.length > 0) events.added(chosen)
    })
    this.#select.addEventListener('change', () => {
      const file = files.all[this.#select.selectedIndex]
      if (file !== undefined) events.show(file)
    })
  }

  /** As the files are now. */
  redraw(): void {
    const { all, shown } = this.#files
    const isSeveral = all.length > 1
    part('more-files-part').hidden = all.length === 0
    part('add-files').hidden = all.length >= FILES_MAX
    // One file is where it was chosen; several are in the list.
    const chosen = part('file').closest<HTMLElement>('.drop')
    if (chosen !== null) chosen.hidden = isSeveral
    this.#list.hidden = !isSeveral
    part('file-shown').hidden = !isSeveral
    for (const known of [...this.#rows.keys()]) if (!all.includes(known)) this.#rows.delete(known)
    this.#list.replaceChildren(...all.map((file, index) => this.#row(file, index)))
    this.#select.replaceChildren(...all.map((file, index) => new Option(titleOf(file, index))))
    this.#select.selectedIndex = shown === undefined ? -1 : all.indexOf(shown)
    const note = part('files-error')
    const bytes = all.reduce((sum, { file }) => sum + file.size, 0)
    note.hidden = !isSeveral || bytes <= this.#bytesMax
    note.textContent = note.hidden ? '' : (part('more-files-part').dataset.over ?? '')
  }

  #row(file: RequestFile, index: number): HTMLElement {
    const row = this.#rows.get(file) ?? this.#make(file)
    const pick = row.querySelector<HTMLElement>('.file-pick')
    if (pick !== null) {
      pick.textContent = titleOf(file, index)
      pick.setAttribute('aria-pressed', String(file === this.#files.shown))
      pick.classList.toggle('faulty', file.finding !== undefined)
    }
    for (const act of ACTS) {
      const button = buttonOf(row, act)
      const last = this.#files.all.length - 1
      button.disabled = (act === 'up' && index === 0) || (act === 'down' && index === last)
    }
    return row
  }

  #make(file: RequestFile): HTMLElement {
    const row = copyOf(this.#template)
    row.querySelector('.file-pick')?.addEventListener('click', () => this.#events.show(file))
    for (const act of ACTS) {
      const button = buttonOf(row, act)
      const about = button.querySelector('.visually-hidden')
      if (about !== null) about.textContent = ` ${file.file.name}`
      button.addEventListener('click', () => this.#act(file, act))
    }
    this.#rows.set(file, row)
    return row
  }

  #act(file: RequestFile, act: Act): void {
    const { all } = this.#files
    const { words } = this.#events
    const at = all.indexOf(file)
    const name = file.file.name
    all.splice(at, 1)
    if (act === 'remove') {
      this.#events.removed(file)
      say(filled(words.fileRemoved, { file: name }))
      const next = all[at] ?? all[at - 1]
      const row = next && all.length > 1 ? this.#rows.get(next) : undefined
      const target = row?.querySelector<HTMLElement>('.file-pick') ?? part('add-files')
      target.focus()
      return
    }
    const to = at + (act === 'up' ? -1 : 1)
    all.splice(to, 0, file)
    this.#events.moved()
    say(filled(words.fileOrder, { file: name, n: to + 1, files: all.length }))
    // Keyboard users stay on the same file.
    const row = this.#rows.get(file)
    const buttons = row ? [buttonOf(row, act), buttonOf(row, act === 'up' ? 'down' : 'up')] : []
    buttons.find(({ disabled }) => !disabled)?.focus()
  }
}

const titleOf = ({ file }: RequestFile, index: number): string => `${index + 1}. ${file.name}`

function buttonOf(row: HTMLElement, act: Act): HTMLButtonElement {
  const button = row.querySelector<HTMLButtonElement>(`[data-act="${act}"]`)
  if (button === null) throw new Error(`a file has no button ${act}`)
  return button
}

/** For those who do not see the list. */
function say(text: string): void {
  part('files-live').textContent = text
}
