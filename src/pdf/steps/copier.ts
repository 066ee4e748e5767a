/** Copies objects of one document into another: what pages need, and nothing of the pages that are left out. */
import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from 'pdf-lib'
import { entriesOf } from '../attachments.ts'
import { nameOf, textOf } from '../form-fields.ts'
import type { PageFacts } from '../pages.ts'
import { dictOf, itemsOf, nameKey } from '../pdf-file.ts'
import type { WholePdf } from '../whole-pdf.ts'

/** Pages of one document. */
export interface Portion {
  whole: WholePdf
  /** Indexes, in order; a page may come twice. Absent: all. */
  pages?: readonly number[]
  /** Title of a bookmark for it. */
  title?: string | undefined
}

/** A portion while it is copied. */
export interface Taken extends Required<Pick<Portion, 'whole' | 'pages'>> {
  title: string | undefined
  copier: Copier
  /** Whether every page is taken. */
  isComplete: boolean
}

/** Lists that lose an entry which leads to a page left out; elsewhere it becomes null. */
const SHRINKING = new Set(['Annots', 'Kids', 'Fields', 'K', 'Nums'].map((key) => PDFName.of(key)))

/** Keys of the tags' parent tree (ISO 32000-2, 14.7.5.4). */
const PARENT_KEYS = new Set(['StructParents', 'StructParent'].map((key) => PDFName.of(key)))
const CONTENT_TYPES = new Set<unknown>(['MCR', 'OBJR'].map((key) => PDFName.of(key)))

/** Named destinations of a document, by name (ISO 32000-2, 12.3.2.4). */
function namedDestinations(source: WholePdf): Map<string, PDFObject> {
  const old = dictOf(source.get(source.catalogRef, 'Dests'))
  const tree = dictOf(source.get(source.get(source.catalogRef, 'Names'), 'Dests'))
  return new Map([
    ...(old?.entries() ?? []).map(([key, value]) => [key.decodeText(), value] as const),
    ...entriesOf(tree, (object) => source.resolve(object)),
  ])
}

/** Copies from one document into another. */
export class Copier {
  readonly source: WholePdf
  readonly #target: WholePdf
  readonly #copies = new Map<PDFRef, PDFRef | undefined>()
  readonly #waiting: PDFRef[] = []
  readonly #destinations: ReadonlyMap<string, PDFObject>

  /** Added to the keys of the tags' parent tree; undefined: tags are not copied. */
  keysFrom: number | undefined

  /** @param left pages of the source that are not copied */
  constructor(source: WholePdf, target: WholePdf, left: readonly PageFacts[]) {
    this.source = source
    this.#target = target
    this.#destinations = namedDestinations(source)
    for (const { ref, dict } of left)
      for (const each of [ref, ...itemsOf(source.get(dict, 'Annots'))])
        if (each instanceof PDFRef) this.place(each, undefined)
  }

  /** An object that is copied by others; undefined: nothing leads to it any more. */
  place(ref: PDFRef, copy: PDFRef | undefined): void {
    this.#copies.set(ref, copy)
  }

  /** Whether it is left out, or is of a page that is. */
  isLeft(ref: PDFObject | undefined): boolean {
    return ref instanceof PDFRef && this.#copies.has(ref) && !this.has(ref)
  }

  /** Whether something that was copied leads to it. */
  has(ref: PDFObject): boolean {
    return ref instanceof PDFRef && this.#copies.get(ref) !== undefined
  }

  /** The copy of an object with everything that it needs; undefined: it is left out. */
  copy(object: PDFObject): PDFObject | undefined {
    const made = this.#build(object)
    this.#finish()
    return made
  }

  /** Copies of several, without what is left out. */
  copies(objects: readonly PDFObject[]): PDFObject[] {
    return objects.flatMap((each) => this.copy(each) ?? [])
  }

  /** Copies members of a dictionary, all by default, into one that lacks them. */
  take(from: PDFObject | undefined, into: PDFDict, keys?: readonly PDFName[]): void {
    const dict = dictOf(this.source.resolve(from))
    if (dict !== undefined) this.#members(dict, into, keys)
    this.#finish()
  }

  /** Copies what copies lead to. */
  #finish(): void {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const copy = this.#copies.get(next)
      const found = this.source.resolve(next)
      const built = found === undefined ? PDFNull : (this.#build(found) ?? PDFNull)
      if (copy !== undefined) this.#target.set(copy, built)
    }
  }

  #build(object: PDFObject, shrinks = false): PDFObject | undefined {
    if (object instanceof PDFRef) return this.#refTo(object)
    if (object instanceof PDFArray) return this.#array(object, shrinks)
    if (object instanceof PDFRawStream)
      return PDFRawStream.of(this.#dict(object.dict), object.contents)
    if (!(object instanceof PDFDict)) return object
    // Content on a page that was left out.
    const isContent = CONTENT_TYPES.has(object.get(nameKey('Type')))
    return isContent && this.isLeft(object.get(nameKey('Pg'))) ? undefined : this.#dict(object)
  }

  #refTo(ref: PDFRef): PDFRef | undefined {
    if (this.#copies.has(ref)) return this.#copies.get(ref)
    const copy = this.#target.context.nextRef()
    this.#copies.set(ref, copy)
    this.#waiting.push(ref)
    return copy
  }

  #array(array: PDFArray, shrinks: boolean): PDFArray {
    const copies = array.asArray().map((each) => this.#build(each))
    const list = PDFArray.withContext(this.#target.context)
    for (const each of copies) if (each !== undefined || !shrinks) list.push(each ?? PDFNull)
    return list
  }

  #dict(dict: PDFDict): PDFDict {
    const copy = PDFDict.withContext(this.#target.context)
    this.#members(dict, copy)
    if (this.isLeft(dict.get(nameKey('Pg')))) dropMarks(copy)
    return copy
  }

  #members(dict: PDFDict, into: PDFDict, keys: readonly PDFName[] = dict.keys()): void {
    const goesTo = dict.get(nameKey('S')) === nameKey('GoTo')
    for (const key of keys) {
      const value = dict.get(key, true)
      if (value === undefined || into.has(key)) continue
      const leads = key === nameKey('Dest') || (goesTo && key === nameKey('D'))
      const built = PARENT_KEYS.has(key)
        ? this.#parentKey(value)
        : this.#build(leads ? this.#explicit(value) : value, SHRINKING.has(key))
      if (built !== undefined) into.set(key, built)
    }
  }

  #parentKey(key: PDFObject): PDFObject | undefined {
    if (this.keysFrom === undefined || !(key instanceof PDFNumber)) return undefined
    return PDFNumber.of(key.asNumber() + this.keysFrom)
  }

  /** The destination behind a name: names of two documents may be the same. */
  #explicit(destination: PDFObject): PDFObject {
    const given = this.source.resolve(destination)
    const name = nameOf(given) ?? textOf(given)
    if (name === undefined) return destination
    const named = this.source.resolve(this.#destinations.get(name))
    return (named instanceof PDFDict ? named.get(nameKey('D')) : named) ?? PDFNull
  }
}

/** Marks without a page of their own are on the page of their element, which was left out. */
function dropMarks(element: PDFDict): void {
  const kids = element.get(nameKey('K'))
  if (kids instanceof PDFNumber) element.delete(nameKey('K'))
  if (!(kids instanceof PDFArray)) return
  for (let at = kids.size() - 1; at >= 0; at--)
    if (kids.get(at) instanceof PDFNumber) kids.remove(at)
}
