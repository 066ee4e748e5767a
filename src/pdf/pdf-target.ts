/** What may be changed in a PDF, whether it is rewritten as a whole or updated behind its bytes. */
import type { PDFContext, PDFObject, PDFRef } from 'pdf-lib'

/** A document that takes new and changed objects. */
export interface PdfTarget {
  /** Makes objects. */
  readonly context: PDFContext
  readonly catalogRef: PDFRef
  /** The object behind a reference as it is by now. */
  resolve(object: PDFObject | undefined): PDFObject | undefined
  /** A member of a dictionary or stream, resolved. */
  get(holder: PDFObject | undefined, key: string): PDFObject | undefined
  /** Puts an object in the place of an existing one; also after changing it in place. */
  set(ref: PDFRef, object: PDFObject): void
  add(object: PDFObject): PDFRef
}
