/**
 * Fonts for what readers draw themselves: an annotation without an appearance names its font, which is looked up in
 * the form (ISO 32000-2, 12.7.4.3). PDFium draws nothing where a document has a form that lacks it.
 */
import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject, PDFString } from 'pdf-lib'
import type { PageFacts } from './pages.ts'
import type { WholePdf } from './whole-pdf.ts'

const FONT_NAME = /\/([^\s()<>[\]{}/%]+)\s+[-+.\d]+\s+Tf/
const NAMES_MAX = 100

/** Names of the fonts that annotations of these pages are to be drawn in by readers. */
function namesOf(whole: WholePdf, pages: readonly PageFacts[]): Set<string> {
  const names = new Set<string>()
  for (const { dict } of pages) {
    const annotations = whole.get(dict, 'Annots')
    for (const annotation of annotations instanceof PDFArray ? annotations.asArray() : []) {
      const look = whole.get(annotation, 'DA')
      const isText = look instanceof PDFString || look instanceof PDFHexString
      if (!isText || whole.get(annotation, 'AP') !== undefined) continue
      const name = FONT_NAME.exec(look.decodeText())?.[1]
      if (name !== undefined && names.size < NAMES_MAX) names.add(name)
    }
  }
  return names
}

/**
 * Gives the form the fonts that annotations without appearances name.
 * @param given resources of the form that the document had
 */
export function keepAnnotationFonts(
  whole: WholePdf,
  pages: readonly PageFacts[],
  given: PDFObject | undefined,
): void {
  const names = namesOf(whole, pages)
  const form = whole.get(whole.catalogRef, 'AcroForm')
  if (names.size === 0 || !(form instanceof PDFDict)) return
  const there = whole.get(given, 'Font')
  const fonts = whole.context.obj({})
  for (const name of names) {
    const key = PDFName.of(name)
    const own = there instanceof PDFDict ? there.get(key) : undefined
    fonts.set(key, own ?? helvetica(whole))
  }
  form.set(PDFName.of('DR'), whole.context.obj({ Font: fonts }))
}

/** What readers take where there is no form. */
const helvetica = (whole: WholePdf): PDFDict =>
  whole.context.obj({
    Type: 'Font',
    Subtype: 'Type1',
    BaseFont: 'Helvetica',
    Encoding: 'WinAnsiEncoding',
  })
