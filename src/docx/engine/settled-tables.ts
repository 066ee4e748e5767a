/**
 * The tables of a rendered document with the columns that its data made, and the cells that they merge: the grid, the
 * widths, and what lies over the columns are made to fit (ISO/IEC 29500-1, 17.4).
 */
import type { Edit } from '../../xml/edits.ts'
import { childOf, type PartNode } from '../../xml/part-tree.ts'
import { attribute } from '../../xml/scan.ts'
import { toText } from '../language/values.ts'
import { Properties, type PropertiesTag } from '../rich/properties.ts'
import { propertyOf } from '../tags/template-tags.ts'
import type { SetValue } from './render-run.ts'
import { COLUMNS_MARK } from './table-columns.ts'

/** Columns that Word allows in a table, and rows that a cell may be over. */
const [COLUMNS_MAX, CELLS_MAX] = [63, 10_000]
/** Properties that merge a cell with others. */
export const SPANS: readonly string[] = ['colspan', 'rowspan', 'merge_right', 'merge_down']
/** What is to be merged, by cell. */
export type WantedSpans = Map<PartNode, ReadonlyArray<{ name: string; set: SetValue }>>
/** Records that a value cannot be used. */
export type Complain = (set: SetValue, detail: string) => void

/** Elements by name; undefined takes one away. */
export type Elements = Readonly<Record<string, string | undefined>>
/** Property elements of a part that change, collected during a walk over it. */
export class Changes {
  readonly #xml: string
  readonly #of = new Map<
    PartNode,
    { tag: PropertiesTag; elements: Record<string, string | undefined> }
  >()

  constructor(xml: string) {
    this.#xml = xml
  }

  set(node: PartNode, tag: PropertiesTag, elements: Elements): void {
    const found = this.#of.get(node) ?? { tag, elements: {} }
    Object.assign(found.elements, elements)
    this.#of.set(node, found)
  }

  /** The properties of an element with its changes, and more. */
  written(node: PartNode, tag: PropertiesTag, more: Elements = {}): string {
    const own = childOf(node, tag.slice(2))
    const inner = own === undefined ? '' : this.#xml.slice(own.inner, own.innerEnd)
    return Properties.of(tag, inner)
      .with({ ...this.#of.get(node)?.elements, ...more })
      .element()
  }

  get edits(): Edit[] {
    return [...this.#of].map(([node, { tag }]) => {
      const own = childOf(node, tag.slice(2))
      const { start, end } = own ?? { start: node.inner, end: node.inner }
      return { start, end, text: this.written(node, tag) }
    })
  }
}

/** A cell; its place is counted in columns of the grid, of the template and then of the rendered table. */
interface Cell {
  node: PartNode
  start: number
  span: number
  /** Whether a section over columns made it. */
  isMade: boolean
}

/** A section of a row over columns of the template. */
interface Section {
  start: number
  end: number
  tag: number
}

interface Row {
  node: PartNode
  cells: Cell[]
  sections: Section[]
}

const WRAPPERS = /^(?:sdt|sdtContent|customXml)$/
/** The elements of a name in another one, also in content controls. */
export const inside = (node: PartNode, name: string): PartNode[] =>
  node.children.flatMap((child) => {
    if (child.name === name) return [child]
    return WRAPPERS.test(child.local) ? inside(child, name) : []
  })

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Widths in the same proportions that add up to another sum. */
function shared(widths: readonly number[], sum: number): number[] {
  const ends = widths.map((_width, at) => total(widths.slice(0, at + 1)))
  const scaled = ends.map((end) => Math.round((end / (ends.at(-1) || 1)) * sum))
  return scaled.map((end, at) => end - (scaled[at - 1] ?? 0))
}

/** The cells of a row that lie exactly within a range of columns. */
function within(row: Row | undefined, start: number, span: number): Cell[] {
  const cells = row?.cells.filter((one) => one.start >= start && one.start < start + span) ?? []
  return cells[0]?.start === start && total(cells.map((one) => one.span)) === span ? cells : []
}

/** One table of a rendered part. */
export class ChangedTable {
  readonly #xml: string
  readonly #table: PartNode
  readonly #changes: Changes
  readonly #complain: Complain
  readonly #edits: Edit[] = []
  readonly #rows: Row[]
  #widths: number[]

  constructor(table: PartNode, xml: string, changes: Changes, complain: Complain) {
    this.#xml = xml
    this.#table = table
    this.#changes = changes
    this.#complain = complain
    const grid = childOf(table, 'tblGrid')?.children ?? []
    this.#widths = grid
      .filter(({ local }) => local === 'gridCol')
      .map((column) => this.#number(column, 'w:w'))
    this.#rows = inside(table, 'w:tr').map((row) => this.#row(row))
  }

  #number(node: PartNode | undefined, name = 'w:val'): number {
    const tag = node === undefined ? '' : this.#xml.slice(node.start, node.inner)
    return Number(attribute(tag, name)) || 0
  }

  #marks(node: PartNode): number[][] {
    const text = attribute(this.#xml.slice(node.start, node.inner), COLUMNS_MARK)
    return text?.split(';').map((mark) => mark.split(' ').map(Number)) ?? []
  }

  #row(node: PartNode): Row {
    let next = this.#number(childOf(childOf(node, 'trPr'), 'gridBefore'))
    const cells = inside(node, 'w:tc').map((cell): Cell => {
      const [mark] = this.#marks(cell)
      const own = this.#number(childOf(childOf(cell, 'tcPr'), 'gridSpan')) || 1
      const [start = next, span = own] = mark ?? []
      next = start + span
      return { node: cell, start, span, isMade: mark?.[2] !== undefined }
    })
    const sections = this.#marks(node).map(([start = 0, span = 0, tag = 0]) => {
      return { start, end: start + span, tag }
    })
    return { node, cells, sections }
  }

  /** @param sourceOf the tag of a section over columns, and where its value was */
  settle(wanted: WantedSpans, sourceOf: (tag: number) => SetValue): Edit[] {
    if (this.#rows.some(({ sections }) => sections.length > 0)) this.#spread(sourceOf)
    if (this.#rows.some(({ cells }) => cells.some(({ node }) => wanted.has(node))))
      this.#merge(wanted)
    return this.#edits
  }

  // Columns.

  /** The ranges that sections are over, and the columns of the template that rows show of each, in their order. */
  #ranges(sourceOf: (tag: number) => SetValue): Array<Section & { columns: number[] }> {
    const ranges: Section[] = []
    const sections = this.#rows.flatMap((row) => row.sections)
    for (const section of sections.toSorted((a, b) => a.start - b.start)) {
      const last = ranges.at(-1)
      if (last !== undefined && section.start < last.end) last.end = Math.max(last.end, section.end)
      else ranges.push({ ...section })
    }
    return ranges.map((range) => {
      const { start, end } = range
      const made = this.#rows.flatMap((row) => {
        const own = row.sections.find((section) => section.start < end && section.end > start)
        const cells = row.cells.filter((cell) => cell.start >= start && cell.start < end)
        const columns = cells.flatMap((cell) =>
          Array.from({ length: cell.span }, (_, at) => cell.start + at),
        )
        return own === undefined ? [] : [{ tag: own.tag, columns }]
      })
      const [first = { tag: range.tag, columns: [] }] = made
      const other = made.find(({ columns }) => columns.length !== first.columns.length)
      if (other !== undefined)
        this.#complain(
          sourceOf(other.tag),
          `makes ${other.columns.length} columns, and ${sourceOf(first.tag).source.tag} ${first.columns.length} in the same table`,
        )
      return { ...range, columns: first.columns }
    })
  }

  /** Gives the table the columns that its rows were rendered with. */
  #spread(sourceOf: (tag: number) => SetValue): void {
    const ranges = this.#ranges(sourceOf)
    const columns = this.#widths.flatMap((_width, at) => {
      const range = ranges.find(({ start, end }) => start <= at && at < end)
      if (range === undefined) return [at]
      return range.start === at ? range.columns : []
    })
    const [first] = ranges
    if (columns.length > COLUMNS_MAX && first !== undefined)
      this.#complain(
        sourceOf(first.tag),
        `makes a table of ${columns.length} columns; Word has at most ${COLUMNS_MAX}`,
      )
    const count = (from: number, span: number): number =>
      columns.filter((at) => from <= at && at < from + span).length
    const widths = columns.map((at) => this.#widths[at] ?? 0)
    this.#widths = shared(widths, total(this.#widths))
    for (const row of this.#rows) this.#place(row, count)
    const grid = childOf(this.#table, 'tblGrid')
    const text = this.#widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')
    if (grid !== undefined)
      this.#edits.push({ start: grid.start, end: grid.end, text: `<w:tblGrid>${text}</w:tblGrid>` })
    if (this.#rows.every(({ cells }) => cells.length === 0)) this.#drop(this.#table)
  }

  /** Puts the cells of a row behind one another, over as many columns as there are now. */
  #place(row: Row, count: (from: number, span: number) => number): void {
    const { node, cells, sections } = row
    const last = cells.at(-1)
    const skipped = (name: string, from: number): number => {
      const element = childOf(childOf(node, 'trPr'), name)
      const left = count(from, this.#number(element))
      const text = left === 0 ? undefined : `<w:${name} w:val="${left}"/>`
      if (element !== undefined) this.#changes.set(node, 'w:trPr', { [`w:${name}`]: text })
      return left
    }
    let next = skipped('gridBefore', 0)
    skipped('gridAfter', last === undefined ? 0 : last.start + last.span)
    row.cells = cells.filter((cell) => {
      const { start, span } = cell
      const isOwn = cell.isMade || sections.some((own) => own.start <= start && start < own.end)
      Object.assign(cell, { start: next, span: isOwn ? span : count(start, span) })
      next += cell.span
      if (cell.span > 0) this.#size(cell)
      else this.#drop(cell.node)
      return cell.span > 0
    })
    if (row.cells.length === 0) this.#drop(node)
  }

  #size({ node, start, span }: Cell): void {
    const width = total(this.#widths.slice(start, start + span))
    const given = childOf(childOf(node, 'tcPr'), 'tcW')
    const isSized = given !== undefined && this.#number(given, 'w:w') > 0 && width > 0
    this.#changes.set(node, 'w:tcPr', {
      'w:gridSpan': span > 1 ? `<w:gridSpan w:val="${span}"/>` : undefined,
      ...(isSized && { 'w:tcW': `<w:tcW w:w="${width}" w:type="dxa"/>` }),
    })
  }

  #drop({ start, end }: PartNode): void {
    this.#edits.push({ start, end })
  }

  // Merged cells.

  #merge(wanted: WantedSpans): void {
    const taken = new Map<Cell, SetValue>()
    /** How many cells in a line are to be one, by a number or by equal values. */
    const run = (line: (by: number) => Cell | undefined, span: string, equal: string) => {
      const setOf = (by: number, name: string): SetValue | undefined => {
        const cell = line(by)
        return cell && wanted.get(cell.node)?.findLast((one) => one.name === name)?.set
      }
      const [given, same] = [setOf(0, span), setOf(0, equal)]
      if (given !== undefined) return { count: this.#count(given, line), set: given }
      const text = toText(same?.value) ?? ''
      let count = 1
      while (text !== '' && toText(setOf(count, equal)?.value) === text) count++
      return { count, set: same }
    }
    for (const [at, row] of this.#rows.entries())
      for (const [index, cell] of row.cells.entries()) {
        const right = run((by) => row.cells[index + by], 'colspan', 'merge_right')
        const across = row.cells.slice(index, index + right.count)
        const span = total(across.map((one) => one.span))
        const below = (by: number): Cell[] =>
          by === 0 ? [cell] : within(this.#rows[at + by], cell.start, span)
        const down = run((by) => below(by)[0], 'rowspan', 'merge_down')
        const rows = Array.from({ length: down.count - 1 }, (_, by) => below(by + 1))
        const set = right.count > 1 ? right.set : down.set
        const isEqual =
          taken.has(cell) && set !== undefined && propertyOf(set.source).name.startsWith('merge_')
        if (set === undefined || right.count + down.count < 3 || isEqual) continue
        if (this.#take(cell, [...across.slice(1), ...rows.flat()], set, taken))
          this.#join({ ...cell, span }, [across.slice(1), ...rows])
      }
  }

  /** The number of cells that a value says. */
  #count(set: SetValue, line: (by: number) => Cell | undefined): number {
    const text = toText(set.value) ?? ''
    const count = text === '' ? 1 : Number(text)
    if (!Number.isInteger(count) || count < 1 || count > CELLS_MAX) {
      this.#complain(set, 'is no number of cells')
      return 1
    }
    let there = 1
    while (there < count && line(there) !== undefined) there++
    if (there < count)
      this.#complain(set, `is more than there are cells in line: ${there} from here`)
    return there
  }

  /** Takes cells for another one; false where one of them is taken, or holds another text. */
  #take(cell: Cell, covered: readonly Cell[], set: SetValue, taken: Map<Cell, SetValue>): boolean {
    const textOf = ({ node }: Cell): string =>
      this.#xml
        .slice(node.inner, node.innerEnd)
        .replace(/<[^>]*>/g, '')
        .trim()
    const text = textOf(cell)
    const other = [cell, ...covered].map((one) => taken.get(one)).find((one) => one !== undefined)
    const hidden = covered.map(textOf).find((own) => own !== '' && own !== text)
    if (other !== undefined) this.#complain(set, `overlaps the cells of ${other.source.tag}`)
    else if (hidden !== undefined)
      this.#complain(set, `would hide another text: ${JSON.stringify(hidden.slice(0, 60))}`)
    else for (const one of [cell, ...covered]) taken.set(one, set)
    return other === undefined && hidden === undefined
  }

  #join(cell: Cell, [across = [], ...rows]: ReadonlyArray<readonly Cell[]>): void {
    this.#size(cell)
    for (const { node } of across) this.#drop(node)
    if (rows.length > 0)
      this.#changes.set(cell.node, 'w:tcPr', { 'w:vMerge': '<w:vMerge w:val="restart"/>' })
    for (const [first, ...others] of rows) {
      for (const { node } of others) this.#drop(node)
      if (first === undefined) continue
      // an empty cell that belongs to the one above
      const { node } = first
      this.#size({ ...cell, node })
      const properties = this.#changes.written(node, 'w:tcPr', { 'w:vMerge': '<w:vMerge/>' })
      const look = childOf(childOf(node, 'p'), 'pPr')
      const kept = look === undefined ? '' : this.#xml.slice(look.start, look.end)
      const text = `<w:tc>${properties}<w:p>${kept}</w:p></w:tc>`
      this.#edits.push({ start: node.start, end: node.end, text })
    }
  }
}
