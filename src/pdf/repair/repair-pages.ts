/**
 * Normalises the page tree of a damaged document so that every reader walks it alike: one level, every page once,
 * with what it inherited.
 */
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib'
import { UnreadablePdfError } from '../stream-data.ts'
import type { WholePdf } from '../whole-pdf.ts'

const PAGES_MAX = 20_000
const NODES_MAX = 100_000
const DEPTH_MAX = 64
const PARENT = PDFName.of('Parent')
const INHERITED = ['MediaBox', 'CropBox', 'Rotate', 'Resources'].map((key) => PDFName.of(key))

type Inherited = ReadonlyMap<PDFName, PDFObject>

class Pages {
  readonly found = new Set<PDFRef>()
  readonly #whole: WholePdf
  readonly #path = new Set<PDFObject>()
  #nodes = 0

  constructor(whole: WholePdf) {
    this.#whole = whole
  }

  visit(item: PDFObject, above: Inherited): void {
    const dict = this.#whole.resolve(item)
    if (!(dict instanceof PDFDict) || this.#path.has(dict) || this.#path.size > DEPTH_MAX) return
    this.#nodes += 1
    if (this.#nodes > NODES_MAX || this.found.size >= PAGES_MAX)
      throw new UnreadablePdfError(`it has more than ${PAGES_MAX} pages`)
    const own = new Map(above)
    for (const key of INHERITED) {
      const value = dict.get(key)
      if (value !== undefined) own.set(key, value)
    }
    const kids = this.#whole.get(dict, 'Kids')
    if (!(kids instanceof PDFArray)) {
      this.#page(item, dict, own)
      return
    }
    this.#path.add(dict)
    for (const kid of kids.asArray()) this.visit(kid, own)
    this.#path.delete(dict)
  }

  /** A page that is listed twice is shown twice; each occurrence needs an object of its own. */
  #page(item: PDFObject, dict: PDFDict, own: Inherited): void {
    const isNew = item instanceof PDFRef && !this.found.has(item)
    const page = isNew ? dict : dict.clone(this.#whole.context)
    for (const [key, value] of own) page.set(key, value)
    this.found.add(isNew ? item : this.#whole.add(page))
  }
}

/** @throws UnreadablePdfError for more than 20,000 pages, or none */
export function plainPageTree(whole: WholePdf): void {
  const { context, catalog } = whole
  const pages = new Pages(whole)
  const top = catalog.get(PDFName.of('Pages'))
  if (top !== undefined) pages.visit(top, new Map())
  if (pages.found.size === 0) throw new UnreadablePdfError('it has no pages')
  const tree = whole.add(
    context.obj({ Type: 'Pages', Kids: [...pages.found], Count: pages.found.size }),
  )
  for (const ref of pages.found) {
    const page = whole.resolve(ref)
    if (page instanceof PDFDict) page.set(PARENT, tree)
  }
  catalog.set(PDFName.of('Pages'), tree)
}
