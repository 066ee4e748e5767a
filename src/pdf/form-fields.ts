/** Finds the fields of a form (ISO 32000-2, 12.7.4) by walking it from the catalog. */
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import { PdfFault } from './stream-data.ts'

/** A terminal field. */
export interface FormField {
  ref: PDFRef
  dict: PDFDict
  /** Names from the top joined by dots, as the standard defines it. */
  name: string
  /** `Sig`, `Tx`, `Btn`, `Ch`, inherited where not its own. */
  type: string | undefined
}

interface Source {
  readonly catalogRef: PDFRef
  resolve(object: PDFObject | undefined): PDFObject | undefined
  get(holder: PDFObject | undefined, key: string): PDFObject | undefined
}

const FIELDS_MAX = 50_000
const DEPTH_MAX = 32

/** Text of a string object. */
export const textOf = (object: PDFObject | undefined): string | undefined =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : undefined

/** Text of a name object, without the slash. */
export const nameOf = (object: PDFObject | undefined): string | undefined =>
  object instanceof PDFName ? object.decodeText() : undefined

/**
 * Every terminal field with its full name.
 * @throws PdfFault for a form that is circular or too large
 */
export function formFields(source: Source): FormField[] {
  const found: FormField[] = []
  const seen = new Set<PDFObject>()
  const visit = (
    item: PDFObject,
    above: { name: string; type: string | undefined },
    depth: number,
  ) => {
    const dict = source.resolve(item)
    if (!(item instanceof PDFRef) || !(dict instanceof PDFDict)) return
    if (seen.has(item) || depth > DEPTH_MAX || seen.size > FIELDS_MAX)
      throw new PdfFault('its form is circular or too large')
    seen.add(item)
    const partial = textOf(source.get(dict, 'T'))
    const name = [above.name, partial].filter(Boolean).join('.')
    const type = nameOf(source.get(dict, 'FT')) ?? above.type
    const kids = source.get(dict, 'Kids')
    const children =
      kids instanceof PDFArray
        ? kids.asArray().filter((kid) => source.get(kid, 'T') !== undefined)
        : []
    if (children.length === 0) found.push({ ref: item, dict, name, type })
    for (const kid of children) visit(kid, { name, type }, depth + 1)
  }
  const fields = source.get(source.get(source.catalogRef, 'AcroForm'), 'Fields')
  if (fields instanceof PDFArray) {
    for (const item of fields.asArray()) visit(item, { name: '', type: undefined }, 0)
  }
  return found
}
