/** Messages of problems by their code; individual findings are worded in finding-words.ts. */
import type { AppError } from '../kernel/errors.ts'
import type { Locale } from '../kernel/languages.ts'
import { textUnder } from '../translations/messages.ts'
import { textsIn } from '../translations/texts.ts'

/** Message of a problem in the language of the page. */
export function problemText(
  locale: Locale,
  { code, message, retryAfterSeconds }: AppError,
): string {
  const { problemsOnPages, said } = textsIn(locale).console
  // Where the problem's own message refers to API calls.
  const known = textUnder(problemsOnPages, code)
  if (locale === 'en') return known ?? message
  const problem = known ?? textUnder(said.problemsOnPages, code) ?? said.problems[code]
  if (retryAfterSeconds === undefined || retryAfterSeconds <= 1) return problem
  return said.retry({ problem, seconds: Math.ceil(retryAfterSeconds) })
}
