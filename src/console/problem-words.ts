/**
 * What pages say of problems, by their code, and the status that they have then. What is said of findings is in
 * translations/findings.ts.
 */
import type { IdentityError } from '../identity/identity-error.ts'
import { AppError, ERRORS } from '../kernel/errors.ts'
import type { Locale } from '../kernel/languages.ts'
import { detailIn } from '../translations/findings.ts'
import { textUnder } from '../translations/messages.ts'
import { textsIn } from '../translations/texts.ts'

/** The error of a form: a problem, or a missing file. */
export type FileFinding = AppError | 'missing'

/** HTTP status of a page that shows an error, if there is one. */
export function statusOf(error: FileFinding | IdentityError | undefined): number {
  if (error === undefined) return 200
  if (error instanceof AppError) return ERRORS[error.code].status
  if (error === 'missing') return 422
  const { code } = error
  if (code === 'too_many' || code === 'busy') return 429
  return code === 'not_owner' ? 403 : 422
}

/** What a code says in a language other than the API's; undefined for one that is not of a problem. */
export function sentenceOf(locale: Locale, code: string): string | undefined {
  const { problems, console: texts } = textsIn(locale)
  const title = textUnder(problems, code)
  return textUnder(texts.said.problems, code) ?? (title === undefined ? undefined : `${title}.`)
}

/** Message of a problem in the language of the page. */
export function problemText(locale: Locale, error: AppError): string {
  const { code, message, retryAfterSeconds } = error
  const { problemsOnPages, said } = textsIn(locale).console
  // Where the problem's own message refers to API calls.
  const known = textUnder(problemsOnPages, code)
  if (locale === 'en') return known ?? message
  const onPages = known ?? textUnder(said.problemsOnPages, code)
  const detail = detailIn(locale, error)
  // It says itself when to try again.
  if (onPages === undefined && detail !== message) return detail
  const problem = onPages ?? sentenceOf(locale, code) ?? message
  if (retryAfterSeconds === undefined || retryAfterSeconds <= 1) return problem
  return said.retry({ problem, seconds: Math.ceil(retryAfterSeconds) })
}
