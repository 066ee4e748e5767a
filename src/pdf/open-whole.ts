/** Opens a complete PDF to rewrite it, with every byte of its streams. */

import { ParseSpeeds, PDFDocument, PDFName, PDFNumber, PDFRawStream, PDFRef } from 'pdf-lib'
import { say } from '../translations/texts.ts'
import { PdfError } from './pdf-error.ts'

const LENGTH = PDFName.of('Length')
const CARRIAGE_RETURN = Buffer.from('\r')

/**
 * LibreOffice writes the length of a stream after it, where pdf-lib has not read it yet: pdf-lib then searches for
 * the end and takes a final carriage return in the data for a line end.
 */
function restore(stream: PDFRawStream, length: number): void {
  const { contents } = stream
  if (contents.length === length) return
  if (contents.length !== length - 1) {
    throw new PdfError('render_failed', say('pdf.streamLength'))
  }
  stream.contents = Buffer.concat([contents, CARRIAGE_RETURN])
}

/**
 * Loads an unencrypted PDF.
 * @throws PdfError render_failed when a stream is damaged
 */
export async function openWhole(pdf: Uint8Array): Promise<PDFDocument> {
  const document = await PDFDocument.load(pdf, {
    updateMetadata: false,
    parseSpeed: ParseSpeeds.Fastest,
  })
  const { context } = document
  const lengths = new Set<PDFRef>()
  for (const [, stream] of context.enumerateIndirectObjects()) {
    const ref = stream instanceof PDFRawStream ? stream.dict.get(LENGTH) : undefined
    const length = ref instanceof PDFRef ? context.lookup(ref) : undefined
    if (!(stream instanceof PDFRawStream && ref instanceof PDFRef)) continue
    if (!(length instanceof PDFNumber)) continue
    restore(stream, length.asNumber())
    lengths.add(ref) // the writer puts the length into the stream itself
  }
  for (const ref of lengths) context.delete(ref)
  return document
}
