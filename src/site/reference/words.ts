import type { Locale } from '../../kernel/languages.ts'

const en = {
  title: 'API reference',
  lead: 'Every operation, with its fields, its answers and a form to try it.',
  note: '',
  auth: 'Every call carries the header',
  authText:
    'except those marked “no key”. Errors are problem documents (RFC 9457) with a stable code.',
  getKey: 'Get a key',
  files: 'OpenAPI 3.1, for code generators',
  postman: 'Postman collection',
  errors: 'All error codes',
  all: 'All operations',
  overview: 'Overview',
  parameters: 'Parameters',
  body: 'Body',
  answers: 'Answers',
  required: 'required',
  example: 'Example',
  fields: 'Fields',
  noKey: 'no key',
  free: 'No key is needed.',
  try: 'Try it',
  tryText: 'The call goes to this service and counts like any other; a test key uses no quota.',
  key: 'API key',
  keyHint: 'Stays in this tab.',
  sample: 'If you choose no file, the sample {name} is sent.',
  others: 'Other fields',
  send: 'Send',
  curl: 'With curl',
  sending: 'Sending…',
  took: '{status} in {time}',
  failed: 'The service did not answer.',
  save: 'Save the file',
  result: 'Answer',
  choose: 'Values are filled in from an example; change what you like.',
}

/** Keys of the wording. */
export type ReferenceWords = typeof en

const fr: ReferenceWords = {
  title: 'Référence de l’API',
  lead: 'Chaque opération, avec ses champs, ses réponses et un formulaire pour l’essayer.',
  note: 'La description de chaque opération est en anglais.',
  auth: 'Chaque appel porte l’en-tête',
  authText:
    'sauf ceux marqués « sans clé ». Les erreurs sont des documents « problem » (RFC 9457) au code stable.',
  getKey: 'Obtenir une clé',
  files: 'OpenAPI 3.1, pour les générateurs de code',
  postman: 'Collection Postman',
  errors: 'Tous les codes d’erreur',
  all: 'Toutes les opérations',
  overview: 'Présentation',
  parameters: 'Paramètres',
  body: 'Corps',
  answers: 'Réponses',
  required: 'obligatoire',
  example: 'Exemple',
  fields: 'Champs',
  noKey: 'sans clé',
  free: 'Aucune clé n’est nécessaire.',
  try: 'Essayer',
  tryText:
    'L’appel s’adresse à ce service et compte comme tout autre ; une clé de test n’entame pas le quota.',
  key: 'Clé d’API',
  keyHint: 'Elle reste dans cet onglet.',
  sample: 'Sans fichier choisi, l’exemple {name} est envoyé.',
  others: 'Autres champs',
  send: 'Envoyer',
  curl: 'Avec curl',
  sending: 'Envoi en cours…',
  took: '{status} en {time}',
  failed: 'Le service n’a pas répondu.',
  save: 'Enregistrer le fichier',
  result: 'Réponse',
  choose: 'Les valeurs viennent d’un exemple ; modifiez-les à votre guise.',
}

const WORDS: Record<Locale, ReferenceWords> = { en, fr }

/** The wording in a language. */
export const referenceWords = (locale: Locale): ReferenceWords => WORDS[locale]
