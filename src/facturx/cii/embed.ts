/** Turns a PDF/A-3 and the XML of its invoice into a Factur-X, by an incremental update. */

import { PDFName, PDFRawStream, PDFRef } from 'pdf-lib'
import { attachFile, detachFiles } from '../../pdf/attachments.ts'
import { PdfFile } from '../../pdf/pdf-file.ts'
import { PdfUpdate } from '../../pdf/pdf-update.ts'
import { decodedStream, UnreadablePdfError } from '../../pdf/stream-data.ts'
import { withXmpSchema, type XmpSchema } from '../../pdf/xmp.ts'
import { say } from '../../translations/texts.ts'
import { FacturxError } from '../facturx-error.ts'
import type { Profile } from '../model/invoice.ts'
import { PROFILE_FACTS } from '../model/profiles.ts'
import { XML_FILE_NAME, XML_NAMES } from '../xml/xml.ts'
import type { EnclosedFile } from './read-facturx.ts'

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
function describe(update: PdfUpdate, profile: Profile): void {
  const ref = update.file.catalog.get(METADATA)
  const stream = update.resolve(ref)
  if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream))
    throw new FacturxError('render_failed', say('pdf.notArchive'))
  const packet = decodedStream(stream).toString('utf8')
  const written = Buffer.from(withXmpSchema(packet, schemaFor(profile)), 'utf8')
  update.set(ref, update.context.stream(written, { Type: 'Metadata', Subtype: 'XML' }))
}

/** What is embedded into the PDF. */
export interface FacturxContent {
  /** As text, or in the encoding that it names. */
  xml: string | Uint8Array
  profile: Profile
  /** When the XML was created. */
  modifiedAt: Date
  /** Supporting documents (BG-24), such as a delivery note. */
  attachments?: readonly EnclosedFile[]
}

/**
 * @param pdf a PDF/A-3b without Factur-X metadata.
 * @returns the Factur-X: the unchanged PDF, with XML, XMP and attachments appended
 * @throws FacturxError `render_failed` when the PDF is not PDF/A or is already a Factur-X
 */
export async function embedFacturx(
  pdf: Uint8Array,
  { xml, profile, modifiedAt, attachments = [] }: FacturxContent,
): Promise<Uint8Array> {
  try {
    const update = new PdfUpdate(PdfFile.open(pdf))
    detachFiles(update, XML_NAMES)
    for (const { content, mimeType = 'application/octet-stream', ...each } of attachments) {
      const file = { ...each, mimeType, relationship: 'Supplement', modifiedAt } as const
      if (content !== undefined) attachFile(update, { ...file, content })
    }
    attachFile(update, {
      name: XML_FILE_NAME,
      mimeType: 'text/xml',
      content: typeof xml === 'string' ? Buffer.from(xml, 'utf8') : xml,
      description: 'Factur-X invoice',
      relationship: PROFILE_FACTS[profile].relationship,
      modifiedAt,
    })
    describe(update, profile)
    return update.save()
  } catch (error) {
    if (!(error instanceof UnreadablePdfError)) throw error
    const detail = say('pdf.damagedFile', { why: error.message })
    throw new FacturxError('render_failed', detail, { cause: error })
  }
}
