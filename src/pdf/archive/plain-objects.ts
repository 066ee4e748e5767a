/**
 * What ISO 19005-3 forbids in single objects, taken away where nothing is seen of it: filters, transfer functions, keys of
 * printing systems, flags of annotations, and what it wants to be there.
 */
import { isUtf8 } from 'node:buffer'
import { deflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from 'pdf-lib'
import { entriesOf } from '../attachments.ts'
import { nameOf } from '../form-fields.ts'
import type { PageFacts } from '../pages.ts'
import { dictOf, nameKey } from '../pdf-file.ts'
import { decodedStream } from '../stream-data.ts'
import type { WholePdf } from '../whole-pdf.ts'

/** Filters that streams of PDF/A may have (6.1.7.2). */
const FILTERS =
  /^(?:FlateDecode|ASCIIHexDecode|ASCII85Decode|RunLengthDecode|CCITTFaxDecode|DCTDecode|JBIG2Decode|JPXDecode)$/
/** Keys that go wherever they are, by what the dictionary is. */
const GONE: Readonly<Record<string, readonly string[]>> = {
  image: ['Alternates', 'OPI', 'Interpolate'],
  form: ['OPI', 'Ref', 'PS', 'Subtype2'],
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
const CATALOG = ['Requirements', 'AA', 'Version', 'NeedsRendering', 'Collection', 'Perms'] as const
const DEPTH_MAX = 200
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

/** Makes the objects of one document plain. */
export class PlainObjects {
  readonly #whole: WholePdf

  constructor(whole: WholePdf) {
    this.#whole = whole
  }

  /** @param resources of all content */
  clean(pages: readonly PageFacts[], resources: ReadonlySet<PDFDict>): void {
    const { catalog, context } = this.#whole
    for (const name of CATALOG) catalog.delete(nameKey(name))
    dictOf(this.#whole.get(catalog, 'Names'))?.delete(nameKey('AlternatePresentations'))
    for (const each of resources) this.#states(each)
    for (const [ref, object] of context.enumerateIndirectObjects()) {
      if (object instanceof PDFRawStream) this.#unpack(ref, object)
      this.#strip(object, 0)
    }
    for (const { dict } of pages) this.#annotations(dict)
    this.#associate()
  }

  #states(resources: PDFDict): void {
    for (const value of dictOf(this.#whole.get(resources, 'ExtGState'))?.values() ?? []) {
      const state = this.#whole.resolve(value)
      if (!(state instanceof PDFDict)) continue
      state.set(nameKey('Type'), nameKey('ExtGState'))
      if (!INTENTS.has(nameOf(this.#whole.get(state, 'RI')) ?? '')) state.delete(nameKey('RI'))
    }
  }

  #strip(object: PDFObject, depth: number): void {
    const dict = dictOf(object)
    const inner = object instanceof PDFArray ? object.asArray() : (dict?.values() ?? [])
    if (dict !== undefined) this.#stripOne(dict)
    if (depth < DEPTH_MAX) for (const each of inner) this.#strip(each, depth + 1)
  }

  #stripOne(dict: PDFDict): void {
    for (const name of GONE[kindOf(this.#whole, dict) ?? ''] ?? []) dict.delete(nameKey(name))
    if (!INTENTS.has(nameOf(this.#whole.get(dict, 'Intent')) ?? 'Perceptual'))
      dict.delete(nameKey('Intent'))
    if (dict !== this.#whole.catalog && this.#whole.get(dict, 'Metadata') instanceof PDFRawStream)
      dict.delete(nameKey('Metadata'))
    renameFont(dict)
    for (const [name, value] of dict.entries())
      if (isForbidden(this.#whole, value)) dict.delete(name)
      else if (isOdd(value)) dict.set(name, PDFHexString.of(`${value.asString()}0`))
  }

  /** LZW, which PDF/A forbids, and filters by their abbreviations become deflate. */
  #unpack(ref: PDFRef, stream: PDFRawStream): void {
    const given = this.#whole.get(stream, 'Filter')
    const names =
      given instanceof PDFArray ? given.asArray().map((each) => this.#whole.resolve(each)) : [given]
    if (given === undefined || names.every((each) => FILTERS.test(nameOf(each) ?? ''))) return
    const data = deflateSync(decodedStream(stream))
    stream.dict.delete(nameKey('DecodeParms'))
    stream.dict.set(nameKey('Filter'), nameKey('FlateDecode'))
    this.#whole.set(ref, PDFRawStream.of(stream.dict, data))
  }

  #annotations(page: PDFDict): void {
    const list = this.#whole.get(page, 'Annots')
    if (!(list instanceof PDFArray)) return
    for (const item of list.asArray()) {
      const dict = this.#whole.resolve(item)
      if (!(dict instanceof PDFDict)) continue
      const flags = this.#whole.get(dict, 'F')
      const given = flags instanceof PDFNumber ? flags.asNumber() : 0
      if (nameOf(this.#whole.get(dict, 'Subtype')) !== 'Popup')
        dict.set(nameKey('F'), PDFNumber.of((given & ~HIDING) | PRINT))
      this.#look(dict)
    }
  }

  /** Only the normal look, and of a look with states the present one. */
  #look(annotation: PDFDict): void {
    const looks = this.#whole.get(annotation, 'AP')
    const normal = this.#whole.get(looks, 'N')
    if (!(looks instanceof PDFDict)) return
    const state = PDFName.of(nameOf(this.#whole.get(annotation, 'AS')) ?? '')
    const own = normal instanceof PDFDict ? normal.get(state) : looks.get(nameKey('N'))
    annotation.delete(nameKey('AS'))
    if (own === undefined) annotation.delete(nameKey('AP'))
    else annotation.set(nameKey('AP'), this.#whole.context.obj({ N: own }))
  }

  /** Every embedded file is associated with the document and says how (6.8). */
  #associate(): void {
    const { catalog, context } = this.#whole
    this.#nameFiles()
    const list = this.#whole.get(catalog, 'AF')
    const associated = list instanceof PDFArray ? list.asArray() : []
    for (const [ref, object] of context.enumerateIndirectObjects()) {
      if (!(object instanceof PDFDict) || !(this.#whole.get(object, 'EF') instanceof PDFDict))
        continue
      this.#specify(object)
      if (!associated.includes(ref)) associated.push(ref)
    }
    if (associated.length > 0) catalog.set(nameKey('AF'), context.obj([...associated]))
  }

  /** What is associated must be an object of its own (7.11.4). */
  #nameFiles(): void {
    const names = this.#whole.get(this.#whole.catalog, 'Names')
    const tree = dictOf(this.#whole.get(names, 'EmbeddedFiles'))
    const entries = entriesOf(tree, (object) => this.#whole.resolve(object))
    if (!(names instanceof PDFDict) || entries.every(([, file]) => file instanceof PDFRef)) return
    const list = entries.flatMap(([name, file]) => [
      PDFHexString.fromText(name),
      file instanceof PDFRef ? file : this.#whole.add(file),
    ])
    names.set(nameKey('EmbeddedFiles'), this.#whole.context.obj({ Names: list }))
  }

  #specify(file: PDFDict): void {
    const name =
      this.#whole.get(file, 'UF') ?? this.#whole.get(file, 'F') ?? PDFHexString.fromText('file')
    for (const key of ['F', 'UF']) if (!file.has(nameKey(key))) file.set(nameKey(key), name)
    if (!file.has(nameKey('AFRelationship')))
      file.set(nameKey('AFRelationship'), nameKey('Unspecified'))
    for (const each of dictOf(this.#whole.get(file, 'EF'))?.values() ?? []) {
      const stream = this.#whole.resolve(each)
      if (!(stream instanceof PDFRawStream)) continue
      stream.dict.set(nameKey('Type'), nameKey('EmbeddedFile'))
      if (!stream.dict.has(nameKey('Subtype')))
        stream.dict.set(nameKey('Subtype'), PDFName.of('application/octet-stream'))
    }
  }
}
