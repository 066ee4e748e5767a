/**
 * Handwriting font for typed names: Great Vibes (SIL Open Font License), which covers Latin, Vietnamese and
 * Cyrillic.
 */
import type { PDFDocument } from 'pdf-lib'
import { embedFontFile } from '../../pdf/fonts.ts'
import { type Face, faceOf } from './text.ts'

const FILE = '@expo-google-fonts/great-vibes/400Regular/GreatVibes_400Regular.ttf'

/** Embeds the font, subset to the characters used. */
export const embedHandwriting = async (document: PDFDocument, instead: Face): Promise<Face> =>
  faceOf(await embedFontFile(document, FILE), instead.style, instead.others)
