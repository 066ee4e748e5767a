/** Assembles field codes across runs and reports those that would read other files or start programs. */

import { unescapeXml } from '../../xml/escape.ts'
import type { LintFindings } from './lint-findings.ts'
import { isAllowedLink } from './lint-relationships.ts'

/** Fields that read another file, a database or a program (ISO/IEC 29500-1, 17.16.5, and older ones). */
export const OUTSIDE_FIELDS: ReadonlySet<string> = new Set([
  'INCLUDEPICTURE',
  'INCLUDETEXT',
  'INCLUDE',
  'DDE',
  'DDEAUTO',
  'LINK',
  'IMPORT',
  'DATABASE',
  'RD',
  'HTMLACTIVEX',
  'CONTROL',
])
const COMMAND_MAX = 8192

/** Collects the fields of one part in document order. */
export class FieldCollector {
  readonly #part: string
  readonly #findings: LintFindings
  /** Commands of the open fields, innermost last; `null` once the result has begun. */
  readonly #open: (string | null)[] = []
  #loose = ''

  constructor(part: string, findings: LintFindings) {
    this.#part = part
    this.#findings = findings
  }

  /** Whether text met now is part of a field's command, wherever it is. */
  get inCommand(): boolean {
    return typeof this.#open.at(-1) === 'string'
  }

  /** Takes a `<w:fldChar>`: `begin`, `separate` or `end`. */
  mark(type: string): void {
    if (type === 'begin') {
      this.#open.push('')
      return
    }
    const command = this.#open.pop()
    if (typeof command === 'string') this.check(command)
    if (type === 'separate' && command !== undefined) this.#open.push(null)
  }

  /** Takes a piece of text of the innermost open field. */
  text(raw: string, isCdata: boolean): void {
    const piece = isCdata ? raw : unescapeXml(raw)
    const last = this.#open.length - 1
    const command = this.#open[last]
    if (typeof command !== 'string') this.#loose += piece
    else if (command.length < COMMAND_MAX) this.#open[last] = command + piece
  }

  /** Checks what is still open at the end of the part. */
  finish(): void {
    for (const command of this.#open) if (command !== null) this.check(command)
    this.check(this.#loose)
  }

  /** Checks one complete field command such as ` INCLUDETEXT "x"`. */
  check(command: string): void {
    const name = /^[\s"\\]*([^\s"\\]+)/.exec(command)?.[1]?.toUpperCase() ?? ''
    const place = { part: this.#part, tag: command.trim().slice(0, 120) }
    if (OUTSIDE_FIELDS.has(name))
      this.#findings.add(
        'forbidden_field',
        `${this.#part} contains the field ${name}, which would read something outside the document.`,
        place,
      )
    else if (/[{}]/.test(name))
      this.#findings.add(
        'forbidden_field',
        `${this.#part} contains a field whose name is a template tag: ${name}.`,
        place,
      )
    else if (name === 'HYPERLINK') this.#checkLink(command, place)
  }

  #checkLink(command: string, place: { part: string; tag: string }): void {
    const target = /HYPERLINK\s+(?:"([^"]*)"|([^\s\\"]\S*))/i.exec(command)
    const url = target?.[1] ?? target?.[2] ?? ''
    if (!isAllowedLink(url))
      this.#findings.add(
        'external_reference',
        `${this.#part} contains a hyperlink field to ${JSON.stringify(url.slice(0, 120))}.`,
        place,
      )
  }
}
