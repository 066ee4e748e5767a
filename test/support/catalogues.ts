/** The catalogues of texts as their files have them. */
import { readFileSync } from 'node:fs'
import type { Language } from '../../src/kernel/languages.ts'
import { codeFile } from '../../src/kernel/program-files.ts'

/** The text of a catalogue's file. */
export const catalogueFile = (language: Language): string =>
  readFileSync(codeFile(`translations/${language}.json`), 'utf8')

function* textsOf(part: unknown, path: string): Generator<[string, string]> {
  if (typeof part === 'string') return yield [path, part]
  for (const [name, each] of Object.entries(part as object))
    if (!name.startsWith('@')) yield* textsOf(each, path === '' ? name : `${path}.${name}`)
}

/** Every text of a catalogue by its path, such as `signing.stamp.on`; notes for translators are none. */
export const catalogueTexts = (language: Language): Map<string, string> =>
  new Map(textsOf(JSON.parse(catalogueFile(language)), ''))
