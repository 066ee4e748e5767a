/** WordprocessingML by hand: small functions from text to paragraphs, runs, tables and pictures. */

export const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Twentieths of a point in `cm` centimetres. */
export const twips = (cm: number): number => Math.round((cm / 2.54) * 1440)
/** English metric units in `cm` centimetres. */
export const emu = (cm: number): number => Math.round(cm * 360_000)

/** A run of text; `style` names a character style. A line break is `\n`, a tab is `\t`. */
export function run(text: string, style?: string): string {
  const properties = style ? `<w:rPr><w:rStyle w:val="${style}"/></w:rPr>` : ''
  const pieces = text.split(/(\n|\t)/).filter((piece) => piece !== '')
  const content = pieces.map((piece) => {
    if (piece === '\n') return '<w:br/>'
    if (piece === '\t') return '<w:tab/>'
    return `<w:t xml:space="preserve">${escapeXml(piece)}</w:t>`
  })
  return `<w:r>${properties}${content.join('')}</w:r>`
}

/** A field Word computes itself, such as PAGE; `shown` is what is seen before it does. */
export const field = (code: string, shown = '1'): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${shown}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`

/** A paragraph. Text becomes one run; anything that opens with `<` is taken as runs already made. */
export function paragraph(content: string, style?: string, properties = ''): string {
  const styled = style ? `<w:pStyle w:val="${style}"/>` : ''
  const inner = content === '' || content.startsWith('<') ? content : run(content)
  const head = styled || properties ? `<w:pPr>${styled}${properties}</w:pPr>` : ''
  return `<w:p>${head}${inner}</w:p>`
}

export interface CellOptions {
  readonly span?: number
  /** Raw `w:tcPr` children, in the order of the schema, after width and span. */
  readonly properties?: string
}
export interface Cell extends CellOptions {
  readonly content: string
}

/** A table cell from text or from paragraphs already made. */
export const cell = (content: string, style?: string, options: CellOptions = {}): Cell => ({
  content:
    content.startsWith('<w:p') || content.startsWith('<w:tbl')
      ? content
      : paragraph(content, style),
  ...options,
})

export interface Row {
  readonly cells: readonly Cell[]
  readonly header?: boolean
  readonly height?: number
}

export interface TableOptions {
  /** Column widths in centimetres. */
  readonly widths: readonly number[]
  readonly style?: string
  /** `w:tblLook` of the style: which of its special parts apply. */
  readonly firstRow?: boolean
  readonly align?: 'left' | 'right'
  /** Title and description for readers who do not see the page. */
  readonly title?: string
}

function rowXml(row: Row, widths: readonly number[]): string {
  let column = 0
  const cells = row.cells.map((item) => {
    const span = item.span ?? 1
    const width = widths.slice(column, column + span).reduce((sum, part) => sum + part, 0)
    column += span
    const gridSpan = span > 1 ? `<w:gridSpan w:val="${span}"/>` : ''
    return `<w:tc><w:tcPr><w:tcW w:w="${twips(width)}" w:type="dxa"/>${gridSpan}${item.properties ?? ''}</w:tcPr>${item.content}</w:tc>`
  })
  const height = row.height ? `<w:trHeight w:val="${twips(row.height)}" w:hRule="atLeast"/>` : ''
  const header = row.header ? '<w:tblHeader/>' : ''
  return `<w:tr><w:trPr><w:cantSplit/>${height}${header}</w:trPr>${cells.join('')}</w:tr>`
}

export function table(rows: readonly Row[], options: TableOptions): string {
  const total = options.widths.reduce((sum, part) => sum + part, 0)
  const style = options.style ? `<w:tblStyle w:val="${options.style}"/>` : ''
  const align = options.align === 'right' ? '<w:jc w:val="right"/>' : ''
  const look = `<w:tblLook w:val="${options.firstRow ? '0420' : '0400'}" w:firstRow="${options.firstRow ? 1 : 0}" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="0" w:noVBand="1"/>`
  const title = options.title ? `<w:tblCaption w:val="${escapeXml(options.title)}"/>` : ''
  const grid = options.widths.map((width) => `<w:gridCol w:w="${twips(width)}"/>`).join('')
  return (
    `<w:tbl><w:tblPr>${style}<w:tblW w:w="${twips(total)}" w:type="dxa"/>${align}<w:tblLayout w:type="fixed"/>${look}${title}</w:tblPr>` +
    `<w:tblGrid>${grid}</w:tblGrid>${rows.map((row) => rowXml(row, options.widths)).join('')}</w:tbl>`
  )
}

/** A picture in a line of text; `relation` is the id `buildDocx` gave the medium. */
export function picture(
  relation: string,
  id: number,
  widthCm: number,
  heightCm: number,
  alt: string,
): string {
  const size = `cx="${emu(widthCm)}" cy="${emu(heightCm)}"`
  return (
    `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/>` +
    `<wp:docPr id="${id}" name="Picture ${id}" descr="${escapeXml(alt)}"/>` +
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>' +
    `<pic:nvPicPr><pic:cNvPr id="${id}" name="Picture ${id}"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>` +
    '</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
  )
}
