/** Adds to the XMP packet of a PDF/A without touching what its producer wrote. */

import { asBuffer } from '../kernel/bytes.ts'
import { say } from '../translations/texts.ts'
import { escapeXml } from '../xml/escape.ts'
import { PdfError } from './pdf-error.ts'

/** A schema that PDF/A does not define, with the description that PDF/A requires (ISO 19005-3, 6.6.2.3). */
export interface XmpSchema {
  /** Title of the schema. */
  title: string
  prefix: string
  namespace: string
  properties: readonly XmpProperty[]
}

/** A text property of such a schema. */
type XmpProperty = Record<'name' | 'value' | 'description', string>

const RDF_END = '</rdf:RDF>'
const EXTENSION = [
  'xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"',
  'xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"',
  'xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"',
].join(' ')
/** The end of the list of schemas, if others are described already. */
const SCHEMAS_END = /<\/rdf:Bag>\s*<\/pdfaExtension:schemas>/

const propertyDescription = ({ name, description }: XmpProperty): string =>
  [
    '<rdf:li rdf:parseType="Resource">',
    `<pdfaProperty:name>${escapeXml(name)}</pdfaProperty:name>`,
    '<pdfaProperty:valueType>Text</pdfaProperty:valueType>',
    '<pdfaProperty:category>external</pdfaProperty:category>',
    `<pdfaProperty:description>${escapeXml(description)}</pdfaProperty:description>`,
    '</rdf:li>',
  ].join('')

/** Declares its own namespaces, so that it can be added to any list. */
const schemaDescription = (schema: XmpSchema): string =>
  [
    `<rdf:li rdf:parseType="Resource" ${EXTENSION}>`,
    `<pdfaSchema:schema>${escapeXml(schema.title)}</pdfaSchema:schema>`,
    `<pdfaSchema:namespaceURI>${escapeXml(schema.namespace)}</pdfaSchema:namespaceURI>`,
    `<pdfaSchema:prefix>${schema.prefix}</pdfaSchema:prefix>`,
    '<pdfaSchema:property><rdf:Seq>',
    ...schema.properties.map(propertyDescription),
    '</rdf:Seq></pdfaSchema:property>',
    '</rdf:li>',
  ].join('')

const values = ({ prefix, namespace, properties }: XmpSchema): string =>
  [
    `<rdf:Description rdf:about="" xmlns:${prefix}="${escapeXml(namespace)}">`,
    ...properties.map(
      ({ name, value }) => `<${prefix}:${name}>${escapeXml(value)}</${prefix}:${name}>`,
    ),
    '</rdf:Description>',
  ].join('\n  ')

/**
 * @param packet the XMP packet of the PDF
 * @returns the packet with the schema described and its values set
 * @throws PdfError `render_failed` when the packet is not RDF, or already has the schema
 */
export function withXmpSchema(packet: string, schema: XmpSchema): string {
  if (packet.includes(schema.namespace))
    throw new PdfError('render_failed', say('pdf.xmpTwice', { title: schema.title }))
  const end = packet.lastIndexOf(RDF_END)
  if (end < 0) throw new PdfError('render_failed', say('pdf.noXmp'))
  const li = schemaDescription(schema)
  const own = `${values(schema)}\n `
  if (SCHEMAS_END.test(packet)) {
    const joined = packet.replace(SCHEMAS_END, (found) => `${li}${found}`)
    const at = joined.lastIndexOf(RDF_END)
    return `${joined.slice(0, at)} ${own}${joined.slice(at)}`
  }
  const described = [
    `<rdf:Description rdf:about="" ${EXTENSION}>`,
    `<pdfaExtension:schemas><rdf:Bag>${li}</rdf:Bag></pdfaExtension:schemas>`,
    '</rdf:Description>',
  ].join('\n  ')
  return `${packet.slice(0, end)} ${described}\n  ${own}${packet.slice(end)}`
}

/**
 * The metadata with texts escaped once: LibreOffice 7.4 escapes title, author, subject and keywords twice in PDF/A and
 * PDF/UA. The file keeps its length, so that no offset moves.
 */
export function escapedOnce(pdf: Uint8Array): Uint8Array {
  const bytes = asBuffer(pdf)
  const start = bytes.lastIndexOf('<x:xmpmeta')
  const end = start < 0 ? -1 : bytes.indexOf('</x:xmpmeta>', start)
  if (end < 0) return pdf
  const before = bytes.toString('latin1', start, end)
  const after = before.replace(/&amp;(?=(?:amp|lt|gt|quot|apos);)/g, '&')
  if (after === before) return pdf
  const copy = Buffer.from(bytes)
  copy.write(after.padEnd(before.length), start, 'latin1')
  return copy
}
