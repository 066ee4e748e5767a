/** Streams that a document compresses by zlib itself: pdf-lib has it done in JavaScript, which takes five times as long. */
import { deflateSync } from 'node:zlib'
import { type PDFContext, typedArrayFor } from 'pdf-lib'

/** Has everything that goes into a document from now on, fonts above all, compressed natively. */
export function compressNatively<Context extends PDFContext>(context: Context): Context {
  context.flateStream = (contents, dict = {}) =>
    context.stream(deflateSync(typedArrayFor(contents)), { ...dict, Filter: 'FlateDecode' })
  return context
}
