/** The wording of the mails in every language. */
import type { Language } from '../../../kernel/languages.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import type { MessageWords } from './shape.ts'

const WORDS: Readonly<Record<Language, MessageWords>> = { en, fr, de, es, it, nl, pt, pl }

/** The texts of mails in a language. */
export const messageWords = (language: Language): MessageWords => WORDS[language]
