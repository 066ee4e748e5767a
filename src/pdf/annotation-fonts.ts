/**
 * Fonts for what readers draw themselves: an annotation without an appearance names its font, which is looked up in
 * the form (ISO 32000-2, 12.7.4.3). PDFium draws nothing if the form of a document lacks it.
 */
import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject, PDFString } from 'pdf-lib'
import type { PageFacts } from './pages.ts'
import type { WholePdf } from './whole-pdf.ts'

const FONT_NAME = /\/([^\s()<>[\]{}/%]+)\s+[-+.\d]+\s+Tf/
const NAMES_MAX = 100

/** The text style that readers use for a comment that specifies none, in a document without a form. */
const PLAIN_LOOK = '/Helv 12 Tf 0 g'

const textOfLook = (look: PDFObject | undefined): string | undefined =>
  look instanceof PDFString || look instanceof PDFHexString ? look.decodeText() : undefined

/** What readers need from a form to draw annotations of these pages themselves. */
interface Needed {
  /** Names of fonts. */
  names: Set<string>
  /** Whether a comment takes its text style from the form. */
  asksForm: boolean
}

function neededBy(whole: WholePdf, pages: readonly PageFacts[], formLook: string): Needed {
  const names = new Set<string>()
  let asksForm = false
  const add = (look: string): void => {
    const name = FONT_NAME.exec(look)?.[1]
    if (name !== undefined && names.size < NAMES_MAX) names.add(name)
  }
  for (const { dict } of pages) {
    const annotations = whole.get(dict, 'Annots')
    for (const annotation of annotations instanceof PDFArray ? annotations.asArray() : []) {
      const look = whole.get(annotation, 'DA')
      if (whole.get(annotation, 'AP') !== undefined) continue
      const isComment = whole.get(annotation, 'Subtype') === PDFName.of('FreeText')
      if (isComment && look === undefined) asksForm = true
      add(textOfLook(look) ?? '')
    }
  }
  if (asksForm) add(formLook)
  return { names, asksForm }
}

/**
 * Adds the fonts that annotations without appearances name to the form, and the text style for those that specify
 * none.
 * @param given the form that the document had
 */
export function keepAnnotationFonts(
  whole: WholePdf,
  pages: readonly PageFacts[],
  given: PDFObject | undefined,
): void {
  const formLook = textOfLook(whole.get(given, 'DA')) ?? PLAIN_LOOK
  const { names, asksForm } = neededBy(whole, pages, formLook)
  const form = whole.get(whole.catalogRef, 'AcroForm')
  if (names.size === 0 || !(form instanceof PDFDict)) return
  const there = whole.get(whole.get(given, 'DR'), 'Font')
  const fonts = whole.context.obj({})
  for (const name of names) {
    const key = PDFName.of(name)
    const own = there instanceof PDFDict ? there.get(key) : undefined
    fonts.set(key, own ?? helvetica(whole))
  }
  if (asksForm) form.set(PDFName.of('DA'), PDFString.of(formLook))
  form.set(PDFName.of('DR'), whole.context.obj({ Font: fonts }))
}

/** What readers use when there is no form. */
const helvetica = (whole: WholePdf): PDFDict =>
  whole.context.obj({
    Type: 'Font',
    Subtype: 'Type1',
    BaseFont: 'Helvetica',
    Encoding: 'WinAnsiEncoding',
  })
