/**
 * What ISO 19005-3 forbids in single objects, taken away where nothing is seen of it: filters, transfer functions, keys of
 * printing systems, flags of annotations, and what it wants to be there.
 */
import { isUtf8 } from 'node:buffer'
import {
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from 'pdf-lib'
import { filesOf, setFiles } from '../attachments.ts'
import { nameOf } from '../form-fields.ts'
import { annotationsOf, type PageFacts } from '../pages.ts'
import { dictOf, itemsOf, nameKey, nestedIn, numberOf } from '../pdf-file.ts'
import { decodedStream, withContent } from '../stream-data.ts'
import type { WholePdf } from '../whole-pdf.ts'

/** Filters that streams of PDF/A may have (6.1.7.2). */
const FILTERS =
  /^(?:FlateDecode|ASCIIHexDecode|ASCII85Decode|RunLengthDecode|CCITTFaxDecode|DCTDecode|JBIG2Decode|JPXDecode)$/
/** Keys that go wherever they are, by what the dictionary is. */
const GONE: Readonly<Record<string, readonly string[]>> = {
  image: ['Interpolate'],
  form: ['PS', 'Subtype2'],
  state: ['TR', 'TR2', 'HTP', 'HT', 'BG', 'BG2', 'UCR', 'UCR2'],
  descriptor: ['CIDSet', 'CharSet'],
}
const INTENTS = new Set([
  'RelativeColorimetric',
  'AbsoluteColorimetric',
  'Perceptual',
  'Saturation',
])
/** Actions that nothing is lost without (6.5.1), and the named ones that stay. */
const ACTIONS = new Set(['ResetForm', 'Named', 'set-state', 'no-op', 'SetState', 'NOP'])
const NAMED = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage'])
const CATALOG = ['Requirements', 'Version', 'NeedsRendering'] as const
/** Print, and nothing that hides. */
const PRINT = 4
const HIDING = 1 | 2 | 32 | 256

const isForbidden = (whole: WholePdf, value: PDFObject | undefined): boolean => {
  const dict = whole.resolve(value)
  if (!(dict instanceof PDFDict)) return false
  const kind = nameOf(whole.get(dict, 'S')) ?? ''
  if (!ACTIONS.has(kind) || (nameOf(whole.get(dict, 'Type')) ?? 'Action') !== 'Action') return false
  return kind !== 'Named' || !NAMED.has(nameOf(whole.get(dict, 'N')) ?? '')
}

/** What a dictionary is, as far as {@link GONE} knows it. */
function kindOf(whole: WholePdf, dict: PDFDict): string | undefined {
  const [type, subtype] = [nameOf(whole.get(dict, 'Type')), nameOf(whole.get(dict, 'Subtype'))]
  if (subtype === 'Image') return 'image'
  if (subtype === 'Form') return 'form'
  if (type === 'FontDescriptor' || dict.has(nameKey('CIDSet'))) return 'descriptor'
  return type === 'ExtGState' ? 'state' : undefined
}

/** A last digit that is left out is zero (7.3.4.3), which PDF/A wants written. */
const isOdd = (value: PDFObject): value is PDFHexString =>
  value instanceof PDFHexString && value.asString().replaceAll(/\s/g, '').length % 2 === 1

/** A font's name in other bytes than UTF-8 (6.1.8). */
function renameFont(dict: PDFDict): void {
  for (const key of ['BaseFont', 'FontName'].map(nameKey)) {
    const name = dict.get(key)
    if (name instanceof PDFName && !isUtf8(name.asBytes()))
      dict.set(key, PDFName.of(Buffer.from(name.asBytes()).toString('hex')))
  }
}

/** Makes the objects of one document plain. @param resources of all content */
export function cleanObjects(
  whole: WholePdf,
  pages: readonly PageFacts[],
  resources: ReadonlySet<PDFDict>,
): void {
  const { catalog, context } = whole
  for (const name of CATALOG) catalog.delete(nameKey(name))
  dictOf(whole.get(catalog, 'Names'))?.delete(nameKey('AlternatePresentations'))
  for (const each of resources) states(whole, each)
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream) unpack(whole, ref, object)
    for (const each of [...nestedIn(object)]) if (each instanceof PDFDict) strip(whole, each)
  }
  for (const page of pages)
    for (const { dict } of annotationsOf(whole, page)) mendAnnotation(whole, dict)
  associate(whole)
}

function states(whole: WholePdf, resources: PDFDict): void {
  for (const value of dictOf(whole.get(resources, 'ExtGState'))?.values() ?? []) {
    const state = dictOf(whole.resolve(value))
    if (state === undefined) continue
    state.set(nameKey('Type'), nameKey('ExtGState'))
    if (!INTENTS.has(nameOf(whole.get(state, 'RI')) ?? '')) state.delete(nameKey('RI'))
  }
}

function strip(whole: WholePdf, dict: PDFDict): void {
  for (const name of GONE[kindOf(whole, dict) ?? ''] ?? []) dict.delete(nameKey(name))
  if (!INTENTS.has(nameOf(whole.get(dict, 'Intent')) ?? 'Perceptual'))
    dict.delete(nameKey('Intent'))
  if (dict !== whole.catalog && whole.get(dict, 'Metadata') instanceof PDFRawStream)
    dict.delete(nameKey('Metadata'))
  renameFont(dict)
  for (const [name, value] of dict.entries())
    if (isForbidden(whole, value)) dict.delete(name)
    else if (isOdd(value)) dict.set(name, PDFHexString.of(`${value.asString()}0`))
}

/** LZW, which PDF/A forbids, and filters by their abbreviations become deflate. */
function unpack(whole: WholePdf, ref: PDFRef, stream: PDFRawStream): void {
  const given = whole.get(stream, 'Filter')
  const filters = given instanceof PDFName ? [given] : itemsOf(given)
  if (filters.every((each) => FILTERS.test(nameOf(whole.resolve(each)) ?? ''))) return
  whole.set(ref, withContent(stream, decodedStream(stream)))
}

/** Shown and printed, with only the normal look, and of a look with states the present one. */
function mendAnnotation(whole: WholePdf, annotation: PDFDict): void {
  const flags = numberOf(whole.get(annotation, 'F'))
  if (nameOf(whole.get(annotation, 'Subtype')) !== 'Popup')
    annotation.set(nameKey('F'), PDFNumber.of((flags & ~HIDING) | PRINT))
  const looks = whole.get(annotation, 'AP')
  const normal = whole.get(looks, 'N')
  if (!(looks instanceof PDFDict)) return
  const state = PDFName.of(nameOf(whole.get(annotation, 'AS')) ?? '')
  const own = normal instanceof PDFDict ? normal.get(state) : looks.get(nameKey('N'))
  annotation.delete(nameKey('AS'))
  if (own === undefined) annotation.delete(nameKey('AP'))
  else annotation.set(nameKey('AP'), whole.context.obj({ N: own }))
}

/** Every embedded file is associated with the document and says how (6.8). */
function associate(whole: WholePdf): void {
  const { catalog, context } = whole
  // What is associated must be an object of its own (7.11.4).
  const files = filesOf(whole, catalog)
  const own = files.map(
    ([name, file]) => [name, file instanceof PDFRef ? file : whole.add(file)] as const,
  )
  if (own.some(([, file], at) => file !== files[at]?.[1])) setFiles(whole, catalog, own)
  const associated = itemsOf(whole.get(catalog, 'AF'))
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict) || !(whole.get(object, 'EF') instanceof PDFDict)) continue
    specify(whole, object)
    if (!associated.includes(ref)) associated.push(ref)
  }
  if (associated.length > 0) catalog.set(nameKey('AF'), context.obj(associated))
}

function specify(whole: WholePdf, file: PDFDict): void {
  const name = whole.get(file, 'UF') ?? whole.get(file, 'F') ?? PDFHexString.fromText('file')
  for (const key of ['F', 'UF']) if (!file.has(nameKey(key))) file.set(nameKey(key), name)
  if (!file.has(nameKey('AFRelationship')))
    file.set(nameKey('AFRelationship'), nameKey('Unspecified'))
  for (const each of dictOf(whole.get(file, 'EF'))?.values() ?? []) {
    const stream = whole.resolve(each)
    if (!(stream instanceof PDFRawStream)) continue
    stream.dict.set(nameKey('Type'), nameKey('EmbeddedFile'))
    if (!stream.dict.has(nameKey('Subtype')))
      stream.dict.set(nameKey('Subtype'), PDFName.of('application/octet-stream'))
  }
}
