import type { Locale } from '../../../src/kernel/languages.ts'
import { elsewhereInFrench, mailMergeInFrench } from '../chapters/elsewhere.ts'
import type { Chapter, ChapterWords } from '../example.ts'
import { basics } from './basics.ts'
import { charts } from './charts.ts'
import { FILTERS } from './filters.ts'
import { WORDS } from './phrases.ts'
import { rich } from './rich.ts'
import { sections } from './sections.ts'
import { tables } from './tables.ts'

const CHAPTERS: Readonly<Record<string, ChapterWords>> = {
  ...basics,
  ...sections,
  ...tables,
  ...rich,
  ...charts,
  'Coming from another tool': elsewhereInFrench,
  'Mail merge: the fields of Word': mailMergeInFrench,
}

function found<Words>(list: Readonly<Record<string, Words>>, key: string): Words {
  const words = Object.hasOwn(list, key) ? list[key] : undefined
  if (words === undefined) throw new Error(`there is no French for "${key}"`)
  return words
}

/** A chapter in a language, with the same examples. @throws Error where a French text is missing */
export function chapterIn(locale: Locale, chapter: Chapter): Chapter {
  if (locale === 'en') return chapter
  const { title, text, after, examples } = found(CHAPTERS, chapter.title)
  const { after: _english, ...rest } = chapter
  return {
    ...rest,
    title,
    text,
    ...(after !== undefined && { after }),
    examples: chapter.examples.map(({ after: _other, ...example }) => ({
      ...example,
      ...found(examples, example.id),
    })),
  }
}

/** A phrase of the page in a language. @throws Error where there is no French one */
export const phrase = (locale: Locale, english: string): string =>
  locale === 'en' ? english : found(WORDS, english)

/** What a filter does. @throws Error where there is no French sentence */
export const filterDoes = (locale: Locale, name: string, english: string): string =>
  locale === 'en' ? english : found(FILTERS, name)
