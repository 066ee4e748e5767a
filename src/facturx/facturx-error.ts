/** Why an invoice is not accepted. */
import { CodedError, type Finding } from '../kernel/coded-error.ts'

/** What can be wrong, by code. */
export type FacturxErrorCode =
  | 'data_invalid'
  | 'facturx_invalid'
  | 'render_failed'
  | 'render_limit_exceeded'
  | 'validation_failed'

/** See {@link FacturxErrorCode}. */
export class FacturxError extends CodedError<FacturxErrorCode> {
  override readonly name = 'FacturxError'
}

/** Refuses an order that has mistakes. @throws FacturxError `validation_failed` with all of them */
export function throwIfInvalid(findings: readonly Finding[]): void {
  if (findings.length === 0) return
  const detail = findings.map((finding) => finding.detail).join(' ')
  throw new FacturxError('validation_failed', detail, { errors: findings })
}
