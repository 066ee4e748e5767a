/** What detection needs from others; `rendering/` implements it. */
import type { SignaturePlacement } from '../pdf/signature-marks.ts'

/** A Word document as a PDF. */
export interface DraftedPdf {
  pdf: Uint8Array
  /** Where its `{signature:…}` tags are, if it is a template. */
  placements: readonly SignaturePlacement[]
}

/** Turns Word documents into PDFs. */
export interface DocxToPdf {
  /**
   * @param filename original file name, for messages
   * @throws template_not_docx, template_unsafe, template_too_complex and the codes of a conversion
   */
  convert(docx: Uint8Array, filename: string, signal: AbortSignal): Promise<DraftedPdf>
}
