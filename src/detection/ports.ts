/** What detection needs from others; `rendering/` implements it. */
import type { Caller } from '../accounts/caller.ts'
import type { UploadedFile } from '../http/form.ts'
import type { SignaturePlacement } from '../pdf/signature-marks.ts'

/** A Word document as a PDF. */
interface DraftedPdf {
  pdf: Uint8Array
  /** Where its `{signature:…}` tags are, if it is a template. */
  placements: readonly SignaturePlacement[]
}

/** Turns Word documents into PDFs. */
export interface DocxToPdf {
  /**
   * @param file with its original name, for messages @param caller whose fonts it is made with
   * @throws template_not_docx, template_unsafe, template_too_complex and the codes of a conversion
   */
  convert(file: UploadedFile, caller: Caller, signal: AbortSignal): Promise<DraftedPdf>
}
