import { deflateSync } from 'node:zlib'
import { AFRelationship, PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { readFacturx } from '../../../src/facturx/cii/read-facturx.ts'
import { checkContainer } from '../../../src/facturx/rules/rules-container.ts'

const XML = Buffer.from('<?xml version="1.0"?><invoice/>')
const FX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'
const packet = (level: string): string =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="3" pdfaid:conformance="B"/>
<rdf:Description rdf:about="" xmlns:fx="${FX}"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>
<fx:Version>1.0</fx:Version><fx:ConformanceLevel>${level}</fx:ConformanceLevel></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

async function pdfWith(
  name: string,
  relationship: AFRelationship,
  level?: string,
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage()
  await document.attach(XML, name, { mimeType: 'text/xml', afRelationship: relationship })
  if (level !== undefined) {
    const stream = document.context.stream(Buffer.from(packet(level)), {
      Type: 'Metadata',
      Subtype: 'XML',
    })
    document.catalog.set(PDFName.of('Metadata'), document.context.register(stream))
  }
  return document.save()
}

describe('a Factur-X PDF', () => {
  test('gives its XML and what it says of it', async () => {
    const { xml, container } = await readFacturx(
      await pdfWith('factur-x.xml', AFRelationship.Alternative, 'EN 16931'),
    )
    expect(Buffer.from(xml).toString()).toBe(XML.toString())
    expect(container).toEqual({
      fileName: 'factur-x.xml',
      relationship: 'Alternative',
      isAssociated: true,
      mimeType: 'text/xml',
      xmp: {
        part: '3',
        conformance: 'B',
        documentType: 'INVOICE',
        documentFileName: 'factur-x.xml',
        version: '1.0',
        conformanceLevel: 'EN 16931',
      },
    })
    expect(checkContainer(container, 'en16931')).toEqual([])
  })

  test.each(['xrechnung.xml', 'zugferd-invoice.xml', 'ZUGFeRD-invoice.xml'])(
    'may call its XML %s',
    async (name) => {
      const { container } = await readFacturx(await pdfWith(name, AFRelationship.Alternative))
      expect(container.fileName).toBe(name)
    },
  )

  test('that claims another profile, relationship or no metadata is reported', async () => {
    const basic = await readFacturx(
      await pdfWith('factur-x.xml', AFRelationship.Unspecified, 'BASIC'),
    )
    expect(
      checkContainer(basic.container, 'en16931').map(({ code, level }) => [code, level]),
    ).toEqual([
      ['PARAPH-PDF-RELATIONSHIP', 'warning'],
      ['PARAPH-XMP-LEVEL', 'error'],
    ])
    const bare = await readFacturx(await pdfWith('factur-x.xml', AFRelationship.Alternative))
    expect(checkContainer(bare.container, 'minimum').map(({ code }) => code)).toEqual([
      'PARAPH-PDF-PART',
      'PARAPH-PDF-RELATIONSHIP',
      'PARAPH-XMP-TYPE',
      'PARAPH-XMP-FILE',
      'PARAPH-XMP-VERSION',
      'PARAPH-XMP-LEVEL',
    ])
  })

  test('without an invoice is refused', async () => {
    await expect(readFacturx(await pdfWith('other.xml', AFRelationship.Data))).rejects.toThrow(
      /contains no invoice/,
    )
  })

  test('that is none is refused', async () => {
    await expect(readFacturx(Buffer.from('no pdf at all'))).rejects.toThrow(/cannot be read/)
  })

  test('whose XML would grow beyond all bounds is refused', async () => {
    const document = await PDFDocument.create()
    document.addPage()
    const { context, catalog } = document
    const bomb = deflateSync(Buffer.alloc(60_000_000))
    const file = context.register(
      context.stream(bomb, { Type: 'EmbeddedFile', Filter: 'FlateDecode' }),
    )
    const specification = context.obj({ Type: 'Filespec', EF: { F: file } })
    specification.set(PDFName.of('UF'), PDFName.of('factur-x.xml'))
    catalog.set(PDFName.of('AF'), context.obj([context.register(specification)]))
    await expect(readFacturx(await document.save())).rejects.toThrow(
      /cannot be decompressed or is larger/,
    )
  })
})
