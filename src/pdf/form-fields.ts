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
import { UnreadablePdfError } from './stream-data.ts'

/** A terminal field. */
export interface FormField {
  ref: PDFRef
  dict: PDFDict
  /** Names from the root down, joined by dots, as the standard defines it. */
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
const TEXT_MAX = 64_000
/** Full names are repeated in each field; readers accept 127 bytes for each part. */
const NAME_MAX = 4_096

/** Whether it is a string, written in either way. */
export const isText = (object: PDFObject | undefined): object is PDFString | PDFHexString =>
  object instanceof PDFString || object instanceof PDFHexString

/** Text of a string object. @throws UnreadablePdfError for one that no reader shows */
export function textOf(object: PDFObject | undefined): string | undefined {
  if (!isText(object)) return undefined
  if (object.sizeInBytes() > TEXT_MAX)
    throw new UnreadablePdfError(`it has a text of more than ${TEXT_MAX} bytes`)
  return object.decodeText()
}

/** Text of a name object, without the slash; the library decodes each again, escaped or not. */
export function nameOf(object: PDFObject | undefined): string | undefined {
  if (!(object instanceof PDFName)) return undefined
  const text = object.asString()
  return text.includes('#') ? object.decodeText() : text.slice(1)
}

/** The kids of a field. */
export const kidsOf = (source: Pick<Source, 'get'>, dict: PDFDict): PDFRef[] => {
  const kids = source.get(dict, 'Kids')
  return kids instanceof PDFArray ? kids.asArray().filter((kid) => kid instanceof PDFRef) : []
}

/** The widgets of a field: itself, or its kids. */
export function widgetsOf(
  source: Pick<Source, 'get'>,
  { ref, dict }: Pick<FormField, 'ref' | 'dict'>,
): PDFRef[] {
  const kids = kidsOf(source, dict)
  return kids.length > 0 ? kids : [ref]
}

/** Whether a signature dictionary holds a document time-stamp; some programs say so by its format only. */
export const isStamp = (source: Source, dict: PDFObject | undefined): boolean =>
  nameOf(source.get(dict, 'Type')) === 'DocTimeStamp' ||
  nameOf(source.get(dict, 'SubFilter')) === 'ETSI.RFC3161'

/** Its kids that are fields; anything under a signature field, named or not, is only its widget. */
function fieldsUnder(source: Source, dict: PDFDict, type: string | undefined): PDFObject[] {
  const kids = source.get(dict, 'Kids')
  const isSigned = type === 'Sig' && dict.has(PDFName.of('V'))
  if (isSigned || !(kids instanceof PDFArray)) return []
  return kids.asArray().filter((kid) => source.get(kid, 'T') !== undefined)
}

/**
 * Every terminal field with its full name.
 * @throws UnreadablePdfError for a form that is circular or too large
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
      throw new UnreadablePdfError('its form is circular or too large')
    seen.add(item)
    const partial = textOf(source.get(dict, 'T'))
    const name = [above.name, partial].filter(Boolean).join('.')
    if (name.length > NAME_MAX)
      throw new UnreadablePdfError(`a field's name is longer than ${NAME_MAX}`)
    const type = nameOf(source.get(dict, 'FT')) ?? above.type
    const children = fieldsUnder(source, dict, type)
    if (children.length === 0) found.push({ ref: item, dict, name, type })
    for (const kid of children) visit(kid, { name, type }, depth + 1)
  }
  const fields = source.get(source.get(source.catalogRef, 'AcroForm'), 'Fields')
  if (fields instanceof PDFArray) {
    for (const item of fields.asArray()) visit(item, { name: '', type: undefined }, 0)
  }
  return found
}
