/**
 * Makes the charts of examples and tests as Word does: the sheet in a workbook inside, and of each range what Word keeps
 * of it beside, where a text in the place of a value is 0.
 */
import PizZip from 'pizzip'

const C = 'http://schemas.openxmlformats.org/drawingml/2006/chart'
const A = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const COLOURS = ['4472C4', 'ED7D31', 'A5A5A5', 'FFC000', '5B9BD5', '70AD47']

export type ChartKind = 'bar' | 'column' | 'line' | 'pie' | 'doughnut' | 'area' | 'scatter'
/** Names of series in the first row, categories in the first column. */
export type Sheet = ReadonlyArray<ReadonlyArray<string | number>>

const escaped = (text: string | number): string =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const fill = (at: number): string =>
  `<a:solidFill><a:schemeClr val="accent${(at % 6) + 1}"/></a:solidFill>`
const letter = (column: number): string => String.fromCharCode(65 + column)

function range(cells: ReadonlyArray<string | number>, first: string, isNumeric: boolean): string {
  const kind = isNumeric ? 'num' : 'str'
  const points = cells.map((value, at) => {
    const shown = isNumeric && typeof value === 'string' ? 0 : value
    return `<c:pt idx="${at}"><c:v>${escaped(shown)}</c:v></c:pt>`
  })
  const [, column = '', row = ''] = /([A-Z])(\d+)/.exec(first) ?? []
  const last = cells.length > 1 ? `:$${column}$${Number(row) + cells.length - 1}` : ''
  const format = isNumeric ? '<c:formatCode>General</c:formatCode>' : ''
  return `<c:${kind}Ref><c:f>Sheet1!$${column}$${row}${last}</c:f><c:${kind}Cache>${format}<c:ptCount val="${cells.length}"/>${points.join('')}</c:${kind}Cache></c:${kind}Ref>`
}

function seriesXml(kind: ChartKind, sheet: Sheet, column: number): string {
  const [head = [], ...rows] = sheet
  const cells = (at: number) => rows.map((row) => row[at] ?? '')
  const at = column - 1
  const isRound = kind === 'pie' || kind === 'doughnut'
  const look =
    kind === 'line'
      ? `<a:ln w="28575">${fill(at)}</a:ln>`
      : kind === 'scatter'
        ? '<a:ln w="19050"><a:noFill/></a:ln>'
        : fill(at)
  const dots = `<c:marker><c:symbol val="${kind === 'line' ? 'none' : 'circle'}"/>${kind === 'line' ? '' : `<c:size val="7"/><c:spPr>${fill(at)}</c:spPr>`}</c:marker>`
  const points = [0, 1, 2].map(
    (idx) =>
      `<c:dPt><c:idx val="${idx}"/><c:bubble3D val="0"/><c:spPr>${fill(idx)}</c:spPr></c:dPt>`,
  )
  const [first, second] = kind === 'scatter' ? ['xVal', 'yVal'] : ['cat', 'val']
  return [
    `<c:ser><c:idx val="${at}"/><c:order val="${at}"/><c:tx>${range([head[column] ?? ''], `${letter(column)}1`, false)}</c:tx>`,
    `<c:spPr>${look}</c:spPr>`,
    kind === 'bar' || kind === 'column' ? '<c:invertIfNegative val="0"/>' : '',
    kind === 'line' || kind === 'scatter' ? dots : '',
    ...(isRound ? points : []),
    `<c:${first}>${range(cells(0), 'A2', kind === 'scatter')}</c:${first}>`,
    `<c:${second}>${range(cells(column), `${letter(column)}2`, true)}</c:${second}>`,
    kind === 'line' || kind === 'scatter' ? '<c:smooth val="0"/></c:ser>' : '</c:ser>',
  ].join('')
}

const axis = (name: string, id: number, cross: number, position: string, grid: string): string =>
  `<c:${name}><c:axId val="${id}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="${position}"/>${grid}<c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="${cross}"/><c:crosses val="autoZero"/></c:${name}>`

const KINDS: Readonly<
  Record<ChartKind, readonly [element: string, before: string, after: string]>
> = {
  bar: ['barChart', '<c:barDir val="bar"/><c:grouping val="clustered"/>', '<c:gapWidth val="60"/>'],
  column: [
    'barChart',
    '<c:barDir val="col"/><c:grouping val="clustered"/>',
    '<c:gapWidth val="60"/>',
  ],
  line: ['lineChart', '<c:grouping val="standard"/>', '<c:marker val="1"/>'],
  area: ['areaChart', '<c:grouping val="standard"/>', ''],
  scatter: ['scatterChart', '<c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>', ''],
  pie: ['pieChart', '<c:varyColors val="1"/>', '<c:firstSliceAng val="0"/>'],
  doughnut: [
    'doughnutChart',
    '<c:varyColors val="1"/>',
    '<c:firstSliceAng val="0"/><c:holeSize val="50"/>',
  ],
}

/** The part of a chart. @param hasBook whether it names a workbook, as rId1 */
export function chartXml(kind: ChartKind, sheet: Sheet, title = '', hasBook = true): string {
  const [element, before, after] = KINDS[kind]
  const isRound = kind === 'pie' || kind === 'doughnut'
  const columns = (sheet[0] ?? []).slice(1).map((_unused, at) => at + 1)
  const [left, bottom] = kind === 'bar' ? ['b', 'l'] : ['l', 'b']
  const grid =
    '<c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="D9D9D9"/></a:solidFill></a:ln></c:spPr></c:majorGridlines>'
  const axes = isRound
    ? ''
    : axis(kind === 'scatter' ? 'valAx' : 'catAx', 11, 12, bottom ?? '', '') +
      axis('valAx', 12, 11, left ?? '', grid)
  const heading =
    title === ''
      ? '<c:autoTitleDeleted val="1"/>'
      : `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="1200" b="1"/></a:pPr><a:r><a:rPr lang="en-GB" sz="1200" b="1"/><a:t>${escaped(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/>`
  return `${XML}<c:chartSpace xmlns:c="${C}" xmlns:a="${A}" xmlns:r="${R}"><c:roundedCorners val="0"/><c:chart>${heading}<c:plotArea><c:layout/><c:${element}>${before}${columns.map((column) => seriesXml(kind, sheet, column)).join('')}${after}${isRound ? '' : '<c:axId val="11"/><c:axId val="12"/>'}</c:${element}>${axes}</c:plotArea><c:legend><c:legendPos val="r"/><c:overlay val="0"/></c:legend><c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart><c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="900"><a:latin typeface="Carlito"/></a:defRPr></a:pPr><a:endParaRPr lang="en-GB"/></a:p></c:txPr>${hasBook ? '<c:externalData r:id="rId1"><c:autoUpdate val="0"/></c:externalData>' : ''}</c:chartSpace>`
}

/** The workbook of a chart, with texts as shared strings and the table that Word puts around the data. */
export function chartBook(sheet: Sheet): Uint8Array {
  const zip = new PizZip()
  const texts = [...new Set(sheet.flat().filter((value) => typeof value === 'string'))]
  const rows = sheet.map((row, at) => {
    const cells = row.map((value, column) =>
      typeof value === 'string'
        ? `<c r="${letter(column)}${at + 1}" t="s"><v>${texts.indexOf(value)}</v></c>`
        : `<c r="${letter(column)}${at + 1}"><v>${value}</v></c>`,
    )
    return `<row r="${at + 1}">${cells.join('')}</row>`
  })
  const ref = `A1:${letter((sheet[0]?.length ?? 1) - 1)}${sheet.length}`
  const relations = (type: string, target: string): string =>
    `<Relationship Id="${type}" Type="${R}/${type}" Target="${target}"/>`
  const packed = (items: string): string =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${items}</Relationships>`
  const type = (name: string, kind: string): string =>
    `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  const files: Record<string, string> = {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('xl/workbook.xml', 'sheet.main')}${type('xl/worksheets/sheet1.xml', 'worksheet')}${type('xl/sharedStrings.xml', 'sharedStrings')}${type('xl/tables/table1.xml', 'table')}</Types>`,
    '_rels/.rels': packed(relations('officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${XML}<workbook xmlns="${SHEET}" xmlns:r="${R}"><sheets><sheet name="Sheet1" sheetId="1" r:id="worksheet"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': packed(
      relations('worksheet', 'worksheets/sheet1.xml') +
        relations('sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${SHEET}" xmlns:r="${R}"><dimension ref="${ref}"/><sheetData>${rows.join('')}</sheetData><tableParts count="1"><tablePart r:id="table"/></tableParts></worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': packed(relations('table', '../tables/table1.xml')),
    'xl/tables/table1.xml': `${XML}<table xmlns="${SHEET}" id="1" name="Table1" displayName="Table1" ref="${ref}"><tableColumns count="${sheet[0]?.length}">${(sheet[0] ?? []).map((name, at) => `<tableColumn id="${at + 1}" name="${escaped(name || ' ')}"/>`).join('')}</tableColumns></table>`,
    'xl/sharedStrings.xml': `${XML}<sst xmlns="${SHEET}">${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  }
  for (const [name, text] of Object.entries(files)) zip.file(name, text)
  return zip.generate({ type: 'uint8array', compression: 'DEFLATE' })
}

/** What a paragraph holds that shows a chart, in millimetres. */
export const chartDrawing = (id: string, width: number, height: number): string =>
  `<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="${width * 36_000}" cy="${height * 36_000}"/><wp:docPr id="1" name="Chart" descr="Chart"/><wp:cNvGraphicFramePr/><a:graphic xmlns:a="${A}"><a:graphicData uri="${C}"><c:chart xmlns:c="${C}" r:id="${id}"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`

/** The parts of a theme that colours are named after. */
export const THEME = `${XML}<a:theme xmlns:a="${A}" name="Office"><a:themeElements><a:clrScheme name="Office"><a:dk1><a:srgbClr val="000000"/></a:dk1><a:lt1><a:srgbClr val="FFFFFF"/></a:lt1><a:dk2><a:srgbClr val="44546A"/></a:dk2><a:lt2><a:srgbClr val="E7E6E6"/></a:lt2>${COLOURS.map((colour, at) => `<a:accent${at + 1}><a:srgbClr val="${colour}"/></a:accent${at + 1}>`).join('')}<a:hlink><a:srgbClr val="0563C1"/></a:hlink><a:folHlink><a:srgbClr val="954F72"/></a:folHlink></a:clrScheme><a:fontScheme name="Office"><a:majorFont><a:latin typeface="Carlito"/><a:ea typeface=""/><a:cs typeface=""/></a:majorFont><a:minorFont><a:latin typeface="Carlito"/><a:ea typeface=""/><a:cs typeface=""/></a:minorFont></a:fontScheme><a:fmtScheme name="Office"><a:fillStyleLst>${'<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${'<a:ln w="6350"><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:ln>'.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${'<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`
