import type { Locale } from '../../kernel/languages.ts'
import type { Words } from '../words.ts'

const en = {
  title: 'Embedding',
  text: 'People sign in a frame of your own pages. Only pages of these origins can show it; links are made for one of them by the API.',
  link: 'Where signers’ pages may be shown',
  linkDo: 'Edit the origins',
  guide: 'Guide to embedding',
  origins: 'Origins of your pages',
  originsHint:
    'One per line, such as https://app.example.com. http:// only for localhost, for test documents. Removing an origin ends the links made for it at once.',
  save: 'Save the origins',
  wrong: (line: string) =>
    `“${line}” is no origin. Write scheme, host name and, where there is one, port, without path or asterisk: https://app.example.com.`,
  tooMany: (most: number) => `Enter at most ${most} origins.`,
}

const WORDS: Words<typeof en> = {
  en,
  fr: {
    title: 'Intégration',
    text: 'On signe dans un cadre de vos propres pages. Seules les pages de ces origines peuvent l’afficher ; l’API crée chaque lien pour l’une d’elles.',
    link: 'Où les pages des signataires peuvent s’afficher',
    linkDo: 'Modifier les origines',
    guide: 'Guide de l’intégration',
    origins: 'Origines de vos pages',
    originsHint:
      'Une par ligne, comme https://app.example.com. http:// seulement pour localhost, pour les documents de test. Supprimer une origine met fin aussitôt aux liens créés pour elle.',
    save: 'Enregistrer les origines',
    wrong: (line) =>
      `« ${line} » n’est pas une origine. Écrivez le schéma, le nom d’hôte et, s’il y en a un, le port, sans chemin ni astérisque : https://app.example.com.`,
    tooMany: (most) => `Indiquez ${most} origines au plus.`,
  },
}

/** The words in a language. */
export const embeddingWords = (locale: Locale): typeof en => WORDS[locale]
