/** Links in a document that LibreOffice treats otherwise than Word: to a template, to the drawings of SmartArt. */
import { escapeXml } from '../../xml/escape.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import { partText } from '../package/zip-parts.ts'
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
