/**
 * Tables that fit their columns to their content (ISO/IEC 29500-1, 17.4.52, `autofit`): Word never makes a column
 * narrower than its longest word, and writes exactly that width; LibreOffice takes what is written, rounds, and breaks the
 * word. Columns that are too narrow get what they need from those that have more.
 *
 * Widths in per cent (17.18.90) are of the text's width; before 2013, Word adds the margins of the cells on both sides,
 * and the table sticks out. LibreOffice never adds them.
 */
import { type Edit, edited } from '../../xml/edits.ts'
import {
  type Cell,
  leastWidths,
  MEASURED,
  ROUNDING,
  readTables,
  type Table,
} from './table-reader.ts'
import type { TextStyles } from './text-styles.ts'

/** 100 %, in fiftieths of a per cent (17.18.90). */
const FULL = 5000
const PER_CENT = /<w:tblW\s[^>]*w:type="pct"/

const isAutofit = (table: Table): boolean =>
  !table.isFixed &&
  table.columns.length > 0 &&
  table.columns.every(({ value }) => value > 0) &&
  table.cells.every(({ column, span }) => column + span <= table.columns.length)

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Column widths at which no word breaks, as far as there is room; undefined where none is too narrow. */
function fittedColumns(table: Table, room: number): number[] | undefined {
  const given = table.columns.map(({ value }) => value)
  const min = leastWidths(table)
  // what LibreOffice's rounding takes is added, not taken from others: it is too little to be seen at the margin
  const rounding = (value: number, at: number): number =>
    (min[at] ?? 0) > value - ROUNDING && (min[at] ?? 0) > 0 ? ROUNDING : 0
  const lacking = given.map((value, at) => Math.max(0, (min[at] ?? 0) - value - MEASURED))
  const lack = total(lacking)
  if (lack === 0 && !given.some((value, at) => rounding(value, at) > 0)) return undefined
  const spare = given.map((value, at) => Math.max(0, value - (min[at] ?? 0)))
  const free = Math.max(0, room - total(given))
  // a table of no width of its own is as wide as its content, within the page
  const grownFirst = (table.width?.value ?? 0) === 0 ? Math.min(lack, free) : 0
  const taken = Math.min(lack - grownFirst, total(spare))
  const grown = grownFirst + Math.min(lack - grownFirst - taken, free - grownFirst)
  const share = taken / (total(spare) || 1)
  const granted = (taken + grown) / (lack || 1)
  return given.map((value, at) => {
    const fitted = value + (lacking[at] ?? 0) * granted - (spare[at] ?? 0) * share
    return Math.ceil(fitted + rounding(fitted, at))
  })
}

/** Widths between the margins of every section, twentieths of a point; the one that a document begins with first. */
function roomsOn(xml: string): number[] {
  const of = (section: string, element: string, name: string): number =>
    Number(new RegExp(`<w:${element}\\s[^>]*?w:${name}="(\\d+)"`).exec(section)?.[1] ?? 0)
  const sections = xml.split('<w:sectPr').slice(1)
  const rooms = sections.map(
    (text) => of(text, 'pgSz', 'w') - of(text, 'pgMar', 'left') - of(text, 'pgMar', 'right'),
  )
  return [...new Set(rooms)]
}

const cellEdit = ({ width, column, span }: Cell, columns: readonly number[]): Edit[] => {
  if (width === undefined || width.type === 'auto') return []
  const value = total(columns.slice(column, column + span))
  return [{ ...width, text: `<w:tcW w:w="${value}" w:type="dxa"/>` }]
}

/** How far a sum of rounded columns may be from the width that Word gave them. */
const ROUNDED = 20

/** The width in twentieths of a point where the columns fill their share of the text and of the margins of their cells. */
function widthBefore2013({ width, margins, columns }: Table, rooms: readonly number[]): Edit[] {
  if (width?.type !== 'pct' || width.value === 0) return []
  const given = total(columns.map(({ value }) => value))
  const fills = rooms.some(
    (room) => Math.abs((width.value / FULL) * (room + total(margins)) - given) <= ROUNDED,
  )
  return fills ? [{ ...width, text: `<w:tblW w:w="${given}" w:type="dxa"/>` }] : []
}

/** How far Word's columns may fall short of the share of the text's width that they were given. */
const SHORT = 60

/** The width that the table needs for its columns; what is narrower, LibreOffice narrows all columns to. */
function widthWith({ width, columns }: Table, fitted: readonly number[], rooms: readonly number[]) {
  if (width === undefined || width.value === 0) return []
  const [given, wanted] = [total(columns.map(({ value }) => value)), total(fitted)]
  const written = (value: number): Edit[] => [
    { ...width, text: `<w:tblW w:w="${value}" w:type="dxa"/>` },
  ]
  if (width.type === 'dxa') return written(width.value + wanted - given)
  const shares = width.type === 'pct' ? rooms.map((room) => (width.value / FULL) * room) : []
  const share = shares.find((one) => one >= given - ROUNDED && one - given <= SHORT)
  return share === undefined || wanted <= share ? [] : written(wanted)
}

function editsOf(table: Table, rooms: readonly number[], isOld: boolean): Edit[] {
  const [room = 0] = rooms
  const columns = isAutofit(table) ? fittedColumns(table, room) : undefined
  const share = isOld ? widthBefore2013(table, rooms) : []
  if (columns === undefined) return share
  return [
    ...(share.length > 0 ? share : widthWith(table, columns, rooms)),
    ...table.columns.map((place, at) => ({ ...place, text: `<w:gridCol w:w="${columns[at]}"/>` })),
    ...table.cells.flatMap((cell) => cellEdit(cell, columns)),
  ]
}

/** Whether there may be a table with automatic widths at all: a look at the text is enough. */
function mayHaveAutofit(xml: string): boolean {
  let fixed = 0
  let tables = 0
  for (let at = xml.indexOf('<w:tbl>'); at !== -1; at = xml.indexOf('<w:tbl>', at + 1)) tables++
  if (tables === 0) return false
  const layout = '<w:tblLayout w:type="fixed"/>'
  for (let at = xml.indexOf(layout); at !== -1; at = xml.indexOf(layout, at + 1)) fixed++
  return fixed < tables
}

/**
 * The part with the columns that Word would make.
 * @param isOld whether Word lays it out as it did before 2013 @param body the part that has the sections, where another
 */
export function fitTables(xml: string, styles: () => TextStyles, isOld = false, body = xml) {
  if (!mayHaveAutofit(xml) && !(isOld && PER_CENT.test(xml))) return xml
  const rooms = roomsOn(body)
  const tables = readTables(xml, styles(), body !== xml)
  return edited(
    xml,
    tables.flatMap((table) => editsOf(table, rooms, isOld)),
  )
}
