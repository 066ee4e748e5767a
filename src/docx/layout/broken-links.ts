/** Links in a document that LibreOffice treats otherwise than Word: to a template, to the drawings of SmartArt, to the web. */
import { escapeXml } from '../../xml/escape.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import { addPartType, addRelations } from '../package/registrations.ts'
import { partText, WORD_TEXTS } from '../package/zip-parts.ts'
import { smartArtDrawing } from '../render-warnings/smart-art.ts'

const DIAGRAM = 'http://schemas.microsoft.com/office/drawing/2008/diagram'
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'
const SHOWN = /<dgm:relIds\s[^<>]*\br:dm="([^"]*)"/g
const END = '</dgm:dataModel>'

const nameOf = (relationship: string): string =>
  `<dgm:extLst><a:ext xmlns:a="${DRAWING}/main" uri="${DIAGRAM}">` +
  `<dsp:dataModelExt xmlns:dsp="${DIAGRAM}" relId="${escapeXml(relationship)}" minVer="${DRAWING}/diagram"/>` +
  '</a:ext></dgm:extLst>'

/**
 * Names the stored drawing of SmartArt, which is all that LibreOffice shows of it, in data that do not name it: in the
 * main part, headers and footers.
 */
export function linkSmartArtIn(draft: DocumentDraft): void {
  if (draft.file(/\/diagrams\/drawing[^/]*$/i).length === 0) return
  const parts = new Map(Object.entries(draft.files))
  for (const { name, asText } of draft.file(/^word\/[^/]*\.xml$/))
    for (const [, data = ''] of asText().matchAll(SHOWN)) {
      const drawing = smartArtDrawing(parts, name, data)
      if (drawing === undefined || drawing.isNamed) continue
      const text = partText(draft, drawing.data) ?? ''
      const at = text.lastIndexOf(END)
      if (at === -1 || text.includes('<dgm:extLst')) continue
      draft.file(drawing.data, text.slice(0, at) + nameOf(drawing.relationship) + text.slice(at))
    }
}

const SETTINGS = 'word/settings.xml'

/**
 * The settings without `w:linkStyles` (ISO/IEC 29500-1, 17.15.1.55), by which a document takes its styles from its
 * template anew whenever it is opened. The template is never there, and Word then keeps the styles of the document;
 * LibreOffice puts Word's defaults in the place of what they leave open: lines 1.15 times as far apart, ten points
 * after each paragraph.
 */
export const unlinkStyles = (settings: string): string =>
  settings.replace(/<w:linkStyles(?:\s[^>]*?)?(?:\/>|>\s*<\/w:linkStyles>)/g, '')

/** {@link unlinkStyles} in a document. */
export function unlinkStylesIn(draft: DocumentDraft): void {
  const before = partText(draft, SETTINGS)
  if (before === undefined) return
  const after = unlinkStyles(before)
  if (after !== before) draft.file(SETTINGS, after)
}

const LINK_STYLE = 'ParaphLink'
const LINKED = /<w:hyperlink\s[^>]*[^/]>.*?<\/w:hyperlink>/gs
const FIELD =
  /(<w:instrText[^>]*>\s*HYPERLINK\s[^<]*<\/w:instrText>(?:(?!fldCharType=).)*fldCharType="separate"[^>]*>)(.*?)(?=<w:fldChar\s[^>]*fldCharType="end")/gs
const RUN_START = /(<w:r(?:\s[^>]*)?>)(?:<w:rPr\/>|<w:rPr>((?:(?!<\/w:rPr>).)*)<\/w:rPr>)?/gs

/**
 * The part with a character style on every run of a link: LibreOffice 7.4 writes no link into the PDF where a run has
 * none. A style of the document stays; the one that is given to others says nothing of how they look.
 */
export function styleLinks(xml: string, isKnown: (style: string) => boolean): string {
  const styled = (link: string): string =>
    link.replace(RUN_START, (run, start: string, properties = '') => {
      const style = /<w:rStyle\s[^>]*w:val="([^"]*)"/.exec(properties)?.[1]
      if (style !== undefined && isKnown(style)) return run
      const others = properties.replace(/<w:rStyle\s[^>]*\/>/, '')
      return `${start}<w:rPr><w:rStyle w:val="${LINK_STYLE}"/>${others}</w:rPr>`
    })
  const links = xml.includes('<w:hyperlink') ? xml.replace(LINKED, styled) : xml
  return links.includes('HYPERLINK')
    ? links.replace(FIELD, (_all, head: string, link: string) => head + styled(link))
    : links
}

const STYLES = 'word/styles.xml'
const WORDS = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const STYLES_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml'
const STYLES_RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles'
const STYLE = `<w:style w:type="character" w:customStyle="1" w:styleId="${LINK_STYLE}"><w:name w:val="Paraph Link"/></w:style>`

/** {@link styleLinks} in a document. */
export function styleLinksIn(draft: DocumentDraft, main: string): void {
  const styles = partText(draft, STYLES)
  const isKnown = (style: string): boolean => styles?.includes(`w:styleId="${style}"`) === true
  let isNeeded = false
  for (const { name, asText } of draft.file(WORD_TEXTS)) {
    const before = asText()
    const after = styleLinks(before, isKnown)
    if (after === before) continue
    draft.file(name, after)
    isNeeded = true
  }
  if (!isNeeded) return
  draft.file(
    STYLES,
    (styles ?? `<w:styles xmlns:w="${WORDS}"></w:styles>`).replace(
      /<\/w:styles>\s*$/,
      `${STYLE}$&`,
    ),
  )
  if (styles !== undefined) return
  addPartType(draft, STYLES, STYLES_TYPE)
  addRelations(
    draft,
    main,
    `<Relationship Id="rIdParaphStyles" Type="${STYLES_RELATION}" Target="/${STYLES}"/>`,
  )
}
