/** Why a Word file or its data is not accepted. */
import { CodedError } from '../kernel/coded-error.ts'

/** What can be wrong, by code. */
export type DocxErrorCode =
  | 'data_invalid'
  | 'data_missing'
  | 'image_invalid'
  | 'render_limit_exceeded'
  | 'template_invalid'
  | 'template_not_docx'
  | 'template_too_complex'
  | 'template_unsafe'
  | 'validation_failed'

/** See {@link DocxErrorCode}. */
export class DocxError extends CodedError<DocxErrorCode> {
  override readonly name = 'DocxError'
}

/** The result of some work, or the reason why it is refused. */
export function tried<T>(work: () => T): T | DocxError {
  try {
    return work()
  } catch (error) {
    if (error instanceof DocxError) return error
    throw error
  }
}
