/** The interface for changes to a PDF, whether it is rewritten as a whole or updated incrementally. */
import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib'

/** A document that takes new and changed objects. */
export interface PdfTarget {
  /** Creates objects. */
  readonly context: PDFContext
  readonly catalogRef: PDFRef
  /** The object behind a reference in its current state. */
  resolve(object: PDFObject | undefined): PDFObject | undefined
  /** A member of a dictionary or stream, resolved. */
  get(holder: PDFObject | undefined, key: string): PDFObject | undefined
  /** Replaces an existing object; also to be called after changing one in place. */
  set(ref: PDFRef, object: PDFObject): void
  add(object: PDFObject): PDFRef
}

/** What a member holds, of one that needs no array for a single object. */
export function itemsIn(source: Pick<PdfTarget, 'resolve'>, holder: PDFDict, key: string) {
  const own = holder.get(PDFName.of(key))
  const list = source.resolve(own)
  if (list instanceof PDFArray) return list.asArray()
  return own === undefined || list === undefined ? [] : [own]
}

/** Pages and fields are not deeper. */
const DEPTH_MAX = 64

/** A member of a page or field, its own or inherited from those above it. */
export function inheritedOf(
  source: Pick<PdfTarget, 'get'>,
  holder: PDFObject | undefined,
  key: string,
): PDFObject | undefined {
  let node = holder
  for (let depth = 0; node !== undefined && depth < DEPTH_MAX; depth++) {
    const value = source.get(node, key)
    if (value !== undefined) return value
    node = source.get(node, 'Parent')
  }
  return undefined
}

/** A dictionary that the catalog names, as an object of its own; made of these members if there is none. */
export function catalogDict(
  target: PdfTarget,
  name: string,
  members: Parameters<PDFContext['obj']>[0] & Record<string, unknown>,
): { ref: PDFRef; dict: PDFDict } {
  const catalog = target.resolve(target.catalogRef)
  if (!(catalog instanceof PDFDict)) throw new TypeError('the catalog was read before')
  const key = PDFName.of(name)
  const there = catalog.get(key)
  const found = target.resolve(there)
  if (there instanceof PDFRef && found instanceof PDFDict) return { ref: there, dict: found }
  const dict =
    found instanceof PDFDict ? found : target.context.obj(members as Record<string, never>)
  const ref = target.add(dict)
  catalog.set(key, ref)
  target.set(target.catalogRef, catalog)
  return { ref, dict }
}
