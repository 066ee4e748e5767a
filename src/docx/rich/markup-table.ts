/** Writes a table from markup as a simple grid with borders. */
import type { BlockScope } from './markup-inlines.ts'
import { type Block, type Cell, EMU_PER_TWIP } from './values.ts'

const COLUMNS_MAX = 63
const BORDER = '<w:SIDE w:val="single" w:sz="4" w:space="0" w:color="BFBFBF"/>'
const HEADER_SHADE = '<w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/>'
const MARGIN = 108
/** Bounds of a column's weight, in characters. */
const WEIGHT_RANGE = [6, 48] as const

const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => BORDER.replace('SIDE', side))
  .join('')

/** One place of the grid: a cell that begins here, or the lower part of one from above. */
interface Slot {
  cell: Cell
  column: number
  continued: boolean
}

/** Characters that a bullet and its indent take. */
const ITEM_ROOM = 10

function lengthOf(block: Block): number {
  if (block.kind !== 'paragraph') return block.kind === 'table' ? WEIGHT_RANGE[1] : 0
  const indent = block.item === undefined ? 0 : ITEM_ROOM * (block.item.level + 1)
  return block.inlines.reduce(
    (sum, piece) => sum + (piece.kind === 'text' ? piece.text.length : ITEM_ROOM),
    indent,
  )
}

/** Cells of the rows above that extend into this one, by the column they begin in. */
type Pending = Map<number, { slot: Slot; left: number }>

function continueCell(pending: Pending, column: number): Slot | null {
  const above = pending.get(column)
  if (above === undefined) return null
  above.left -= 1
  if (above.left === 0) pending.delete(column)
  return { ...above.slot, continued: true }
}

function layOutRow(row: readonly Cell[], pending: Pending): Slot[] {
  const slots: Slot[] = []
  const cells = [...row]
  let column = 0
  const more = (): boolean => cells.length > 0 || [...pending.keys()].some((at) => at >= column)
  while (column < COLUMNS_MAX && more()) {
    let slot = continueCell(pending, column)
    if (slot === null) {
      const cell = cells.shift() ?? { blocks: [], header: false, columns: 1, rows: 1 }
      const starts = [...pending.keys()].filter((at) => at > column)
      const free = Math.min(COLUMNS_MAX, ...starts) - column
      slot = { cell: { ...cell, columns: Math.min(cell.columns, free) }, column, continued: false }
      if (cell.rows > 1) pending.set(column, { slot, left: cell.rows - 1 })
    }
    slots.push(slot)
    column += slot.cell.columns
  }
  return slots
}

/** Lays out cells on the grid, including the lower parts of cells that span rows. */
function layOut(rows: readonly (readonly Cell[])[]): { grid: Slot[][]; columns: number } {
  const pending: Pending = new Map()
  const grid = rows.map((row) => layOutRow(row, pending))
  const ends = grid.map((slots) => {
    const last = slots.at(-1)
    return last === undefined ? 1 : last.column + last.cell.columns
  })
  return { grid, columns: Math.max(1, ...ends) }
}

/** Widths in twips that add up to `total`, by the amount of text in each column. */
function columnWidths(grid: readonly Slot[][], columns: number, total: number): number[] {
  const weights = Array.from<number>({ length: columns }).fill(WEIGHT_RANGE[0])
  for (const { cell, column, continued } of grid.flat()) {
    if (continued || cell.columns > 1) continue
    const weight = Math.min(WEIGHT_RANGE[1], Math.max(0, ...cell.blocks.map(lengthOf)))
    weights[column] = Math.max(weights[column] ?? 0, weight)
  }
  const sum = weights.reduce((left, right) => left + right, 0)
  const widths = weights.map((weight) => Math.floor((weight / sum) * total))
  const rest = total - widths.reduce((left, right) => left + right, 0)
  return widths.map((width, index) => (index === columns - 1 ? width + rest : width))
}

type BlockWriter = (blocks: readonly Block[], scope: BlockScope) => string[]

function writeCell(slot: Slot, width: number, scope: BlockScope, write: BlockWriter): string {
  const { cell, continued } = slot
  const properties = [
    `<w:tcW w:w="${width}" w:type="dxa"/>`,
    cell.columns > 1 ? `<w:gridSpan w:val="${cell.columns}"/>` : '',
    continued ? '<w:vMerge/>' : cell.rows > 1 ? '<w:vMerge w:val="restart"/>' : '',
    cell.header ? HEADER_SHADE : '',
  ].join('')
  const inner: BlockScope = {
    ...scope,
    paragraph: scope.paragraph
      .without('w:numPr', 'w:ind', 'w:keepNext')
      .with({ 'w:spacing': '<w:spacing w:before="40" w:after="40"/>' }),
    inlines: cell.header
      ? scope.inlines.over((run) => run.with({ 'w:b': '<w:b/>', 'w:bCs': '<w:bCs/>' }))
      : scope.inlines,
    room: { ...scope.room, width: Math.max(1, width - 2 * MARGIN) * EMU_PER_TWIP },
    tableDepth: scope.tableDepth + 1,
  }
  const blocks = continued ? [] : write(cell.blocks, inner)
  const content = blocks.length > 0 ? blocks.join('') : `<w:p>${inner.paragraph.element()}</w:p>`
  return `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`
}

/** A `w:tbl` that fills the room; header rows are repeated on each page. */
export function writeTable(
  rows: readonly (readonly Cell[])[],
  scope: BlockScope,
  write: BlockWriter,
): string {
  const { grid, columns } = layOut(rows)
  const total = Math.max(columns, Math.floor(scope.room.width / EMU_PER_TWIP))
  const widths = columnWidths(grid, columns, total)
  let heading = true
  const body = grid.map((slots) => {
    heading &&= slots.length > 0 && slots.every(({ cell }) => cell.header)
    let at = 0
    const cells = slots.map((slot) => {
      const width = widths
        .slice(slot.column, slot.column + slot.cell.columns)
        .reduce((sum, one) => sum + one, 0)
      at = slot.column + slot.cell.columns
      return writeCell(slot, width, scope, write)
    })
    const missing = columns - at
    const after = missing > 0 ? `<w:gridAfter w:val="${missing}"/>` : ''
    const flags = `${after}<w:cantSplit/>${heading ? '<w:tblHeader/>' : ''}`
    return `<w:tr><w:trPr>${flags}</w:trPr>${cells.join('')}</w:tr>`
  })
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="${total}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders>` +
    `<w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="${MARGIN}" w:type="dxa"/><w:right w:w="${MARGIN}" w:type="dxa"/></w:tblCellMar>` +
    `<w:tblLook w:val="04A0" w:firstRow="1" w:lastRow="0" w:firstColumn="1" w:lastColumn="0" w:noHBand="0" w:noVBand="1"/></w:tblPr>` +
    `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>${body.join('')}</w:tbl>`
  )
}
