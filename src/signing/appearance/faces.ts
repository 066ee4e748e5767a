/** The fonts of a drawing: four of our own, and those of the machine that its texts need. */
import type { PDFDocument, PDFFont } from 'pdf-lib'
import { embedFont, embedSource, type FontStyle, sourceOf } from '../../pdf/fonts.ts'
import { sourcesOf } from '../../pdf/typesetting/setting.ts'
import { loadTypesetting } from '../../pdf/typesetting/shaper.ts'
import { canWrite, type Face, faceOf, printable } from './text.ts'

export type Faces = Readonly<Record<FontStyle, Face>>

/** Letters that each of our fonts has: most facts are nothing else, and need no closer look. */
const USUAL = /^[\t\n\r -~\u00a0-\u00ac\u00ae-\u017f\u2013-\u2026]*$/

/** Every text in facts, wherever it stands. */
function textsIn(facts: unknown): string[] {
  if (typeof facts === 'string') return USUAL.test(facts) ? [] : [facts]
  if (facts === null || typeof facts !== 'object' || ArrayBuffer.isView(facts)) return []
  return Object.values(facts).flatMap(textsIn)
}

/**
 * Embeds the fonts that facts need; those that stay unused cost nothing in the appearance of a field.
 * @param facts whatever is drawn besides our own words: an object with texts in it, or in objects in it
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
