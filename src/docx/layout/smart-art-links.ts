/** SmartArt whose data do not name its stored drawing, which is all that LibreOffice shows of it: the name is added. */
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

/** Does so in the main part, headers and footers. */
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
