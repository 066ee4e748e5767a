/** Operators that are added to the content of pages. */
import { deflateSync } from 'node:zlib'
import { PDFRawStream, type PDFRef } from 'pdf-lib'
import type { WholePdf } from './whole-pdf.ts'

/** A new content stream of a document. @param content operators, in Latin-1 */
export function contentStream(whole: WholePdf, content: string): PDFRef {
  const data = deflateSync(Buffer.from(content, 'latin1'))
  const dict = whole.context.obj({ Filter: 'FlateDecode', Length: data.length })
  return whole.add(PDFRawStream.of(dict, data))
}
