/// <reference types="node" />
/** The texts of a language, from its catalogue `<language>.json`, which is read when the language is first asked for. */
import { readFileSync } from 'node:fs'
import { type Finding, saying, type Wording, wordingOf } from '../kernel/coded-error.ts'
import { type Language, type Locale, languageFacts } from '../kernel/languages.ts'
import { codeFile } from '../kernel/program-files.ts'
import { type Part, type SignersTexts, type Texts, textsOf } from './messages.ts'

const known = new Map<Language, Texts>()

function read(language: Language): Texts {
  const catalogue = readFileSync(codeFile(`translations/${language}.json`), 'utf8')
  // A test compares the names and arguments of every catalogue with those of the English one.
  return textsOf(JSON.parse(catalogue) as Part, languageFacts(language).tag) as Texts
}

/** Every text in a language; some languages have those of signers only. */
export function textsIn(language: Locale): Texts
export function textsIn(language: Language): SignersTexts
export function textsIn(language: Language): SignersTexts {
  const texts = known.get(language) ?? read(language)
  known.set(language, texts)
  return texts
}

type Details = Texts['details']
type In<Section extends keyof Details> = `${Section}.${keyof Details[Section] & string}`

/** Names of what errors say: a section of `details` and the text in it. */
export type DetailName = { [Section in keyof Details]: In<Section> }[keyof Details]

type Said<Name extends DetailName> = Name extends `${infer Section}.${infer Text}`
  ? Section extends keyof Details
    ? Text extends keyof Details[Section]
      ? Details[Section][Text]
      : never
    : never
  : never
type ValuesOf<Name extends DetailName> =
  Said<Name> extends (values: infer Values) => string
    ? [values: Values | ((locale: Locale) => Values)]
    : []

/**
 * What an error says, in every language of all pages.
 * @param values of its arguments, or what gives them in a language
 */
export const say = <Name extends DetailName>(name: Name, ...[values]: ValuesOf<Name>): Wording =>
  inEveryLanguage(({ details }, locale) => {
    const [section = '', text = ''] = name.split('.')
    const said = (details as never)[section][text] as string | ((given: unknown) => string)
    return typeof said === 'string'
      ? said
      : said(typeof values === 'function' ? values(locale) : values)
  })

/** A text in every language of all pages. @param say takes it from the texts of a language */
export const inEveryLanguage = (say: (texts: Texts, locale: Locale) => string): Wording =>
  wordingOf((locale) => say(textsIn(locale), locale))

/** The arguments of a text of {@link findingAt}, without the place. */
export type Rest<Name extends DetailName> =
  Said<Name> extends (values: infer Values) => string ? RestOf<Omit<Values, 'at'>> : []
type RestOf<Values> = keyof Values extends never ? [] : [values: Values]

/**
 * A finding about a place of what was sent, which its text names as `at`.
 * @param code absent for a finding that has none
 */
export const findingAt = <Name extends DetailName>(
  pointer: string,
  code: string | undefined,
  name: Name,
  ...rest: Rest<Name>
): Finding => ({
  pointer,
  ...(code !== undefined && { code }),
  ...saying(say(name, ...([Object.assign({ at: pointer }, ...rest)] as never))),
})
