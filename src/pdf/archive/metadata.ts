/** The XMP of an archive (ISO 19005-3, 6.6), from what the document says of itself. */
import { PDFName, type PDFObject } from 'pdf-lib'
import { escapeXml } from '../../xml/escape.ts'
import { textOf } from '../form-fields.ts'
import { nameKey } from '../pdf-file.ts'
import type { WholePdf } from '../whole-pdf.ts'

const DATE = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?|Z)?/
/** What XML has no character for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu

/** A date of a PDF (7.9.4) as XMP writes it; undefined for one that is none. */
function dateOf(text: string | undefined): string | undefined {
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign,
    ours,
    minutes = '00',
  ] = DATE.exec(text ?? '') ?? []
  if (year === undefined) return undefined
  const zone = sign === undefined ? 'Z' : `${sign}${ours}:${minutes}`
  const date = `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`
  return Number.isNaN(Date.parse(date)) ? undefined : date
}

const LISTS: Readonly<Record<string, string>> = {
  'dc:title': 'Alt',
  'dc:description': 'Alt',
  'dc:creator': 'Seq',
}

/** Writes the metadata of a PDF/A-3b. */
export function describeArchive(whole: WholePdf): void {
  const info = whole.info
  const said = (name: string): string | undefined => read(whole.get(info, name))
  const values: Record<string, string | undefined> = {
    'dc:title': said('Title'),
    'dc:creator': said('Author'),
    'dc:description': said('Subject'),
    'pdf:Keywords': said('Keywords'),
    'pdf:Producer': said('Producer'),
    'xmp:CreatorTool': said('Creator'),
    'xmp:CreateDate': dateOf(said('CreationDate')),
    'xmp:ModifyDate': dateOf(said('ModDate')),
  }
  const members = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : `   ${element(name, escapeXml(value))}`,
  )
  const packet = [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    ' <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">',
    '   <pdfaid:part>3</pdfaid:part>',
    '   <pdfaid:conformance>B</pdfaid:conformance>',
    ...members,
    '  </rdf:Description>',
    ' </rdf:RDF>',
    '</x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('\n')
  const stream = whole.context.stream(Buffer.from(packet, 'utf8'), {
    Type: 'Metadata',
    Subtype: 'XML',
  })
  whole.catalog.set(nameKey('Metadata'), whole.add(stream))
}

function element(name: string, value: string): string {
  const list = LISTS[name]
  if (list === undefined) return `<${name}>${value}</${name}>`
  const language = list === 'Alt' ? ' xml:lang="x-default"' : ''
  return `<${name}><rdf:${list}><rdf:li${language}>${value}</rdf:li></rdf:${list}></${name}>`
}

const read = (object: PDFObject | undefined): string | undefined =>
  object instanceof PDFName ? undefined : textOf(object)?.replaceAll(UNWRITABLE, '').trim()
