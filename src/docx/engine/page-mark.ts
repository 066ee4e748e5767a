/**
 * A word across every page of a Word file, like Word's own watermark: a shape in the headers, behind the text
 * (ISO/IEC 29500-1, 17.10). Pages without a header get one that takes no space.
 */

import { escapeAttribute } from '../../xml/escape.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import { addPartType, addRelations } from '../package/registrations.ts'
import { contentTypes, partText } from '../package/zip-parts.ts'
import { mainDocumentPath } from '../rich/package-parts.ts'

const HEADER_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const WML = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const NAMESPACES =
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'
const PART = 'word/header-page-mark.xml'
const RELATION = 'rIdPageMark'

/** A word across the pages. */
export interface PageMark {
  text: string
  /** As Word's own watermarks look, rather than as the mark of test keys. */
  isWatermark: boolean
}

const TEST_LOOK: Look = { width: 400, height: 150, color: '#e68c84', font: 'Arial' }
/** Width of a letter by its height, on average, in Word's watermarks. */
const LETTER = 1 / 3

type Look = ReturnType<typeof watermarkLook>

/** Word's: as large as the room between the margins lets a text be that is turned by 45 degrees. */
function watermarkLook(text: string, main: string) {
  const inPoints = (name: string, otherwise: number): number =>
    Number(new RegExp(`<w:pg(?:Sz|Mar)\\s[^>]*w:${name}="(\\d+)"`).exec(main)?.[1] ?? otherwise) /
    20
  const across = inPoints('w', 11_906) - inPoints('left', 1134) - inPoints('right', 1134)
  const down = inPoints('h', 16_838) - inPoints('top', 1134) - inPoints('bottom', 1134)
  const sides = Math.max(72, Math.min(across, down)) * Math.SQRT2
  const ratio = Math.max(1, [...text].length * LETTER)
  const height = sides / (1 + ratio)
  return {
    /** Points; the shape is centred between the margins and turned. */
    width: Math.round(height * ratio),
    height: Math.round(height),
    color: 'silver',
    font: 'Calibri',
  }
}

/** Section properties in force: those inside a tracked change are historical. */
const SECTION = /<w:sectPrChange[\s>][\s\S]*?<\/w:sectPrChange>|<w:sectPr(?:\s[^>]*)?(?:\/>|>)/g
const HEADER_KINDS = /<w:headerReference\s[^>]*?w:type="(\w+)"/g

function shape(text: string, { width, height, color, font }: Look): string {
  const style = [
    'position:absolute;margin-left:0;margin-top:0',
    `width:${width}pt;height:${height}pt;rotation:315;z-index:-251658752`,
    'mso-position-horizontal:center;mso-position-horizontal-relative:margin',
    'mso-position-vertical:center;mso-position-vertical-relative:margin',
  ].join(';')
  return (
    `<w:r><w:rPr><w:noProof/></w:rPr><w:pict ${NAMESPACES}>` +
    '<v:shapetype id="_x0000_t136" coordsize="21600,21600" o:spt="136" adj="10800" path="m@7,l@8,m@5,21600l@6,21600e">' +
    '<v:formulas><v:f eqn="sum #0 0 10800"/><v:f eqn="prod #0 2 1"/><v:f eqn="sum 21600 0 @1"/><v:f eqn="sum 0 0 @2"/><v:f eqn="sum 21600 0 @3"/><v:f eqn="if @0 @3 0"/><v:f eqn="if @0 21600 @1"/><v:f eqn="if @0 0 @2"/><v:f eqn="if @0 @4 21600"/></v:formulas>' +
    '<v:path textpathok="t" o:connecttype="rect"/><v:textpath on="t" fitshape="t"/></v:shapetype>' +
    `<v:shape id="PageMark" type="#_x0000_t136" alt="${escapeAttribute(text)}" style="${style}" o:allowincell="f" fillcolor="${color}" stroked="f">` +
    `<v:fill opacity=".5"/><v:textpath style="font-family:${font};font-size:1pt" string="${escapeAttribute(text)}"/></v:shape></w:pict></w:r>`
  )
}

/** A paragraph that takes no space. */
const paragraph = (run: string): string =>
  `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/></w:pPr>${run}</w:p>`

/** The header with the shape in its last paragraph, so that it does not gain a line. */
function marked(header: string, run: string): string {
  const inLast = header.replace(
    /<\/w:p>(\s*<\/w:hdr>\s*)$/,
    (_end, close: string) => `${run}</w:p>${close}`,
  )
  if (inLast !== header) return inLast
  return header.replace(/<\/w:hdr>\s*$/, (close) => paragraph(run) + close)
}

const reference = (kind: string): string =>
  `<w:headerReference xmlns:r="${OFFICE}/relationships" w:type="${kind}" r:id="${RELATION}"/>`

const IS_ON = '(?:\\s*/>|\\s[^>]*w:val="(?:1|true|on)")'
const FIRST_PAGE = new RegExp(`<w:titlePg${IS_ON}`)
const EVEN_PAGES = new RegExp(`<w:evenAndOddHeaders${IS_ON}`)

/** Page types of a section that need a header. */
const kindsOf = (section: string, evenPages: boolean): string[] => [
  'default',
  ...(FIRST_PAGE.test(section) ? ['first'] : []),
  ...(evenPages ? ['even'] : []),
]

/**
 * The main part with a header for every page type. A section without its own header inherits that of the previous
 * section, so only what the first sections lack has to be added (17.10.5).
 */
function withHeaders(main: string, evenPages: boolean): string {
  const known = new Set<string>()
  const lackedBy = (section: string): string => {
    for (const [, kind = ''] of section.matchAll(HEADER_KINDS)) known.add(kind)
    const lacking = kindsOf(section, evenPages).filter((kind) => !known.has(kind))
    for (const kind of lacking) known.add(kind)
    return lacking.map(reference).join('')
  }
  const written = main.replace(SECTION, (tag, at: number) => {
    if (tag.startsWith('<w:sectPrChange')) return tag
    if (tag.endsWith('/>')) return `${tag.slice(0, -2)}>${lackedBy('')}</w:sectPr>`
    return tag + lackedBy(main.slice(at, main.indexOf('</w:sectPr>', at)))
  })
  if (known.size > 0) return written
  return written.replace('</w:body>', `<w:sectPr>${lackedBy('')}</w:sectPr></w:body>`)
}

function addHeader(draft: DocumentDraft, main: string, run: string): void {
  const header = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:hdr xmlns:w="${WML}">${paragraph(run)}</w:hdr>`
  draft.file(PART, header)
  addPartType(draft, PART, HEADER_TYPE)
  const type = `${OFFICE}/relationships/header`
  addRelations(draft, main, `<Relationship Id="${RELATION}" Type="${type}" Target="/${PART}"/>`)
}

/** Puts a word across every page of the document. */
export function markPages(draft: DocumentDraft, { text, isWatermark }: PageMark): void {
  const path = mainDocumentPath(draft)
  const main = partText(draft, path)
  const run = shape(text, isWatermark ? watermarkLook(text, main ?? '') : TEST_LOOK)
  for (const [name, type] of contentTypes(draft)) {
    const header = type === HEADER_TYPE ? partText(draft, name) : undefined
    if (header !== undefined) draft.file(name, marked(header, run))
  }
  if (main === undefined) return
  const evenPages = EVEN_PAGES.test(partText(draft, 'word/settings.xml') ?? '')
  const written = withHeaders(main, evenPages)
  if (written === main) return
  draft.file(path, written)
  addHeader(draft, path, run)
}
