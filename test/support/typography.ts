/** How a language sets its marks: French with a space that does not break, all others without any. */
import type { Language } from '../../src/kernel/languages.ts'

const FRENCH = /« | »|[^-] [:;!?](?: |$)/gm
const OTHERS = /[^-\s][^\S\n][:;!?](?=\s|$)/gm

/** The places of a text where a mark is set otherwise. */
export const misplacedMarks = (locale: Language, text: string): string[] =>
  text.match(locale === 'fr' ? FRENCH : OTHERS) ?? []
