/**
 * Reads the tables of a part: their grids, and the least width of every cell, at which no word is broken and no
 * picture cut.
 */
import { unescapeXml } from '../../xml/escape.ts'
import { attribute, scanXml, type XmlHandler, type XmlTag } from '../../xml/scan.ts'
import { formattingOf, over, type ResolvedFormatting } from './formatting.ts'
import type { TableCondition, TextStyles } from './text-styles.ts'
import { textWidth } from './text-widths.ts'

/** A width as Word writes it (17.4.87), and its place: `dxa` are twentieths of a point. */
type TableWidth = ReturnType<typeof widthAt>

/** A cell and what it takes, in twentieths of a point. */
export interface Cell {
  column: number
  span: number
  /** Width below which a word would be broken, with the margins of the cell. */
  min: number
  margins: [left: number | undefined, right: number | undefined]
  width: TableWidth | undefined
}

/** A table whose columns may be widened. */
export interface Table {
  isFixed: boolean
  style: string | undefined
  width: TableWidth | undefined
  margins: [left: number, right: number]
  columns: TableWidth[]
  cells: Cell[]
}

/** A table that is being read. @param run its text where nothing says how it looks */
const newTable = (run: ResolvedFormatting) => ({
  isFixed: false,
  style: undefined as string | undefined,
  width: undefined as TableWidth | undefined,
  margins: [MARGIN, MARGIN] as Table['margins'],
  columns: [] as TableWidth[],
  cells: [] as Cell[],
  /** What the table asks of its style: formatting of the first column, of the first row. */
  look: [] as readonly TableCondition[],
  /** Rows so far. */
  rows: 0,
  /** Cells to the left of the next one, in columns. */
  column: 0,
  /** The cell that is being read. */
  cell: undefined as Cell | undefined,
  paragraph: run,
  run,
  /** Width of the word so far, which may go on in the next run. */
  word: 0,
  /** Width of the line so far if nothing breaks it, and of the blanks at its end; NaN after a tabulator. */
  line: 0,
  blanks: 0,
})
type OpenTable = ReturnType<typeof newTable>

/** Content that takes no place in the line, or that is measured as a whole. */
const SKIPPED = new Set([
  'drawing',
  'pict',
  'object',
  'AlternateContent',
  'del',
  'moveFrom',
  'rPrChange',
  'pPrChange',
  'tblPrChange',
  'tcPrChange',
  'trPrChange',
  'tblGridChange',
  'txbxContent',
])
const EMU_PER_TWIP = 635
/** Cell margins of Word's own default (17.4.42). */
const MARGIN = 108
/** Word breaks lines after blanks and hyphens. */
const BREAKS =
  /(?<=[\s\u2010\u2012-\u2014-])|(?<=[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60])/u

/**
 * What a thick line beside a page number may take of its cell, twentieths of a point. Behind a table of contents,
 * LibreOffice also draws page numbers in the size of their paragraph, not of their run: a second line would make the
 * footer higher, and every page lower.
 */
const BORDER = 60

/** What LibreOffice's rounding may take of a column, twentieths of a point. */
export const ROUNDING = 6

/** How much wider than its column a line that Word fits into it may be measured, twentieths of a point. */
export const MEASURED = 8

/** What each column needs, as far as cells in this column alone say; 0: nothing. */
export function leastWidths({ columns, cells }: Table): number[] {
  const min = columns.map(() => 0)
  for (const { column, span, min: needed } of cells)
    if (span === 1 && needed > 0) min[column] = Math.max(min[column] ?? 0, needed)
  return min
}

const numberIn = (tag: string, name: string): number => Number(attribute(tag, name) ?? 0) || 0

class TableReader implements XmlHandler {
  readonly tables: Table[] = []
  textWanted = false
  readonly #xml: string
  readonly #styles: TextStyles
  readonly #open: OpenTable[] = []
  /** Depth of the element whose content is skipped. */
  #skipped: number | undefined
  /** Names of the elements around, by depth. */
  readonly #path: string[] = []
  readonly #inMargin: boolean
  /** Inside of what a field shows. */
  #isField = false

  constructor(xml: string, styles: TextStyles, inMargin: boolean) {
    this.#xml = xml
    this.#styles = styles
    this.#inMargin = inMargin
  }

  open(tag: XmlTag): boolean {
    this.#path[tag.depth] = tag.local
    const table = this.#open.at(-1)
    if (this.#skipped !== undefined) {
      if (table !== undefined && tag.local === 'extent') this.#picture(table, tag)
      return true
    }
    if (tag.local === 'tbl') this.#open.push(newTable(this.#styles.paragraph(undefined, undefined)))
    else if (table !== undefined) {
      if (SKIPPED.has(tag.local)) this.#skipped = tag.depth
      else this.#element(table, tag)
    }
    return true
  }

  close(local: string, depth: number): void {
    if (this.#skipped !== undefined) {
      if (depth === this.#skipped) this.#skipped = undefined
      return
    }
    const table = this.#open.at(-1)
    if (table === undefined) return
    this.textWanted = false
    if (local === 'p') this.#endLine(table)
    else if (local === 'tc') table.column += table.cell?.span ?? 1
    else if (local === 'tbl') this.#end(table)
  }

  text(raw: string): void {
    const table = this.#open.at(-1)
    if (table === undefined || table.run.hidden) return
    const text = unescapeXml(raw)
    const isNumber = this.#isField && this.#inMargin
    const min = isNumber ? table.paragraph.size : 0
    const face = { ...table.run, size: Math.max(table.run.size, min) }
    for (const piece of (table.run.capitals ? text.toUpperCase() : text).split(BREAKS)) {
      const word = piece.trimEnd()
      const width = textWidth(word, face) + (isNumber ? BORDER : 0)
      table.word += width
      table.blanks =
        textWidth(piece.slice(word.length), table.run) + (word === '' ? table.blanks : 0)
      table.line += width + textWidth(piece.slice(word.length), table.run)
      if (word !== piece || /[\u2010\u2012-\u2014-]$|[\u2e80-\uffff]$/.test(piece))
        this.#endWord(table)
    }
  }

  #end(table: OpenTable): void {
    this.#open.pop()
    this.tables.push(table)
    const around = this.#open.at(-1)
    if (around === undefined) return
    const min = leastWidths(table)
    const width = table.columns.reduce(
      (sum, { value }, at) => sum + Math.max(value, min[at] ?? 0),
      0,
    )
    this.#atLeast(around, width)
  }

  #element(table: OpenTable, tag: XmlTag): void {
    const text = this.#xml.slice(tag.start, tag.end)
    const inProperties = this.#path[tag.depth - 1] ?? ''
    if (inProperties === 'tblPr') this.#tableProperty(table, tag, text)
    else if (inProperties === 'tblCellMar' || inProperties === 'tcMar')
      this.#margin(table, tag.local, text, inProperties === 'tcMar')
    else if (inProperties === 'tcPr') this.#cellProperty(table, tag, text)
    else if (inProperties === 'pPr' || inProperties === 'rPr')
      this.#formatting(table, tag, text, inProperties)
    else this.#content(table, tag, text)
  }

  #content(table: OpenTable, tag: XmlTag, text: string): void {
    switch (tag.local) {
      case 'gridCol':
        table.columns.push(widthAt(tag, text))
        break
      case 'tr':
        table.rows++
        table.column = 0
        break
      case 'gridBefore':
        table.column += numberIn(text, 'w:val')
        break
      case 'tc':
        table.cell = {
          column: table.column,
          span: 1,
          min: 0,
          margins: [undefined, undefined],
          width: undefined,
        }
        table.cells.push(table.cell)
        break
      case 'p':
        table.paragraph = this.#paragraph(table, undefined)
        table.word = 0
        table.line = 0
        break
      case 'fldChar':
        this.#isField = attribute(text, 'w:fldCharType') === 'separate'
        break
      case 'r':
        table.run = table.paragraph
        break
      case 't':
        this.textWanted = !tag.selfClosing
        break
      case 'tab':
        this.#endWord(table)
        table.line = Number.NaN
        break
      case 'br':
      case 'cr':
        this.#endLine(table)
        break
      default:
    }
  }

  #tableProperty(table: OpenTable, tag: XmlTag, text: string): void {
    if (tag.local === 'tblLayout') table.isFixed = attribute(text, 'w:type') === 'fixed'
    else if (tag.local === 'tblW') table.width = widthAt(tag, text)
    else if (tag.local === 'tblLook') table.look = lookOf(text)
    else if (tag.local === 'tblStyle') {
      const style = attribute(text, 'w:val')
      table.style = style
      table.isFixed ||= this.#styles.tagIn(style, /<w:tblLayout\s[^>]*w:type="fixed"/) !== undefined
      const margins = this.#styles.tagIn(style, /<w:tblCellMar>[\s\S]*?<\/w:tblCellMar>/) ?? ''
      for (const [one, local = ''] of margins.matchAll(/<w:(left|start|right|end)\s[^>]*>/g))
        this.#margin(table, local, one, false)
    }
  }

  /** A paragraph of a style in the cell that is being read, with what its row and column bring. */
  #paragraph(table: OpenTable, style: string | undefined): ResolvedFormatting {
    const met = table.look.filter((one) =>
      one === 'firstRow' ? table.rows === 1 : table.cell?.column === 0,
    )
    return this.#styles.paragraph(style, table.style, met)
  }

  #margin(table: OpenTable, local: string, text: string, ofCell: boolean): void {
    const side = /^(?:left|start)$/.test(local) ? 0 : /^(?:right|end)$/.test(local) ? 1 : undefined
    if (side === undefined) return
    const margins = ofCell ? table.cell?.margins : table.margins
    if (margins !== undefined) margins[side] = numberIn(text, 'w:w')
  }

  #cellProperty({ cell }: OpenTable, tag: XmlTag, text: string): void {
    if (cell === undefined) return
    if (tag.local === 'tcW') cell.width = widthAt(tag, text)
    else if (tag.local === 'gridSpan') cell.span = Math.max(1, numberIn(text, 'w:val'))
  }

  #formatting(table: OpenTable, tag: XmlTag, text: string, around: string): void {
    const inRun = around === 'rPr' && this.#path[tag.depth - 2] === 'r'
    // what a paragraph says of its own mark is no formatting of its text
    if (around === 'rPr' && !inRun) return
    if (tag.local === 'pStyle') table.paragraph = this.#paragraph(table, attribute(text, 'w:val'))
    else if (tag.local === 'rStyle')
      table.run = this.#styles.with(table.run, attribute(text, 'w:val'))
    else {
      const more = formattingOf(tag.local, text, this.#styles.themeFonts)
      if (inRun) table.run = over(table.run, more)
      else table.paragraph = over(table.paragraph, more)
    }
  }

  #picture(table: OpenTable, tag: XmlTag): void {
    if (this.#path[tag.depth - 1] !== 'inline' || this.#path[tag.depth - 2] !== 'drawing') return
    const width = numberIn(this.#xml.slice(tag.start, tag.end), 'cx') / EMU_PER_TWIP
    this.#endWord(table)
    table.word = width
    table.line += width
    this.#endWord(table)
  }

  /** A line that fills its column to the last point is one that Word made the column for: it must not break either. */
  #endLine(table: OpenTable): void {
    this.#endWord(table)
    const { cell, line, blanks } = table
    table.line = 0
    if (cell === undefined || cell.span !== 1) return
    const given = table.columns[cell.column]?.value ?? 0
    const needed = line - blanks + this.#around(table, cell)
    if (needed > given - ROUNDING && needed <= given + MEASURED)
      cell.min = Math.max(cell.min, needed)
  }

  /** Indents of the paragraph and margins of the cell. */
  #around(table: OpenTable, cell: Cell): number {
    const [left, right] = table.paragraph.indents
    const indents = Math.max(0, left) + Math.max(0, right)
    return indents + (cell.margins[0] ?? table.margins[0]) + (cell.margins[1] ?? table.margins[1])
  }

  #endWord(table: OpenTable): void {
    if (table.word > 0) this.#atLeast(table, table.word)
    table.word = 0
  }

  #atLeast(table: OpenTable, width: number): void {
    const { cell } = table
    if (cell === undefined) return
    cell.min = Math.max(cell.min, width + this.#around(table, cell))
  }
}

/** Which cells have formatting of their own (17.4.56): by name, or by bits of `w:val` as before 2010. */
export function lookOf(text: string): TableCondition[] {
  const bits = Number.parseInt(attribute(text, 'w:val') ?? '0', 16)
  const isAsked = (name: string, bit: number): boolean => {
    const named = attribute(text, name)
    return named === undefined ? (bits & bit) !== 0 : /^(?:1|true|on)$/.test(named)
  }
  return [
    ...(isAsked('w:firstColumn', 0x80) ? (['firstCol'] as const) : []),
    ...(isAsked('w:firstRow', 0x20) ? (['firstRow'] as const) : []),
  ]
}

const widthAt = ({ start, end }: XmlTag, text: string) => ({
  start,
  end,
  value: numberIn(text, 'w:w'),
  type: attribute(text, 'w:type') ?? 'dxa',
})

/**
 * All tables of a part, inner ones before those around them; empty where the part cannot be read.
 * @param inMargin whether the part is a header or a footer
 */
export function readTables(xml: string, styles: TextStyles, inMargin = false): Table[] {
  const reader = new TableReader(xml, styles, inMargin)
  return scanXml(xml, reader) === null ? reader.tables : []
}
