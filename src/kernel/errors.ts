import { CodedError, type CodedErrorExtras, type Finding } from './coded-error.ts'

/**
 * The closed catalogue of everything that can go wrong for a caller. A code that is not listed here does not compile,
 * and `http/problem.ts` is the only place that turns one into a response.
 */
interface ErrorSpec {
  /** HTTP status of the response. */
  status: number
  /** Short sentence that is the same for every occurrence (RFC 9457 `title`). */
  title: string
}

/**
 * The catalogue: every `code` of a problem document (RFC 9457) with its status and title. Both are part of the API.
 */
export const ERRORS = {
  // who is calling
  api_key_missing: { status: 401, title: 'The X-API-Key header is missing' },
  api_key_invalid: { status: 401, title: 'The API key is not valid' },
  plan_lacks_interface: { status: 403, title: "The key's plan does not include this interface" },
  key_scope_missing: { status: 403, title: 'The key is limited to other operations' },
  key_address_not_allowed: { status: 403, title: 'The key is limited to other network addresses' },
  origin_refused: { status: 403, title: 'Pages from this origin may not call this address' },
  // how much
  quota_exceeded: { status: 429, title: 'The monthly quota of this key is used up' },
  rate_limited: { status: 429, title: 'Too many requests per minute' },
  concurrency_limited: { status: 429, title: 'Too many simultaneous requests for this key' },
  template_limit_reached: { status: 409, title: "The plan's template limit is reached" },
  font_limit_reached: { status: 409, title: "The account's font limit is reached" },
  draft_limit_reached: { status: 409, title: "The account's draft limit is reached" },
  key_limit_reached: { status: 409, title: "The plan's API key limit is reached" },
  file_too_large: { status: 413, title: 'The file is larger than the plan allows' },
  // the shape of the request
  not_found: { status: 404, title: 'This address does not exist' },
  method_not_allowed: { status: 405, title: 'This address does not support this method' },
  not_served_here: { status: 421, title: 'This instance of the service does not answer this call' },
  unsupported_media_type: { status: 415, title: 'The content type is not accepted here' },
  request_invalid: { status: 400, title: 'The request cannot be read' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  json_invalid: { status: 400, title: 'The text is not valid JSON' },
  validation_failed: { status: 422, title: 'A field is missing or invalid' },
  // templates and data
  template_not_found: { status: 404, title: 'No such template' },
  version_not_found: { status: 404, title: 'No such template version' },
  template_not_docx: { status: 422, title: 'The template is not a Word document (.docx)' },
  template_unsafe: { status: 422, title: 'The template contains unsafe content' },
  template_too_complex: { status: 422, title: 'The template is too large or too deeply nested' },
  template_invalid: { status: 422, title: 'The template has errors' },
  font_not_found: { status: 404, title: 'No such font' },
  font_invalid: { status: 422, title: 'The file is not a usable font' },
  font_forbidden: { status: 422, title: "The font's licence bits forbid its use in documents" },
  font_exists: { status: 409, title: 'The account already has this font' },
  data_invalid: { status: 422, title: 'The data cannot be used' },
  data_missing: { status: 422, title: 'The data is missing values that the template uses' },
  image_invalid: { status: 422, title: 'An image cannot be used' },
  render_limit_exceeded: { status: 422, title: 'The document takes too much time or memory' },
  render_failed: { status: 422, title: 'The document cannot be converted' },
  document_has_warnings: {
    status: 422,
    title: 'The document has warnings, and options.strict refuses them',
  },
  facturx_invalid: { status: 422, title: 'The invoice violates rules of its profile' },
  // PDF files to be signed or verified
  pdf_invalid: { status: 422, title: 'The file is not a readable PDF' },
  pdf_encrypted: { status: 422, title: 'The PDF is encrypted' },
  pdf_not_signable: { status: 422, title: 'The PDF cannot be signed' },
  // signature requests
  document_not_found: { status: 404, title: 'No such document' },
  document_erased: { status: 410, title: 'The document has been erased' },
  signer_not_found: { status: 404, title: 'No such signer' },
  signer_file_not_found: { status: 404, title: 'No such file of a signer' },
  document_state_conflict: { status: 409, title: "The document's state does not allow this" },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used for a different request',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'A request with this Idempotency-Key is still running',
  },
  request_template_not_found: { status: 404, title: 'No such request template' },
  request_template_limit_reached: { status: 409, title: 'No more request templates can be stored' },
  bulk_send_not_found: { status: 404, title: 'No such bulk send' },
  bulk_send_state_conflict: { status: 409, title: "The bulk send's state does not allow this" },
  bulk_send_limit_reached: { status: 409, title: 'Too many bulk sends are unfinished' },
  // the signer's link
  signing_link_invalid: { status: 404, title: 'This link is invalid' },
  signing_link_ended: { status: 410, title: 'This link has expired' },
  signing_expired: { status: 410, title: 'The deadline for signing has passed' },
  signing_cancelled: { status: 410, title: 'The sender has withdrawn the document' },
  signing_declined: { status: 410, title: 'A signer declined the document' },
  signing_failed: { status: 410, title: 'The document could not be sealed' },
  already_signed: { status: 409, title: 'This person has already signed' },
  already_approved: { status: 409, title: 'This person has already approved' },
  signing_delegated: { status: 410, title: 'Somebody else was asked in this person’s place' },
  delegation_not_allowed: { status: 409, title: 'This person cannot name somebody else' },
  action_not_asked: { status: 409, title: 'This person was asked for something else' },
  not_your_turn: { status: 409, title: 'Others have to sign first' },
  signer_blocked: { status: 403, title: 'This person can no longer sign' },
  document_changed: { status: 409, title: 'The document has changed since it was shown' },
  consent_required: { status: 422, title: 'The consent has not been given' },
  phone_required: { status: 422, title: 'A mobile phone number is required' },
  otp_invalid: { status: 422, title: 'The code is wrong' },
  otp_expired: { status: 422, title: 'The code is no longer valid' },
  otp_locked: { status: 423, title: 'Too many wrong codes were entered' },
  otp_rate_limited: { status: 429, title: 'Too many codes were requested' },
  recipient_limit_reached: { status: 429, title: 'Too many first-time recipients' },
  sms_limit_reached: { status: 429, title: 'Too many text messages were sent' },
  certificate_order_ended: { status: 409, title: 'This order to sign has ended' },
  certificate_unusable: { status: 409, title: 'The certificate cannot sign' },
  verification_required: { status: 403, title: 'The code must be entered first' },
  // webhooks
  webhook_not_found: { status: 404, title: 'No such webhook' },
  webhook_limit_reached: { status: 409, title: 'No more webhooks can be added' },
  webhook_url_refused: { status: 422, title: 'This address cannot be a webhook' },
  delivery_not_found: { status: 404, title: 'No such delivery' },
  // us
  server_busy: { status: 503, title: 'The service is busy' },
  renderer_unavailable: { status: 503, title: 'The document converter is not available' },
  delivery_not_configured: {
    status: 501,
    title: 'This service cannot send what the signers need',
  },
  sms_unavailable: { status: 503, title: 'Text messages cannot be sent at the moment' },
  timestamp_unavailable: { status: 503, title: 'No time-stamp can be obtained' },
  authority_unavailable: { status: 503, title: 'The certificate authority is not ready' },
  certificate_service_unavailable: {
    status: 503,
    title: 'The provider of the certificate does not answer as it should',
  },
  storage_unavailable: { status: 503, title: 'The service cannot store data at the moment' },
  shutting_down: { status: 503, title: 'The service is shutting down' },
  /** Said by the load balancer (docs/ops/haproxy.cfg), which alone outlives the instance. */
  interrupted: { status: 503, title: 'The call was interrupted' },
  file_damaged: { status: 500, title: 'A stored file is missing or damaged' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
} as const satisfies Record<string, ErrorSpec>

/** Stable name of a problem, the `code` member of every error response. */
export type ErrorCode = keyof typeof ERRORS

/** Extra facts of an {@link AppError}; `retryAfterSeconds` is sent as `Retry-After`. */
interface ErrorExtras extends CodedErrorExtras {
  /** Codes: how many tries are left. */
  attemptsLeft?: number
}

/** An error of the catalogue; becomes a problem document at the HTTP edge. */
export class AppError extends CodedError<ErrorCode> {
  override readonly name = 'AppError'
  readonly attemptsLeft: number | undefined

  /** @param detail names the field, what was wrong and the valid values; shown to the caller. */
  constructor(code: ErrorCode, detail: string, extras: ErrorExtras = {}) {
    super(code, detail, extras)
    this.attemptsLeft = extras.attemptsLeft
  }
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)

/** The error of the catalogue that an error is: its own, or an engine's by its code; undefined for any other. */
export function asAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (!(error instanceof CodedError) || !isCode(error.code)) return undefined
  const { code, message, errors, retryAfterSeconds, cause } = error
  return new AppError(code, message, { errors, retryAfterSeconds, cause })
}

/** An error of an engine as that of the catalogue, any other as it is. */
export const toCatalogue = (error: unknown): unknown => asAppError(error) ?? error

/** Throws {@link toCatalogue}. */
export const throwAsAppError = (error: unknown): never => {
  throw toCatalogue(error)
}

/**
 * The single way to refuse faulty input: everything that is wrong, at once.
 * @throws AppError `validation_failed` with all findings, if there are any
 */
export function throwIfInvalid(findings: readonly Finding[]): void {
  if (findings.length === 0) return
  throw new AppError('validation_failed', findings.map(({ detail }) => detail).join(' '), {
    errors: findings,
  })
}
