/** Finds the fields of a part that are not computed here: complex ones, simple ones, nested ones. */
import type { Edit } from '../../xml/edits.ts'
import { unescapeXml } from '../../xml/escape.ts'
import { scanXml, utf8Of, type XmlHandler, type XmlTag, xmlAttributes } from '../../xml/scan.ts'
import { fieldNameOf, isFrozen } from './field-names.ts'

/** A field that keeps what is stored, and where its pieces are in the text of the part. */
export interface StoredField {
  /** As the converter would read it, with the results of the fields nested in it. */
  command: string
  /** Everything that makes it a field: without it the result is plain text. */
  frame: Edit[]
  /** Whether it has ever been computed, be the result empty. */
  computed: boolean
  /** The text of its result. */
  stored: string
  /** The content of the runs of its result. */
  result: Edit[]
  /** The first `<w:t>` of its result; else where text can be inserted, and whether a run must be made for it. */
  place: Edit & { kind: 'text' | 'in-run' | 'between-runs' }
}

interface OpenField {
  command: string
  inCommand: boolean
  /** Known once the command is complete. */
  frozen: boolean
  frame: Edit[]
  result: Edit[]
  text: Edit | undefined
  stored: string
}

/** A simple field, or the content of a control that is bound to a property of the document (17.5.2.6). */
interface OpenElement {
  depth: number
  command: string
  /** The start tag; of a control, its binding. */
  open: Edit
  field: OpenField
}

interface RunContent {
  local: string
  start: number
  depth: number
  fieldChar: string
}

const COMMAND_MAX = 8192
const NESTED_MAX = 32

const noField = (): OpenField => ({
  command: '',
  inCommand: true,
  frozen: false,
  frame: [],
  result: [],
  text: undefined,
  stored: '',
})

class FieldWalk implements XmlHandler {
  textWanted = false
  readonly fields: StoredField[] = []
  /** Controls bound to a property, as fields that print it. */
  readonly controls: StoredField[] = []
  /** Whether a command contains the start of a tag, so that data may change it. */
  hasTags = false
  readonly #xml: string
  readonly #isKept: (command: string) => boolean
  readonly #names: string[] = []
  readonly #open: OpenField[] = []
  readonly #elements: OpenElement[] = []
  #bound: { command: string; open: Edit; depth: number } | undefined
  readonly #content: RunContent[] = []

  constructor(xml: string, isKept: (command: string) => boolean) {
    this.#xml = xml
    this.#isKept = isKept
  }

  open(tag: XmlTag): boolean {
    const { local, start, end, depth, selfClosing } = tag
    const parent = this.#names.at(-1)
    this.#names.push(local)
    if (parent === 'r' && local !== 'rPr') {
      const fieldChar = local === 'fldChar' ? this.#attribute(start, end, 'fldCharType') : ''
      this.#content.push({ local, start, depth, fieldChar })
    } else if (local === 'fldSimple') this.#openSimple(start, end, depth, selfClosing)
    else if (local === 'dataBinding') this.#bind(start, end, depth)
    else if (local === 'sdtContent') this.#openControl(depth, selfClosing)
    this.textWanted = local === 'instrText' || (local === 't' && this.#open.length > 0)
    return true
  }

  close(local: string, depth: number, end: number): void {
    this.#names.pop()
    this.textWanted = false
    const content = this.#content.at(-1)
    if (content?.depth === depth) {
      this.#content.pop()
      this.#closeContent(content, end)
    } else if (this.#elements.at(-1)?.depth === depth) this.#closeElement(local, end)
  }

  text(raw: string, isCdata: boolean): void {
    const piece = isCdata ? utf8Of(raw) : unescapeXml(utf8Of(raw))
    const isCommand = this.#names.at(-1) === 'instrText'
    // the result of a nested field is part of the command around it
    const field = isCommand ? this.#open.at(-1) : this.#open.findLast(({ inCommand }) => inCommand)
    const storing = isCommand ? undefined : this.#open.findLast(({ frozen }) => frozen)
    if (storing !== undefined) storing.stored += piece
    if (field?.inCommand !== true || field.command.length > COMMAND_MAX) return
    field.command += piece
    if (!isCommand && piece.includes('{')) this.hasTags = true
  }

  #attribute(start: number, end: number, name: string): string {
    return xmlAttributes(this.#xml.slice(start, end)).get(name) ?? ''
  }

  #closeContent({ local, start, fieldChar }: RunContent, end: number): void {
    const edit = { start, end }
    if (fieldChar === 'begin' && this.#open.length < NESTED_MAX) this.#open.push(noField())
    const innermost = this.#open.at(-1)
    for (const field of this.#open) {
      if (field.inCommand) field.frame.push(edit)
      else if (field.frozen && (field !== innermost || fieldChar === '')) {
        field.result.push(edit)
        if (local === 't') field.text ??= edit
      }
    }
    if (fieldChar === 'separate') this.#separate(innermost)
    else if (fieldChar === 'end') this.#end(innermost, edit)
  }

  #separate(field: OpenField | undefined): void {
    if (field?.inCommand !== true) return
    field.inCommand = false
    field.frozen = this.#isKept(field.command)
  }

  #end(field: OpenField | undefined, edit: Edit): void {
    if (field === undefined) return
    this.#open.pop()
    const { command, frame, result, inCommand, text, stored } = field
    if (!(inCommand ? this.#isKept(command) : field.frozen)) return
    // the command of a field that stays may contain others, which the converter computes together
    if (this.#open.some((outer) => outer.inCommand)) return
    if (!inCommand) frame.push(edit)
    const last = frame.at(-1) ?? edit
    const place =
      text === undefined ? { ...last, kind: 'in-run' as const } : { ...text, kind: 'text' as const }
    this.fields.push({ command, frame, computed: !inCommand, stored, result, place })
  }

  #openSimple(start: number, end: number, depth: number, selfClosing: boolean): void {
    const command = this.#attribute(start, end, 'instr')
    if (!this.#isKept(command) || this.#open.some(({ inCommand }) => inCommand)) return
    if (selfClosing) {
      const place = { start, end, kind: 'between-runs' as const }
      this.fields.push({
        command,
        frame: [{ start, end }],
        computed: false,
        stored: '',
        result: [],
        place,
      })
      return
    }
    this.#openElement({ depth, command, open: { start, end } })
  }

  #openElement(element: Omit<OpenElement, 'field'>): void {
    const field = { ...noField(), inCommand: false, frozen: true }
    this.#open.push(field)
    this.#elements.push({ ...element, field })
  }

  #closeElement(local: string, end: number): void {
    const element = this.#elements.pop()
    if (element === undefined) return
    const { field, command, open } = element
    this.#open.splice(this.#open.indexOf(field), 1)
    const { result, text, stored } = field
    const place = text && { ...text, kind: 'text' as const }
    if (local === 'sdtContent') {
      const at = place ?? { ...open, kind: 'between-runs' as const }
      const computed = place !== undefined
      this.controls.push({ command, frame: [open], computed, stored, result, place: at })
      return
    }
    const close = { start: this.#xml.lastIndexOf('</', end - 1), end }
    this.fields.push({
      command,
      frame: [open, close],
      computed: result.length > 0,
      stored,
      result,
      place: place ?? { ...close, kind: 'between-runs' },
    })
  }

  #bind(start: number, end: number, depth: number): void {
    const path = this.#attribute(start, end, 'xpath')
    const [, root, element = ''] = /^\/\w+:(\w+)(?:\[1\])?\/\w+:(\w+)/.exec(path) ?? []
    if (root !== 'coreProperties' && root !== 'Properties') return
    const command = `DOCPROPERTY ${fieldNameOf(element)}`
    this.#bound = { command, open: { start, end }, depth }
  }

  #openControl(depth: number, selfClosing: boolean): void {
    const bound = this.#bound
    this.#bound = undefined
    // the binding is in the properties of the control, one level below its content
    if (bound?.depth === depth + 1 && !selfClosing) this.#openElement({ ...bound, depth })
  }
}

/** What a part has of fields that keep their stored text. */
export type PartFields = Pick<FieldWalk, 'fields' | 'controls' | 'hasTags'>

/**
 * Walks a part that the check has accepted.
 * @param xml the `latin1` view of its bytes
 * @param isKept whether the field of a command keeps what is stored
 */
export function fieldsOf(xml: string, isKept: (command: string) => boolean = isFrozen): PartFields {
  const walk = new FieldWalk(xml, isKept)
  scanXml(xml, walk)
  return walk
}
