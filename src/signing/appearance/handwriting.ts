/** A typed name in a hand: Great Vibes (SIL Open Font License), which has Latin, Vietnamese and Cyrillic. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fontkit from '@cantoo/fontkit'
import type { PDFDocument } from 'pdf-lib'
import { type Face, faceOf } from './text.ts'

const FILE = '@expo-google-fonts/great-vibes/400Regular/GreatVibes_400Regular.ttf'

let bytes: Uint8Array | undefined

/** Embeds the font, of which only the used characters are kept. */
export async function embedHandwriting(document: PDFDocument): Promise<Face> {
  bytes ??= readFileSync(createRequire(import.meta.url).resolve(FILE))
  document.registerFontkit(fontkit as never)
  return faceOf(await document.embedFont(bytes, { subset: true }))
}
