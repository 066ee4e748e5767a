/** Writes a part as it is after, or was before, its tracked changes (ISO/IEC 29500-1, 17.13.5). */
import { childOf, type PartNode, partTree } from '../../xml/part-tree.ts'

/** Which state of a document with tracked changes: all accepted, or all rejected. */
export type ResolvedState = 'final' | 'original'

/** What came with the changes, and what went. */
const ADDED: ReadonlySet<string> = new Set(['ins', 'moveTo'])
const REMOVED: ReadonlySet<string> = new Set(['del', 'moveFrom'])
const CELL_MARKS: ReadonlySet<string> = new Set(['cellIns', 'cellDel'])

/** Marks of changes that hold no content. */
const MARKERS =
  /^(?:moveFrom|moveTo|customXml(?:Ins|Del|MoveFrom|MoveTo))Range(?:Start|End)$|(?:Pr|PrEx|Grid|numbering)Change$/
/** Properties that keep their former state in a child of the same name with `Change`. */
const PROPERTIES: ReadonlySet<string> = new Set(
  'rPr pPr sectPr tblPr tblPrEx trPr tcPr tblGrid'.split(' '),
)
/** What the former state does not hold, since it is not tracked. */
const UNTRACKED: Readonly<Record<string, { before: readonly string[]; after: readonly string[] }>> =
  {
    sectPr: { before: ['headerReference', 'footerReference'], after: [] },
    pPr: { before: [], after: ['rPr', 'sectPr'] },
  }
/** Elements between two paragraphs that do not keep them apart. */
const BETWEEN = /Range(?:Start|End)$|^bookmark(?:Start|End)$|^proofErr$|^perm(?:Start|End)$/

class PartResolver {
  readonly #xml: string
  readonly #isFinal: boolean
  readonly #gone: ReadonlySet<string>
  readonly #tree: PartNode
  /** Of WordprocessingML in this part: the outline of a shape has a `moveTo` of its own. */
  readonly #prefix: string
  #out: string[] = []

  constructor(xml: string, state: ResolvedState) {
    this.#xml = xml
    this.#isFinal = state === 'final'
    this.#gone = this.#isFinal ? REMOVED : ADDED
    this.#tree = partTree(xml)
    this.#prefix = /^\w+:/.exec(this.#tree.children[0]?.name ?? '')?.[0] ?? ''
  }

  resolved(): string {
    this.#inner(this.#tree)
    return this.#out.join('')
  }

  #slice(from: number, to: number): void {
    if (to > from) this.#out.push(this.#xml.slice(from, to))
  }

  #write(node: PartNode): void {
    const { local } = node
    if (node.name !== this.#prefix + local) {
      if (!this.#isGoneFormula(node)) this.#element(node)
      return
    }
    if (this.#gone.has(local) || this.#isGone(node)) return
    if (ADDED.has(local) || REMOVED.has(local)) this.#inner(node)
    else if (MARKERS.test(local) || CELL_MARKS.has(local)) return
    else if (local === 'cellMerge') this.#mergedCell(node)
    else if (PROPERTIES.has(local)) this.#properties(node)
    else if (local === 'delText' || local === 'delInstrText') this.#restored(node)
    else this.#element(node)
  }

  #element(node: PartNode): void {
    this.#slice(node.start, node.inner)
    this.#inner(node)
    this.#slice(node.innerEnd, node.end)
  }

  /** Rows, cells, numbering whose own mark says so; rows without cells and tables without rows. */
  #isGone(node: PartNode): boolean {
    switch (node.local) {
      case 'tbl':
        return this.#lostAll(node, 'tr')
      case 'tr':
        return this.#hasGone(childOf(node, 'trPr')) || this.#lostAll(node, 'tc')
      case 'tc':
        return childOf(childOf(node, 'tcPr'), this.#isFinal ? 'cellDel' : 'cellIns') !== undefined
      case 'numPr':
        return this.#hasGone(node)
      default:
        return false
    }
  }

  #isGoneFormula({ children: [first] }: PartNode): boolean {
    return first?.local.endsWith('Pr') === true && this.#hasGone(childOf(first, 'ctrlPr'))
  }

  #hasGone(node: PartNode | undefined): boolean {
    return node?.children.some(({ local }) => this.#gone.has(local)) === true
  }

  #lostAll({ children }: PartNode, local: string): boolean {
    const own = children.filter((child) => child.local === local)
    return own.length > 0 && own.every((child) => this.#isGone(child))
  }

  /** Everything between the tags; paragraphs without a mark are joined to the next. */
  #inner({ inner, innerEnd, children }: PartNode): void {
    let at = inner
    let joined: PartNode[] = []
    for (const [index, child] of children.entries()) {
      this.#slice(at, child.start)
      at = child.end
      if (child.name !== `${this.#prefix}p`) this.#write(child)
      else if (
        this.#hasGone(childOf(childOf(child, 'pPr'), 'rPr')) &&
        this.#vanishes(child, children, index)
      )
        joined.push(child)
      else {
        this.#paragraph(child, joined)
        joined = []
      }
    }
    this.#slice(at, innerEnd)
  }

  /** Whether a paragraph without a mark goes up in the next one, or is empty before a table. */
  #vanishes(paragraph: PartNode, siblings: readonly PartNode[], index: number): boolean {
    const next = siblings.slice(index + 1).find(({ local }) => !BETWEEN.test(local))
    if (next === undefined || next.local === 'sectPr') return false
    if (next.local === 'p') return true
    const text = this.#aside(() => this.#content(paragraph))
    return !/<\w+:r[\s>]/.test(text) && siblings.slice(index + 1).some(({ local }) => local === 'p')
  }

  /** What the work writes, apart from the rest. */
  #aside(work: () => void): string {
    const out = this.#out
    this.#out = []
    work()
    const text = this.#out.join('')
    this.#out = out
    return text
  }

  #paragraph(node: PartNode, before: readonly PartNode[]): void {
    if (before.length === 0) {
      this.#element(node)
      return
    }
    const selfClosing = node.innerEnd === node.inner && node.inner === node.end
    const start = this.#xml.slice(node.start, node.inner)
    this.#out.push(selfClosing ? start.replace(/\/>$/, '>') : start)
    const properties = childOf(node, 'pPr')
    if (properties !== undefined) this.#write(properties)
    for (const paragraph of before) this.#content(paragraph)
    this.#content(node)
    if (selfClosing) this.#out.push(`</${node.name}>`)
    else this.#slice(node.innerEnd, node.end)
  }

  /** The content of a paragraph without its properties. */
  #content(paragraph: PartNode): void {
    for (const child of paragraph.children) if (child.local !== 'pPr') this.#write(child)
  }

  #properties(node: PartNode): void {
    const former = childOf(childOf(node, `${node.local}Change`), node.local)
    if (this.#isFinal || former === undefined) {
      this.#element(node)
      return
    }
    const { before = [], after = [] } = UNTRACKED[node.local] ?? {}
    const writeAll = (locals: readonly string[]): void => {
      for (const child of node.children) if (locals.includes(child.local)) this.#write(child)
    }
    this.#slice(node.start, node.inner)
    writeAll(before)
    this.#slice(former.inner, former.innerEnd)
    writeAll(after)
    this.#slice(node.innerEnd, node.end)
  }

  /** Deleted text is text again. */
  #restored(node: PartNode): void {
    const isText = node.local === 'delText'
    const text = this.#xml.slice(node.start, node.end)
    this.#out.push(
      text.replaceAll(
        /(<\/?(?:\w+:)?)(?:delText|delInstrText)\b/g,
        `$1${isText ? 't' : 'instrText'}`,
      ),
    )
  }

  #mergedCell(node: PartNode): void {
    const tag = this.#xml.slice(node.start, node.inner)
    const [, value] = (this.#isFinal ? /\bvMerge="(\w+)"/ : /\bvMergeOrig="(\w+)"/).exec(tag) ?? []
    if (value === undefined) return
    const prefix = node.name.slice(0, -'cellMerge'.length)
    const merged = value.startsWith('cont') ? 'continue' : 'restart'
    this.#out.push(`<${prefix}vMerge ${prefix}val="${merged}"/>`)
  }
}

/** The part in that state. @param xml of a part that the check has accepted */
export const resolvedPart = (xml: string, state: ResolvedState): string =>
  new PartResolver(xml, state).resolved()
