/** The styles part of a document: real Word styles, so that one change in Word restyles the whole. */

export interface TextLook {
  /** Size in points. */
  readonly size?: number
  readonly color?: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly caps?: boolean
  /** Letter spacing in points. */
  readonly spacing?: number
}
export interface ParagraphLook extends TextLook {
  readonly name: string
  readonly basedOn?: string
  readonly next?: string
  readonly align?: 'left' | 'right' | 'center' | 'both'
  /** Space before and after, in points. */
  readonly before?: number
  readonly after?: number
  /** Line height as a multiple of single. */
  readonly line?: number
  readonly keepNext?: boolean
  readonly pageBreakBefore?: boolean
  /** Heading level from 1: shows in Word's navigation and in the PDF outline. */
  readonly outline?: number
  /** Numbering definition and its level from 0. */
  readonly list?: readonly [id: number, level: number]
  /** Raw `w:pPr` children placed before the spacing: borders, tabs. */
  readonly extra?: string
}

const flag = (name: string, on: boolean | undefined): string =>
  on === undefined ? '' : `<w:${name}${on ? '' : ' w:val="0"'}/>`

function textProperties(look: TextLook): string {
  const inner =
    flag('b', look.bold) +
    flag('i', look.italic) +
    flag('caps', look.caps) +
    (look.color ? `<w:color w:val="${look.color}"/>` : '') +
    (look.spacing === undefined ? '' : `<w:spacing w:val="${Math.round(look.spacing * 20)}"/>`) +
    (look.size ? `<w:sz w:val="${look.size * 2}"/><w:szCs w:val="${look.size * 2}"/>` : '')
  return inner ? `<w:rPr>${inner}</w:rPr>` : ''
}

function paragraphProperties(look: ParagraphLook): string {
  const spacing = [
    look.before === undefined ? '' : ` w:before="${look.before * 20}"`,
    look.after === undefined ? '' : ` w:after="${look.after * 20}"`,
    look.line === undefined ? '' : ` w:line="${Math.round(look.line * 240)}" w:lineRule="auto"`,
  ].join('')
  const inner =
    flag('keepNext', look.keepNext) +
    flag('pageBreakBefore', look.pageBreakBefore) +
    (look.list
      ? `<w:numPr><w:ilvl w:val="${look.list[1]}"/><w:numId w:val="${look.list[0]}"/></w:numPr>`
      : '') +
    (look.extra ?? '') +
    (spacing ? `<w:spacing${spacing}/>` : '') +
    (look.align ? `<w:jc w:val="${look.align}"/>` : '') +
    (look.outline ? `<w:outlineLvl w:val="${look.outline - 1}"/>` : '')
  return inner ? `<w:pPr>${inner}</w:pPr>` : ''
}

/** Document defaults: font, size in points, colour, language. */
export const defaults = (look: { size: number; color: string; language: string }): string =>
  `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Carlito" w:hAnsi="Carlito" w:eastAsia="Carlito" w:cs="Carlito"/><w:color w:val="${look.color}"/>` +
  `<w:sz w:val="${look.size * 2}"/><w:szCs w:val="${look.size * 2}"/><w:lang w:val="${look.language}" w:eastAsia="${look.language}" w:bidi="ar-SA"/></w:rPr></w:rPrDefault>` +
  '<w:pPrDefault><w:pPr><w:spacing w:after="0" w:line="259" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>' +
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>' +
  '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:uiPriority w:val="99"/><w:semiHidden/>' +
  '<w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>'

/** A paragraph style; its id is its name without spaces. */
export const paragraphStyle = (look: ParagraphLook): string =>
  `<w:style w:type="paragraph"${/^(Normal|Title|Subtitle|header|footer|heading \d)$/.test(look.name) ? '' : ' w:customStyle="1"'} w:styleId="${styleId(look.name)}"><w:name w:val="${look.name}"/>` +
  `<w:basedOn w:val="${look.basedOn ?? 'Normal'}"/>${look.next ? `<w:next w:val="${look.next}"/>` : ''}<w:qFormat/>` +
  `${paragraphProperties(look)}${textProperties(look)}</w:style>`

/** A character style; its id is its name without spaces. */
export const characterStyle = (name: string, look: TextLook): string =>
  `<w:style w:type="character"${name === 'Strong' ? '' : ' w:customStyle="1"'} w:styleId="${styleId(name)}"><w:name w:val="${name}"/><w:qFormat/>${textProperties(look)}</w:style>`

/** Word's built-in names start in lower case, their ids do not: `heading 1` is `Heading1`. */
export const styleId = (name: string): string =>
  name.replace(/(^|\s+)(\w)/g, (_match, _space, letter: string) => letter.toUpperCase())

const edge = (side: string, eighths: number, color: string): string =>
  `<w:${side} w:val="${eighths ? 'single' : 'nil'}" w:sz="${eighths}" w:space="0" w:color="${color}"/>`

export interface TableLook {
  readonly name: string
  /** Lines between rows: thickness in eighths of a point, colour. */
  readonly lines?: readonly [number, string]
  /** Line above the first and below the last row. */
  readonly frame?: readonly [number, string]
  readonly headFill?: string
  /** Cell padding in centimetres: above and below, at the sides. */
  readonly padding: readonly [number, number]
}

/** A table style: thin lines between rows, an optional filled head, room around the text. */
export function tableStyle(look: TableLook): string {
  const [vertical, horizontal] = look.padding.map((cm) => Math.round((cm / 2.54) * 1440))
  const borders =
    (look.frame ? edge('top', ...look.frame) : '') +
    (look.frame ? edge('bottom', ...look.frame) : '') +
    (look.lines ? edge('insideH', ...look.lines) : '')
  const head = look.headFill
    ? `<w:tblStylePr w:type="firstRow"><w:tcPr><w:shd w:val="clear" w:color="auto" w:fill="${look.headFill}"/></w:tcPr></w:tblStylePr>`
    : ''
  return (
    `<w:style w:type="table" w:customStyle="1" w:styleId="${styleId(look.name)}"><w:name w:val="${look.name}"/><w:basedOn w:val="TableNormal"/><w:qFormat/>` +
    `<w:tblPr>${borders ? `<w:tblBorders>${borders}</w:tblBorders>` : ''}<w:tblCellMar><w:top w:w="${vertical}" w:type="dxa"/><w:left w:w="${horizontal}" w:type="dxa"/>` +
    `<w:bottom w:w="${vertical}" w:type="dxa"/><w:right w:w="${horizontal}" w:type="dxa"/></w:tblCellMar></w:tblPr>${head}</w:style>`
  )
}
