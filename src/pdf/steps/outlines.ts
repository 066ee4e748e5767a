/** Bookmarks (ISO 32000-2, 12.3.3), kept on merge. */
import { PDFArray, PDFDict, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib'
import { nameKey } from '../pdf-file.ts'
import type { WholePdf } from '../whole-pdf.ts'
import type { Copier } from './copier.ts'

/** Bookmarks of one list; those of a broken list are what could be read of it. */
const BOOKMARKS_MAX = 50_000
const DEPTH_MAX = 32
const OWN_MEMBERS = ['Title', 'Dest', 'A', 'C', 'F'].map(nameKey)

function siblings(source: WholePdf, holder: PDFObject | undefined): PDFDict[] {
  const found = new Set<PDFDict>()
  let next = source.get(holder, 'First')
  while (next instanceof PDFDict && !found.has(next) && found.size < BOOKMARKS_MAX) {
    found.add(next)
    next = source.get(next, 'Next')
  }
  return [...found]
}

/** Whether it leads to a page that was left out. */
function isLost(whole: WholePdf, item: PDFDict): boolean {
  const destination = whole.get(item, 'Dest') ?? whole.get(whole.get(item, 'A'), 'D')
  return destination instanceof PDFArray && !(destination.get(0) instanceof PDFRef)
}

/** Copies of the bookmarks below an object of the source, without those that lead to pages left out. */
export function bookmarksOf(
  whole: WholePdf,
  copier: Copier,
  holder: PDFObject | undefined,
  depth = 0,
): PDFRef[] {
  if (depth > DEPTH_MAX) return []
  return siblings(copier.source, holder).flatMap((item) => {
    const kids = bookmarksOf(whole, copier, item, depth + 1)
    const copy = whole.context.obj({})
    copier.take(item, copy, OWN_MEMBERS)
    const lost = isLost(whole, copy)
    if (lost && kids.length === 0) return []
    if (lost) for (const key of ['Dest', 'A']) copy.delete(nameKey(key))
    const count = copier.source.get(item, 'Count')
    return [bookmark(whole, copy, kids, count instanceof PDFNumber && count.asNumber() > 0)]
  })
}

/** Adds a bookmark, or the root of all, with the ones below it. */
export function bookmark(whole: WholePdf, item: PDFDict, kids: readonly PDFRef[], isOpen: boolean) {
  const ref = whole.add(item)
  const [first, last] = [kids[0], kids.at(-1)]
  if (first === undefined || last === undefined) return ref
  item.set(nameKey('First'), first)
  item.set(nameKey('Last'), last)
  item.set(nameKey('Count'), PDFNumber.of(isOpen ? kids.length : -kids.length))
  kids.forEach((kid, index) => {
    const links = { Parent: ref, Prev: kids[index - 1], Next: kids[index + 1] }
    for (const [key, to] of Object.entries(links))
      if (to !== undefined) whole.context.lookup(kid, PDFDict).set(nameKey(key), to)
  })
  return ref
}
