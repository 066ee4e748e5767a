/** Documents whose streams are compressed by zlib itself: pdf-lib has it done in JavaScript, which takes five times as long. */
import { deflateSync } from 'node:zlib'
import { type PDFContext, PDFDocument, typedArrayFor } from 'pdf-lib'

/** Has everything that goes into a document from now on, fonts above all, compressed natively. */
export function compressNatively<Context extends PDFContext>(context: Context): Context {
  context.flateStream = (contents, dict = {}) =>
    context.stream(deflateSync(typedArrayFor(contents)), { ...dict, Filter: 'FlateDecode' })
  return context
}

/** A document without pages and without a date, the same bytes for the same content. */
export async function newDocument(): Promise<PDFDocument> {
  const document = await PDFDocument.create({ updateMetadata: false })
  compressNatively(document.context)
  return document
}
