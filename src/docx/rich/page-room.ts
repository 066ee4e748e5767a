/** Available room in a page, a column, a table cell or a text box. */
import { EMU_PER_TWIP } from './values.ts'

/** Available room in a page, a column, a cell or a text box; in EMU. */
export interface Room {
  width: number
  height: number
}

/** A4 with Word's usual margins, for parts that do not define any. */
const DEFAULT_ROOM: Room = { width: 9_026 * EMU_PER_TWIP, height: 13_958 * EMU_PER_TWIP }
const SMALLEST = 36_000
const CELL_MARGIN = 108
const TEXT_BOX_INSET = 182_880

/** A number in an attribute of an element's text; null when absent or not a number. */
function numberIn(xml: string, name: string): number | null {
  const match = new RegExp(`\\s${name}\\s*=\\s*["'](-?\\d+(?:\\.\\d+)?)`).exec(xml)
  return match === null ? null : Number(match[1])
}

const elementIn = (xml: string, name: string): string =>
  new RegExp(`<${name}\\b[^>]*>`).exec(xml)?.[0] ?? ''

/** Text area of a `w:sectPr`: page minus margins and gutter; with several columns, one of them. */
export function sectionRoom(sectPr: string): Room {
  const [size, margin] = [elementIn(sectPr, 'w:pgSz'), elementIn(sectPr, 'w:pgMar')]
  const [pageWidth, pageHeight] = [numberIn(size, 'w:w'), numberIn(size, 'w:h')]
  if (pageWidth === null || pageHeight === null) return DEFAULT_ROOM
  const side = (name: string): number => Math.abs(numberIn(margin, `w:${name}`) ?? 0)
  const across = pageWidth - side('left') - side('right') - side('gutter')
  const columns = elementIn(sectPr, 'w:cols')
  const count = Math.max(1, numberIn(columns, 'w:num') ?? 1)
  const gap = numberIn(columns, 'w:space') ?? 720
  const width = (across - gap * (count - 1)) / count
  const height = pageHeight - side('top') - side('bottom')
  return {
    width: Math.max(SMALLEST, width * EMU_PER_TWIP),
    height: Math.max(SMALLEST, height * EMU_PER_TWIP),
  }
}

/** The narrowest section of the main document: what a header, footer or note can count on. */
export function narrowestRoom(documentXml: string): Room {
  const rooms = [...documentXml.matchAll(/<w:sectPr\b[\s\S]*?<\/w:sectPr>/g)].map(([xml]) =>
    sectionRoom(xml),
  )
  return rooms.reduce<Room>(
    (min, room) => (room.width < min.width ? room : min),
    rooms[0] ?? DEFAULT_ROOM,
  )
}

/**
 * Room for text in a table cell.
 * @param given its `w:tcW` @param grid the columns that it is over @param outer around the table
 */
export function cellRoom(given: string, grid: readonly string[], outer: Room): Room {
  const amount = numberIn(given, 'w:w') ?? 0
  const share = /w:w\s*=\s*["'][\d.]+%/.test(given) ? amount / 100 : amount / 5_000
  let twips = grid.reduce((sum, column) => sum + (numberIn(column, 'w:w') ?? 0), 0)
  if (amount > 0 && /w:type\s*=\s*["']pct/.test(given)) twips = (share * outer.width) / EMU_PER_TWIP
  else if (amount > 0 && !/w:type\s*=\s*["'](auto|nil)/.test(given)) twips = amount
  if (twips <= CELL_MARGIN * 2) return outer
  const width = Math.min(outer.width, (twips - CELL_MARGIN * 2) * EMU_PER_TWIP)
  return { ...outer, width: Math.max(SMALLEST, width) }
}

/** Width inside a text box, from the `wp:extent` or the VML `style` seen last before it. */
export function textBoxRoom(frame: string, outer: Room): Room {
  const cx = numberIn(frame, 'cx')
  const vml = /(?:^|[;"'])\s*width:\s*([\d.]+)pt/.exec(frame)
  const width = cx ?? (vml === null ? null : Number(vml[1]) * 12_700)
  if (width === null || width <= TEXT_BOX_INSET) return outer
  return { width: width - TEXT_BOX_INSET, height: outer.height }
}

/** Room left by the paragraph's own indents. */
export function indented(room: Room, paragraph: string): Room {
  const indent = elementIn(paragraph, 'w:ind')
  const side = (...names: string[]): number =>
    names.map((name) => numberIn(indent, `w:${name}`)).find((value) => value !== null) ?? 0
  const lost = Math.max(0, side('left', 'start')) + Math.max(0, side('right', 'end'))
  const width = room.width - lost * EMU_PER_TWIP
  return width < SMALLEST ? room : { width, height: room.height }
}
