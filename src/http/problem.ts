/** The one mapping from what was thrown to what the caller gets (RFC 9457). */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Finding } from '../kernel/coded-error.ts'
import { type DocumentWarning, warningText } from '../kernel/document-warnings.ts'
import { AppError, asAppError, ERRORS, type ErrorCode } from '../kernel/errors.ts'
import { omitUndefined } from '../kernel/omit-undefined.ts'
import type { DocumentWarningSchema, FindingSchema } from './schemas.ts'

/** Body of an error response. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ErrorCode
  detail: string
  request_id: string
  attempts_left?: number
  errors?: readonly WireFinding[]
}

/** A finding as sent: snake_case like the rest of the API. */
export type WireFinding = Static<typeof FindingSchema>

/** The finding as callers see it, without internal members. */
export function toWire(finding: Finding): WireFinding {
  const { detail, detailFr, code, pointer, source, fix, fixFr, tag, part, paragraph } = finding
  return omitUndefined({
    detail,
    detail_fr: detailFr,
    code,
    pointer,
    source,
    fix,
    fix_fr: fixFr,
    tag,
    part,
    paragraph,
  })
}

/** A document warning as callers see it, in both languages. */
export function toWireWarning(warning: DocumentWarning): Static<typeof DocumentWarningSchema> {
  const [en, fr] = [warningText(warning, 'en'), warningText(warning, 'fr')]
  const { code, text, by, count, part, paragraph } = warning
  return omitUndefined({
    code,
    detail: en.detail,
    detail_fr: fr.detail,
    fix: en.fix,
    fix_fr: fr.fix,
    text,
    by,
    count,
    part,
    paragraph,
  })
}

/** The problem document of an error. */
export function toProblem(error: AppError, requestId: string): Problem {
  const { status, title } = ERRORS[error.code]
  return {
    type: `urn:paraph:problem:${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    request_id: requestId,
    ...(error.attemptsLeft !== undefined && { attempts_left: error.attemptsLeft }),
    ...(error.errors.length > 0 && { errors: error.errors.map(toWire) }),
  }
}

/** Our error codes for requests that Fastify itself rejects. */
const FASTIFY_CODES: Record<string, { code: ErrorCode; detail: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    detail: 'The Content-Type of this request is not accepted here; see openapi.yaml for the list.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'file_too_large', detail: 'The request body is too large.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    code: 'json_invalid',
    detail: 'The body is empty; send a JSON object.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'request_invalid',
    detail: 'The length of the body differs from Content-Length.',
  },
  FST_INVALID_MULTIPART_CONTENT_TYPE: {
    code: 'unsupported_media_type',
    detail: 'Send this request as multipart/form-data.',
  },
  FST_REQ_FILE_TOO_LARGE: { code: 'file_too_large', detail: 'A file of the form is too large.' },
  FST_PARTS_LIMIT: { code: 'request_invalid', detail: 'The form has too many parts.' },
  FST_FILES_LIMIT: { code: 'request_invalid', detail: 'The form has too many files.' },
  FST_FIELDS_LIMIT: { code: 'request_invalid', detail: 'The form has too many fields.' },
  FST_ERR_BAD_URL: {
    code: 'request_invalid',
    detail: 'The address contains a % that is not followed by two hexadecimal digits.',
  },
  FST_PROTO_VIOLATION: { code: 'validation_failed', detail: 'A field name is not allowed.' },
}

/** What http/validation.ts found, as Fastify carries it. */
const validationFindings = ({ validation = [] }: FastifyError): Finding[] =>
  validation.map(({ instancePath: pointer, message: detail = '', keyword: code }) => ({
    pointer,
    detail,
    code,
  }))

/** Converts anything thrown into an {@link AppError}; unknown errors become an internal error without details. */
export function toAppError(thrown: unknown): AppError {
  const own = asAppError(thrown)
  if (own !== undefined) return own
  const error = thrown as Partial<FastifyError>
  if (error.validation !== undefined) {
    const errors = validationFindings(thrown as FastifyError)
    return new AppError('validation_failed', errors.map((one) => one.detail).join(' '), { errors })
  }
  const known = error.code === undefined ? undefined : FASTIFY_CODES[error.code]
  if (known !== undefined) return new AppError(known.code, known.detail, { cause: thrown })
  if (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('request_invalid', 'The request cannot be read.', { cause: thrown })
  }
  return new AppError('internal_error', 'The request failed and was logged under its request_id.', {
    cause: thrown,
  })
}

/**
 * Sends an error and logs it once: ours with the cause; the caller's without the message, which may quote the data.
 */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, thrown: unknown): void {
  const error = toAppError(thrown)
  const problem = toProblem(error, request.id)
  if (problem.status >= 500) request.log.error({ err: thrown, code: error.code }, error.message)
  else request.log.info({ code: error.code }, problem.title)
  if (error.retryAfterSeconds !== undefined) {
    void reply.header('Retry-After', String(Math.max(1, Math.ceil(error.retryAfterSeconds))))
  } else if (problem.status === 503 && !reply.hasHeader('Retry-After')) {
    void reply.header('Retry-After', '5')
  }
  void reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem))
}
