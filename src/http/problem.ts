/** The one mapping from what was thrown to what the caller gets (RFC 9457). */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Finding } from '../kernel/coded-error.ts'
import type { DocumentWarning } from '../kernel/document-warnings.ts'
import { AppError, asAppError, ERRORS, type ErrorCode, invalid } from '../kernel/errors.ts'
import { LOCALES, type Locale } from '../kernel/languages.ts'
import { omitUndefined } from '../kernel/type-guards.ts'
import { warningText } from '../translations/document-warnings.ts'
import { detailIn, findingIn } from '../translations/findings.ts'
import type { Texts } from '../translations/messages.ts'
import { say, textsIn } from '../translations/texts.ts'
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

/** Our errors for requests that Fastify itself rejects. */
const FASTIFY_ERRORS: Readonly<
  Record<string, readonly [ErrorCode, keyof Texts['details']['parser']]>
> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'contentType'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['file_too_large', 'bodyLarge'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['json_invalid', 'bodyEmpty'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['request_invalid', 'bodyLength'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_media_type', 'multipart'],
  FST_REQ_FILE_TOO_LARGE: ['file_too_large', 'fileLarge'],
  FST_PARTS_LIMIT: ['request_invalid', 'partsMany'],
  FST_FILES_LIMIT: ['request_invalid', 'filesMany'],
  FST_FIELDS_LIMIT: ['request_invalid', 'fieldsMany'],
  FST_ERR_BAD_URL: ['request_invalid', 'badPercent'],
  FST_PROTO_VIOLATION: ['validation_failed', 'fieldName'],
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
    return invalid(validationFindings(thrown as FastifyError))
  }
  const known = FASTIFY_ERRORS[error.code ?? '']
  if (known !== undefined)
    return new AppError(known[0], say(`parser.${known[1]}`), { cause: thrown })
  if (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('request_invalid', say('http.unreadable'), { cause: thrown })
  }
  return new AppError('internal_error', say('http.internal'), {
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
export async function sendProblem(request: FastifyRequest, reply: FastifyReply, thrown: unknown) {
  sendIn(await answerLanguage(request, reply), { request, reply }, thrown)
  return reply
}

/** Sends an error before any route is known, and with it any account. */
export const sendEarlyProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): void => sendIn(speak(reply, acceptedLocale(request) ?? LOCALES[0]), { request, reply }, thrown)
