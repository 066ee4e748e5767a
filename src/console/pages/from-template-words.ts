import type { Locale } from '../../kernel/languages.ts'
import type { Words } from '../words.ts'

const en = {
  title: 'Signature request from a template',
  text: 'Fill in the data and the people; the document is created and sent in one step.',
  link: 'From a template',
  chooseText: 'Choose the Word template to be signed.',
  choose: 'Template',
  other: 'Another template',
  none: 'No template yet',
  noneText: 'Save a Word template first, for example the sample contract.',
  noneDo: 'Go to the templates',
  dataTitle: 'Data',
  data: 'Data (JSON)',
  dataHint: 'Starts with sample data for the template’s tags. Replace the values.',
  locale: 'Language',
  signersText: 'The signatures go where the template has a tag for each of these people.',
  signersFree:
    'This template has no tag such as {signature:client}: the signatures go on a page at the end.',
  plan: 'The plan of this key has no documents. Choose a key whose plan has both.',
}

const fr: typeof en = {
  title: 'Demande de signature à partir d’un modèle',
  text: 'Renseignez les données et les personnes ; le document est créé et envoyé en une fois.',
  link: 'À partir d’un modèle',
  chooseText: 'Choisissez le modèle Word à faire signer.',
  choose: 'Modèle',
  other: 'Un autre modèle',
  none: 'Aucun modèle pour l’instant',
  noneText: 'Enregistrez d’abord un modèle Word, par exemple le contrat d’exemple.',
  noneDo: 'Aller aux modèles',
  dataTitle: 'Données',
  data: 'Données (JSON)',
  dataHint: 'Commence par des données d’exemple pour les balises du modèle. Remplacez les valeurs.',
  locale: 'Langue',
  signersText: 'Chaque signature va à l’endroit que le modèle prévoit pour cette personne.',
  signersFree:
    'Ce modèle n’a pas de balise telle que {signature:client} : les signatures sont placées sur une page à la fin.',
  plan: 'L’offre de cette clé n’inclut pas les documents. Choisissez une clé dont l’offre inclut les deux.',
}

const WORDS: Words<typeof en> = { en, fr }

/** The texts in a language. */
export const fromTemplateWords = (locale: Locale) => WORDS[locale]
