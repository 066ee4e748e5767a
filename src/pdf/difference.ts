/** When two objects of a PDF are the same, and what differs when they are not. */
import { type PDFDict, PDFName, type PDFObject, PDFStream } from 'pdf-lib'
import { nameOf } from './form-fields.ts'
import { dictOf } from './pdf-file.ts'
import type { XrefEntry } from './xref.ts'

/** Whether two cross-reference entries lead to the same place. */
export const sameEntry = (one: XrefEntry | undefined, other: XrefEntry | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Whether two objects are written the same. */
export function sameObject(one: PDFObject | undefined, other: PDFObject | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  if (one instanceof PDFStream && other instanceof PDFStream) {
    return (
      one.dict.toString() === other.dict.toString() &&
      Buffer.compare(one.getContents(), other.getContents()) === 0
    )
  }
  return one.constructor === other.constructor && one.toString() === other.toString()
}

/** Names of a dictionary's members. */
export const keysOf = (dict: PDFDict | undefined): string[] =>
  [...(dict?.keys() ?? [])].map((key) => key.decodeText())

/** Members whose values are not written the same; all of them when one dictionary is missing. */
export const differingKeys = (one: PDFDict | undefined, other: PDFDict | undefined): string[] =>
  [...new Set([...keysOf(one), ...keysOf(other)])].filter(
    (key) => String(one?.get(PDFName.of(key))) !== String(other?.get(PDFName.of(key))),
  )

/** A name among the members of a dictionary or stream, such as its type. */
export const nameIn = (object: PDFObject | undefined, key: string): string | undefined =>
  nameOf(dictOf(object)?.get(PDFName.of(key)))
