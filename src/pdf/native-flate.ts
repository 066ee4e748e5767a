/**
 * Documents whose streams are compressed by zlib itself: pdf-lib compresses in JavaScript, which takes five times as
 * long.
 */
import { deflateSync } from 'node:zlib'
import { type PDFContext, PDFDocument, typedArrayFor } from 'pdf-lib'

/** Makes everything added to a document from now on, fonts above all, use native compression. */
export function compressNatively<Context extends PDFContext>(context: Context): Context {
  context.flateStream = (contents, dict = {}) =>
    context.stream(deflateSync(typedArrayFor(contents)), { ...dict, Filter: 'FlateDecode' })
  return context
}

/** A document without pages or a date: the same content gives the same bytes. */
export async function newDocument(): Promise<PDFDocument> {
  const document = await PDFDocument.create({ updateMetadata: false })
  compressNatively(document.context)
  return document
}
