/**
 * Tags that print nothing and set a property of what they stand in: `{~cell.shade: colour}`. A render leaves a mark in
 * their place; here the marks of a part become properties of its runs, paragraphs, cells, rows and tables.
 */
import { invariant } from '../../kernel/invariant.ts'
import { nearestName } from '../../kernel/nearest-name.ts'
import { type Edit, edited } from '../../xml/edits.ts'
import { escapeAttribute } from '../../xml/escape.ts'
import { type PartNode, partTree } from '../../xml/part-tree.ts'
import { attribute } from '../../xml/scan.ts'
import { kindOf, toText } from '../language/values.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import { type StyleText, StyleTexts } from '../package/style-texts.ts'
import { partText } from '../package/zip-parts.ts'
import { readColor } from '../rich/html-style.ts'
import { propertyOf, type TemplateTag } from '../tags/template-tags.ts'
import type { RenderRun, SetValue } from './render-run.ts'
import {
  ChangedTable,
  Changes,
  type Complain,
  type Elements,
  inside,
  SPANS,
  type WantedSpans,
} from './settled-tables.ts'
import { COLUMNS_MARK } from './table-columns.ts'

const LOOKS = ['color', 'shade', 'style']
/** What can be set, and of what. */
const PROPERTIES: Readonly<Record<string, readonly string[]>> = {
  text: LOOKS,
  paragraph: LOOKS,
  cell: ['color', 'shade', ...SPANS],
  row: ['color', 'shade'],
  table: ['style'],
}
const ELEMENTS: Readonly<Record<string, string>> = {
  text: 'w:r',
  paragraph: 'w:p',
  cell: 'w:tc',
  row: 'w:tr',
  table: 'w:tbl',
}

/** What is wrong with the name or the place of such a tag, and the fix. */
export function propertyFault(
  tag: TemplateTag,
): readonly [detail: string, fix: string] | undefined {
  if (tag.kind !== 'property') return undefined
  const { of, name } = propertyOf(tag)
  const known = PROPERTIES[of] ?? []
  if (!known.includes(name)) {
    const meant = nearestName(name, known)
    return [
      `${of}.${name} is no property.`,
      meant === undefined
        ? `Of a ${of} there are: ${known.join(', ')}.`
        : `Did you mean ${of}.${meant}?`,
    ]
  }
  const names: string[] = []
  for (let at: TemplateTag['place'] | undefined = tag.place; at !== undefined; at = at.parent)
    names.push(at.name)
  if (names[0] === 'w:t' && names.includes(ELEMENTS[of] ?? '')) return undefined
  return [
    `${tag.tag} sets a property of a ${of}, and does not stand in one.`,
    of === 'text' || of === 'paragraph'
      ? 'Put it in the text of the document, its headers, footers or notes.'
      : 'Put it in a cell of a table.',
  ]
}

const RUN_ELEMENTS: Readonly<Record<string, string>> = {
  color: 'w:color',
  shade: 'w:shd',
  style: 'w:rStyle',
}
const STYLES: Readonly<Record<string, readonly [type: string, element: string]>> = {
  text: ['character', 'w:rStyle'],
  paragraph: ['paragraph', 'w:pStyle'],
  table: ['table', 'w:tblStyle'],
}

/** What a render gives to settle its marks. */
interface Context {
  sets: readonly SetValue[]
  styles: readonly StyleText[]
  complain: Complain
  /** The tag of a section over columns, and where its value was. */
  sourceOf: (tag: number) => SetValue
}

/** The walk over one part. */
class PartSettler {
  readonly #xml: string
  readonly #context: Context
  readonly #changes: Changes
  readonly #edits: Edit[] = []
  readonly #tables: PartNode[] = []
  readonly #spans: WantedSpans = new Map()
  /** Tags of the text and the runs after them, with what the text has from there on. */
  readonly #texts: Array<{ mark: PartNode; run: PartNode; look: Elements }> = []
  /** Elements whose whole text has a colour, outer ones first. */
  readonly #colored: Array<readonly [PartNode, string]> = []
  /** What the text of the paragraph has from here on. */
  #look: Elements = {}

  constructor(xml: string, context: Context) {
    this.#xml = xml
    this.#context = context
    this.#changes = new Changes(xml)
  }

  settled(): string {
    this.#walk(partTree(this.#xml), [])
    const { complain, sourceOf } = this.#context
    const tables = this.#tables.flatMap((table) =>
      new ChangedTable(table, this.#xml, this.#changes, complain).settle(this.#spans, sourceOf),
    )
    for (const [node, color] of this.#colored.sort(([a], [b]) => a.start - b.start))
      for (const run of runsIn(node)) this.#changes.set(run, 'w:rPr', { 'w:color': color })
    const edits = [...tables, ...this.#edits, ...this.#textEdits(), ...this.#changes.edits]
    return edited(this.#xml, edits).replaceAll(new RegExp(` ${COLUMNS_MARK}="[^"]*"`, 'g'), '')
  }

  #walk(node: PartNode, around: readonly PartNode[]): void {
    if (node.name === 'w:tbl') this.#tables.push(node)
    const look = this.#look
    if (node.name === 'w:p') this.#look = {}
    if (node.name === 'w:r') this.#texts.push({ mark: node, run: node, look: this.#look })
    if (node.name === 'paraph-set') this.#mark(node, around)
    const path = [...around, node]
    for (const child of node.children) this.#walk(child, path)
    if (node.name === 'w:p') this.#look = look
  }

  #mark(node: PartNode, around: readonly PartNode[]): void {
    const set = this.#context.sets[Number(attribute(this.#xml.slice(node.start, node.end), 'n'))]
    invariant(set !== undefined, 'every mark has its value')
    const { of, name } = propertyOf(set.source)
    const target = around.findLast((one) => one.name === ELEMENTS[of])
    invariant(target !== undefined, 'the scan has found what the tag stands in')
    if (SPANS.includes(name))
      this.#spans.set(target, [...(this.#spans.get(target) ?? []), { name, set }])
    const element = SPANS.includes(name) ? undefined : this.#element(of, name, set)
    if (of === 'text') {
      const { [RUN_ELEMENTS[name] ?? '']: _before, ...others } = this.#look
      this.#look =
        element === undefined ? others : { ...others, [RUN_ELEMENTS[name] ?? '']: element }
      this.#texts.push({ mark: node, run: target, look: this.#look })
    } else this.#edits.push({ start: node.start, end: node.end })
    if (of !== 'text' && element !== undefined) this.#set(of, target, name, element)
  }

  #set(of: string, target: PartNode, name: string, element: string): void {
    if (name === 'color') this.#colored.push([target, element])
    else if (of === 'table') this.#changes.set(target, 'w:tblPr', { 'w:tblStyle': element })
    else if (of === 'paragraph')
      this.#changes.set(target, 'w:pPr', { [name === 'style' ? 'w:pStyle' : 'w:shd']: element })
    else
      for (const cell of of === 'cell' ? [target] : inside(target, 'w:tc'))
        this.#changes.set(cell, 'w:tcPr', { 'w:shd': element })
  }

  /** Runs are cut in two where a tag of the text stands. */
  #textEdits(): Edit[] {
    const marks = this.#texts.filter(({ mark, run }) => mark !== run)
    const cuts = marks.map(({ mark, run, look }): Edit => {
      const properties = this.#changes.written(run, 'w:rPr', look)
      const text = `</w:t></w:r><w:r>${properties}<w:t xml:space="preserve">`
      return { start: mark.start, end: mark.end, text }
    })
    for (const { mark, run, look } of this.#texts)
      if (mark === run && Object.keys(look).length > 0) this.#changes.set(run, 'w:rPr', look)
    return cuts
  }

  /** The element that a value is written as; undefined where it sets nothing, or cannot. */
  #element(of: string, name: string, set: SetValue): string | undefined {
    const value = set.value === false ? '' : (toText(set.value)?.trim() ?? '?')
    if (value === '') return undefined
    if (name === 'style') return this.#style(of, value, set)
    const color = readColor(/^[0-9a-f]{6}$/i.test(value) ? `#${value}` : value)
    if (color === undefined)
      this.#context.complain(set, 'is no colour: send "#c00000" or a name such as "red"')
    else if (name === 'color') return `<w:color w:val="${color}"/>`
    else return `<w:shd w:val="clear" w:color="auto" w:fill="${color}"/>`
    return undefined
  }

  #style(of: string, value: string, set: SetValue): string | undefined {
    const [type = '', element = ''] = STYLES[of] ?? []
    const styles = this.#context.styles.filter((style) => style.type === type)
    const id = styles.findLast((style) => namesOf(style).includes(value.toLowerCase()))?.id
    if (id !== undefined) return `<${element} w:val="${escapeAttribute(id)}"/>`
    const meant = nearestName(value, styles.flatMap(namesOf))
    const hint = meant === undefined ? '' : `; did you mean "${meant}"?`
    this.#context.complain(set, `is no ${type} style of the document${hint}`)
    return undefined
  }
}

/** What a style is called in data: by its id, or as Word shows it. */
const namesOf = ({ id, name }: StyleText): string[] => [id.toLowerCase(), name.toLowerCase()]

const runsIn = (node: PartNode): PartNode[] =>
  node.children.flatMap((child) => (child.name === 'w:r' ? [child] : runsIn(child)))

/**
 * Settles the properties and columns that the tags of a template set in a rendered document.
 * @param parts names of those that may have any
 */
export function setProperties(
  draft: DocumentDraft,
  run: RenderRun,
  tags: readonly TemplateTag[],
  parts: Iterable<string>,
): void {
  const complain: Complain = ({ source, pointer, value }, detail) => {
    const shown = JSON.stringify(toText(value)?.slice(0, 60) ?? kindOf(value))
    const subject = value === undefined ? source.tag : `The value ${shown}`
    run.add(source, pointer, 'value_unusable', `${subject} ${detail}.`)
  }
  const sourceOf = (index: number): SetValue => {
    const source = tags[index]
    invariant(source !== undefined, 'marks have the numbers of tags')
    return { source, pointer: run.columns.get(source), value: undefined }
  }
  const styles = [...new StyleTexts(partText(draft, 'word/styles.xml') ?? '').all.values()]
  for (const name of parts) {
    const xml = partText(draft, name) ?? ''
    if (!xml.includes('<paraph-set ') && !xml.includes(COLUMNS_MARK)) continue
    const context = { sets: run.sets, styles, complain, sourceOf }
    draft.file(name, new PartSettler(xml, context).settled())
  }
}
