/** The fonts of a drawing: those of our typeface, plus the installed fonts that its texts need. */
import type { PDFDocument, PDFFont } from 'pdf-lib'
import { embedFont, embedSource, type FontStyle, sourceOf } from '../../pdf/fonts.ts'
import { sourcesOf } from '../../pdf/typesetting/setting.ts'
import { loadTypesetting } from '../../pdf/typesetting/shaper.ts'
import { canWrite, type Face, faceOf, printable } from './text.ts'

/** How a text may look. */
export type FaceName = 'regular' | 'bold' | 'italic' | 'mono'
/** The face of each look. */
export type Faces = Readonly<Record<FaceName, Face>>
/** A typeface: the font of each look. */
type Typeface = Readonly<Record<FaceName, FontStyle>>

const HOUSE: Typeface = { regular: 'regular', bold: 'bold', italic: 'italic', mono: 'mono' }
/** The typeface of the proof certificate; in italics there are only typed signatures, as in the document. */
export const PROOF: Typeface = {
  regular: 'proof',
  bold: 'proof-bold',
  italic: 'italic',
  mono: 'proof-mono',
}

/** Characters that all our fonts have. Most texts use no others and need no further check. */
const USUAL =
  /^[\t\n\r -~\u00a0-\u00ac\u00ae-\u017f\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026]*$/

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
export async function embedFaces(
  document: PDFDocument,
  facts: unknown,
  typeface: Typeface = HOUSE,
): Promise<Faces> {
  const fonts = new Map<string, PDFFont>()
  const faceIn = async (style: FontStyle): Promise<Face> => {
    const font = await embedFont(document, style)
    fonts.set(sourceOf(style).path, font)
    return faceOf(font, style, fonts)
  }
  const [regular, bold, italic, mono] = await Promise.all([
    faceIn(typeface.regular),
    faceIn(typeface.bold),
    faceIn(typeface.italic),
    faceIn(typeface.mono),
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
