/** The texts of the section "API keys". */
import type { Locale } from '../../pages/locale.ts'
import type { Words } from '../words.ts'

const en = {
  title: 'API keys',
  text: 'Your program authenticates with an API key. Each key belongs to one plan and has that plan’s quota and limits.',
  listTitle: 'Your keys',
  empty: 'No key yet',
  emptyText:
    'Create one below. A test key uses no quota, sends no SMS, and signs with a TEST certificate: the right one to start with.',
  name: 'Name',
  nameHint: 'Where it is used, such as “shop, production”.',
  plan: 'Plan',
  kind: 'Kind',
  live: 'Live',
  test: 'Test',
  liveHint: 'Counts against the plan; signatures are real.',
  testHint: 'Works the same, uses no quota; signed with a TEST certificate.',
  createTitle: 'Create a key',
  createText: 'The full key is shown once, right after it is created. We store only its hash.',
  create: 'Create the key',
  held: (held: number, max: number) => `${held} of ${max} used`,
  heldAny: (held: number) => `${held} used, no limit`,
  full: 'The plan’s key limit is reached. Revoke one, or rotate it if its secret was lost.',
  created: 'Created',
  used: 'Last used',
  overlap: 'The old secret works until',
  rename: 'Rename',
  renameSave: 'Save name',
  rotate: 'Rotate',
  rotateText:
    'The key gets a new secret; its name, plan and counters stay. Let the old one work for a while, so that your programs can switch over.',
  rotateLabel: 'Keep the old secret working',
  overlaps: [
    ['3600', 'for one more hour'],
    ['86400', 'for one more day'],
    ['0', 'not at all'],
  ],
  rotateDo: 'Create the new secret',
  revoke: 'Revoke',
  revokeText:
    'Calls with this key are refused at once and permanently. What it used this month still counts.',
  revokeCheck: 'Yes, revoke this key',
  revokeDo: 'Revoke permanently',
  revoked: 'Revoked keys',
  madeTitle: 'Your new key',
  madeText: 'Copy it now: it is shown only once.',
  secret: 'API key',
  tryTitle: 'Try it right now',
  tryText: 'Paste it into a terminal. It shows what the key may do:',
  renderText: 'And this makes your first PDF from a Word template and JSON:',
  back: 'I have saved it',
  limitReached: 'No key was created: the plan’s key limit is reached.',
  nameWrong: 'Give a name of 1 to 80 characters.',
  planWrong: 'Choose one of the plans.',
}

const fr: typeof en = {
  title: 'Clés d’API',
  text: 'Votre programme s’authentifie avec une clé d’API. Chaque clé est liée à une offre, dont elle a le quota et les limites.',
  listTitle: 'Vos clés',
  empty: 'Aucune clé',
  emptyText:
    'Créez-en une ci-dessous. Une clé de test n’utilise aucun quota, n’envoie pas de SMS et signe avec un certificat de TEST\u00a0: idéale pour commencer.',
  name: 'Nom',
  nameHint: 'Où elle sert, par exemple « boutique, production ».',
  plan: 'Offre',
  kind: 'Type',
  live: 'Réelle',
  test: 'Test',
  liveHint: 'Décomptée de l’offre ; les signatures sont réelles.',
  testHint: 'Fonctionne de même, sans quota ; signe avec un certificat de TEST.',
  createTitle: 'Créer une clé',
  createText:
    'La clé entière n’est affichée qu’une fois, juste après sa création. Nous n’en conservons que l’empreinte.',
  create: 'Créer la clé',
  held: (held: number, max: number) => `${held} sur ${max} utilisées`,
  heldAny: (held: number) => `${held}, sans limite`,
  full: 'Le nombre de clés de l’offre est atteint. Révoquez-en une, ou renouvelez-la si son secret est perdu.',
  created: 'Créée',
  used: 'Dernier usage',
  overlap: 'L’ancien secret fonctionne jusqu’au',
  rename: 'Renommer',
  renameSave: 'Enregistrer le nom',
  rotate: 'Remplacer',
  rotateText:
    'La clé reçoit un nouveau secret ; son nom, son offre et ses compteurs restent. Laissez l’ancien fonctionner un moment, le temps de changer vos programmes.',
  rotateLabel: 'Garder l’ancien secret',
  overlaps: [
    ['3600', 'encore une heure'],
    ['86400', 'encore un jour'],
    ['0', 'pas du tout'],
  ],
  rotateDo: 'Créer le nouveau secret',
  revoke: 'Révoquer',
  revokeText:
    'Les appels avec cette clé sont refusés aussitôt, définitivement. Ce qu’elle a consommé ce mois-ci reste décompté.',
  revokeCheck: 'Oui, révoquer cette clé',
  revokeDo: 'Révoquer définitivement',
  revoked: 'Clés révoquées',
  madeTitle: 'Votre nouvelle clé',
  madeText: 'Copiez-la maintenant : elle n’est affichée que cette fois.',
  secret: 'Clé d’API',
  tryTitle: 'Essayez tout de suite',
  tryText: 'À coller tel quel dans un terminal. Cet appel affiche ce que la clé permet :',
  renderText: 'Et celui-ci produit votre premier PDF à partir d’un modèle Word et de JSON :',
  back: 'Je l’ai enregistrée',
  limitReached: 'Aucune clé n’a été créée : le nombre de clés de l’offre est atteint.',
  nameWrong: 'Donnez un nom de 1 à 80 caractères.',
  planWrong: 'Choisissez l’une des offres.',
}

const WORDS: Words<typeof en> = { en, fr }

/** The texts in a language. */
export const keyWords = (locale: Locale): typeof en => WORDS[locale]
