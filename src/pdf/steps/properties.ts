/** Properties of a document: the information dictionary and, where there is XMP, the same in it. */
import { PDFHexString, PDFName, PDFRawStream, PDFRef } from 'pdf-lib'
import { escapeXml } from '../../xml/escape.ts'
import { nameKey } from '../pdf-file.ts'
import { decodedStream, UnreadablePdfError } from '../stream-data.ts'
import type { WholePdf } from '../whole-pdf.ts'
import type { StepOf } from './model.ts'

/** What each property is called in XMP, and how its value is written. */
export const XMP_NAMES = {
  title: [
    'dc:title',
    (text: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt>`,
  ],
  author: ['dc:creator', (text: string) => `<rdf:Seq><rdf:li>${text}</rdf:li></rdf:Seq>`],
  subject: [
    'dc:description',
    (text: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt>`,
  ],
  keywords: ['pdf:Keywords', (text: string) => text],
} as const
export const NAMESPACES =
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"'

/** The XMP packet; undefined if there is none that can be read. */
function packetOf(whole: WholePdf): { stream: PDFRawStream; text: string } | undefined {
  const stream = whole.get(whole.catalogRef, 'Metadata')
  if (!(stream instanceof PDFRawStream)) return undefined
  try {
    return { stream, text: decodedStream(stream).toString('utf8') }
  } catch (error) {
    if (error instanceof UnreadablePdfError) return undefined
    throw error
  }
}

/** The claims of a standard in a document's metadata, such as "pdfaid:part=2 pdfaid:conformance=B"; undefined: none. */
export function claimsOf(whole: WholePdf): string | undefined {
  const text = packetOf(whole)?.text ?? ''
  const claims = text.matchAll(/(pdf[au]+id:(?:part|conformance|rev))(?:>|\s*=\s*["'])\s*(\w+)/g)
  const found = [...claims].map(([, name, value]) => `${name}=${value}`).sort()
  return found.length === 0 ? undefined : found.join(' ')
}

/** Metadata is never compressed in PDF/A-1. */
export function writePacket(whole: WholePdf, text: string): void {
  const ref = whole.catalog.get(nameKey('Metadata'))
  const data = Buffer.from(text, 'utf8')
  const dict = whole.context.obj({ Type: 'Metadata', Subtype: 'XML', Length: data.length })
  const stream = PDFRawStream.of(dict, data)
  if (ref instanceof PDFRef) whole.set(ref, stream)
  else whole.catalog.set(nameKey('Metadata'), whole.add(stream))
}

const without = (text: string, name: string): string =>
  text
    .replaceAll(new RegExp(`<${name}\\b[^>]*(?:/>|>[\\s\\S]*?</${name}>)`, 'g'), '')
    .replaceAll(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '')

/** Takes back the claim of PDF/UA. */
export function withoutAccessibility(whole: WholePdf): void {
  const packet = packetOf(whole)
  if (packet !== undefined) writePacket(whole, without(packet.text, 'pdfuaid:part'))
}

/** Sets the properties that are given; an empty text removes one. */
export function setProperties(
  whole: WholePdf,
  { type: _type, ...given }: StepOf<'metadata'>,
): void {
  const { ownInfo: info } = whole
  let text = packetOf(whole)?.text
  for (const name of ['title', 'author', 'subject', 'keywords'] as const) {
    const value = given[name]
    if (value === undefined) continue
    const key = PDFName.of(`${name[0]?.toUpperCase()}${name.slice(1)}`)
    if (value === '') info.delete(key)
    else info.set(key, PDFHexString.fromText(value))
    const [tag, written] = XMP_NAMES[name]
    text = text === undefined ? undefined : without(text, tag)
    if (value === '' || text === undefined) continue
    const element = `<${tag}>${written(escapeXml(value))}</${tag}>`
    const at = text.lastIndexOf('</rdf:RDF>')
    const block = `<rdf:Description rdf:about="" ${NAMESPACES}>${element}</rdf:Description>\n`
    if (at >= 0) text = text.slice(0, at) + block + text.slice(at)
  }
  if (text !== undefined) writePacket(whole, text)
}
