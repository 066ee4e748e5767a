/** What of a package is drawn: the parts with text, the font families that they ask for; and what is not drawn. */

import { asBuffer } from '../../kernel/bytes.ts'
import type { DocxPart } from '../package/docx-part.ts'
import { partText, textParts } from '../package/zip-parts.ts'
import { equationsIn, lostGraphics, type Stored } from './graphics.ts'
import { relatedParts, smartArtDrawing } from './smart-art.ts'
import { ALL_SCRIPTS, usedFonts } from './used-fonts.ts'

/** What is drawn of a package; the same in every render of a template. */
export type Drawn = ReturnType<typeof drawnOf>

const NOT_DRAWN = /^docProps\/|comments/
const EMBEDDED = /<w:font\s[^>]*w:name="([^"]*)"[^>]*>(?:(?!<\/w:font>).)*<w:embed/gs

/** What a part's drawings refer to. */
const storedFor = (source: ReadonlyMap<string, DocxPart>, part: string): Stored => ({
  smartArt: (data) => smartArtDrawing(source, part, data) !== undefined,
  chart: (id) => relatedParts(source, part).some((rel) => rel.id === id && source.has(rel.at)),
})

/** See {@link Drawn}. */
export function drawnOf(source: ReadonlyMap<string, DocxPart>) {
  const files = { files: Object.fromEntries([...source].map(([name, part]) => [name, part])) }
  const text = (name: string): string => partText(files, name) ?? ''
  const parts = textParts(files).filter((name) => !NOT_DRAWN.test(name))
  const embedded = new Set(
    [...text('word/fontTable.xml').matchAll(EMBEDDED)].map(([, name]) => name),
  )
  const read = {
    texts: parts.map(text),
    styles: text('word/styles.xml'),
    theme: text('word/theme/theme1.xml'),
  }
  const isAsked = (family: string): boolean => !embedded.has(family)
  return {
    /** Names of the parts with text. */
    parts,
    /** Families that are not in the package itself. */
    fonts: usedFonts(read).filter(isAsked),
    /** The same with those of East Asian and complex scripts, which are drawn only where such text occurs. */
    everyFont: () => usedFonts(read, ALL_SCRIPTS).filter(isAsked),
    /** Drawings that a PDF lacks; equations too, which it has where LibreOffice Math is installed. */
    lost: parts.flatMap((name) => {
      const view = asBuffer(source.get(name)?.bytes ?? new Uint8Array()).toString('latin1')
      return [...lostGraphics(name, view, storedFor(source, name)), ...equationsIn(name, view)]
    }),
  }
}
