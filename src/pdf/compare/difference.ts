/** When two objects of a PDF are the same, and what differs if they are not. */
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFStream } from 'pdf-lib'
import { nameOf } from '../form-fields.ts'
import { dictOf } from '../pdf-file.ts'
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
