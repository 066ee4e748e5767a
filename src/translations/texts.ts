/** The texts of a language, from its catalogue `<language>.json`, which is read when the language is first asked for. */
import { readFileSync } from 'node:fs'
import { type Language, languageFacts } from '../kernel/languages.ts'
import { codeFile } from '../kernel/program-files.ts'
import { type Part, type Texts, textsOf } from './messages.ts'

const known = new Map<Language, Texts>()

function read(language: Language): Texts {
  const catalogue = readFileSync(codeFile(`translations/${language}.json`), 'utf8')
  // A test compares the names and arguments of every catalogue with those of the English one.
  return textsOf(JSON.parse(catalogue) as Part, languageFacts(language).tag) as Texts
}

/** Every text in a language. */
export function textsIn(language: Language): Texts {
  const texts = known.get(language) ?? read(language)
  known.set(language, texts)
  return texts
}
