/** Every reason why a signature is not reliable, by a stable code; its words are in the catalogues. */
import {
  CHANGES,
  type ChangeCode,
  changeText,
  type PdfChange,
} from '../pdf/compare/change-words.ts'
import type { Texts } from '../translations/messages.ts'
import { textsIn } from '../translations/texts.ts'

type OwnCode = Exclude<keyof Texts['verification']['problems'], 'changedAfter'>

type ForbiddenChange = {
  [Code in ChangeCode]: (typeof CHANGES)[Code] extends 'forbidden' ? Code : never
}[ChangeCode]

/** Stable name of a problem; forbidden changes ({@link CHANGES}) are problems under their own codes. */
export type ProblemCode = OwnCode | ForbiddenChange

/** One reason. */
export interface Problem extends ProblemFacts {
  code: ProblemCode
  /** In plain English. */
  detail: string
}

/** What the sentence names. */
export interface ProblemFacts {
  /** Of whom it speaks. */
  name?: string
  /** What is to blame: a change, another problem, or what a program says. */
  why?: string | Problem | PdfChange
}

type SaysProblem = (values: { name: string; why: string }) => string

/** What a problem says in a language. */
export function problemText(
  texts: Texts,
  { code, name = '', why = '' }: Omit<Problem, 'detail'>,
): string {
  const { problems, changes } = texts.verification
  const reason =
    typeof why === 'string' ? why : 'kind' in why ? changeText(texts, why) : problemText(texts, why)
  const said: string | SaysProblem =
    code in changes ? problems.changedAfter : problems[code as OwnCode]
  return typeof said === 'string' ? said : said({ name: name || '?', why: reason })
}

/** A problem with its sentence in English. */
export const problem = (code: OwnCode, facts: ProblemFacts = {}): Problem => ({
  code,
  ...facts,
  detail: problemText(textsIn('en'), { code, ...facts }),
})

/** A forbidden change, as a problem of the preceding signature, which is by `name`. */
export function changeProblem(why: PdfChange, name: string): Problem {
  const code = why.code as ForbiddenChange
  return { code, name, why, detail: problemText(textsIn('en'), { code, name, why }) }
}

/** The problems without duplicates. */
export const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((each) => [each.detail, each])).values(),
]

/** Every code that a verification may return, for the API description. */
export const PROBLEM_CODES = [
  ...Object.keys(textsIn('en').verification.problems).filter((code) => code !== 'changedAfter'),
  ...Object.entries(CHANGES).flatMap(([code, kind]) => (kind === 'forbidden' ? [code] : [])),
] as ProblemCode[]
