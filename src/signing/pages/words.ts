/** Every word of the signer's pages, by language; the page's script loads that of its language from the same files. */
import type { Language } from '../../kernel/languages.ts'
import { de } from './words-de.ts'
import { en, type SignWords } from './words-en.ts'
import { es } from './words-es.ts'
import { fr } from './words-fr.ts'
import { it } from './words-it.ts'
import { nl } from './words-nl.ts'
import { pl } from './words-pl.ts'
import { pt } from './words-pt.ts'

const WORDS: Readonly<Record<Language, SignWords>> = { en, fr, de, es, it, nl, pt, pl }

/** The words of a language. */
export const signWords = (language: Language): SignWords => WORDS[language]
