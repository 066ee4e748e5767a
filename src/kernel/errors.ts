import { CodedError, type CodedErrorExtras, type Finding, type Wording } from './coded-error.ts'
import statuses from './errors.json' with { type: 'json' }

/**
 * The closed catalogue of everything that can go wrong for a caller: every `code` of a problem document (RFC 9457) with the
 * HTTP status of the response; both are part of the API. A code that is not listed in errors.json does not compile, and
 * `http/problem.ts` is the only place that turns one into a response. Its title is in the catalogues of texts (`problems`).
 * `interrupted` is said by the load balancer (docs/ops/haproxy.cfg), which alone outlives the instance.
 */
export const ERRORS: Readonly<Record<keyof typeof statuses, { status: number }>> = statuses

/** Stable name of a problem, the `code` member of every error response. */
export type ErrorCode = keyof typeof statuses

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
