/** Which object of a PDF references which: what is shared, what is dangling, and on which page something is visible. */
import { PDFArray, type PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib'
import { nameOf } from './form-fields.ts'
import { pagesOf } from './pages.ts'
import { dictOf, type PdfFile } from './pdf-file.ts'

const DEPTH_MAX = 100
/** Represents the trailers, which have no object number. */
export const TRAILER = 0
/** The search for the page of a changed object stops after this many objects. */
const WALK_MAX = 20_000
/** Members that lead away from the content of a page. */
const UPWARD = new Set(['Parent', 'P', 'StructParent', 'StructParents', 'Dest', 'A', 'Popup'])

/** Collects the object numbers that an object references, its own included. */
export function refsIn(object: PDFObject | undefined, into: Set<number>, depth = 0): void {
  if (object instanceof PDFRef) into.add(object.objectNumber)
  if (depth > DEPTH_MAX) return
  const inner = object instanceof PDFArray ? object.asArray() : (dictOf(object)?.values() ?? [])
  for (const each of inner) refsIn(each, into, depth + 1)
}

/** The references of one revision, read once. */
export class References {
  readonly #file: PdfFile
  readonly #namedBy = new Map<number, Set<number>>()
  readonly #defined: Set<number>

  constructor(file: PdfFile) {
    this.#file = file
    const numbers = file.objectNumbers()
    this.#defined = new Set(numbers)
    for (const { trailer } of file.sections) this.#note(trailer, TRAILER)
    for (const number of numbers) {
      const object = file.object(number)
      const isTrailer = nameOf(dictOf(object)?.get(PDFName.of('Type'))) === 'XRef'
      this.#note(object, isTrailer ? TRAILER : number)
    }
  }

  /** Whether something references this object although it does not exist: defining it later fills a hole. */
  isDangling(number: number): boolean {
    return this.#namedBy.has(number) && !this.#defined.has(number)
  }

  /** Whether no other objects reference it. */
  isOnlyNamedBy(number: number, holders: ReadonlySet<number>): boolean {
    return [...(this.#namedBy.get(number) ?? [])].every((by) => holders.has(by))
  }

  /** Number, from 1, of the first page that shows an object; undefined when none is found. */
  pageShowing(number: number): number | undefined {
    let budget = WALK_MAX
    const reaches = (from: PDFObject | undefined, seen: Set<number>, depth: number): boolean => {
      if (from instanceof PDFRef) {
        if (from.objectNumber === number) return true
        if (seen.has(from.objectNumber) || --budget < 0) return false
        seen.add(from.objectNumber)
        return reaches(this.#file.object(from.objectNumber), seen, depth + 1)
      }
      if (depth > DEPTH_MAX) return false
      return innerOf(from).some((each) => reaches(each, seen, depth + 1))
    }
    const index = pagesOf(this.#file).findIndex(({ dict }) => reaches(dict, new Set(), 0))
    return index < 0 ? undefined : index + 1
  }

  #note(object: PDFObject | undefined, by: number): void {
    const named = new Set<number>()
    refsIn(object, named)
    for (const number of named) {
      const holders = this.#namedBy.get(number)
      if (holders === undefined) this.#namedBy.set(number, new Set([by]))
      else holders.add(by)
    }
  }
}

function innerOf(object: PDFObject | undefined): PDFObject[] {
  if (object instanceof PDFArray) return object.asArray()
  const dict: PDFDict | undefined = dictOf(object)
  if (dict === undefined) return []
  return dict.entries().flatMap(([key, value]) => (UPWARD.has(key.decodeText()) ? [] : [value]))
}
