/**
 * Turns LibreOffice's PDF/UA into one that conforms (ISO 14289-1): LibreOffice 7.4 leaves content untagged, links
 * outside the structure tree, pictures without an element and standard roles remapped.
 */
import { type PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { isText } from '../form-fields.ts'
import { openWhole } from '../open-whole.ts'
import { repairFigures } from './figure-repairs.ts'
import { repairLinks } from './link-repairs.ts'
import { identifyNotes, repairHeadings, repairRoles } from './role-repairs.ts'
import { StructureTree } from './structure-tree.ts'
import { TaggedPage } from './tagged-page.ts'

const LANGUAGE = PDFName.of('Lang')

/** The language stated in the document, or else the given one, which is then written into it. */
function languageOf({ catalog }: PDFDocument, given: string): string {
  const stated = catalog.lookup(LANGUAGE)
  if (isText(stated)) return stated.decodeText()
  catalog.set(LANGUAGE, PDFString.of(given))
  return given
}

/**
 * Returns the repaired file; the look of its pages and their text do not change.
 * @param language for a document that states none, BCP 47
 * @throws PdfError render_failed when it is not tagged or cannot be read
 */
export async function makeAccessible(pdf: Uint8Array, language: string): Promise<Uint8Array> {
  const document = await openWhole(pdf)
  const tree = new StructureTree(document.catalog, document.context)
  const pages = document.getPages().map((page) => new TaggedPage(page))
  repairRoles(tree)
  repairHeadings(tree)
  identifyNotes(tree)
  repairFigures(tree, pages, languageOf(document, language))
  repairLinks(tree, pages)
  for (const page of pages) page.save()
  tree.save()
  return document.save({
    useObjectStreams: false,
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  })
}
