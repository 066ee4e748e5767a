/** The words about certificates of signers' own, by language. */
import type { Language } from '../../../kernel/languages.ts'
import { de } from './de.ts'
import { en, type OwnWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'

const WORDS: Readonly<Record<Language, OwnWords>> = { en, fr, de, es, it, nl, pt, pl }

/** The words of a language. */
export const ownWords = (language: Language): OwnWords => WORDS[language]
