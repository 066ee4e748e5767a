/** The interface for changes to a PDF, whether it is rewritten as a whole or updated incrementally. */
import type { PDFContext, PDFObject, PDFRef } from 'pdf-lib'

/** A document that takes new and changed objects. */
export interface PdfTarget {
  /** Creates objects. */
  readonly context: PDFContext
  readonly catalogRef: PDFRef
  /** The object behind a reference in its current state. */
  resolve(object: PDFObject | undefined): PDFObject | undefined
  /** A member of a dictionary or stream, resolved. */
  get(holder: PDFObject | undefined, key: string): PDFObject | undefined
  /** Replaces an existing object; also to be called after changing one in place. */
  set(ref: PDFRef, object: PDFObject): void
  add(object: PDFObject): PDFRef
}
