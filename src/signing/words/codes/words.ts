/** The consent text and the text message in every language. */
import type { Language } from '../../../kernel/languages.ts'
import { de } from './de.ts'
import { en, type SignerWords } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'

const WORDS: Readonly<Record<Language, SignerWords>> = { en, fr, de, es, it, nl, pt, pl }

/** The texts in a language. */
export const signerWords = (language: Language): SignerWords => WORDS[language]
