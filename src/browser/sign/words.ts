/** The words of the page's own language: the script loads no other. */
import type { Language } from '../../kernel/languages.ts'
import type { SignWords } from '../../signing/pages/words-en.ts'

const LOADERS: Readonly<Record<Language, () => Promise<SignWords>>> = {
  en: async () => (await import('../../signing/pages/words-en.ts')).en,
  fr: async () => (await import('../../signing/pages/words-fr.ts')).fr,
  de: async () => (await import('../../signing/pages/words-de.ts')).de,
  es: async () => (await import('../../signing/pages/words-es.ts')).es,
  it: async () => (await import('../../signing/pages/words-it.ts')).it,
  nl: async () => (await import('../../signing/pages/words-nl.ts')).nl,
  pt: async () => (await import('../../signing/pages/words-pt.ts')).pt,
  pl: async () => (await import('../../signing/pages/words-pl.ts')).pl,
}

/** The words of a language. */
export const loadWords = (language: Language): Promise<SignWords> => LOADERS[language]()
