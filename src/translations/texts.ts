/** The texts of a language, from its catalogue `<language>.json`, which is read when the language is first asked for. */
import { readFileSync } from 'node:fs'
import type { Wording } from '../kernel/coded-error.ts'
import { type Language, LOCALES, type Locale, languageFacts } from '../kernel/languages.ts'
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

/** A text in every language of all pages. @param say takes it from the texts of a language */
export const inEveryLanguage = (say: (texts: Texts, locale: Locale) => string): Wording =>
  Object.fromEntries(LOCALES.map((locale) => [locale, say(textsIn(locale), locale)])) as Wording
