/** Properties of a document: the information dictionary and, where there is XMP, the same in it. */
import { PDFHexString, PDFName, PDFRawStream, PDFRef } from 'pdf-lib'
import { escapeXml } from '../xml/escape.ts'
import { plainText } from './facts.ts'
import { nameKey } from './pdf-file.ts'
import type { WholePdf } from './whole-pdf.ts'

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

/** The XMP packet; empty if there is none that can be read. */
function packetOf(whole: WholePdf): string {
  const stream = whole.get(whole.catalogRef, 'Metadata')
  return stream instanceof PDFRawStream ? plainText(stream) : ''
}

/** The claims of a standard in a document's metadata, such as "pdfaid:part=2 pdfaid:conformance=B"; undefined: none. */
export function claimsOf(whole: WholePdf): string | undefined {
  const claims = packetOf(whole).matchAll(
    /(pdf[au]+id:(?:part|conformance|rev))(?:>|\s*=\s*["'])\s*(\w+)/g,
  )
  const found = [...claims].map(([, name, value]) => `${name}=${value}`).sort()
  return found.length === 0 ? undefined : found.join(' ')
}

/** Metadata is never compressed in PDF/A-1. */
export function writePacket(whole: WholePdf, text: string): void {
  if (text === '') return
  const ref = whole.catalog.get(nameKey('Metadata'))
  const members = { Type: 'Metadata', Subtype: 'XML' }
  const stream = whole.context.stream(Buffer.from(text, 'utf8'), members)
  if (ref instanceof PDFRef) whole.set(ref, stream)
  else whole.catalog.set(nameKey('Metadata'), whole.add(stream))
}

const without = (text: string, name: string): string =>
  text
    .replaceAll(new RegExp(`<${name}\\b[^>]*(?:/>|>[\\s\\S]*?</${name}>)`, 'g'), '')
    .replaceAll(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '')

/** Takes back the claim of PDF/UA. */
export const withoutAccessibility = (whole: WholePdf): void =>
  writePacket(whole, without(packetOf(whole), 'pdfuaid:part'))

/** Sets the properties that are given; an empty text removes one. */
export function setProperties(
  whole: WholePdf,
  given: Partial<Record<keyof typeof XMP_NAMES, string>>,
): void {
  const { ownInfo: info } = whole
  let text = packetOf(whole)
  for (const name of ['title', 'author', 'subject', 'keywords'] as const) {
    const value = given[name]
    if (value === undefined) continue
    const key = PDFName.of(`${name[0]?.toUpperCase()}${name.slice(1)}`)
    if (value === '') info.delete(key)
    else info.set(key, PDFHexString.fromText(value))
    const [tag, written] = XMP_NAMES[name]
    text = without(text, tag)
    if (value === '') continue
    const element = `<${tag}>${written(escapeXml(value))}</${tag}>`
    const at = text.lastIndexOf('</rdf:RDF>')
    const block = `<rdf:Description rdf:about="" ${NAMESPACES}>${element}</rdf:Description>\n`
    if (at >= 0) text = text.slice(0, at) + block + text.slice(at)
  }
  writePacket(whole, text)
}
