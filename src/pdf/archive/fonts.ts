/** The fonts of a document as PDF/A wants them (ISO 19005-3, 6.2.11): embedded, and complete in what they say. */
import { PDFArray, type PDFDict, PDFRawStream } from 'pdf-lib'
import { nameOf } from '../form-fields.ts'
import { dictOf, nameKey } from '../pdf-file.ts'
import type { WholePdf } from '../whole-pdf.ts'
import type { ContentUse } from './content-use.ts'
import { StandIns } from './stand-ins.ts'

/** A font that cannot be embedded. */
export interface MissingFont {
  name: string
  /** The first page, from 1, that shows it. */
  page: number
}

const PROGRAMS = ['FontFile', 'FontFile2', 'FontFile3']

/** Mends the fonts that are used. @returns those that cannot be embedded */
export function embedFonts(whole: WholePdf, { fonts }: ContentUse): MissingFont[] {
  const standIns = new StandIns(whole)
  return [...fonts].flatMap(([font, { page, codes, isSeen }]) => {
    const list = whole.get(font, 'DescendantFonts')
    const below = list instanceof PDFArray ? dictOf(whole.resolve(list.get(0))) : undefined
    if (isEmbedded(whole, font, below)) return []
    if ((below === undefined && standIns.embed(font, codes)) || !isSeen) return []
    return { name: nameOf(whole.get(font, 'BaseFont')) ?? '?', page }
  })
}

/** @param below the font that a composite one is made of */
function isEmbedded(whole: WholePdf, font: PDFDict, below: PDFDict | undefined): boolean {
  if (nameOf(whole.get(font, 'Subtype')) === 'Type3') return true
  const descriptor = whole.get(below ?? font, 'FontDescriptor')
  const isThere = PROGRAMS.some((each) => whole.get(descriptor, each) instanceof PDFRawStream)
  if (isThere && below !== undefined) mapGlyphs(whole, below)
  return isThere
}

/** Numbers of characters are numbers of glyphs where nothing else is said (9.7.4.2), which PDF/A wants said. */
function mapGlyphs(whole: WholePdf, font: PDFDict): void {
  if (nameOf(whole.get(font, 'Subtype')) !== 'CIDFontType2') return
  if (whole.get(font, 'CIDToGIDMap') === undefined)
    font.set(nameKey('CIDToGIDMap'), nameKey('Identity'))
}
