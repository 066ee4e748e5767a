/** The XMP of an archive (ISO 19005-3, 6.6), from what the document says of itself. */
import { escapeXml } from '../../xml/escape.ts'
import { textOf } from '../form-fields.ts'
import { NAMESPACES, writePacket, XMP_NAMES } from '../properties.ts'
import type { WholePdf } from '../whole-pdf.ts'

const DATE = /^(?:D:)?(\d{4})((?:\d\d){0,5})(?:([+-]\d\d)'?(\d\d)?)?/
/** What XML has no character for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu

/** A date of a PDF (7.9.4) as XMP writes it; empty for one that is none. */
function dateOf(text: string): string {
  const [, year, given = '', hours, minutes = '00'] = DATE.exec(text) ?? []
  const rest = given + '0101000000'.slice(given.length)
  const [month, day, hour, minute, second] = rest.match(/../g) ?? []
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`
  const date = `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`
  return Number.isNaN(Date.parse(date)) ? '' : date
}

const asIs = (text: string): string => text

/** What the members of the document information are called in XMP, and how their values are written. */
const MEMBERS: Readonly<Record<string, readonly [name: string, written: typeof asIs]>> = {
  Title: XMP_NAMES.title,
  Author: XMP_NAMES.author,
  Subject: XMP_NAMES.subject,
  Keywords: XMP_NAMES.keywords,
  Producer: ['pdf:Producer', asIs],
  Creator: ['xmp:CreatorTool', asIs],
  CreationDate: ['xmp:CreateDate', dateOf],
  ModDate: ['xmp:ModifyDate', dateOf],
}

/** Writes the metadata of a PDF/A. */
export function describeArchive(whole: WholePdf, part: number): void {
  const members = Object.entries(MEMBERS).flatMap(([key, [name, written]]) => {
    const text = textOf(whole.get(whole.info, key))?.replaceAll(UNWRITABLE, '').trim()
    const value = text && written(escapeXml(text))
    return value ? `   <${name}>${value}</${name}>` : []
  })
  const packet = [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    ' <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `  <rdf:Description rdf:about="" ${NAMESPACES} xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">`,
    `   <pdfaid:part>${part}</pdfaid:part>`,
    '   <pdfaid:conformance>B</pdfaid:conformance>',
    ...members,
    '  </rdf:Description>',
    ' </rdf:RDF>',
    '</x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('\n')
  writePacket(whole, packet)
}
