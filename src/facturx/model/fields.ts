/** What findings say: the names of the invoice's fields (EN 16931 number and a name in each language), and the texts of the catalogues. */
import {
  type Finding,
  inLanguage,
  saying,
  type Wording,
  wordingOf,
} from '../../kernel/coded-error.ts'
import { LOCALES, type Locale } from '../../kernel/languages.ts'
import type { Texts } from '../../translations/messages.ts'
import { say, textsIn } from '../../translations/texts.ts'
import FIELDS from './fields.json' with { type: 'json' }
import { shown } from './invoice-values.ts'

const NAMES: Readonly<Record<string, string[]>> = FIELDS

/** A pattern in readable form: `/lines/*\/vat/rate` is `lines[].vat.rate`. */
export const fieldPath = (pattern: string): string =>
  pattern.slice(1).replaceAll('/*', '[]').replaceAll('/', '.')

/** A row of a table of words, which has one for each of `LOCALES`. */
export const wordsOf = (row: readonly string[]): Wording =>
  wordingOf((locale) => row[LOCALES.indexOf(locale)] ?? '')

/** The name of a field, with its number: "the due date (BT-9)", "la date d'échéance (BT-9)"; its path when it has none. */
export function fieldName(pattern: string): Wording {
  const [term, ...names] = NAMES[pattern.replace(/^(\/otherParties)\/\w+/, '$1/*')] ?? []
  if (term === undefined) return say('invoiceWords.field', { path: fieldPath(pattern) })
  return wordsOf(names.map((name) => `${name} (${term})`))
}

/** Capitalises the first letter of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A finding under construction: the rule or check id, the pointer, what is wrong, what to do. */
interface WordedFinding {
  code: string
  pointer: string
  detail: Wording
  fix?: Wording
}

/** @returns the finding as callers see it */
export const findingOf = ({ code, pointer, detail, fix }: WordedFinding): Finding => ({
  code,
  pointer,
  ...saying(detail, fix),
})

type Faults = Texts['details']['invoiceFaults']
type Fixes = Texts['details']['invoiceFixes']
/** Names of what can be wrong with an invoice. */
export type FaultName = keyof Faults & string
/** Those for which there is something to do. */
export type MendableName = FaultName & keyof Fixes
type Given<Text> = Text extends (values: infer Values) => string ? Values : unknown
type ValuesOf<Name extends FaultName> = Given<Faults[Name]> &
  (Name extends keyof Fixes ? Given<Fixes[Name]> : unknown)
type Rest<Name extends FaultName> =
  unknown extends ValuesOf<Name>
    ? []
    : [values: ValuesOf<Name> | ((locale: Locale) => ValuesOf<Name>)]

const saidOf = say as (name: string, values: unknown) => Wording

/** What a finding says, and what to do where there is something. @param values the arguments of both texts */
export function faultWords(
  name: FaultName,
  values?: unknown,
): Pick<WordedFinding, 'detail' | 'fix'> {
  const detail = saidOf(`invoiceFaults.${name}`, values)
  if (!Object.hasOwn(textsIn('en').details.invoiceFixes, name)) return { detail }
  return { detail, fix: saidOf(`invoiceFixes.${name}`, values) }
}

/** A finding about an invoice in the words of the catalogues. @param values the arguments of detail and fix */
export const fault = <Name extends FaultName>(
  code: string,
  pointer: string,
  name: Name,
  ...[values]: Rest<Name>
): Finding => findingOf({ code, pointer, ...faultWords(name, values) })

/** A sentence, and what was found and what expected where that is known. */
export function comparing(sentence: Wording, given: string | undefined, expected?: string) {
  if (given === undefined && expected === undefined) return sentence
  const said = shown(given ?? '–')
  const found =
    expected === undefined
      ? say('invoiceWords.given', { given: said })
      : say('invoiceWords.compared', { given: said, expected: shown(expected) })
  return wordingOf((locale) => `${inLanguage(sentence, locale)} ${inLanguage(found, locale)}`)
}
