/** What may be changed in a PDF, whether it is rewritten as a whole or updated behind its bytes. */
import {
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  PDFRef,
} from 'pdf-lib'

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

/** A document of pdf-lib, which will be written anew as a whole. */
export class WholePdf implements PdfTarget {
  readonly context: PDFContext
  readonly catalogRef: PDFRef

  constructor(document: PDFDocument) {
    this.context = document.context
    const root = document.context.trailerInfo.Root
    if (!(root instanceof PDFRef))
      throw new TypeError('pdf-lib always has a reference to the catalog')
    this.catalogRef = root
  }

  resolve(object: PDFObject | undefined): PDFObject | undefined {
    return this.context.lookup(object)
  }

  get(holder: PDFObject | undefined, key: string): PDFObject | undefined {
    const dict = this.resolve(holder)
    return dict instanceof PDFDict ? this.resolve(dict.get(PDFName.of(key))) : undefined
  }

  set(ref: PDFRef, object: PDFObject): void {
    this.context.assign(ref, object)
  }

  add(object: PDFObject): PDFRef {
    return this.context.register(object)
  }
}
