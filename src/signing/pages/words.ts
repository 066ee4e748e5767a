/** Every word of the signer's pages, by language; the server and the browser's script share it. */
import type { Locale } from '../../pages/locale.ts'
import { en, type SignWords } from './words-en.ts'
import { fr } from './words-fr.ts'

const WORDS: Record<Locale, SignWords> = { en, fr }

/** The words of a language. */
export const signWords = (locale: Locale): SignWords => WORDS[locale]
