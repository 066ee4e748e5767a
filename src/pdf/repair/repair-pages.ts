/**
 * Normalises the page tree of a damaged document so that every reader walks it alike: one level, every page once,
 * with what it inherited.
 */
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib'
import { dictOf } from '../pdf-file.ts'
import { UnreadablePdfError } from '../stream-data.ts'
import type { WholePdf } from '../whole-pdf.ts'

const PAGES_MAX = 20_000
const NODES_MAX = 100_000
const DEPTH_MAX = 64
const PARENT = PDFName.of('Parent')
const INHERITED = new Set(
  ['MediaBox', 'CropBox', 'Rotate', 'Resources'].map((key) => PDFName.of(key)),
)

type Inherited = ReadonlyMap<PDFName, PDFObject>

/** A page that is listed twice is shown twice; each occurrence needs an object of its own. */
const ownRef = (
  whole: WholePdf,
  item: PDFObject,
  page: PDFDict,
  found: ReadonlySet<PDFRef>,
): PDFRef =>
  item instanceof PDFRef && !found.has(item) ? item : whole.add(page.clone(whole.context))

/** Every page of a tree once. @throws UnreadablePdfError for more than 20,000 */
function pagesUnder(whole: WholePdf, top: PDFObject): Set<PDFRef> {
  const found = new Set<PDFRef>()
  const path = new Set<PDFObject>()
  let nodes = 0
  const visit = (item: PDFObject, above: Inherited): void => {
    const dict = whole.resolve(item)
    if (!(dict instanceof PDFDict) || path.has(dict) || path.size > DEPTH_MAX) return
    nodes += 1
    if (nodes > NODES_MAX || found.size >= PAGES_MAX)
      throw new UnreadablePdfError(`it has more than ${PAGES_MAX} pages`)
    const own = new Map([...above, ...dict.entries().filter(([key]) => INHERITED.has(key))])
    const kids = whole.get(dict, 'Kids')
    if (kids instanceof PDFArray) {
      path.add(dict)
      for (const kid of kids.asArray()) visit(kid, own)
      path.delete(dict)
      return
    }
    const ref = ownRef(whole, item, dict, found)
    for (const [key, value] of own) whole.context.lookup(ref, PDFDict).set(key, value)
    found.add(ref)
  }
  visit(top, new Map())
  return found
}

/** @throws UnreadablePdfError for more than 20,000 pages, or none */
export function plainPageTree(whole: WholePdf): void {
  const { context, catalog } = whole
  const top = catalog.get(PDFName.of('Pages'))
  const pages = top === undefined ? new Set<PDFRef>() : pagesUnder(whole, top)
  if (pages.size === 0) throw new UnreadablePdfError('it has no pages')
  const tree = whole.add(context.obj({ Type: 'Pages', Kids: [...pages], Count: pages.size }))
  for (const ref of pages) dictOf(whole.resolve(ref))?.set(PARENT, tree)
  catalog.set(PDFName.of('Pages'), tree)
}
