import { CodedError, type CodedErrorExtras, type Finding, type Wording } from './coded-error.ts'

/**
 * The closed catalogue of everything that can go wrong for a caller. A code that is not listed here does not compile,
 * and `http/problem.ts` is the only place that turns one into a response.
 */
interface ErrorSpec {
  /** HTTP status of the response. */
  status: number
}

/**
 * The catalogue: every `code` of a problem document (RFC 9457) with its status; both are part of the API. Its title is in the
 * catalogues of texts (`problems`).
 */
export const ERRORS = {
  // who is calling
  api_key_missing: { status: 401 },
  api_key_invalid: { status: 401 },
  plan_lacks_interface: { status: 403 },
  key_scope_missing: { status: 403 },
  key_address_not_allowed: { status: 403 },
  origin_refused: { status: 403 },
  // how much
  quota_exceeded: { status: 429 },
  rate_limited: { status: 429 },
  concurrency_limited: { status: 429 },
  template_limit_reached: { status: 409 },
  font_limit_reached: { status: 409 },
  draft_limit_reached: { status: 409 },
  key_limit_reached: { status: 409 },
  file_too_large: { status: 413 },
  // the shape of the request
  not_found: { status: 404 },
  method_not_allowed: { status: 405 },
  not_served_here: { status: 421 },
  unsupported_media_type: { status: 415 },
  request_invalid: { status: 400 },
  request_timeout: { status: 408 },
  headers_too_large: { status: 431 },
  json_invalid: { status: 400 },
  validation_failed: { status: 422 },
  // templates and data
  template_not_found: { status: 404 },
  version_not_found: { status: 404 },
  template_not_docx: { status: 422 },
  template_unsafe: { status: 422 },
  template_too_complex: { status: 422 },
  template_invalid: { status: 422 },
  font_not_found: { status: 404 },
  font_invalid: { status: 422 },
  font_forbidden: { status: 422 },
  font_exists: { status: 409 },
  data_invalid: { status: 422 },
  data_missing: { status: 422 },
  image_invalid: { status: 422 },
  render_limit_exceeded: { status: 422 },
  render_failed: { status: 422 },
  document_has_warnings: { status: 422 },
  facturx_invalid: { status: 422 },
  // PDF files to be signed or verified
  pdf_invalid: { status: 422 },
  pdf_encrypted: { status: 422 },
  pdf_not_signable: { status: 422 },
  // signature requests
  document_not_found: { status: 404 },
  document_erased: { status: 410 },
  signer_not_found: { status: 404 },
  signer_file_not_found: { status: 404 },
  document_state_conflict: { status: 409 },
  idempotency_key_reused: { status: 422 },
  idempotency_key_in_use: { status: 409 },
  request_template_not_found: { status: 404 },
  request_template_limit_reached: { status: 409 },
  open_link_not_found: { status: 404 },
  open_links_forbidden: { status: 403 },
  open_link_ended: { status: 410 },
  editor_session_ended: { status: 410 },
  open_link_unavailable: { status: 409 },
  bulk_send_not_found: { status: 404 },
  bulk_send_state_conflict: { status: 409 },
  bulk_send_limit_reached: { status: 409 },
  // the signer's link
  signing_link_invalid: { status: 404 },
  signing_link_ended: { status: 410 },
  signing_expired: { status: 410 },
  signing_cancelled: { status: 410 },
  signing_declined: { status: 410 },
  signing_failed: { status: 410 },
  already_signed: { status: 409 },
  already_approved: { status: 409 },
  signing_delegated: { status: 410 },
  signer_removed: { status: 410 },
  delegation_not_allowed: { status: 409 },
  action_not_asked: { status: 409 },
  not_your_turn: { status: 409 },
  signer_blocked: { status: 403 },
  document_changed: { status: 409 },
  consent_required: { status: 422 },
  phone_required: { status: 422 },
  otp_invalid: { status: 422 },
  otp_expired: { status: 422 },
  otp_locked: { status: 423 },
  otp_rate_limited: { status: 429 },
  recipient_limit_reached: { status: 429 },
  sms_limit_reached: { status: 429 },
  certificate_order_ended: { status: 409 },
  certificate_unusable: { status: 409 },
  verification_required: { status: 403 },
  opening_code_required: { status: 403 },
  // webhooks
  webhook_not_found: { status: 404 },
  webhook_limit_reached: { status: 409 },
  webhook_url_refused: { status: 422 },
  delivery_not_found: { status: 404 },
  // us
  server_busy: { status: 503 },
  renderer_unavailable: { status: 503 },
  delivery_not_configured: { status: 501 },
  sms_unavailable: { status: 503 },
  timestamp_unavailable: { status: 503 },
  authority_unavailable: { status: 503 },
  certificate_service_unavailable: { status: 503 },
  storage_unavailable: { status: 503 },
  shutting_down: { status: 503 },
  /** Said by the load balancer (docs/ops/haproxy.cfg), which alone outlives the instance. */
  interrupted: { status: 503 },
  file_damaged: { status: 500 },
  internal_error: { status: 500 },
} as const satisfies Record<string, ErrorSpec>

/** Stable name of a problem, the `code` member of every error response. */
export type ErrorCode = keyof typeof ERRORS

/** Extra facts of an {@link AppError}; `retryAfterSeconds` is sent as `Retry-After`. */
interface ErrorExtras extends CodedErrorExtras {
  /** Codes: how many tries are left. */
  attemptsLeft?: number | undefined
}

/** An error of the catalogue; becomes a problem document at the HTTP edge. */
export class AppError extends CodedError<ErrorCode> {
  override readonly name = 'AppError'
  readonly attemptsLeft: number | undefined

  /** @param detail names the field, what was wrong and the valid values; shown to the caller. */
  constructor(code: ErrorCode, detail: string | Wording, extras: ErrorExtras = {}) {
    super(code, detail, extras)
    this.attemptsLeft = extras.attemptsLeft
  }
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)

/** The error of the catalogue that an error is: its own, or an engine's by its code; undefined for any other. */
export function asAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (!(error instanceof CodedError) || !isCode(error.code)) return undefined
  const { code, message, errors, wording, retryAfterSeconds, cause } = error
  return new AppError(code, wording ?? message, { errors, retryAfterSeconds, cause })
}

/** An error of an engine as that of the catalogue, any other as it is. */
export const toCatalogue = (error: unknown): unknown => asAppError(error) ?? error

/** Throws {@link toCatalogue}. */
export const throwAsAppError = (error: unknown): never => {
  throw toCatalogue(error)
}

/** `validation_failed` with what each finding says. */
export const invalid = (errors: readonly Finding[]): AppError =>
  new AppError('validation_failed', errors.map(({ detail }) => detail).join(' '), { errors })

/**
 * The single way to refuse faulty input: everything that is wrong, at once.
 * @throws AppError `validation_failed` with all findings, if there are any
 */
export function throwIfInvalid(findings: readonly Finding[]): void {
  if (findings.length > 0) throw invalid(findings)
}
