/** Finds the complex and simple fields of a part that lie in one paragraph, with what is nested in their codes. */

import { unescapeXml } from '../../xml/escape.ts'

/** A piece of a field's code: text, or a field nested in it; with the look of its run. */
export type CodePiece = { text: string; look: string } | { field: WordField; look: string }

/** A field in the XML of a part. */
export interface WordField {
  /** From the start of its first run to the end of its last. */
  start: number
  end: number
  code: CodePiece[]
  /** The `w:rPr` of its result, or of its code where there is none. */
  look: string
  /** Whether it can be replaced by runs: in one paragraph, in runs of its own, nothing else in between. */
  isWhole: boolean
}

type OpenField = WordField & { inCode: boolean }

const TOKENS =
  /<w:fldChar\b[^>]*w:fldCharType="(\w+)"[^>]*?(?:\/>|>.*?<\/w:fldChar>)|<w:instrText\b[^>]*>([^<]*)<\/w:instrText>|<w:(fldSimple|r|p|t)(?=[\s>])([^>]*)>|<\/w:(fldSimple|r|p)>/gs
const NESTED_MAX = 32
/** What may not be cut out with a field. */
const STRUCTURE = /<\/?w:(?:hyperlink|ins|del|moveFrom|moveTo|sdt|smartTag|customXml|p|tbl|tc)[\s>]/
const UNSEEN = /<w:(?:proofErr|bookmark(?:Start|End)|lastRenderedPageBreak)\b[^>]*\/>/g

class Walk {
  readonly xml: string
  readonly fields: WordField[] = []
  readonly open: OpenField[] = []
  simple: OpenField | undefined
  run = 0
  look = ''

  constructor(xml: string) {
    this.xml = xml
  }

  openRun(at: number): void {
    this.run = at
    const from = this.xml.slice(at, at + 4000)
    this.look = /^<w:r(?:\s[^>]*)?>(<w:rPr>.*?<\/w:rPr>)?/s.exec(from)?.[1] ?? ''
  }

  /** Whether nothing stands in the run before a position. */
  isFirst(at: number): boolean {
    const before = this.xml.slice(this.run, at).replace(/^<w:r(?:\s[^>]*)?>/, '')
    return before.replace(this.look, '').replaceAll(UNSEEN, '').trim() === ''
  }

  begin(at: number): void {
    const field: OpenField = {
      start: this.run,
      end: 0,
      code: [],
      look: '',
      isWhole: this.isFirst(at) && this.open.length < NESTED_MAX,
      inCode: true,
    }
    this.open.push(field)
  }

  text(raw: string): void {
    const field = this.open.at(-1)
    if (field?.inCode !== true) return
    field.code.push({ text: unescapeXml(raw), look: this.look })
  }

  shown(): void {
    for (const field of [this.open.at(-1), this.simple]) {
      if (field?.inCode === false && field.look === '') field.look = this.look || ' '
    }
  }

  end(at: number): void {
    const field = this.open.pop()
    if (field === undefined) return
    const close = this.xml.indexOf('</w:r>', at)
    field.end = close + '</w:r>'.length
    const inner = this.xml.slice(field.start, field.end)
    field.isWhole &&=
      close >= 0 && this.xml.slice(at, close).trim() === '' && !STRUCTURE.test(inner)
    field.look = field.look.trim() || (field.code[0]?.look ?? '')
    const parent = this.open.at(-1)
    if (parent?.inCode === true) parent.code.push({ field, look: field.look })
    else this.fields.push(field)
  }

  openSimple(at: number, attributes: string, isEmpty: boolean): void {
    const code = /\sw:instr="([^"]*)"/.exec(attributes)?.[1] ?? ''
    this.simple = {
      start: at,
      end: 0,
      code: [{ text: unescapeXml(code), look: '' }],
      look: '',
      isWhole: !isEmpty && this.open.every(({ inCode }) => !inCode),
      inCode: false,
    }
    if (isEmpty) this.simple = undefined
  }

  closeSimple(end: number): void {
    if (this.simple === undefined) return
    const field = { ...this.simple, end, look: this.simple.look.trim() }
    this.simple = undefined
    field.isWhole &&= !STRUCTURE.test(this.xml.slice(field.start, end))
    this.fields.push(field)
  }
}

function takeChar(walk: Walk, type: string, at: number, end: number): void {
  const field = walk.open.at(-1)
  if (type === 'begin') walk.begin(at)
  else if (type === 'end') walk.end(end)
  else if (field !== undefined) field.inCode = false
}

function takeOpening(walk: Walk, name: string, at: number, attributes: string): void {
  const isEmpty = attributes.endsWith('/')
  if (name === 't') walk.shown()
  else if (name === 'fldSimple') walk.openSimple(at, attributes, isEmpty)
  else if (name === 'r' && !isEmpty) walk.openRun(at)
}

/** The outermost fields of a part, and those in the results of others. @param xml with the prefix `w` */
export function wordFields(xml: string): WordField[] {
  const walk = new Walk(xml)
  for (const match of xml.matchAll(TOKENS)) {
    const [all, type, instruction, opened, attributes = '', closed] = match
    const end = match.index + all.length
    if (type !== undefined) takeChar(walk, type, match.index, end)
    else if (instruction !== undefined) walk.text(instruction)
    else if (opened !== undefined) takeOpening(walk, opened, match.index, attributes)
    else if (closed === 'fldSimple') walk.closeSimple(end)
  }
  return walk.fields
}

/** What must stay of the XML between the runs of a field: bookmarks, which come in pairs. */
export const bookmarksIn = (xml: string): string =>
  [...xml.matchAll(/<w:bookmark(?:Start|End)\b[^>]*\/>/g)].map(([tag]) => tag).join('')
