/** Bookmarks (ISO 32000-2, 12.3.3), kept on merge. */
import { PDFArray, PDFDict, PDFHexString, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib'
import { dictOf, nameKey } from '../pdf-file.ts'
import type { WholePdf } from '../whole-pdf.ts'
import type { Copier } from './copier.ts'

/** Bookmarks of one list; those of a broken list are what could be read of it. */
const BOOKMARKS_MAX = 50_000
const DEPTH_MAX = 32
const OWN_MEMBERS = ['Title', 'Dest', 'A', 'C', 'F'].map(nameKey)

function* siblings(source: WholePdf, holder: PDFObject | undefined): Generator<PDFRef> {
  const seen = new Set<PDFObject>()
  let next = source.resolve(holder) instanceof PDFDict ? refAt(source, holder, 'First') : undefined
  while (next !== undefined && !seen.has(next) && seen.size < BOOKMARKS_MAX) {
    seen.add(next)
    yield next
    next = refAt(source, next, 'Next')
  }
}

function refAt(source: WholePdf, holder: PDFObject | undefined, key: string): PDFRef | undefined {
  const dict = source.resolve(holder)
  const found = dict instanceof PDFDict ? dict.get(nameKey(key)) : undefined
  return found instanceof PDFRef ? found : undefined
}

/** A bookmark without its place among others. */
function ownMembers(source: WholePdf, ref: PDFRef): PDFDict {
  const alone = source.context.obj({})
  const given = dictOf(source.resolve(ref))
  for (const key of OWN_MEMBERS) {
    const value = given?.get(key)
    if (value !== undefined) alone.set(key, value)
  }
  return alone
}

/** Whether it leads to a page that was left out. */
function isLost(whole: WholePdf, item: PDFDict): boolean {
  const destination = whole.get(item, 'Dest') ?? whole.get(whole.get(item, 'A'), 'D')
  return destination instanceof PDFArray && !(destination.get(0) instanceof PDFRef)
}

/** Bookmarks of a document that is put together. */
export class Outlines {
  readonly #whole: WholePdf
  readonly #top: PDFRef[] = []

  constructor(whole: WholePdf) {
    this.#whole = whole
  }

  /** Takes those of a source, under a bookmark of its own if it gets a title. */
  take(copier: Copier, named: { title: string; page: PDFRef } | undefined): void {
    const { source } = copier
    const own = this.#copies(copier, source.get(source.catalogRef, 'Outlines'), 0)
    if (named === undefined) {
      this.#top.push(...own)
      return
    }
    const { context } = this.#whole
    const title = PDFHexString.fromText(named.title)
    this.#top.push(this.#add(context.obj({ Title: title, Dest: [named.page, 'Fit'] }), own, false))
  }

  /** Copies of the bookmarks below one, without those that lead to pages left out. */
  #copies(copier: Copier, holder: PDFObject | undefined, depth: number): PDFRef[] {
    if (depth > DEPTH_MAX) return []
    const refs = [...siblings(copier.source, holder)]
    return refs.flatMap((ref) => {
      const kids = this.#copies(copier, ref, depth + 1)
      const copy = copier.copy(ownMembers(copier.source, ref))
      if (!(copy instanceof PDFDict)) return []
      const lost = isLost(this.#whole, copy)
      if (lost && kids.length === 0) return []
      if (lost) for (const key of ['Dest', 'A']) copy.delete(nameKey(key))
      const count = copier.source.get(ref, 'Count')
      return [this.#add(copy, kids, count instanceof PDFNumber && count.asNumber() > 0)]
    })
  }

  #add(item: PDFDict, kids: readonly PDFRef[], isOpen: boolean): PDFRef {
    const ref = this.#whole.add(item)
    this.#link(item, ref, kids, isOpen)
    return ref
  }

  save(): void {
    if (this.#top.length === 0) return
    const root = this.#whole.context.obj({ Type: 'Outlines' })
    const ref = this.#whole.add(root)
    this.#link(root, ref, this.#top, true)
    this.#whole.catalog.set(nameKey('Outlines'), ref)
  }

  /** Makes these the children, in this order. */
  #link(holder: PDFDict, ref: PDFRef, items: readonly PDFRef[], isOpen: boolean): void {
    const [first, last] = [items[0], items.at(-1)]
    if (first === undefined || last === undefined) return
    holder.set(nameKey('First'), first)
    holder.set(nameKey('Last'), last)
    holder.set(nameKey('Count'), this.#whole.context.obj(isOpen ? items.length : -items.length))
    items.forEach((item, index) => {
      const dict = this.#whole.resolve(item)
      if (!(dict instanceof PDFDict)) return
      dict.set(nameKey('Parent'), ref)
      for (const [key, next] of [
        ['Prev', items[index - 1]],
        ['Next', items[index + 1]],
      ] as const)
        if (next === undefined) dict.delete(nameKey(key))
        else dict.set(nameKey(key), next)
    })
  }
}
