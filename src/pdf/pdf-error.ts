/** Why a PDF is not accepted, or cannot be finished. */
import { CodedError } from '../kernel/coded-error.ts'

/** What can be wrong, by code. */
export type PdfErrorCode =
  | 'pdf_encrypted'
  | 'pdf_invalid'
  | 'pdf_not_archivable'
  | 'pdf_not_signable'
  | 'render_failed'
  | 'render_limit_exceeded'

/** See {@link PdfErrorCode}. */
export class PdfError extends CodedError<PdfErrorCode> {
  override readonly name = 'PdfError'
}
