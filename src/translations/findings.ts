/** What a finding says in a language: in its own words, or in those that the catalogues have for its code. */
import type { CodedError, Finding, Wording } from '../kernel/coded-error.ts'
import type { FieldTagError } from '../kernel/field-tags.ts'
import type { Locale } from '../kernel/languages.ts'
import type { PoolWords } from '../kernel/thread-pool.ts'
import { filled, type Texts, textUnder } from './messages.ts'
import { type DetailName, say, textsIn } from './texts.ts'

/** The message of a finding. */
export interface FindingText {
  detail: string
  fix: string | undefined
  /** The language of the words, where it is not the one wanted. */
  lang: 'en' | undefined
}

/** The message of a finding in a language, or in English where it is not translated. */
export function findingIn(locale: Locale, finding: Finding): FindingText {
  const { code = '', detail, fix, wording } = finding
  if (locale === 'en') return { detail, fix, lang: undefined }
  const own = wording?.detail[locale]
  if (own !== undefined) return { detail: own, fix: wording?.fix?.[locale], lang: undefined }
  const words = textUnder(textsIn(locale).findings, code)
  if (words === undefined) return { detail, fix, lang: 'en' }
  const { at = { line: 0, column: 0 } } = finding
  return { detail: filled(words.detail, at), fix: words.fix, lang: undefined }
}

/** What an error says: its own words in the language, or those of its findings where they are all that it says. */
export function detailIn(locale: Locale, { message, wording, errors }: CodedError): string {
  const own = wording?.[locale]
  if (own !== undefined) return own
  const said = (findings: readonly { detail: string }[]) =>
    findings.map(({ detail }) => detail).join(' ')
  const [first] = errors
  if (first === undefined) return message
  if (said(errors) === message) return said(errors.map((each) => findingIn(locale, each)))
  // The first of them, and how many more there are.
  if (!message.startsWith(first.detail)) return message
  const { detail } = findingIn(locale, first)
  return textsIn(locale).details.data.lint({ detail, more: errors.length - 1 })
}

/** What a pool says to callers whom it cannot serve. @param work names the texts */
export const poolWords = (work: keyof Texts['details']['exceeded']): PoolWords => ({
  busy: say(`limits.${work}`),
  machine: say('limits.machine'),
  exceeded: (limits) => say(`exceeded.${work}`, limits),
})

/** What is wrong with a tag for a field, in every language. */
export const tagFaultOf = ({ fault, values }: FieldTagError): Wording =>
  (say as (name: DetailName, values: object) => Wording)(`tagFaults.${fault}`, values)

/** What the first of the findings says in a language. */
export const firstDetail = (locale: Locale, [first]: readonly Finding[]): string =>
  first === undefined ? '' : findingIn(locale, first).detail
