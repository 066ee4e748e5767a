/**
 * When two objects of a PDF are the same, and what differs if they are not. Document security stores (ISO 32000-2,
 * 12.8.4.3) are compared by content: tools that extend one renumber it.
 */
import { createHash } from 'node:crypto'
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFStream } from 'pdf-lib'
import { nameOf } from '../form-fields.ts'
import { dictOf, itemsOf, type PdfFile } from '../pdf-file.ts'
import type { XrefEntry } from '../xref.ts'

/** Whether two cross-reference entries lead to the same place. */
export const sameEntry = (one: XrefEntry | undefined, other: XrefEntry | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const DEPTH_MAX = 60

/**
 * An object as text with the members of its dictionaries in a fixed order, since signing tools write them in any.
 * References stay references: what they point to is another object.
 */
export function written(object: PDFObject | undefined, depth = 0): string {
  if (depth > DEPTH_MAX) return String(object)
  if (object instanceof PDFArray)
    return `[${object
      .asArray()
      .map((item) => written(item, depth + 1))
      .join(' ')}]`
  if (!(object instanceof PDFDict)) return `${object?.constructor.name} ${object}`
  const members = object
    .entries()
    .map(([key, value]) => `${key.asString()} ${written(value, depth + 1)}`)
  return `<<${members.sort().join(' ')}>>`
}

/** Whether two objects are equal. */
export function sameObject(one: PDFObject | undefined, other: PDFObject | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  if (one instanceof PDFStream && other instanceof PDFStream) {
    return (
      written(one.dict) === written(other.dict) &&
      Buffer.compare(one.getContents(), other.getContents()) === 0
    )
  }
  return written(one) === written(other)
}

/** Names of a dictionary's members. */
export const keysOf = (dict: PDFDict | undefined): string[] =>
  [...(dict?.keys() ?? [])].map((key) => key.decodeText())

/** Members whose values differ; all of them when one dictionary is missing. */
export const differingKeys = (one: PDFDict | undefined, other: PDFDict | undefined): string[] =>
  [...new Set([...keysOf(one), ...keysOf(other)])].filter(
    (key) => written(one?.get(PDFName.of(key))) !== written(other?.get(PDFName.of(key))),
  )

/** The value of a dictionary or stream member that is a name, such as its type. */
export const nameIn = (object: PDFObject | undefined, key: string): string | undefined =>
  nameOf(dictOf(object)?.get(PDFName.of(key)))

const STORE_DEPTH_MAX = 4

/** SHA-256 of every certificate, revocation list and OCSP response in a store, wherever it is. */
export function materialOf(file: PdfFile, store: PDFDict | undefined): Set<string> {
  const found = new Set<string>()
  const visit = (given: PDFObject | undefined, depth: number): void => {
    const object = file.resolve(given)
    if (object instanceof PDFRawStream)
      found.add(createHash('sha256').update(object.getContents()).digest('hex'))
    else if (depth < STORE_DEPTH_MAX)
      for (const each of [...itemsOf(object), ...valuesOf(object)]) visit(each, depth + 1)
  }
  visit(store, 0)
  return found
}

const valuesOf = (object: PDFObject | undefined): readonly PDFObject[] =>
  (dictOf(object)?.entries() ?? []).flatMap(([key, value]) =>
    key === PDFName.of('Parent') ? [] : [value],
  )
