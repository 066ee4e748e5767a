/** Messages of problems by their code; those of findings are in translations/findings.ts. */
import type { AppError } from '../kernel/errors.ts'
import type { Locale } from '../kernel/languages.ts'
import { detailIn } from '../translations/findings.ts'
import { textUnder } from '../translations/messages.ts'
import { textsIn } from '../translations/texts.ts'

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
