/** The fonts of a drawing: our four bundled ones, plus the installed fonts that its texts need. */
import type { PDFDocument, PDFFont } from 'pdf-lib'
import { embedFont, embedSource, type FontStyle, sourceOf } from '../../pdf/fonts.ts'
import { sourcesOf } from '../../pdf/typesetting/setting.ts'
import { loadTypesetting } from '../../pdf/typesetting/shaper.ts'
import { canWrite, type Face, faceOf, printable } from './text.ts'

/** The face of each style. */
export type Faces = Readonly<Record<FontStyle, Face>>

/** Characters that all our fonts have. Most texts use no others and need no further check. */
const USUAL = /^[\t\n\r -~\u00a0-\u00ac\u00ae-\u017f\u2013-\u2026]*$/

/** Every string in the facts, at any depth. */
function textsIn(facts: unknown): string[] {
  if (typeof facts === 'string') return USUAL.test(facts) ? [] : [facts]
  if (facts === null || typeof facts !== 'object' || ArrayBuffer.isView(facts)) return []
  return Object.values(facts).flatMap(textsIn)
}

/**
 * Embeds the fonts that the facts need; unused fonts add nothing to a field's appearance.
 * @param facts everything that is drawn besides our own words: an object containing texts, at any depth
 */
export async function embedFaces(document: PDFDocument, facts: unknown): Promise<Faces> {
  const fonts = new Map<string, PDFFont>()
  const faceIn = async (style: FontStyle): Promise<Face> => {
    const font = await embedFont(document, style)
    fonts.set(sourceOf(style).path, font)
    return faceOf(font, style, fonts)
  }
  const [regular, bold, italic, mono] = await Promise.all([
    faceIn('regular'),
    faceIn('bold'),
    faceIn('italic'),
    faceIn('mono'),
  ])
  const strange = textsIn(facts).map(printable)
  for (const face of [regular, bold, italic, mono]) {
    const texts = strange.filter((text) => !canWrite(text, face))
    if (texts.length === 0) continue
    await loadTypesetting()
    for (const source of texts.flatMap((text) => sourcesOf(text, face.style)))
      if (!fonts.has(source.path)) fonts.set(source.path, await embedSource(document, source))
  }
  return { regular, bold, italic, mono }
}
