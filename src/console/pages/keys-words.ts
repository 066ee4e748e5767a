/** The words of the section "API keys". */
import type { Locale } from '../../pages/locale.ts'
import type { Words } from '../words.ts'

const en = {
  title: 'API keys',
  text: 'A key is what your program calls with. Each is bound to one plan, whose quota and limits are its own.',
  listTitle: 'Your keys',
  empty: 'No key yet',
  emptyText:
    'Make one below. A test key uses no quota, sends no real SMS, and what it signs says TEST: the right one to begin with.',
  name: 'Name',
  nameHint: 'Where it is used, such as “shop, production”.',
  plan: 'Plan',
  kind: 'Kind',
  live: 'Live',
  test: 'Test',
  liveHint: 'Counts against the plan; signatures are real.',
  testHint: 'Same code, no quota; the authority says TEST.',
  createTitle: 'Make a key',
  createText: 'The whole key is shown once, right after it is made. We keep only its hash.',
  create: 'Make the key',
  held: (held: number, max: number) => `${held} of ${max} held`,
  heldAny: (held: number) => `${held} held, no limit`,
  full: 'The plan’s number of keys is reached. Revoke one, or rotate it if its text was lost.',
  created: 'Made',
  used: 'Last used',
  overlap: 'The old secret works until',
  rename: 'Rename',
  renameSave: 'Save the name',
  rotate: 'Rotate',
  rotateText:
    'The key gets a new secret; its name, plan and counters stay. Let the old one work for a while, so that your programs can change over.',
  rotateLabel: 'The old secret works for',
  overlaps: [
    ['3600', 'one more hour'],
    ['86400', 'one more day'],
    ['0', 'not any more'],
  ],
  rotateDo: 'Make the new secret',
  revoke: 'Revoke',
  revokeText:
    'Calls with this key are refused at once, for good. What it used this month stays used.',
  revokeCheck: 'Yes, revoke this key',
  revokeDo: 'Revoke for good',
  revoked: 'Revoked keys',
  madeTitle: 'Your new key',
  madeText: 'Copy it now: it is shown only this once.',
  secret: 'API key',
  tryTitle: 'Try it right now',
  tryText: 'Works as pasted in a terminal. It asks what the key may do:',
  renderText: 'And this makes your first PDF from a Word template and JSON:',
  back: 'I have stored it',
  limitReached: 'No key was made: the plan’s number of keys is reached.',
  nameWrong: 'Give a name of 1 to 80 characters.',
  planWrong: 'Choose one of the plans.',
}

const fr: typeof en = {
  title: 'Clés d’API',
  text: 'Une clé est ce avec quoi votre programme appelle. Chacune est liée à une offre, dont elle a le quota et les limites.',
  listTitle: 'Vos clés',
  empty: 'Aucune clé',
  emptyText:
    'Créez-en une ci-dessous. Une clé de test n’utilise aucun quota, n’envoie pas de vrai SMS, et ce qu’elle signe porte la mention TEST\u00a0: idéale pour commencer.',
  name: 'Nom',
  nameHint: 'Où elle sert, par exemple « boutique, production ».',
  plan: 'Formule',
  kind: 'Type',
  live: 'Réelle',
  test: 'Test',
  liveHint: 'Compte dans l’offre ; les signatures sont réelles.',
  testHint: 'Même code, sans quota ; l’autorité dit TEST.',
  createTitle: 'Créer une clé',
  createText:
    'La clé entière n’est affichée qu’une fois, juste après sa création. Nous n’en gardons que l’empreinte.',
  create: 'Créer la clé',
  held: (held: number, max: number) => `${held} sur ${max}`,
  heldAny: (held: number) => `${held}, sans limite`,
  full: 'Le nombre de clés de l’offre est atteint. Révoquez-en une, ou remplacez-la si son texte est perdu.',
  created: 'Créée',
  used: 'Dernier usage',
  overlap: 'L’ancien secret fonctionne jusqu’au',
  rename: 'Renommer',
  renameSave: 'Enregistrer le nom',
  rotate: 'Remplacer',
  rotateText:
    'La clé reçoit un nouveau secret ; son nom, son offre et ses compteurs restent. Laissez l’ancien fonctionner un moment, le temps de changer vos programmes.',
  rotateLabel: 'L’ancien secret fonctionne encore',
  overlaps: [
    ['3600', 'une heure'],
    ['86400', 'un jour'],
    ['0', 'plus du tout'],
  ],
  rotateDo: 'Créer le nouveau secret',
  revoke: 'Révoquer',
  revokeText:
    'Les appels avec cette clé sont refusés aussitôt, définitivement. Ce qu’elle a consommé ce mois reste consommé.',
  revokeCheck: 'Oui, révoquer cette clé',
  revokeDo: 'Révoquer définitivement',
  revoked: 'Clés révoquées',
  madeTitle: 'Votre nouvelle clé',
  madeText: 'Copiez-la maintenant : elle n’est affichée que cette fois.',
  secret: 'Clé d’API',
  tryTitle: 'Essayez tout de suite',
  tryText: 'À coller tel quel dans un terminal. Cet appel demande ce que la clé permet :',
  renderText: 'Et celui-ci produit votre premier PDF à partir d’un modèle Word et de JSON :',
  back: 'Je l’ai enregistrée',
  limitReached: 'Aucune clé n’a été créée : le nombre de clés de l’offre est atteint.',
  nameWrong: 'Donnez un nom de 1 à 80 caractères.',
  planWrong: 'Choisissez l’une des offres.',
}

const WORDS: Words<typeof en> = { en, fr }

/** The words of a language. */
export const keyWords = (locale: Locale): typeof en => WORDS[locale]
