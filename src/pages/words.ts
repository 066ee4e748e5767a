/** The texts common to all pages, in each language. */
import type { Locale } from './locale.ts'

const en = {
  language: 'English',
  languages: 'Language',
  skip: 'Go to the content',
  tagline: 'Electronic signature',
  verify: 'Check a signed document',
  about: 'About this service',
  noScript: 'This page needs JavaScript. Switch it on in your browser, then load the page again.',
  close: 'Close',
}

/** The keys of the common words. */
export type CommonWords = typeof en

const fr: CommonWords = {
  language: 'Français',
  languages: 'Langue',
  skip: 'Aller au contenu',
  tagline: 'Signature électronique',
  verify: 'Vérifier un document signé',
  about: 'À propos de ce service',
  noScript:
    'Cette page a besoin de JavaScript. Activez-le dans votre navigateur, puis rechargez la page.',
  close: 'Fermer',
}

const WORDS: Record<Locale, CommonWords> = { en, fr }

/** The common words of a language. */
export const commonWords = (locale: Locale): CommonWords => WORDS[locale]
