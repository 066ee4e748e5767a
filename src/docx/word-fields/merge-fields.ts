/**
 * Mail merge without changing the template: MERGEFIELD and IF fields become tags (ISO/IEC 29500-1, 17.16.5.35 and
 * 17.16.5.28). What the data put in stays text: no field code is ever written.
 */
import { asBuffer } from '../../kernel/bytes.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { type Edit, edited } from '../../xml/edits.ts'
import { escapeXml } from '../../xml/escape.ts'
import { looseName } from '../language/values.ts'
import type { DocxPart } from '../package/docx-part.ts'
import {
  fieldKind,
  mergeExpression,
  mergeFieldName,
  NESTED,
  namePath,
  quotedText,
  textOf,
  UnknownField,
} from './merge-expressions.ts'
import { bookmarksIn, type CodePiece, type WordField, wordFields } from './merge-field-walk.ts'

const runOf = (look: string, text: string): string =>
  text === '' ? '' : `<w:r>${look}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`

/** `TableStart:lines` and the like, of tools that repeat what stands between two merge fields. */
function regionTag(name: string): string | undefined {
  const [, kind = '', rest = ''] = /^(\w+):(.+)$/.exec(name) ?? []
  if (/^(?:Table|Range|Group)Start$|^BeginGroup$/i.test(kind)) return `{#${namePath(rest)}}`
  if (/^(?:Table|Range|Group)End$|^EndGroup$/i.test(kind)) return '{/}'
  return /^Image$/i.test(kind) ? `{%${namePath(rest)}}` : undefined
}

/** A word of an IF: an operand or a text, in pieces. */
type IfWord = CodePiece[]

/** The characters of a code one by one, each with its piece. */
function* charactersOf(code: readonly CodePiece[]): Generator<{ char: string; piece: CodePiece }> {
  for (const piece of code) {
    if ('field' in piece) yield { char: NESTED, piece }
    else for (const char of piece.text) yield { char, piece }
  }
}

const QUOTES = /["“”]/

/** Splits the code of an IF into its words; a sign of comparison is a word. */
class IfReader {
  readonly words: IfWord[] = []
  word: IfWord | undefined
  isQuoted = false
  isSign = false

  constructor(code: readonly CodePiece[]) {
    for (const { char, piece } of charactersOf(code)) {
      if (QUOTES.test(char)) this.quote()
      else if (this.isQuoted) this.take(char, piece)
      else if (/\s/.test(char)) this.word = undefined
      else this.plain(char, piece)
    }
  }

  start(): IfWord {
    const word: IfWord = []
    this.words.push(word)
    this.word = word
    return word
  }

  quote(): void {
    this.isQuoted = !this.isQuoted
    this.isSign = false
    if (this.isQuoted) this.start()
    else this.word = undefined
  }

  plain(char: string, piece: CodePiece): void {
    const isSign = /[<>=]/.test(char)
    if (isSign !== this.isSign) this.word = undefined
    this.isSign = isSign
    this.take(char, piece)
  }

  take(char: string, piece: CodePiece): void {
    const word = this.word ?? this.start()
    const last = word.at(-1)
    if ('field' in piece) word.push(piece)
    else if (last !== undefined && 'text' in last && last.look === piece.look) last.text += char
    else word.push({ text: char, look: piece.look })
  }
}

class TagWriter {
  readonly names: string[] = []

  merge(field: WordField): string {
    const code = textOf(field.code)
    const name = mergeFieldName(code)
    if (name === undefined || code.includes(NESTED)) throw new UnknownField(code)
    const [, regionName] = /^\w+:(.+)$/.exec(name) ?? []
    this.names.push(regionName ?? name)
    return regionTag(name) ?? `{${mergeExpression(code)}}`
  }

  /** The runs that a field becomes. @throws UnknownField */
  runs(field: WordField, look: string): string {
    const kind = fieldKind(field)
    if (kind === 'MERGEFIELD') return runOf(look, this.merge(field))
    if (kind === 'IF') return this.choice(field)
    throw new UnknownField(kind)
  }

  operand(word: IfWord | undefined): string {
    const [piece, ...others] = word ?? []
    if (piece === undefined) return '""'
    if (others.length > 0) throw new UnknownField('IF')
    if ('text' in piece) {
      return /^-?\d+(?:\.\d+)?$/.test(piece.text) ? piece.text : quotedText(piece.text)
    }
    if (fieldKind(piece.field) !== 'MERGEFIELD') throw new UnknownField('IF')
    return `(${this.merge(piece.field).slice(1, -1)} | default:"")`
  }

  condition([, left, sign, right]: readonly IfWord[]): string {
    const [operator] = sign ?? []
    const word = operator !== undefined && 'text' in operator ? operator.text : ''
    const written = { '=': '==', '<>': '!=', '<': '<', '>': '>', '<=': '<=', '>=': '>=' }[word]
    const wild = right?.some((piece) => 'text' in piece && /[*?]/.test(piece.text)) ?? false
    if (written === undefined || wild) throw new UnknownField('IF')
    return `${this.operand(left)} ${written} ${this.operand(right)}`
  }

  branch(word: IfWord | undefined): string {
    return (word ?? [])
      .map((piece) =>
        'text' in piece
          ? runOf(piece.look, /[{}]/.test(piece.text) ? `{${quotedText(piece.text)}}` : piece.text)
          : this.runs(piece.field, piece.look),
      )
      .join('')
  }

  /** `IF a = b "yes" "no"` as a section; the empty text after it keeps its paragraph, as Word does. */
  choice(field: WordField): string {
    const { words } = new IfReader(field.code)
    const [, , , , yes, no] = words
    const condition = this.condition(words)
    const { look } = field
    const rest = no === undefined ? '' : `${runOf(look, '{:else}')}${this.branch(no)}`
    return `${runOf(look, `{#${condition}}`)}${this.branch(yes)}${rest}${runOf(look, '{/}{""}')}`
  }
}

/**
 * The part with its MERGEFIELD and IF fields as tags, and the names of the data that these print; undefined where it has
 * no merge field.
 */
export function withMergeTags(xml: string) {
  const edits: Edit[] = []
  const names: string[] = []
  for (const field of wordFields(xml)) {
    if (!field.isWhole) continue
    const writer = new TagWriter()
    const { start, end } = field
    try {
      const text = bookmarksIn(xml.slice(start, end)) + writer.runs(field, field.look)
      edits.push({ start, end, text })
      names.push(...writer.names)
    } catch (error) {
      if (!(error instanceof UnknownField)) throw error
    }
  }
  return names.length === 0 ? undefined : { xml: edited(xml, edits), names }
}

/** The parts of a template whose merge fields are tags, and the names of these. */
export type MailMerge = NonNullable<ReturnType<typeof mailMergeOf>>

/** Word may cut the name of a field into two runs. */
const MARK = Buffer.from('FIELD')

/** The merge fields of a template as tags; undefined where it has none. @param texts names of its parts with text */
export function mailMergeOf(parts: ReadonlyMap<string, DocxPart>, texts: readonly string[]) {
  const found = new Map<string, string>()
  const names = new Set<string>()
  for (const name of texts) {
    const part = parts.get(name)
    if (part === undefined || !asBuffer(part.bytes).includes(MARK)) continue
    const merged = withMergeTags(part.asText())
    if (merged === undefined) continue
    found.set(name, merged.xml)
    for (const one of merged.names) names.add(one)
  }
  return found.size === 0 ? undefined : { parts: found, names }
}

/** Whether the data fill any of the merge fields; without that they stay as Word stored them. */
export const fills = ({ names }: MailMerge, data: JsonObject): boolean =>
  [...names].some((name) => looseName(data, name.split('.')[0] ?? '') !== undefined)
