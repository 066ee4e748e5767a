/** The wording of the proof certificate in every language. */
import type { Language } from '../../kernel/languages.ts'
import { de } from './words/de.ts'
import { en, type ProofWords } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { it } from './words/it.ts'
import { nl } from './words/nl.ts'
import { pl } from './words/pl.ts'
import { pt } from './words/pt.ts'

const WORDS: Readonly<Record<Language, ProofWords>> = { en, fr, de, es, it, nl, pt, pl }

/** The wording of a language. */
export const wordsIn = (language: Language): ProofWords => WORDS[language]
