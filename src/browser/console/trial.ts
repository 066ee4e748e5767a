/**
 * Renders documents in place: the form is submitted in the background, and its file or the errors appear beside it.
 */
import { readWarningsField, WARNINGS_HEADER } from '../../http/warnings-field.ts'
import { type WarningTexts, warningText } from '../../translations/document-warnings.ts'
import type { Templates } from '../../translations/messages.ts'
import { make } from '../pieces/make.ts'
import { type Editor, markFrom } from './editor.ts'

/** Where an editor keeps what was typed, until the tab is closed. */
const DRAFT = 'draft'

/** Makes the form of the page show its result. */
export function startTrial(editors: readonly Editor[]): void {
  const form = document.querySelector<HTMLFormElement>('#try-form')
  const result = document.querySelector<HTMLElement>('#try-result')
  if (form === null || result === null) return
  const editor = editors.find(({ area }) => area.form === form)
  const trial = new Trial(form, result, editor)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (editor?.check() === false) editor.showFinding()
    else void trial.run(event.submitter)
  })
  startCommand(form)
  if (editor !== undefined) keepDraft(form, editor)
}

/** Updates the command below the form with the choices above. */
function startCommand(form: HTMLFormElement): void {
  const command = document.getElementById('curl-try')
  const pattern = form.dataset.curl
  if (command === null || pattern === undefined) return
  const write = (): void => {
    const texts: Record<string, string> = {}
    for (const select of form.querySelectorAll('select')) {
      texts[select.name] = select.value
      const [chosen] = select.selectedOptions
      for (const { name, value } of chosen?.attributes ?? [])
        if (name.startsWith('data-curl-')) texts[name.slice('data-curl-'.length)] = value
    }
    command.textContent = pattern.replace(/\{(\w+)\}/g, (whole, name) => texts[name] ?? whole)
  }
  form.addEventListener('change', write)
}

/** Restores the input after a reload; for this session and this tab only. */
function keepDraft(form: HTMLFormElement, editor: Editor): void {
  const session = form.querySelector<HTMLInputElement>('input[name="csrf"]')?.value ?? ''
  const key = `${DRAFT} ${session.slice(0, 12)} ${location.pathname}`
  const kept = sessionStorage.getItem(key)
  const untouched = !editor.area.dataset.sample
  if (kept !== null && untouched && kept !== editor.text) editor.text = kept
  editor.onChange(() => {
    try {
      sessionStorage.setItem(key, editor.text)
    } catch {
      // What is too large to be kept is only lost when the page is left.
    }
  })
}

class Trial {
  readonly #form: HTMLFormElement
  readonly #editor: Editor | undefined
  readonly #words: DOMStringMap
  readonly #sheet: HTMLElement
  readonly #status: HTMLElement
  readonly #link: HTMLAnchorElement
  readonly #problems: HTMLElement | null
  #url = ''
  #running = false

  constructor(form: HTMLFormElement, result: HTMLElement, editor: Editor | undefined) {
    this.#form = form
    this.#editor = editor
    this.#words = result.dataset
    this.#sheet = part(result, '#try-sheet')
    this.#status = part(result, '#try-status')
    this.#link = part<HTMLAnchorElement>(result, '#try-download')
    this.#problems = result.querySelector('#try-problems')
    this.#sheet.classList.toggle('behind', (this.#problems?.childElementCount ?? 0) > 0)
    editor?.onChange(() => this.#stale())
  }

  async run(submitter: HTMLElement | null): Promise<void> {
    if (this.#running) return
    const button = submitter ?? this.#form.querySelector<HTMLElement>('button.primary')
    this.#busy(button, true)
    try {
      const started = performance.now()
      const address = new URL(this.#form.action)
      // Requests the response in the page's language.
      address.searchParams.set('lang', document.documentElement.lang)
      const answer = await fetch(address, {
        method: 'POST',
        body: bodyOf(this.#form, submitter),
        headers: { Accept: 'application/pdf, text/html;q=0.9' },
      })
      if (isPage(answer)) this.#report(await answer.text())
      else await this.#offer(answer, started)
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error), true)
    } finally {
      this.#busy(button, false)
    }
  }

  #busy(button: HTMLElement | null, running: boolean): void {
    this.#running = running
    button?.classList.toggle('busy', running)
    for (const one of this.#form.querySelectorAll('button[type="submit"], button:not([type])'))
      one.setAttribute('aria-disabled', String(running))
    this.#sheet.setAttribute('aria-busy', String(running))
    if (running) this.#say(this.#words.busy ?? '')
  }

  /** The page that came says what is wrong, or what the rules say: that part of it is taken over. */
  #report(page: string): void {
    const other = new DOMParser().parseFromString(page, 'text/html')
    const problems = other.querySelector('#try-problems')
    if (this.#problems === null || problems === null || problems.childElementCount === 0) {
      const words = other.querySelector('.outcome .lead')?.textContent?.trim()
      this.#say(words || (other.querySelector('h1')?.textContent ?? ''), true)
      return
    }
    this.#problems.replaceChildren(...problems.children)
    this.#sheet.classList.add('behind')
    this.#link.hidden = true
    this.#xml(undefined)
    this.#say('')
    if (this.#editor !== undefined) markFrom(this.#editor)
    const narrow = this.#problems.getBoundingClientRect().top > innerHeight
    if (narrow) this.#problems.scrollIntoView({ block: 'start' })
  }

  async #offer(answer: Response, started: number): Promise<void> {
    const type = answer.headers.get('content-type') ?? ''
    const bytes = new Uint8Array(await answer.arrayBuffer())
    this.#warn(answer.headers.get(WARNINGS_HEADER) ?? '')
    this.#sheet.classList.remove('behind')
    this.#editor?.mark(new Set())
    this.#download(bytes, type, nameIn(answer.headers.get('content-disposition') ?? ''))
    const said = type.startsWith('application/pdf') ? await this.#draw(bytes) : this.#showWord()
    this.#tick()
    const seconds = ((performance.now() - started) / 1000).toLocaleString(
      document.documentElement.lang,
      { maximumFractionDigits: 2 },
    )
    this.#say(`${(this.#words.done ?? '').replace('{time}', `${seconds} s`)}${said}`)
  }

  /** Among the first steps, this one is done now. */
  #tick(): void {
    this.#form.closest('[data-step]')?.classList.add('done')
  }

  /** What the document lacks, in place of the problems. */
  #warn(field: string): void {
    const words = JSON.parse(this.#words.warnings ?? '{}') as Templates<WarningTexts>
    const items = readWarningsField(field).map((warning) => {
      const { detail, fix } = warningText(warning, words)
      return make('li', { className: 'finding warning' }, make('p', {}, detail), make('p', {}, fix))
    })
    const list = make('ul', { className: 'findings' }, ...items)
    this.#problems?.replaceChildren(...(items.length > 0 ? [list] : []))
  }

  async #draw(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const { drawPdf } = await import('./pdf.ts')
    const { pages, shown, xml } = await drawPdf(bytes, this.#sheet, {
      page: this.#words.page ?? '',
    })
    this.#xml(xml)
    if (shown >= pages) return ''
    const more = (this.#words.more ?? '').replace('{shown}', String(shown))
    return ` ${more.replace('{pages}', String(pages))}`
  }

  #showWord(): string {
    this.#sheet.replaceChildren(make('p', { className: 'try-empty' }, this.#words.word ?? ''))
    return ''
  }

  /** The XML of an electronic invoice, out of the PDF that carries it. */
  #xml(bytes: Uint8Array<ArrayBuffer> | undefined): void {
    const panel = document.getElementById('try-xml')
    const [text, link] = [document.getElementById('xml'), document.getElementById('xml-download')]
    if (panel === null || text === null || !(link instanceof HTMLAnchorElement)) return
    panel.hidden = bytes === undefined
    if (bytes === undefined) return
    text.textContent = indented(new TextDecoder().decode(bytes))
    if (link.href.startsWith('blob:')) URL.revokeObjectURL(link.href)
    link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/xml' }))
  }

  #download(bytes: Uint8Array<ArrayBuffer>, type: string, name: string): void {
    if (this.#url !== '') URL.revokeObjectURL(this.#url)
    this.#url = URL.createObjectURL(new Blob([bytes], { type }))
    this.#link.href = this.#url
    this.#link.download = name
    this.#link.hidden = false
  }

  #stale(): void {
    if (this.#running || this.#url === '' || this.#sheet.classList.contains('behind')) return
    this.#say(this.#words.stale ?? '')
  }

  #say(text: string, wrong = false): void {
    this.#status.textContent = text
    this.#status.classList.toggle('wrong', wrong)
  }
}

/** XML with each element on a line of its own; text stays where it is. */
function indented(xml: string): string {
  let depth = 0
  const lines = xml.replace(/>\s*</g, '>\n<').split('\n')
  return lines
    .map((line) => {
      if (line.startsWith('</')) depth -= 1
      const text = '  '.repeat(Math.max(0, depth)) + line
      if (/^<[^/?!]/.test(line) && !/\/>$|<\//.test(line)) depth += 1
      return text
    })
    .join('\n')
}

const isPage = (answer: Response): boolean =>
  answer.headers.get('content-type')?.startsWith('text/html') === true

/** The form as the browser would send it, with the button that was pressed. */
function bodyOf(form: HTMLFormElement, submitter: HTMLElement | null): FormData | URLSearchParams {
  const fields = new FormData(form)
  if (submitter instanceof HTMLButtonElement && submitter.name !== '')
    fields.set(submitter.name, submitter.value)
  if (form.enctype === 'multipart/form-data') return fields
  return new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
}

/** File name of `Content-Disposition`. */
function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded === undefined
    ? (/filename="([^"]*)"/.exec(disposition)?.[1] ?? 'document.pdf')
    : decodeURIComponent(encoded)
}

function part<T extends HTMLElement>(from: HTMLElement, selector: string): T {
  const found = from.querySelector<T>(selector)
  if (found === null) throw new Error(`the page has no ${selector}`)
  return found
}
