/** Turns a PDF/A-3 and the XML of its invoice into a Factur-X, by an incremental update. */
import { decodePDFRawStream, PDFName, PDFRawStream, PDFRef } from 'pdf-lib'
import { AppError } from '../kernel/errors.ts'
import { ATTACHMENT_MEMBERS, type AttachedFile, attachFile } from '../pdf/attachments.ts'
import { appendToPdf, type OpenPdf } from '../pdf/increment.ts'
import { withXmpSchema, type XmpSchema } from '../pdf/xmp.ts'
import type { Profile } from './invoice.ts'
import { PROFILE_FACTS } from './profiles.ts'

/** File name of the XML inside a Factur-X PDF. */
const XML_FILE_NAME = 'factur-x.xml'

const METADATA = PDFName.of('Metadata')

const schemaFor = (profile: Profile): XmpSchema => ({
  title: 'Factur-X PDFA Extension Schema',
  prefix: 'fx',
  namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  properties: [
    {
      name: 'DocumentFileName',
      value: XML_FILE_NAME,
      description: 'The name of the embedded XML document',
    },
    {
      name: 'DocumentType',
      value: 'INVOICE',
      description: 'The type of the hybrid document in capital letters, e.g. INVOICE or ORDER',
    },
    {
      name: 'Version',
      value: '1.0',
      description: 'The actual version of the standard applying to the embedded XML document',
    },
    {
      name: 'ConformanceLevel',
      value: PROFILE_FACTS[profile].conformanceLevel,
      description: 'The conformance level of the embedded XML document',
    },
  ],
})

/** Puts the packet in place of the old one, unfiltered as PDF/A readers and signing tools expect. */
function describe(document: OpenPdf, profile: Profile): void {
  const { catalog, context } = document
  const ref = catalog.get(METADATA)
  const stream = catalog.lookup(METADATA)
  if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream))
    throw new AppError('render_failed', 'The PDF has no XMP metadata: it is not PDF/A-3.')
  const packet = Buffer.from(decodePDFRawStream(stream).decode()).toString('utf8')
  const written = Buffer.from(withXmpSchema(packet, schemaFor(profile)), 'utf8')
  context.assign(ref, context.stream(written, { Type: 'Metadata', Subtype: 'XML' }))
  context.snapshot?.markRefForSave(ref)
}

/** What is embedded into the PDF. */
export interface FacturxContent {
  xml: string
  profile: Profile
  /** When the XML was created. */
  modifiedAt: Date
  /** Further files, for instance a delivery note. */
  attachments?: readonly AttachedFile[]
}

/**
 * @param pdf a PDF/A-3b without Factur-X metadata.
 * @returns the Factur-X: the unchanged PDF, with XML, XMP and attachments appended
 * @throws AppError `render_failed` when the PDF is not PDF/A or is already a Factur-X
 */
export function embedFacturx(pdf: Uint8Array, content: FacturxContent): Promise<Uint8Array> {
  const { xml, profile, modifiedAt, attachments = [] } = content
  return appendToPdf(pdf, {
    members: [...ATTACHMENT_MEMBERS, 'Metadata'],
    apply(document) {
      for (const each of attachments) attachFile(document, each)
      attachFile(document, {
        name: XML_FILE_NAME,
        mimeType: 'text/xml',
        content: Buffer.from(xml, 'utf8'),
        description: 'Factur-X invoice',
        relationship: PROFILE_FACTS[profile].relationship,
        modifiedAt,
      })
      describe(document, profile)
    },
  })
}
