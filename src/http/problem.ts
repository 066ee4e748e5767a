/** The one mapping from what was thrown to what the caller gets (RFC 9457). */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Finding } from '../kernel/coded-error.ts'
import type { DocumentWarning } from '../kernel/document-warnings.ts'
import { AppError, asAppError, ERRORS, type ErrorCode } from '../kernel/errors.ts'
import { LOCALES, type Locale } from '../kernel/languages.ts'
import { omitUndefined } from '../kernel/omit-undefined.ts'
import { warningText } from '../translations/document-warnings.ts'
import { findingIn } from '../translations/findings.ts'
import { textsIn } from '../translations/texts.ts'
import { acceptedLocale, answerLanguage, speak } from './answer-language.ts'
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

/** Findings as callers see them, without internal members. */
export const toWire =
  (locale: Locale) =>
  (finding: Finding): WireFinding => {
    const { code, pointer, source, tag, part, paragraph } = finding
    const { detail, fix } = findingIn(locale, finding)
    return omitUndefined({ detail, code, pointer, source, fix, tag, part, paragraph })
  }

/** Document warnings as callers see them. */
export const toWireWarning =
  (locale: Locale) =>
  (warning: DocumentWarning): Static<typeof DocumentWarningSchema> => {
    const { code, text, by, count, part, paragraph } = warning
    return omitUndefined({
      code,
      ...warningText(warning, textsIn(locale).documentWarnings),
      text,
      by,
      count,
      part,
      paragraph,
    })
  }

/** What an error says: its own words in the language, or those of its findings where they are all that it says. */
function detailIn(locale: Locale, { message, wording, errors }: AppError): string {
  const own = wording?.[locale]
  if (own !== undefined) return own
  const said = (findings: readonly { detail: string }[]) =>
    findings.map(({ detail }) => detail).join(' ')
  return errors.length > 0 && said(errors) === message
    ? said(errors.map((each) => findingIn(locale, each)))
    : message
}

/** The problem document of an error. */
export function toProblem(error: AppError, requestId: string, locale: Locale): Problem {
  return {
    type: `urn:paraph:problem:${error.code}`,
    title: textsIn(locale).problems[error.code],
    status: ERRORS[error.code].status,
    code: error.code,
    detail: detailIn(locale, error),
    request_id: requestId,
    ...(error.attemptsLeft !== undefined && { attempts_left: error.attemptsLeft }),
    ...(error.errors.length > 0 && { errors: error.errors.map(toWire(locale)) }),
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
  validation.map(({ instancePath: pointer, message: detail = '', keyword: code, params }) => ({
    pointer,
    detail,
    code,
    ...(params as Pick<Finding, 'wording'>),
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
 * @param locale the language of the answer
 */
function sendIn(
  locale: Locale,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  thrown: unknown,
): void {
  const error = toAppError(thrown)
  const problem = toProblem(error, request.id, locale)
  if (problem.status >= 500) request.log.error({ err: thrown, code: error.code }, error.message)
  else request.log.info({ code: error.code }, textsIn(LOCALES[0]).problems[error.code])
  if (error.retryAfterSeconds !== undefined) {
    void reply.header('Retry-After', String(Math.max(1, Math.ceil(error.retryAfterSeconds))))
  } else if (problem.status === 503 && !reply.hasHeader('Retry-After')) {
    void reply.header('Retry-After', '5')
  }
  void reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem))
}

/** Sends an error in the language of the caller. */
export async function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): Promise<FastifyReply> {
  sendIn(await answerLanguage(request, reply), { request, reply }, thrown)
  return reply
}

/** Sends an error before any route is known, and with it any account. */
export const sendEarlyProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): void => sendIn(speak(reply, acceptedLocale(request) ?? LOCALES[0]), { request, reply }, thrown)
