/** Opens a Factur-X or ZUGFeRD PDF: the invoice XML inside and what the PDF declares about it. */

import { inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from 'pdf-lib'
import { CodedError, type Wording } from '../../kernel/coded-error.ts'
import { omitUndefined } from '../../kernel/type-guards.ts'
import { entriesOf } from '../../pdf/attachments.ts'
import { loadBounded } from '../../pdf/object-parser.ts'
import { say } from '../../translations/texts.ts'
import { FacturxError } from '../facturx-error.ts'
import { XML_NAMES } from '../xml/xml.ts'
import { parseXml, XML_LIMITS } from '../xml/xml-tree.ts'

const XMP_LIMIT_BYTES = 5_000_000

const PDFA_NAMESPACE = 'http://www.aiim.org/pdfa/ns/id/'
const FACTURX_NAMESPACES = [
  'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  'urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#',
  'urn:ferd:pdfa:CrossIndustryDocument:invoice:1p0#',
]

/** Claims in the XMP metadata; absent members are not in it. */
interface XmpClaims {
  part?: string
  conformance?: string
  documentType?: string
  documentFileName?: string
  version?: string
  conformanceLevel?: string
}

/** What the PDF around an invoice declares; the rules on it are in rules-container.ts. */
export interface ContainerFacts {
  /** File name under which the XML was found. */
  fileName: string
  /** AFRelationship of that file, without its slash. */
  relationship?: string
  /** Whether the catalog's /AF names the file. */
  isAssociated: boolean
  mimeType?: string
  /** Undefined when the PDF has no readable metadata. */
  xmp?: XmpClaims
}

/** A file beside the invoice in a PDF. */
export interface EnclosedFile {
  name: string
  mimeType?: string
  description?: string
  /** Undefined for a file that cannot be unpacked, or beyond {@link ENCLOSED_LIMIT_BYTES}. */
  content?: Uint8Array
}

/** The XML in a PDF, the properties of its container and the other files in it. */
export interface FacturxFile {
  xml: Uint8Array
  container: ContainerFacts
  enclosed: EnclosedFile[]
}

/** Most that is unpacked of the other files of one PDF, which the answer holds in base64. */
const ENCLOSED_LIMIT_BYTES = 30_000_000

const refuse = (detail: Wording, cause?: unknown): FacturxError =>
  new FacturxError('data_invalid', detail, cause === undefined ? {} : { cause })

/** A PDF that can be read and holds no invoice, such as a scanned page. */
export class NoInvoiceError extends FacturxError {}

/** The content of a stream, inflated if need be, up to a limit: a few bytes can expand to gigabytes. */
function contentOf(stream: PDFRawStream, limit: number): Uint8Array {
  const filter = stream.dict.lookup(PDFName.of('Filter'))
  const names =
    filter instanceof PDFArray ? filter.asArray().map(String) : [filter].filter(Boolean).map(String)
  const raw = stream.getContents()
  if (names.length === 0) return raw
  if (names.join() !== '/FlateDecode')
    throw refuse(say('invoices.packed', { filters: names.join(' ') }))
  try {
    return inflateSync(raw, { maxOutputLength: limit })
  } catch (cause) {
    throw refuse(say('invoices.unpacked', { max: limit }), cause)
  }
}

const textOf = (object: PDFObject | undefined): string | undefined => {
  if (object instanceof PDFString || object instanceof PDFHexString) return object.decodeText()
  return object instanceof PDFName ? object.decodeText() : undefined
}

/** The file specifications of the document by name; /EmbeddedFiles first, then what only /AF names. */
function filesOf({ catalog }: PDFDocument): Map<string, PDFDict> {
  const files = new Map<string, PDFDict>()
  const add = (object: PDFObject | undefined, key?: string): void => {
    if (!(object instanceof PDFDict)) return
    const name =
      textOf(object.lookup(PDFName.of('UF'))) ?? textOf(object.lookup(PDFName.of('F'))) ?? key
    if (name !== undefined && !files.has(name)) files.set(name, object)
  }
  const resolve = (object: PDFObject | undefined) => catalog.context.lookup(object)
  const tree = catalog
    .lookupMaybe(PDFName.of('Names'), PDFDict)
    ?.lookupMaybe(PDFName.of('EmbeddedFiles'), PDFDict)
  for (const [name, object] of entriesOf(tree, resolve)) add(resolve(object), name)
  for (const object of associatedIn(catalog)) add(object)
  return files
}

function associatedIn(catalog: PDFDict): PDFObject[] {
  const associated = catalog.lookup(PDFName.of('AF'))
  if (!(associated instanceof PDFArray)) return []
  return associated.asArray().flatMap((each) => catalog.context.lookup(each) ?? [])
}

/** A property written as an element or as an attribute of its description. */
function xmpOf(packet: Uint8Array): XmpClaims {
  const values = new Map<string, string>()
  for (const element of parseXml(trimmed(packet)).walk()) {
    if (element.children.length === 0) values.set(element.name, element.text)
    for (const [name, value] of Object.entries(element.attributes)) values.set(name, value)
  }
  const facturx = (name: string): string | undefined =>
    FACTURX_NAMESPACES.map((namespace) => values.get(`{${namespace}}${name}`)).find(
      (value) => value !== undefined,
    )
  return omitUndefined<XmpClaims>({
    part: values.get(`{${PDFA_NAMESPACE}}part`),
    conformance: values.get(`{${PDFA_NAMESPACE}}conformance`),
    documentType: facturx('DocumentType'),
    documentFileName: facturx('DocumentFileName'),
    version: facturx('Version'),
    conformanceLevel: facturx('ConformanceLevel'),
  })
}

/** The packet without the zeros some writers pad it with. */
function trimmed(packet: Uint8Array): Uint8Array {
  let end = packet.length
  while (end > 0 && packet[end - 1] === 0) end -= 1
  return packet.subarray(0, end)
}

function claimsOf({ catalog }: PDFDocument): XmpClaims | undefined {
  const stream = catalog.lookup(PDFName.of('Metadata'))
  if (!(stream instanceof PDFRawStream)) return undefined
  try {
    return xmpOf(contentOf(stream, XMP_LIMIT_BYTES))
  } catch (error) {
    if (error instanceof CodedError) return undefined
    throw error
  }
}

async function open(pdf: Uint8Array): Promise<PDFDocument> {
  try {
    return await loadBounded(pdf, { updateMetadata: false, throwOnInvalidObject: false })
  } catch (cause) {
    if (cause instanceof CodedError) throw refuse(cause.wording ?? { en: cause.message }, cause)
    throw refuse(say('invoices.pdfUnreadable'), cause)
  }
}

/**
 * Extracts the invoice XML from a PDF.
 * @throws FacturxError `data_invalid` when the PDF cannot be read; {@link NoInvoiceError} when it contains no invoice
 */
export async function readFacturx(pdf: Uint8Array): Promise<FacturxFile> {
  const document = await open(pdf)
  try {
    return invoiceIn(document)
  } catch (error) {
    // The library throws on anything missing or of another type than in the standard.
    throw error instanceof CodedError ? error : refuse(say('invoices.pdfDamaged'), error)
  }
}

function streamOf(file: PDFDict): PDFRawStream | undefined {
  const embedded = file.lookupMaybe(PDFName.of('EF'), PDFDict)
  const stream = embedded?.lookup(PDFName.of('F')) ?? embedded?.lookup(PDFName.of('UF'))
  return stream instanceof PDFRawStream ? stream : undefined
}

const mimeTypeOf = (stream: PDFRawStream | undefined): string | undefined =>
  textOf(stream?.dict.lookup(PDFName.of('Subtype')))

function enclosedIn(files: ReadonlyMap<string, PDFDict>): EnclosedFile[] {
  let left = ENCLOSED_LIMIT_BYTES
  return [...files].map(([name, file]) => {
    const stream = streamOf(file)
    let content: Uint8Array | undefined
    try {
      content = stream && contentOf(stream, Math.max(left, 1))
    } catch (error) {
      if (!(error instanceof CodedError)) throw error
    }
    if (content !== undefined && content.length > left) content = undefined
    left -= content?.length ?? 0
    return omitUndefined<EnclosedFile>({
      name,
      mimeType: mimeTypeOf(stream),
      description: textOf(file.lookup(PDFName.of('Desc'))),
      content,
    })
  })
}

function invoiceIn(document: PDFDocument): FacturxFile {
  const files = filesOf(document)
  const fileName = XML_NAMES.find((name) => files.has(name))
  const file = files.get(fileName ?? '')
  if (fileName === undefined || file === undefined)
    throw new NoInvoiceError('data_invalid', say('invoices.none', { names: XML_NAMES.join(', ') }))
  const stream = streamOf(file)
  if (stream === undefined) throw refuse(say('invoices.notHeld', { name: fileName }))
  files.delete(fileName)
  return {
    enclosed: enclosedIn(files),
    xml: contentOf(stream, XML_LIMITS.bytes),
    container: omitUndefined<ContainerFacts>({
      fileName,
      relationship: textOf(file.lookup(PDFName.of('AFRelationship'))),
      isAssociated: associatedIn(document.catalog).includes(file),
      mimeType: mimeTypeOf(stream),
      xmp: claimsOf(document),
    }),
  }
}
