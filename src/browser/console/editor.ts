/** Turns a text area into a JSON editor: line numbers, highlighting, indentation, and errors at their lines. */

import { locateJsonErrors } from '../../kernel/json-errors.ts'
import { make } from '../pieces/make.ts'

/** Longer texts are edited without highlighting: each keystroke would repaint too much. */
const COLOURED_MAX = 200_000
const SETTLE_MS = 250
const INDENT = '  '

type Kind = 'name' | 'text' | 'number' | 'word'

const TOKEN = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g

function kindOf([, text, colon, number]: RegExpMatchArray): Kind {
  if (text !== undefined) return colon === undefined ? 'text' : 'name'
  return number === undefined ? 'word' : 'number'
}

/** One line, in colours. No value of JSON goes on beyond its line. */
function paintedLine(text: string): HTMLElement {
  const line = make('span', { className: 'line' })
  let from = 0
  for (const match of text.matchAll(TOKEN)) {
    const token = match[1] ?? match[0]
    const piece = make('span', { className: `json-${kindOf(match)}` }, token)
    line.append(text.slice(from, match.index), piece)
    from = match.index + token.length
  }
  line.append(`${text.slice(from)}\n`)
  return line
}

/** The lines behind the text area; only those that changed are painted again. */
class Painting {
  readonly element = make('pre', {
    className: 'editor-painting',
    attributes: { 'aria-hidden': 'true' },
  })
  #lines: string[] = []

  show(text: string): void {
    const lines = text.split('\n')
    const shorter = Math.min(lines.length, this.#lines.length)
    let head = 0
    while (head < shorter && lines[head] === this.#lines[head]) head += 1
    let tail = 0
    while (tail < shorter - head && lines.at(-1 - tail) === this.#lines.at(-1 - tail)) tail += 1
    const { children } = this.element
    for (let gone = this.#lines.length - head - tail; gone > 0; gone -= 1) children[head]?.remove()
    const come = lines.slice(head, lines.length - tail).map(paintedLine)
    const after = children[head]
    if (after === undefined) this.element.append(...come)
    else after.before(...come)
    this.#lines = lines
  }

  mark(wrong: ReadonlySet<number>): void {
    for (const [index, line] of [...this.element.children].entries())
      line.classList.toggle('wrong', wrong.has(index + 1))
  }
}

/** An editor of a page. */
export class Editor {
  readonly area: HTMLTextAreaElement
  readonly #words: DOMStringMap
  readonly #frame: HTMLElement
  readonly #finding: HTMLElement | null
  readonly #painting = new Painting()
  readonly #sample: string
  readonly #changed: Array<() => void> = []
  #settling: number | undefined
  /** Lines with errors from the server, until the text changes. */
  #marked: ReadonlySet<number> = new Set()
  #leaving = false

  constructor(root: HTMLElement, area: HTMLTextAreaElement, frame: HTMLElement) {
    this.area = area
    this.#words = root.dataset
    this.#frame = frame
    this.#finding = root.querySelector('.field-error')
    this.#sample = area.dataset.sample || area.defaultValue
    frame.classList.add('live')
    frame.prepend(this.#painting.element)
    area.addEventListener('input', () => this.#input())
    area.addEventListener('keydown', (event) => this.#key(event))
    for (const keys of root.querySelectorAll<HTMLElement>('.editor-keys'))
      keys.hidden = area.readOnly
    this.#tools(root)
    this.#paint()
    this.check()
  }

  get text(): string {
    return this.area.value
  }

  set text(text: string) {
    this.area.value = text
    this.#input()
    this.check()
  }

  /** Calls back whenever the text has changed. */
  onChange(call: () => void): void {
    this.#changed.push(call)
  }

  /** Marks the lines with errors. */
  mark(lines: ReadonlySet<number>): void {
    this.#marked = lines
    this.#painting.mark(lines)
  }

  /** Selects a line and brings it into view. */
  goTo(line: number): void {
    const before = this.text.split('\n').slice(0, line - 1)
    const start = before.reduce((sum, text) => sum + text.length + 1, 0)
    const end = this.text.indexOf('\n', start)
    this.area.focus({ preventScroll: true })
    this.area.setSelectionRange(start, end === -1 ? this.text.length : end)
    const height = Number.parseFloat(getComputedStyle(this.area).lineHeight)
    this.#frame.scrollTop = Math.max(0, (line - 4) * height)
    this.#frame.scrollLeft = 0
    this.#frame.scrollIntoView({ block: 'nearest' })
  }

  /** Checks whether the text is valid JSON, and shows where it is not. */
  check(): boolean {
    const [finding, line] = this.#findingIn(this.text)
    if (this.#finding !== null && this.#finding.textContent !== finding)
      this.#finding.textContent = finding
    this.area.toggleAttribute('aria-invalid', false)
    if (finding !== '') this.area.setAttribute('aria-invalid', 'true')
    this.#painting.mark(line === undefined ? this.#marked : new Set([line]))
    return finding === ''
  }

  /** Brings the first fault into view. */
  showFinding(): void {
    const [, line] = this.#findingIn(this.text)
    if (line !== undefined) this.goTo(line)
    this.#finding?.scrollIntoView({ block: 'nearest' })
  }

  #findingIn(text: string): [words: string, line: number | undefined] {
    const [finding] = locateJsonErrors(text)
    if (finding === undefined) return ['', undefined]
    const words = (pattern: string | undefined, line: string, column: string, detail: string) =>
      (pattern ?? '')
        .replace('{line}', line)
        .replace('{column}', column)
        .replace('{detail}', () => detail)
    if (finding.kind === 'duplicate')
      return [words(this.#words.twice, '', '', finding.pointer), undefined]
    const { line, column, detail } = finding
    return [words(this.#words.syntax, String(line), String(column), detail), line]
  }

  #paint(): void {
    const coloured = this.text.length <= COLOURED_MAX
    this.#frame.classList.toggle('plain', !coloured)
    if (coloured) this.#painting.show(this.text)
  }

  #input(): void {
    this.#marked = new Set()
    this.#paint()
    for (const call of this.#changed) call()
    clearTimeout(this.#settling)
    this.#settling = window.setTimeout(() => this.check(), SETTLE_MS)
  }

  #key(event: KeyboardEvent): void {
    // After Escape, Tab leaves the editor like any other field.
    if (event.key === 'Escape') this.#leaving = true
    else if (event.key !== 'Tab' && event.key !== 'Shift') this.#leaving = false
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      this.area.form?.requestSubmit()
    } else if (this.area.readOnly || event.ctrlKey || event.metaKey || event.altKey) return
    else if (event.key === 'Tab' && !this.#leaving) {
      event.preventDefault()
      if (event.shiftKey) this.#outdent()
      else this.#insert(INDENT)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      this.#insert(`\n${this.#indentation()}`)
    }
  }

  /** The beginning of the line the caret stands in, up to the caret. */
  #lineBefore(): string {
    const before = this.text.slice(0, this.area.selectionStart)
    return before.slice(before.lastIndexOf('\n') + 1)
  }

  #indentation(): string {
    const before = this.#lineBefore()
    const held = /^\s*/.exec(before)?.[0] ?? ''
    return /[[{]\s*$/.test(before) ? held + INDENT : held
  }

  #outdent(): void {
    const caret = this.area.selectionStart
    const before = this.#lineBefore()
    const start = caret - before.length
    if (!this.text.startsWith(INDENT, start)) return
    this.area.setSelectionRange(start, start + INDENT.length)
    this.#insert('')
    const back = Math.max(start, caret - INDENT.length)
    this.area.setSelectionRange(back, back)
  }

  /** Inserts a text so that the browser's undo works, which it would not if the value were set. */
  #insert(text: string): void {
    const command = text === '' ? 'delete' : 'insertText'
    if (document.execCommand(command, false, text)) return
    this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, 'end')
    this.#input()
  }

  #tools(root: HTMLElement): void {
    const acts: Record<string, () => void> = {
      format: () => this.#format(),
      reset: () => {
        this.text = this.#sample
      },
      open: () => this.#open(),
      save: () => this.#save(),
    }
    for (const button of root.querySelectorAll<HTMLButtonElement>('[data-act]')) {
      const act = acts[button.dataset.act ?? '']
      if (act === undefined) continue
      button.hidden = false
      button.addEventListener('click', act)
    }
  }

  #format(): void {
    if (!this.check()) this.showFinding()
    else this.text = JSON.stringify(JSON.parse(this.text), null, INDENT)
  }

  #open(): void {
    const input = make('input', { type: 'file', accept: '.json,application/json' })
    input.addEventListener('change', async () => {
      const [file] = input.files ?? []
      if (file !== undefined) this.text = await file.text()
    })
    input.click()
  }

  #save(): void {
    const href = URL.createObjectURL(new Blob([this.text], { type: 'application/json' }))
    const link = make('a', { href, download: 'data.json' })
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 0)
  }
}

/** Makes every editor of the page, and every line number that leads into one. */
export function startEditors(): Editor[] {
  const editors = [...document.querySelectorAll<HTMLElement>('[data-editor]')].flatMap((root) => {
    const area = root.querySelector('textarea')
    const frame = root.querySelector<HTMLElement>('.editor-frame')
    return area === null || frame === null ? [] : [new Editor(root, area, frame)]
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-line]') : null
    if (!(link instanceof HTMLAnchorElement)) return
    const editor = editors.find(({ area }) => link.hash === `#${area.id}`)
    if (editor === undefined) return
    event.preventDefault()
    editor.goTo(Number(link.dataset.line))
  })
  for (const editor of editors) markFrom(editor)
  return editors
}

/** Marks the lines that the findings on the page are about. */
export function markFrom(editor: Editor): void {
  const links = document.querySelectorAll<HTMLElement>(`a[data-line][href="#${editor.area.id}"]`)
  editor.mark(new Set([...links].map(({ dataset }) => Number(dataset.line))))
}
