/** Why a document is not converted. */
import { CodedError } from '../kernel/coded-error.ts'

/** What can be wrong, by code. */
export type OfficeErrorCode =
  | 'render_failed'
  | 'render_limit_exceeded'
  | 'renderer_unavailable'
  | 'server_busy'
  | 'shutting_down'

/** See {@link OfficeErrorCode}. */
export class OfficeError extends CodedError<OfficeErrorCode> {
  override readonly name = 'OfficeError'
}
