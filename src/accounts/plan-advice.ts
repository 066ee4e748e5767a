/** What somebody whose plan refuses can do: who runs the service decides, and says so in a sentence or a link. */
import { AppError, type ErrorCode } from '../kernel/errors.ts'

/** Codes by which a plan refuses what a larger one would allow. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'plan_lacks_interface',
  'quota_exceeded',
  'template_limit_reached',
  'key_limit_reached',
])

/** The error with the operator's advice at its end, where a plan refused; every other error unchanged. */
export function withPlanAdvice(error: AppError, advice: string): AppError {
  if (advice === '' || !REFUSALS.has(error.code)) return error
  const { code, errors, cause, retryAfterSeconds, attemptsLeft } = error
  return new AppError(code, `${error.message} Larger plans: ${advice}`, {
    errors,
    cause,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(attemptsLeft !== undefined && { attemptsLeft }),
  })
}
