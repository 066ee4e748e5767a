/** Makes the Word documents of the examples, as a person would with Word's own styles. */
import PizZip from 'pizzip'
import { chartBook, chartDrawing, chartXml, THEME } from './chart.ts'
import { type Block, NOTE_MARK, type Piece, type WordDocument } from './example.ts'

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPACES = `xmlns:w="${W}" xmlns:r="${R}"`
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const CORE = 'application/vnd.openxmlformats-package.core-properties+xml'
const CHART = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml'
const THEME_TYPE = 'application/vnd.openxmlformats-officedocument.theme+xml'
const TWIPS_PER_MM = 1440 / 25.4
const MARGIN_MM = 8
const DEFAULT_PAGE = { width: 120, height: 240 }
const BLUE = '1F3864'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const twips = (mm: number): number => Math.round(mm * TWIPS_PER_MM)

function run(piece: Piece, extra = ''): string {
  const { text, ...look } = typeof piece === 'string' ? { text: piece } : piece
  const properties =
    extra +
    (look.bold ? '<w:b/>' : '') +
    (look.italic ? '<w:i/>' : '') +
    (look.color ? `<w:color w:val="${look.color}"/>` : '') +
    (look.size ? `<w:sz w:val="${look.size * 2}"/>` : '') +
    (look.underline ? '<w:u w:val="single"/>' : '')
  return text
    .split(NOTE_MARK)
    .map(
      (part) =>
        `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${escaped(part)}</w:t></w:r>`,
    )
    .join(
      '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>',
    )
}

const fieldChar = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`

/** A complex field with the fields nested in its code. */
function fieldXml(code: string, shown: string): string {
  const pieces = code
    .split(/⟦(.*?)⟧/)
    .map((piece, index) =>
      index % 2 === 1
        ? fieldXml(piece, '«…»')
        : `<w:r><w:instrText xml:space="preserve"> ${escaped(piece)} </w:instrText></w:r>`,
    )
  const [begin, separate, end] = ['begin', 'separate', 'end'].map(fieldChar)
  return `${begin}${pieces.join('')}${separate}${run(shown)}${end}`
}

const pieceXml = (piece: Piece): string =>
  typeof piece !== 'string' && piece.field !== undefined
    ? fieldXml(piece.field, piece.text)
    : run(piece)

const NUMBERING: Record<string, number> = { Bullet: 1, Number: 2 }

function block(
  item: Block,
  page: { width: number; height: number },
  before: Block | undefined,
): string {
  if (item.kind === 'section') {
    return `<w:p><w:pPr><w:sectPr><w:type w:val="nextPage"/>${pageXml(page)}</w:sectPr></w:pPr></w:p>`
  }
  if (item.kind === 'table') return tableXml(item, page)
  if (item.kind === 'chart') {
    const width = page.width - 2 * MARGIN_MM
    return `<w:p>${chartDrawing(`rIdChart${item.title}`, width, Math.round(width / 2))}</w:p>`
  }
  const list = item.style === undefined ? undefined : NUMBERING[item.style]
  const style =
    item.style === undefined || list !== undefined ? '' : `<w:pStyle w:val="${item.style}"/>`
  const numbering =
    list === undefined ? '' : `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`
  const gap = before?.kind === 'table' ? '<w:spacing w:before="120"/>' : ''
  const align = item.align === undefined ? '' : `<w:jc w:val="${item.align}"/>`
  return `<w:p><w:pPr>${style}${numbering}${gap}${align}</w:pPr>${item.pieces.map(pieceXml).join('')}</w:p>`
}

const border = (side: string): string =>
  `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="A6A6A6"/>`

function tableXml(
  { rows, widths, header }: Extract<Block, { kind: 'table' }>,
  page: { width: number },
): string {
  const room = twips(page.width - 2 * MARGIN_MM)
  const sum = widths.reduce((total, width) => total + width, 0)
  const columns = widths.map((width) => Math.round((width / sum) * room))
  const cell = (pieces: Piece[], column: number, isHead: boolean): string =>
    `<w:tc><w:tcPr><w:tcW w:w="${columns[column]}" w:type="dxa"/>${isHead ? '<w:shd w:val="clear" w:color="auto" w:fill="DCE6F2"/>' : ''}</w:tcPr>` +
    `<w:p><w:pPr><w:spacing w:before="40" w:after="40"/></w:pPr>${pieces.map((piece) => run(piece, isHead ? '<w:b/>' : '')).join('')}</w:p></w:tc>`
  const row = (cells: Piece[][], index: number): string =>
    `<w:tr>${header && index === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells.map((one, column) => cell(one, column, header && index === 0)).join('')}</w:tr>`
  const sides = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(border).join('')
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="${room}" w:type="dxa"/><w:tblBorders>${sides}</w:tblBorders><w:tblLayout w:type="fixed"/>` +
    '<w:tblCellMar><w:left w:w="90" w:type="dxa"/><w:right w:w="90" w:type="dxa"/></w:tblCellMar></w:tblPr>' +
    `<w:tblGrid>${columns.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>` +
    `${rows.map(row).join('')}</w:tbl>`
  )
}

const pageXml = ({ width, height }: { width: number; height: number }): string => {
  const margin = twips(MARGIN_MM)
  return `<w:pgSz w:w="${twips(width)}" w:h="${twips(height)}"/><w:pgMar w:top="${margin}" w:right="${margin}" w:bottom="${margin}" w:left="${margin}" w:header="${twips(5)}" w:footer="${twips(5)}" w:gutter="0"/>`
}

const font = 'Carlito'
const headingStyle = (id: string, name: string, size: number): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="120" w:after="80"/></w:pPr><w:rPr><w:b/><w:color w:val="${BLUE}"/><w:sz w:val="${size * 2}"/></w:rPr></w:style>`
const STYLES =
  `${XML}<w:styles ${SPACES}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:cs="${font}"/><w:sz w:val="22"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault>` +
  '<w:pPrDefault><w:pPr><w:spacing w:after="100"/></w:pPr></w:pPrDefault></w:docDefaults>' +
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
  headingStyle('Title', 'Title', 18) +
  headingStyle('Heading1', 'heading 1', 14) +
  headingStyle('Heading2', 'heading 2', 12) +
  '</w:styles>'

const level = (format: string, text: string): string =>
  `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:pPr><w:spacing w:after="40"/><w:ind w:left="500" w:hanging="280"/></w:pPr></w:lvl>`
const NUMBERING_PART =
  `${XML}<w:numbering ${SPACES}>` +
  `<w:abstractNum w:abstractNumId="0">${level('bullet', '•')}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="1">${level('decimal', '%1.')}</w:abstractNum>` +
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>'

const note = (pieces: readonly Piece[]): string =>
  `${XML}<w:footnotes ${SPACES}>` +
  '<w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>' +
  '<w:footnote w:type="continuationSeparator" w:id="1"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>' +
  `<w:footnote w:id="2"><w:p><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>${run(' ')}${pieces.map((piece) => run(piece)).join('')}</w:p></w:footnote></w:footnotes>`

interface Part {
  name: string
  type: string
  xml: string
}

/** The bytes of a document, the same for the same document. */
export function wordFile(document: WordDocument): Uint8Array {
  const page = document.page ?? DEFAULT_PAGE
  const blocks = (items: readonly Block[]): string =>
    items.map((item, index) => block(item, page, items[index - 1])).join('')
  const parts: Part[] = [
    { name: 'styles', type: 'styles', xml: STYLES },
    { name: 'numbering', type: 'numbering', xml: NUMBERING_PART },
  ]
  if (document.header)
    parts.push({
      name: 'header1',
      type: 'header',
      xml: `${XML}<w:hdr ${SPACES}>${blocks(document.header)}</w:hdr>`,
    })
  if (document.footer)
    parts.push({
      name: 'footer1',
      type: 'footer',
      xml: `${XML}<w:ftr ${SPACES}>${blocks(document.footer)}</w:ftr>`,
    })
  if (document.footnote)
    parts.push({ name: 'footnotes', type: 'footnotes', xml: note(document.footnote) })
  const references = parts
    .map(({ type }, index) =>
      type === 'header' || type === 'footer'
        ? `<w:${type}Reference w:type="default" r:id="rId${index + 1}"/>`
        : '',
    )
    .join('')
  const body = `${XML}<w:document ${SPACES}><w:body>${blocks(document.body).replaceAll('<w:sectPr>', `<w:sectPr>${references}`)}<w:sectPr>${references}${pageXml(page)}</w:sectPr></w:body></w:document>`
  const charts = document.body.filter((item) => item.kind === 'chart')
  const named = charts.reduce(
    (xml, { title }, at) => xml.replaceAll(`"rIdChart${title}"`, `"rIdChart${at + 1}"`),
    body,
  )
  return packed(named, parts, document.title ?? '', charts)
}

type Chart = Extract<Block, { kind: 'chart' }>

function packed(
  body: string,
  parts: readonly Part[],
  title: string,
  charts: readonly Chart[],
): Uint8Array {
  const zip = new PizZip()
  const relation = (id: number | string, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${type}" Target="${target}"/>`
  const relations = (items: readonly string[]): string =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`
  const override = (name: string, type: string): string =>
    `<Override PartName="/${name}" ContentType="${type}"/>`
  const overrides = [
    override('word/document.xml', `${WORD}.document.main+xml`),
    override('docProps/core.xml', CORE),
    ...parts.map(({ name, type }) => override(`word/${name}.xml`, `${WORD}.${type}+xml`)),
    ...charts.map((_chart, at) => override(`word/charts/chart${at + 1}.xml`, CHART)),
    ...(charts.length > 0 ? [override('word/theme/theme1.xml', THEME_TYPE)] : []),
  ]
  zip.file(
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides.join('')}</Types>`,
  )
  const core = `${PACKAGE}/relationships/metadata/core-properties`
  zip.file(
    '_rels/.rels',
    relations([
      relation(1, `${R}/officeDocument`, 'word/document.xml'),
      relation(2, core, 'docProps/core.xml'),
    ]),
  )
  zip.file(
    'docProps/core.xml',
    `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escaped(title)}</dc:title></cp:coreProperties>`,
  )
  zip.file(
    'word/_rels/document.xml.rels',
    relations(
      parts
        .map(({ name, type }, index) => relation(index + 1, `${R}/${type}`, `${name}.xml`))
        .concat(
          charts.length > 0 ? [relation('Theme', `${R}/theme`, 'theme/theme1.xml')] : [],
          charts.map((_chart, at) =>
            relation(`Chart${at + 1}`, `${R}/chart`, `charts/chart${at + 1}.xml`),
          ),
        ),
    ),
  )
  zip.file('word/document.xml', body)
  for (const { name, xml } of parts) zip.file(`word/${name}.xml`, xml)
  for (const [at, { chart, sheet, title: shown }] of charts.entries()) {
    zip.file(`word/charts/chart${at + 1}.xml`, chartXml(chart, sheet, shown))
    zip.file(`word/embeddings/Microsoft_Excel_Sheet${at + 1}.xlsx`, chartBook(sheet))
    zip.file(
      `word/charts/_rels/chart${at + 1}.xml.rels`,
      relations([relation(1, `${R}/package`, `../embeddings/Microsoft_Excel_Sheet${at + 1}.xlsx`)]),
    )
  }
  if (charts.length > 0) zip.file('word/theme/theme1.xml', THEME)
  return zip.generate({ type: 'uint8array', compression: 'DEFLATE' })
}
