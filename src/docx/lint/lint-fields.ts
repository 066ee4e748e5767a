/**
 * Assembles field codes across runs. Those that would read other files lose their code: what Word stored as their
 * result stays, as plain text or picture. Those that would start programs reject the template.
 */
import type { Cut } from '../../xml/edits.ts'
import { unescapeXml } from '../../xml/escape.ts'
import type { LintFindings } from './lint-findings.ts'
import { isAllowedLink } from './lint-relationships.ts'

/** Fields that start a program (ISO/IEC 29500-1, 17.16.5, and older ones). */
const REFUSED = new Set(['DDE', 'DDEAUTO'])
/** Fields that read another file, a database or an object. */
const FROZEN = new Set([
  'INCLUDEPICTURE',
  'INCLUDETEXT',
  'INCLUDE',
  'LINK',
  'IMPORT',
  'DATABASE',
  'RD',
  'HTMLACTIVEX',
  'CONTROL',
])
/** Fields that lead outside of the document. */
export const OUTSIDE_FIELDS: ReadonlySet<string> = new Set([...REFUSED, ...FROZEN])
const COMMAND_MAX = 8192

interface OpenField {
  /** `null` once the result has begun. */
  command: string | null
  /** Index of its first piece. */
  from: number
  frozen: boolean
}

/** Collects the fields of one part in document order. */
export class FieldCollector {
  /** Ranges of the codes that are taken out. */
  readonly cuts: Cut[] = []
  readonly #part: string
  readonly #findings: LintFindings
  /** Innermost last. */
  readonly #open: OpenField[] = []
  /** Elements in the commands of the open fields. */
  readonly #pieces: Cut[] = []
  #commands = 0
  #loose = ''
  readonly #loosePieces: Cut[] = []

  constructor(part: string, findings: LintFindings) {
    this.#part = part
    this.#findings = findings
  }

  /** Whether what is met now is inside the command of a field, directly or in a field within it. */
  get inCommand(): boolean {
    return this.#commands > 0
  }

  /** Takes a `<w:fldChar>`: `begin`, `separate` or `end`, with its place. */
  mark(type: string, place: Cut): void {
    if (type === 'begin') {
      this.#open.push({ command: '', from: this.#pieces.length, frozen: false })
      this.#commands++
      this.#pieces.push(place)
      return
    }
    const field = this.#open.at(-1)
    if (field === undefined) return
    if (this.#commands > 0) this.#pieces.push(place)
    if (field.command !== null) this.#endCommand(field)
    else if (field.frozen) this.cuts.push(place)
    if (type === 'separate') return
    this.#open.pop()
    if (this.#commands === 0) this.#pieces.length = 0
  }

  #endCommand(field: OpenField): void {
    field.frozen = this.check(field.command ?? '')
    field.command = null
    this.#commands--
    if (!field.frozen) return
    // Pieces of fields within it are cut with it, once.
    for (const piece of this.#pieces.splice(field.from)) this.cuts.push(piece)
  }

  /** Takes a piece of text of the innermost open field. */
  text(raw: string, isCdata: boolean): void {
    const piece = isCdata ? raw : unescapeXml(raw)
    const field = this.#open.at(-1)
    if (field === undefined) this.#loose += piece
    else if (field.command !== null && field.command.length < COMMAND_MAX) field.command += piece
  }

  /** Takes the place of an element with text of a command. */
  piece(place: Cut): void {
    if (this.#commands > 0) this.#pieces.push(place)
    else if (this.#open.length === 0) this.#loosePieces.push(place)
  }

  /** Checks what is still open at the end of the part. */
  finish(): void {
    for (const field of this.#open.toReversed()) if (field.command !== null) this.#endCommand(field)
    if (this.check(this.#loose)) this.cuts.push(...this.#loosePieces.slice(0, COMMAND_MAX))
  }

  /** Checks one complete field command such as ` INCLUDETEXT "x"`; whether its code has to go. */
  check(command: string): boolean {
    const name = /^[\s"\\]*([^\s"\\]+)/.exec(command)?.[1]?.toUpperCase() ?? ''
    const place = { part: this.#part, tag: command.trim().slice(0, 120) }
    if (REFUSED.has(name))
      this.#findings.add(
        'forbidden_field',
        `${this.#part} contains the field ${name}, which would start a program.`,
        place,
      )
    else if (/[{}]/.test(name))
      this.#findings.add(
        'forbidden_field',
        `${this.#part} contains a field whose name is a template tag: ${name}.`,
        place,
      )
    else if (FROZEN.has(name)) return this.#freeze(name, command.trim())
    else if (name === 'HYPERLINK') return this.#unlink(command)
    return false
  }

  #freeze(name: string, command: string): true {
    const code = name === 'INCLUDEPICTURE' ? 'picture_not_loaded' : 'field_frozen'
    this.#findings.lose({ code, text: command, part: this.#part })
    return true
  }

  #unlink(command: string): boolean {
    const target = /HYPERLINK\s+(?:"([^"]*)"|([^\s\\"]\S*))/i.exec(command)
    const text = target?.[1] ?? target?.[2] ?? ''
    if (isAllowedLink(text)) return false
    this.#findings.lose({ code: 'link_removed', text, part: this.#part })
    return true
  }
}
