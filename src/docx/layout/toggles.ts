/**
 * Bold in tables: it is a toggle (ISO/IEC 29500-1, 17.7.3). Where the style of the table makes its first row or column
 * bold, and the style of a paragraph there is bold as well, Word shows it regular; LibreOffice shows it bold.
 */
import { type Edit, edited } from '../../xml/edits.ts'
import { attribute, scanXml, type XmlHandler, type XmlTag } from '../../xml/scan.ts'
import { lookOf } from './table-reader.ts'
import type { TableCondition, TextStyles } from './text-styles.ts'

const REGULAR = '<w:b w:val="0"/>'
const STYLE = /<w:tblStyle\s[^>]*?w:val="([^"]*)"/g

interface OpenTable {
  style: string | undefined
  look: readonly TableCondition[]
  row: number
  cell: number
}

class ToggleReader implements XmlHandler {
  readonly edits: Edit[] = []
  readonly textWanted = false
  readonly #xml: string
  readonly #styles: TextStyles
  readonly #tables: OpenTable[] = []
  readonly #path: string[] = []
  #style: string | undefined
  /** Where the run that is being read would be said to be regular. */
  #run: Edit | undefined

  constructor(xml: string, styles: TextStyles) {
    this.#xml = xml
    this.#styles = styles
  }

  open(tag: XmlTag): boolean {
    const { local, depth } = tag
    this.#path[depth] = local
    if (local === 'tbl') this.#tables.push({ style: undefined, look: [], row: 0, cell: 0 })
    const table = this.#tables.at(-1)
    if (table === undefined || tag.name !== `w:${local}`) return true
    const parent = this.#path[depth - 1]
    if (parent === 'tblPr') this.#ofTable(table, tag)
    else if (local === 'tr') Object.assign(table, { row: table.row + 1, cell: 0 })
    else if (local === 'tc') table.cell++
    else if (local === 'p') this.#style = undefined
    else if (local === 'pStyle') this.#style = attribute(this.#textOf(tag), 'w:val')
    else if (local === 'r') this.#run = beside(tag, `<w:rPr>${REGULAR}</w:rPr>`)
    else if (local === 'rPr' && parent === 'r') this.#run = beside(tag, REGULAR)
    // what the run says itself, or its own style, is not added to
    else if (parent === 'rPr' && (local === 'b' || local === 'rStyle')) this.#run = undefined
    return true
  }

  close(local: string): void {
    if (local === 'tbl') this.#tables.pop()
    else if (local === 'r') this.#end()
  }

  text(): void {
    // only the tags matter
  }

  #textOf({ start, end }: XmlTag): string {
    return this.#xml.slice(start, end)
  }

  #ofTable(table: OpenTable, tag: XmlTag): void {
    if (tag.local === 'tblStyle') table.style = attribute(this.#textOf(tag), 'w:val')
    else if (tag.local === 'tblLook') table.look = lookOf(this.#textOf(tag))
  }

  #end(): void {
    const [run, table] = [this.#run, this.#tables.at(-1)]
    this.#run = undefined
    if (run === undefined || table?.style === undefined) return
    const met = table.look.filter((one) =>
      one === 'firstRow' ? table.row === 1 : table.cell === 1,
    )
    if (this.#styles.isBold(this.#style) && this.#styles.isBold(table.style, met))
      this.edits.push(run)
  }
}

/** Behind a tag; nothing where it is closed at once. */
const beside = ({ end, selfClosing }: XmlTag, text: string): Edit | undefined =>
  selfClosing ? undefined : { start: end, end, text }

/** The part with runs regular that are bold twice. */
export function toggleBold(xml: string, styles: () => TextStyles): string {
  const used = new Set([...xml.matchAll(STYLE)].map(([, id = '']) => id))
  const isBold = (id: string): boolean => styles().isBold(id, ['firstRow', 'firstCol'])
  if (![...used].some(isBold)) return xml
  const reader = new ToggleReader(xml, styles())
  return scanXml(xml, reader) === null ? edited(xml, reader.edits) : xml
}
